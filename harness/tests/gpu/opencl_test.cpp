// SPDX-License-Identifier: Apache-2.0
// Backend opencl, as a user runs it: on PoCL it passes; what stands in its way is said in one line.
#include <gtest/gtest.h>

#include "tests/certify/certify_backend.h"

namespace hallmark {
namespace {

/// The line of `hallmark list backends` that begins with this name.
std::string listed(const std::string& name) {
  ScratchFolder folder;
  const Finished list = run_hallmark({"list", "backends"}, {.folder = folder.path(), .environment = {}});
  const std::size_t at = ("\n" + list.out).find("\n" + name + " ");
  return at == std::string::npos ? "" : list.out.substr(at, list.out.find('\n', at) - at);
}

class Opencl : public testing::Test {
 protected:
  void SetUp() override {
    const std::string line = listed("opencl");
    ASSERT_NE(line, "") << "it is built and not listed";
    if (line.find("not available") != std::string::npos) GTEST_SKIP() << line;
    on_pocl_ = line.find("PoCL") != std::string::npos;
  }
  bool on_pocl_ = false;
};

// Kills: rounding modes exchanged between kernels, a bfloat16 kernel without its NaN guard, a last work group that
// writes past the rows or leaves some out, a buffer of the wrong size; a sum without its initial value, of another row
// or column, or rounded more often than once a term.
TEST_F(Opencl, IsCertifiedAtQuick) {
  CertifyRun run;
  certify(run, "opencl", {"--level", "quick"});
  ASSERT_LE(run.process.exit_code, 1) << run.process.err;
  const nlohmann::json certificate = run.certificate();
  for (const char* signature :
       {"convert(float32)->float16", "convert[rtz](float32)->float16", "convert[rup](float32)->float16",
        "convert[rdn](float32)->float16", "convert(float16)->float32", "convert(float32)->bfloat16",
        "convert(bfloat16)->float32"}) {
    const nlohmann::json& operation = operation_of(certificate, signature);
    EXPECT_GE(operation.at("tried").get<std::uint64_t>(), 65536u) << signature;
    if (on_pocl_) {
      EXPECT_EQ(operation.at("outcome"), "pass") << signature;
    }
  }
  for (const char* signature :
       {"dot(bfloat16,bfloat16)->float32", "dot(float16,float16,float32)->float32", "dot(float16,float16)->float16",
        "matmul(bfloat16,bfloat16,float32)->float32", "matmul(bfloat16,bfloat16)->bfloat16",
        "matmul(float32,float32)->float32", "sum(bfloat16)->float32", "sum(float32)->float32"}) {
    if (!on_pocl_) break;  // a GPU lists them with operations=reductions
    const nlohmann::json& operation = operation_of(certificate, signature);
    EXPECT_GE(operation.at("tried").get<std::uint64_t>(), 4096u) << signature;
    EXPECT_EQ(operation.at("outcome"), "pass") << signature;
  }
  for (const nlohmann::json& operation : certificate.at("operations")) {
    EXPECT_NE(operation.at("outcome"), "crashed") << operation.at("signature");
    EXPECT_NE(operation.at("outcome"), "not_run") << operation.at("signature");
  }
}

// Kills: an option that is parsed and never reaches the compiler. float16's conversions never flush (OpenCL C 6.1.1.1).
TEST_F(Opencl, DenormsAreZeroFlushesFloatsOnly) {
  if (!on_pocl_) GTEST_SKIP() << "whether the option flushes is the device's choice; known of PoCL only";
  CertifyRun run;
  certify(run, "opencl?denorms=zero", {"--level", "quick", "--profile", "ieee754", "--operation", "convert*"});
  ASSERT_EQ(run.process.exit_code, 1) << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(operation_of(certificate, "convert(float32)->float64").at("outcome"), "fail");
  EXPECT_EQ(operation_of(certificate, "convert(float64)->float32").at("outcome"), "fail");
  EXPECT_EQ(operation_of(certificate, "convert(float32)->float16").at("outcome"), "pass");
  for (const nlohmann::json& finding : findings_of(certificate)) EXPECT_EQ(finding.at("requirement"), "subnormals");
}

// Kills: a GPU whose blocks of 65,536 rows go into products of matrices, because the option leaves the granularity.
TEST_F(Opencl, ReductionsCanBeHadAlone) {
  CertifyRun sums, conversions;
  certify(sums, "opencl?operations=reductions", {"--level", "quick", "--operation", "sum(float32)->float32"});
  EXPECT_LE(sums.process.exit_code, 1) << sums.process.err;
  certify(conversions, "opencl?operations=reductions", {"--level", "quick", "--operation", "convert*"});
  EXPECT_EQ(conversions.process.exit_code, 2) << conversions.process.err;
}

// With the option a float may be flushed or not, which is no profile's claim.
TEST_F(Opencl, DenormsAreZeroClaimsNoProfile) {
  CertifyRun run;
  certify(run, "opencl?denorms=zero", {"--level", "quick"});
  EXPECT_EQ(run.process.exit_code, 2) << run.process.err;
}

TEST_F(Opencl, OptionsAreCheckedInOneLine) {
  const std::pair<const char*, const char*> expected[] = {{"device=99", "there is no device 99"},
                                                          {"device=no such chip", "no device's name contains"},
                                                          {"operations=all", "write operations=reductions"},
                                                          {"denorms=keep", "write denorms=zero"},
                                                          {"denorm=zero", "unknown option 'denorm=zero'"},
                                                          {"device=", "unknown option 'device='"},
                                                          {"device=0&device=0", "given twice"}};
  for (const auto& [options, words] : expected) {
    CertifyRun run;
    certify(run, std::string("opencl?") + options, {"--level", "quick"});
    EXPECT_EQ(run.process.exit_code, 3) << options;
    ASSERT_EQ(run.process.error_lines().size(), 1u) << run.process.err;
    EXPECT_NE(run.process.err.find(words), std::string::npos) << run.process.err;
  }
}

TEST_F(Opencl, TakesPairsWithEitherSeparator) {
  for (const char* options : {"device=0&denorms=zero", "denorms=zero,device=0"}) {
    CertifyRun run;
    certify(run, std::string("opencl?") + options,
            {"--level", "quick", "--profile", "ieee754", "--operation", "convert(float16)->float32"});
    EXPECT_LE(run.process.exit_code, 1) << run.process.err;
  }
}

// Needs no device: the loader is shown an empty folder instead of the machine's platforms.
TEST(OpenclWithoutPlatform, IsNotAvailableWithTheReason) {
  CertifyRun run;
  const ProcessOptions hidden = {.folder = run.folder.path(),
                                 .environment = {{"OCL_ICD_VENDORS", run.folder.path().string()}}};
  const Finished certified = run_hallmark({"certify", "--backend", "opencl", "--level", "quick"}, hidden);
  EXPECT_EQ(certified.exit_code, 3);
  ASSERT_EQ(certified.error_lines().size(), 1u) << certified.err;
  EXPECT_NE(certified.err.find("no OpenCL device"), std::string::npos) << certified.err;
  const Finished list = run_hallmark({"list", "backends"}, hidden);
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_NE(("\n" + list.out).find("\nopencl                 not available: "), std::string::npos) << list.out;
}

}  // namespace
}  // namespace hallmark
