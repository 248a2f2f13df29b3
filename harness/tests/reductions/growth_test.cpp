// SPDX-License-Identifier: Apache-2.0
// Errors of sums by depth, and whether they lean to one side.
#include <fenv.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "inputs/initial_values.h"
#include "judging/accumulation_bias.h"
#include "judging/decimal.h"
#include "judging/diagnose.h"
#include "judging/sum_errors.h"
#include "judging/tally.h"
#include "semantics/named_accumulators.h"
#include "tests/reductions/rows.h"
#include "truth/accumulators.h"

namespace hallmark::test {
namespace {

constexpr char dot_signature[] = "dot(bfloat16,bfloat16)->float32";

/// What the bias of an accumulator known by name comes to over rows like those of the suite.
AccumulationBias::Finding bias_of(std::string_view name, int rows, std::uint64_t seed) {
  const Reduction operation = reduction(dot_signature);
  AccumulatorSimulation simulation(operation, named_accumulator(name).semantics);
  SumErrors errors(operation, Semantics{});
  AccumulationBias bias;
  Random random(seed, name);
  for (int i = 0; i < rows; ++i) {
    const auto row = spread_dot(operation, 96, random, 12);
    if (errors.measure(*row, simulation.result(*row).low)) bias.add(errors.relative(), errors.is_negative());
  }
  return bias.finding();
}

// Kills: a statistic that calls rounding to nearest biased, or that takes truncation, a floor or a tensor core's cut
// for rounding to nearest: accumulation.md 2.7 has |t| at most 3.3 for the first, 7 and more for the others, of 60
// sums.
TEST(AccumulationBias, TellsTruncationFromRoundingToNearest) {
  for (const char* nearest : {"fma_chain", "pairwise", "exact", "vdpbf16ps", "cdna1", "vfwmaccbf16"}) {
    const auto finding = bias_of(nearest, 240, 1);
    EXPECT_FALSE(finding.is_biased) << nearest << ": " << finding.text;
    EXPECT_EQ(finding.text.find("none seen: t = "), 0u) << finding.text;
  }
  for (const char* truncating : {"chain_rtz", "a100", "h100"}) {
    const auto finding = bias_of(truncating, 240, 1);
    EXPECT_TRUE(finding.is_biased) << truncating << ": " << finding.text;
    EXPECT_EQ(finding.text.find("toward zero: t = -"), 0u) << truncating << ": " << finding.text;
  }
  EXPECT_EQ(bias_of("chain_rdn", 240, 1).text.find("downward: t = -"), 0u) << bias_of("chain_rdn", 240, 1).text;
  EXPECT_EQ(bias_of("chain_rup", 240, 1).text.find("upward: t = "), 0u) << bias_of("chain_rup", 240, 1).text;
}

// Kills: a decision by too few sums, a division by a variance of zero, a rounding mode that changes the answer.
TEST(AccumulationBias, NeedsErrorsAndNoFloatingPoint) {
  EXPECT_EQ(bias_of("chain_rtz", 59, 1).text, "not measured: 59 sums of the 60 it takes had an error to speak of");
  AccumulationBias exact, constant;
  mpfr_t error;
  mpfr_init2(error, 64);
  mpfr_set_zero(error, 1);
  for (int i = 0; i < 100; ++i) exact.add(error, i % 2 == 0);
  EXPECT_EQ(exact.finding().text, "none seen: no sum was rounded");
  mpfr_set_si_2exp(error, -1, -30, MPFR_RNDN);
  for (int i = 0; i < 100; ++i) constant.add(error, false);
  EXPECT_EQ(constant.finding().text, "toward zero: t < -9999");
  // x = 1, 2, ..., 100: t = mean / (s / 10) = 50.5 / 2.9011...
  AccumulationBias known;
  for (int i = 1; i <= 100; ++i) {
    mpfr_set_si(error, i, MPFR_RNDN);
    known.add(error, true);
  }
  mpfr_clear(error);
  EXPECT_EQ(known.finding().text, "toward zero: t = -17.4");
  const std::string text = bias_of("a100", 120, 3).text;
  ASSERT_EQ(fesetround(FE_UPWARD), 0);
  const std::string upward = bias_of("a100", 120, 3).text;
  fesetround(FE_TONEAREST);
  EXPECT_EQ(text, upward);
}

// Kills: an error against another sum, in another unit, or with its sign lost; a bound that is not the judge's.
TEST(SumErrors, AreRelativeToTheSumOfMagnitudes) {
  const Reduction operation = reduction(dot_signature);
  SumErrors errors(operation, Semantics{});
  EXPECT_EQ(errors.unit_exponent(), -24);
  // 1 + 2^-20 + 2^-40 and a term -0.5: s = 0.5 + 2^-20 + 2^-40, S = 1.5 + 2^-20 + 2^-40.
  const Row row{{0x3f80, 0x3580, 0x2b80, 0xbf00}, {0x3f80, 0x3f80, 0x3f80, 0x3f80}, {}};
  ASSERT_TRUE(errors.measure(row, 0x3f000010u + 4));  // 0.5 + 2^-20 + 2^-22
  const double s = 0.5 + 0x1p-20 + 0x1p-40, magnitude = 1.5 + 0x1p-20 + 0x1p-40;
  const double expected = (0.5 + 0x1p-20 + 0x1p-22 - s) / magnitude;
  EXPECT_NEAR(mpfr_get_d(errors.relative(), MPFR_RNDN) / expected, 1.0, 1e-12);
  EXPECT_FALSE(errors.is_negative());
  errors.add_to_point();
  ASSERT_TRUE(errors.measure(row, 0x3f000010u));
  errors.add_to_point();
  ErrorGrowth::Point point;
  ASSERT_TRUE(errors.take_point(point));
  EXPECT_EQ(point.results, 2u);
  EXPECT_NEAR(std::strtod(point.maximum.c_str(), nullptr) / expected, 1.0, 1e-3);
  EXPECT_NEAR(std::strtod(point.mean.c_str(), nullptr) / (expected / 2), 1.0, 1e-3);
  EXPECT_EQ(point.bound, "1.789e-7") << "three additions of 2^-24, rounded up";
  EXPECT_FALSE(errors.take_point(point));
  EXPECT_FALSE(errors.measure(row, 0x7f800000)) << "an infinity has no error";
  EXPECT_FALSE(errors.measure(Row{{0x7f80}, {0x3f80}, {}}, 0x3f800000));
  EXPECT_FALSE(errors.measure(Row{{0x7f7f, 0x7f7f}, {0x3f80, 0x3f80}, {}}, 0x7f7fffff)) << "a step may overflow";
}

// Kills: a mean that is held against its sum, or whose error is not that of so many terms; a bound that leaves out the
// quotient's rounding.
TEST(SumErrors, OfMeansCountTimesTheirDepth) {
  SumErrors errors(reduction("mean(bfloat16)->float32"), Semantics{});
  const Row row{{0x3f80, 0x3580, 0x2b80, 0xbf00}, {}, {}};  // as above
  ASSERT_TRUE(errors.measure(row, 0x3e000010u + 4));        // (0.5 + 2^-20 + 2^-22) / 4
  const double s = 0.5 + 0x1p-20 + 0x1p-40, magnitude = 1.5 + 0x1p-20 + 0x1p-40;
  const double expected = (0.5 + 0x1p-20 + 0x1p-22 - s) / magnitude;
  EXPECT_NEAR(mpfr_get_d(errors.relative(), MPFR_RNDN) / expected, 1.0, 1e-12);
  errors.add_to_point();
  ErrorGrowth::Point point;
  ASSERT_TRUE(errors.take_point(point));
  // Three additions of 2^-24 S, and three roundings of s, a third of S.
  EXPECT_EQ(point.bound, "2.385e-7");
}

// Kills: a bound of means that a product with the rounded reciprocal breaks.
TEST(SumErrors, OfMeansByReciprocalsAreWithinTheBound) {
  const Reduction mean = reduction("mean(bfloat16)->float32");
  SumErrors errors(mean, Semantics{});
  Random random(3, "mean by reciprocal");
  for (const std::size_t depth : {3u, 7u, 11u, 41u, 97u, 1000u}) {
    for (int i = 0; i < 40; ++i) {
      const auto row = spread_dot(mean, depth, random, 3);
      float sum = 0;
      for (const std::uint64_t code : row->left) sum += std::bit_cast<float>(static_cast<std::uint32_t>(code) << 16);
      const float result = sum * (1.0f / static_cast<float>(depth));
      ASSERT_TRUE(errors.measure(*row, std::bit_cast<std::uint32_t>(result)));
      errors.add_to_point();
      ErrorGrowth::Point point;
      ASSERT_TRUE(errors.take_point(point));
      EXPECT_LE(std::strtod(point.maximum.c_str(), nullptr), std::strtod(point.bound.c_str(), nullptr)) << depth;
    }
  }
}

// Kills: a bound of narrow results without their own rounding, which every right result would break.
TEST(SumErrors, BoundsAResultsOwnRounding) {
  for (const char* signature :
       {"dot(bfloat16,bfloat16)->bfloat16", "dot(bfloat16,bfloat16)->float16", "sum(float32)->bfloat16",
        "dot(float8_e4m3fn,float8_e4m3fn)->float8_e4m3fn", "dot(bfloat16,bfloat16,float32)->float32"}) {
    const Reduction operation = reduction(signature);
    SumErrors errors(operation, Semantics{});
    AccumulatorSimulation simulation(operation, named_accumulator("fma_chain").semantics);
    Random random(5, signature);
    int measured = 0;
    for (int i = 0; i < 60; ++i) {
      const auto row = spread_dot_with_initial(operation, 1 + random.below(40), random, static_cast<int>(i % 7));
      if (!errors.measure(*row, simulation.result(*row).low)) continue;
      ++measured;
      errors.add_to_point();
      ErrorGrowth::Point point;
      errors.take_point(point);
      EXPECT_LE(std::strtod(point.maximum.c_str(), nullptr), std::strtod(point.bound.c_str(), nullptr)) << signature;
    }
    EXPECT_GT(measured, 20) << signature;
  }
}

// Kills: a merge that loses a point, doubles one or depends on the order of parts; a field that JSON forgets.
TEST(ErrorGrowth, MergesAndSurvivesJson) {
  const ErrorGrowth::Point a{"all_positive", 16, 4, "1e-8", "5e-9", "1e-6"}, b{"all_positive", 64, 4, "2e-8", "0", "1"},
      c{"random_walk", 16, 2, "0", "0", "1e-6"};
  ErrorGrowth one{-24, {a, c}}, other{-24, {b, c}};
  Tally tally, rest;
  tally.growth = one;
  tally.traits["accumulation_bias"] = "none seen: t = 0.1";
  tally.warnings.insert("w");
  rest.growth = other;
  rest.traits["deterministic"] = "yes";
  tally.repeats.push_back({"threads/0", 1, 0, {1, 2, 3}, 4, 5, 7});
  Tally merged = tally, turned = rest;
  merged.merge(rest);
  turned.merge(tally);
  EXPECT_EQ(merged.growth, (ErrorGrowth{-24, {a, b, c}}));
  EXPECT_EQ(turned.growth, merged.growth);
  EXPECT_EQ(merged.traits.size(), 2u);
  const auto read = nlohmann::json(merged).get<Tally>();
  EXPECT_EQ(read.growth, merged.growth);
  EXPECT_EQ(read.traits, merged.traits);
  EXPECT_EQ(read.warnings, merged.warnings);
  EXPECT_EQ(read.repeats.front().threads, 7u);
}

// Kills: a warning that fails an operation, or that no reader sees.
TEST(ErrorGrowth, AWarningIsANoteOfAPass) {
  OperationContext context;
  context.signature = std::get<Signature>(parse_signature(dot_signature));
  context.alternatives.emplace_back();
  Tally tally;
  tally.tried[static_cast<std::size_t>(Requirement::accumulation)] = 100;
  tally.calls = 1;
  tally.warnings = {"its errors lean toward zero: t = -9.4"};
  const OperationRecord record = diagnose(context, tally);
  EXPECT_EQ(record.outcome, Outcome::pass);
  EXPECT_EQ(record.note, "its errors lean toward zero: t = -9.4");
}

}  // namespace
}  // namespace hallmark::test
