// SPDX-License-Identifier: Apache-2.0
// hallmark certify of each accumulator's backend: its own profile, a few others, and the profiles that ship.
#include <gtest/gtest.h>

#include "tests/accumulators/unit_profiles.h"
#include "tests/certify/catalogue.h"
#include "tests/certify/certify_backend.h"

namespace hallmark::test {
namespace {

constexpr char dots[] = "dot(bfloat16,bfloat16*)->float32";

std::string backend_of(std::string_view unit) { return test_backend("accumulators.so?" + std::string(unit)); }

void certify_quickly(CertifyRun& run, std::string_view unit, const std::string& profile,
                     const std::string& operations) {
  certify(run, backend_of(unit), {"--profile", profile, "--level", "quick", "--operation", operations});
}

std::string profile_file(const CertifyRun& run, std::string_view unit) {
  const std::vector<std::string> signatures = {"dot(bfloat16,bfloat16)->float32",
                                               "dot(bfloat16,bfloat16,float32)->float32",
                                               "matmul(bfloat16,bfloat16)->float32",
                                               "matmul(bfloat16,bfloat16,float32)->float32",
                                               "dot(float16,float16)->float32",
                                               "dot(float16,float16,float32)->float32",
                                               "matmul(float16,float16)->float32",
                                               "dot(bfloat16,bfloat16)->bfloat16",
                                               "dot(bfloat16,bfloat16,float32)->bfloat16",
                                               "matmul(bfloat16,bfloat16)->bfloat16"};
  return run.folder.write("profile.toml", profile_of(named_accumulator(unit), signatures)).string();
}

/// So many operations, all of them tried and right.
void expect_conforms(const CertifyRun& run, std::size_t operations) {
  ASSERT_EQ(run.process.exit_code, 0) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(certificate.at("claim").at("verdict"), "conforms");
  EXPECT_EQ(certificate.at("operations").size(), operations);
  for (const nlohmann::json& operation : certificate.at("operations")) {
    EXPECT_EQ(operation.at("outcome"), "pass") << operation.at("signature");
    EXPECT_GT(operation.at("tried"), 5000) << operation.at("signature");
  }
}

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const NamedAccumulator& named : named_accumulators()) names.emplace_back(named.name);
  return names;
}

class OwnProfile : public testing::TestWithParam<std::string> {};

// Kills: a model that steps otherwise than its unit, with initial values or without; a kind of rows that finds nothing
// to show under a fully stated profile (`weak`).
TEST_P(OwnProfile, IsPassed) {
  CertifyRun run;
  certify_quickly(run, GetParam(), profile_file(run, GetParam()), dots);
  expect_conforms(run, 2);
}

INSTANTIATE_TEST_SUITE_P(Accumulators, OwnProfile, testing::ValuesIn(unit_names()),
                         [](const auto& one) { return test_name_of(one.param); });

// Kills: the same of products of matrices, of other operands and of other results.
TEST(EveryOperation, PassesItsUnitsProfile) {
  for (const auto& [unit, operations] : {std::pair{"pairwise", 10u}, std::pair{"h100", 7u}, std::pair{"bfdot", 4u}}) {
    SCOPED_TRACE(unit);
    CertifyRun run;
    certify_quickly(run, unit, profile_file(run, unit), "*");
    expect_conforms(run, operations);
  }
}

struct ForeignProfile {
  std::string unit, profile;
};

class Foreign : public testing::TestWithParam<ForeignProfile> {};

// Kills: hard rows that cannot tell neighbours apart, findings that do not name the accumulator that was found.
TEST_P(Foreign, IsRefusedAndTheAccumulatorNamed) {
  const auto& [unit, profile] = GetParam();
  CertifyRun run;
  certify_quickly(run, unit, profile_file(run, profile), dots);
  ASSERT_EQ(run.process.exit_code, 1) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(certificate.at("claim").at("verdict"), "does not conform");
  EXPECT_EQ(certificate.at("operations").size(), 2u);
  for (const nlohmann::json& operation : certificate.at("operations")) {
    EXPECT_EQ(operation.at("outcome"), "fail");
    EXPECT_NE(operation.at("findings").dump().find("another accumulator, " + unit + ":"), std::string::npos)
        << operation.at("findings").dump(1);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Accumulators, Foreign,
    testing::Values(ForeignProfile{"fma_chain", "vdpbf16ps"}, ForeignProfile{"vdpbf16ps", "flushed_chain"},
                    ForeignProfile{"tdpbf16ps", "vdpbf16ps"}, ForeignProfile{"a100", "v100"},
                    ForeignProfile{"a100", "h100"}, ForeignProfile{"h100", "exact"}, ForeignProfile{"cdna1", "exact"},
                    ForeignProfile{"bfdot_extended", "pairwise"}, ForeignProfile{"chain_rto", "chain_rtz"},
                    ForeignProfile{"chain_rup", "chain_rdn"}, ForeignProfile{"chain_rna", "fma_chain"},
                    ForeignProfile{"precision_22", "fma_chain"}, ForeignProfile{"split_k_bfloat16", "exact"}),
    [](const auto& one) { return one.param.unit + "_under_" + one.param.profile; });

// Kills: a shipped profile that its unit does not pass, or that its neighbour passes.
TEST(ShippedAccumulators, ArePassedByTheirUnitsAlone) {
  struct Shipped {
    const char *profile, *unit, *neighbour, *operations;
  };
  for (const auto& [profile, unit, neighbour, operations] :
       {Shipped{"avx512_bf16", "vdpbf16ps", "flushed_chain", dots},
        Shipped{"arm_bf16", "bfdot", "bfdot_extended", dots}, Shipped{"arm_ebf16", "bfdot_extended", "bfdot", dots},
        Shipped{"riscv_zvfbfwma", "vfwmaccbf16", "fma_chain", dots},
        Shipped{"cuda_sm70", "v100", "a100", "dot(float16,float16*)->float32"},
        Shipped{"cuda_sm80", "a100", "h100", dots}, Shipped{"cuda_sm90", "h100", "a100", dots}}) {
    SCOPED_TRACE(profile);
    CertifyRun own, other;
    certify_quickly(own, unit, profile, operations);
    expect_conforms(own, 2);
    certify_quickly(other, neighbour, profile, operations);
    EXPECT_EQ(other.process.exit_code, 1) << other.process.out << other.process.err;
  }
}

}  // namespace
}  // namespace hallmark::test
