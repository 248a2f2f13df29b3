// SPDX-License-Identifier: Apache-2.0
// Facts that a whole run must show: all 2^32 operands of float32 -> bfloat16, and what AVX512_BF16 does to subnormals.
#include <gtest/gtest.h>

#include "certify_backend.h"

namespace hallmark {
namespace {

constexpr char narrowing[] = "convert(float32)->bfloat16";
constexpr std::uint64_t all_float32 = std::uint64_t{1} << 32;

/// domain = tried = 2^32, and the requirements of operands add up to them.
void expect_all_tried(const nlohmann::json& operation) {
  EXPECT_EQ(operation.at("domain").get<std::uint64_t>(), all_float32);
  EXPECT_EQ(operation.at("tried").get<std::uint64_t>(), all_float32);
  std::uint64_t domain = 0, tried = 0, failed = 0;
  for (const nlohmann::json& requirement : operation.at("requirements")) {
    const std::string name = requirement.at("name");
    if (name == "consistency" || name == "environment") continue;
    domain += requirement.at("domain").get<std::uint64_t>();
    tried += requirement.at("tried").get<std::uint64_t>();
    failed += requirement.at("failed").get<std::uint64_t>();
  }
  EXPECT_EQ(domain, all_float32);
  EXPECT_EQ(tried, all_float32);
  EXPECT_EQ(failed, operation.at("failed").get<std::uint64_t>());
}

// Kills: a sweep that leaves out an end, counts twice, or holds all operands in memory.
TEST(Facts, ScalarIsRightOnEveryFloat32) {
  CertifyRun run;
  certify(run, "scalar", {"--profile", "ieee754", "--operation", narrowing});
  ASSERT_EQ(run.process.exit_code, 0) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(certificate.at("claim").at("verdict"), "conforms");
  EXPECT_EQ(certificate.at("claim").at("level"), "standard");
  EXPECT_EQ(certificate.at("parts"), "all");
  EXPECT_TRUE(findings_of(certificate).empty());
  expect_all_tried(operation_of(certificate, narrowing));
#if !defined(__SANITIZE_ADDRESS__)
  EXPECT_LT(run.process.peak_mebibytes, 256);
#endif
}

class Avx512Bf16 : public testing::Test {
 protected:
  void SetUp() override {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512vl")) return;
#endif
    GTEST_SKIP() << "this processor has no AVX512_BF16";
  }
};

// Kills: a profile that does not say what the instruction does.
TEST_F(Avx512Bf16, ConformsToItsOwnProfile) {
  CertifyRun run;
  certify(run, "avx512_bf16", {"--profile", "avx512_bf16"});
  ASSERT_EQ(run.process.exit_code, 0) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_TRUE(findings_of(certificate).empty());
  expect_all_tried(operation_of(certificate, narrowing));
}

// Kills: a diagnosis that splits one cause, miscounts it, or names another.
TEST_F(Avx512Bf16, FlushesSubnormalOperandsAndNothingElse) {
  CertifyRun run;
  certify(run, "avx512_bf16", {"--profile", "ieee754", "--operation", "convert*"});
  ASSERT_EQ(run.process.exit_code, 1) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  const nlohmann::json& operation = operation_of(certificate, narrowing);
  expect_all_tried(operation);
  EXPECT_EQ(operation.at("failed"), 16711678);
  const std::vector<nlohmann::json> findings = findings_of(certificate);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().at("requirement"), "subnormals");
  EXPECT_EQ(findings.front().at("count"), 16711678);
  EXPECT_NE(findings.front().at("explanation").get<std::string>().find("flushing subnormal operands"),
            std::string::npos);
  EXPECT_EQ(findings.front().at("operands"), nlohmann::json::array({"0x00008001"}));
  EXPECT_EQ(findings.front().at("expected"), "0x0001");
  EXPECT_EQ(findings.front().at("got"), "0x0000");
}

// Kills: a model of VDPBF16PS that is not the instruction's to the last bit, and one that no backend could miss.
TEST_F(Avx512Bf16, SumsPairsOddElementFirst) {
  constexpr const char* dot = "dot(bfloat16,bfloat16,float32)->float32";
  CertifyRun own, ieee754;
  certify(own, "avx512_bf16", {"--operation", "dot*", "--level", "quick"});
  ASSERT_EQ(own.process.exit_code, 0) << own.process.out << own.process.err;
  const nlohmann::json certificate = own.certificate();
  EXPECT_EQ(operation_of(certificate, dot).at("outcome"), "pass");
  EXPECT_TRUE(operation_of(certificate, dot).at("domain").is_null());
  EXPECT_GT(operation_of(certificate, dot).at("tried"), 8000);
  certify(ieee754, "avx512_bf16", {"--profile", "ieee754", "--operation", dot, "--level", "quick"});
  ASSERT_EQ(ieee754.process.exit_code, 1) << ieee754.process.out << ieee754.process.err;
  const std::vector<nlohmann::json> findings = findings_of(ieee754.certificate());
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings.front().at("requirement"), "accumulation");
  EXPECT_NE(findings.front().at("explanation").get<std::string>().find("vdpbf16ps"), std::string::npos);
  certify(ieee754, "scalar", {"--profile", "avx512_bf16", "--operation", dot, "--level", "quick"});
  EXPECT_EQ(ieee754.process.exit_code, 1) << ieee754.process.out;
}

}  // namespace
}  // namespace hallmark
