// SPDX-License-Identifier: Apache-2.0
// Backend cuda, as a user runs it: on a device where there is one, refused with the reason where not, and on a
// pretended runtime everywhere.
#include <gtest/gtest.h>

#include <set>

#include "tests/certify/certify_backend.h"

namespace hallmark {
namespace {

std::set<std::string> signatures(const nlohmann::json& certificate) {
  std::set<std::string> all;
  for (const nlohmann::json& operation : certificate.at("operations")) all.insert(operation.at("signature"));
  return all;
}

// Kills: a row of the table that names another function than its signature says, a wrong element size, pieces put
// together wrongly. cuda_host is listed by hand; a conversion that only it has was forgotten here.
TEST(CudaOnHost, ConformsWithEveryConversionOfCudaHost) {
  CertifyRun run;
  certify(run, test_backend("cuda_on_host.so"), {"--level", "quick"});
  ASSERT_EQ(run.process.exit_code, 0) << run.process.out << run.process.err;
  CertifyRun plan;
  certify(plan, "cuda_host", {"--level", "quick", "--operation", "convert*"});
  ASSERT_LE(plan.process.exit_code, 1) << plan.process.err;
  const std::set<std::string> here = signatures(run.certificate());
  EXPECT_FALSE(here.empty());
  EXPECT_EQ(here, signatures(plan.certificate()));
}

TEST(CudaOnHost, ChoosesTheDeviceByNumberOrName) {
  const std::string spec = test_backend("cuda_on_host.so");
  const std::pair<const char*, const char*> chosen[] = {
      {"", "pretended device A"}, {"?device=1", "pretended device B"}, {"?device=device B", "pretended device B"}};
  for (const auto& [options, name] : chosen) {
    CertifyRun run;
    certify(run, spec + options, {"--level", "quick", "--operation", "convert(float8_e5m2)->float16"});
    ASSERT_EQ(run.process.exit_code, 0) << run.process.err;
    EXPECT_EQ(run.certificate().at("backend").at("device"), std::string(name) + " (compute capability 9.0)");
  }
  const std::pair<const char*, const char*> refused[] = {{"?device=2", "there is no device 2"},
                                                         {"?device=pretended", "more than one device's name"},
                                                         {"?devices=0", "unknown option"}};
  for (const auto& [options, words] : refused) {
    CertifyRun run;
    certify(run, spec + options, {"--level", "quick"});
    EXPECT_EQ(run.process.exit_code, 3) << options;
    EXPECT_NE(run.process.err.find(words), std::string::npos) << run.process.err;
  }
}

#ifdef HALLMARK_CUDA_BUILT
// Needs no device and no machine without one: the variable hides those there are.
TEST(CudaWithoutDevice, IsNotAvailableWithTheReason) {
  ScratchFolder folder;
  const ProcessOptions hidden = {.folder = folder.path(), .environment = {{"CUDA_VISIBLE_DEVICES", ""}}};
  const Finished certified = run_hallmark({"certify", "--backend", "cuda", "--level", "quick"}, hidden);
  EXPECT_EQ(certified.exit_code, 3);
  ASSERT_EQ(certified.error_lines().size(), 1u) << certified.err;
  EXPECT_NE(certified.err.find("no CUDA device: "), std::string::npos) << certified.err;
  const Finished list = run_hallmark({"list", "backends"}, hidden);
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_NE(("\n" + list.out).find("\ncuda                   not available: "), std::string::npos) << list.out;
}

// What a device answers is its certificate's to say; that it is asked everything is this test's.
TEST(CudaDevice, IsCertifiedAtQuick) {
  CertifyRun run;
  certify(run, "cuda", {"--level", "quick"});
  if (run.process.exit_code == 3) GTEST_SKIP() << run.process.err;
  ASSERT_LE(run.process.exit_code, 1) << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_GE(certificate.at("operations").size(), 40u);
  for (const nlohmann::json& operation : certificate.at("operations")) {
    EXPECT_GT(operation.at("tried").get<std::uint64_t>(), 0u) << operation.at("signature");
    EXPECT_NE(operation.at("outcome"), "crashed") << operation.at("signature");
    EXPECT_NE(operation.at("outcome"), "not_run") << operation.at("signature");
  }
}
#endif

}  // namespace
}  // namespace hallmark
