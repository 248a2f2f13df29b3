// SPDX-License-Identifier: Apache-2.0
// How far rows may be scaled: what the suite scales must give the same bits on every accumulator there is.
#include "suites/reductions/symmetries.h"

#include <gtest/gtest.h>

#include "inputs/initial_values.h"
#include "semantics/named_accumulators.h"
#include "tests/reductions/rows.h"
#include "truth/accumulators.h"

namespace hallmark::test {
namespace {

std::optional<std::uint64_t> times_power(const Format& format, std::uint64_t code, int exponent) {
  const Decoded value = decode(format, code);
  return encode(format, value.negative, value.significand, value.exponent + exponent);
}

TriedReduction tried_as(const char* signature, const Semantics& semantics) {
  return {reduction(signature), signature, 0, {semantics}, Level::quick, 1};
}

// Kills: a range that lets a term, a partial sum or an operand leave the normal numbers, where scaling changes bits; a
// range of squares that forgets the second factor.
TEST(ScaleRange, KeepsEveryBitAtItsEnds) {
  for (const char* signature :
       {"dot(bfloat16,bfloat16)->float32", "dot(float16,float16)->float32", "dot(bfloat16,bfloat16,float32)->float32",
        "sum(float32)->float32", "sum_of_squares(bfloat16)->float32", "dot(float8_e5m2,float8_e5m2)->float32"}) {
    const int power = reduction(signature).kind == ReductionKind::sum_of_squares ? 2 : 1;
    int compared = 0;
    for (const NamedAccumulator& accumulator : named_accumulators()) {
      const TriedReduction tried = tried_as(signature, accumulator.semantics);
      AccumulatorSimulation simulation(tried.reduction, accumulator.semantics);
      Random random(7, accumulator.name);
      for (int i = 0; i < 12; ++i) {
        const auto row = spread_dot_with_initial(tried.reduction, 2 + random.below(30), random, i);
        const auto range = scale_range(tried, *row);
        if (!range) continue;
        const Decoded before = decode(tried.reduction.result, simulation.result(*row).low);
        for (const int exponent : {range->lowest, range->highest}) {
          HardDot scaled = *row;
          for (std::uint64_t& code : scaled.left) {
            const auto to = times_power(tried.reduction.left, code, exponent);
            ASSERT_TRUE(to) << signature << " times 2^" << exponent;
            code = *to;
          }
          if (scaled.initial) {
            const auto to = times_power(*tried.reduction.initial, *scaled.initial, exponent);
            ASSERT_TRUE(to) << signature << " times 2^" << exponent;
            scaled.initial = *to;
          }
          const auto expected = before.significand == 0
                                    ? std::optional<std::uint64_t>(0)
                                    : encode(tried.reduction.result, before.negative, before.significand,
                                             before.exponent + power * exponent);
          ASSERT_TRUE(expected);
          const std::uint64_t got = simulation.result(scaled).low;
          EXPECT_EQ(before.significand == 0 ? got & tried.reduction.result.magnitude_mask() : got, *expected)
              << signature << ' ' << accumulator.name << " times 2^" << exponent;
          ++compared;
        }
      }
    }
    EXPECT_GT(compared, 100) << signature;
  }
}

// Kills: a range that is always empty, or never.
TEST(ScaleRange, IsWhereTheNumbersAreNormal) {
  const TriedReduction tried = tried_as("dot(bfloat16,bfloat16)->float32", Semantics{});
  const auto row_of = [](std::vector<std::uint64_t> left, std::vector<std::uint64_t> right) {
    HardDot row;
    row.left = std::move(left);
    row.right = std::move(right);
    return row;
  };
  const auto middle = scale_range(tried, row_of({0x3f80, 0x4000}, {0x3f80, 0x3f80}));  // 1 + 2
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->lowest, -126);
  EXPECT_LT(middle->highest, 126);
  EXPECT_GT(middle->highest, 120);
  // A mean of two is half its sum, which must stay normal too.
  EXPECT_EQ(scale_range(tried_as("sum(bfloat16)->float32", Semantics{}), row_of({0x3f80, 0x4000}, {}))->lowest, -126);
  EXPECT_EQ(scale_range(tried_as("mean(bfloat16)->float32", Semantics{}), row_of({0x3f80, 0x4000}, {}))->lowest, -124);
  EXPECT_FALSE(scale_range(tried, row_of({0x0001}, {0x3f80}))) << "a subnormal operand";
  EXPECT_FALSE(scale_range(tried, row_of({0x2000, 0x3f80}, {0x1f80, 0x3f80}))) << "2^-63 * 2^-64 is no normal number";
  EXPECT_FALSE(scale_range(tried, row_of({0x0000}, {0x3f80}))) << "nothing to scale";
  EXPECT_FALSE(scale_range(tried, row_of({0x7f00, 0x7f00}, {0x3f80, 0x3f80}))) << "sums to 2^128";
}

}  // namespace
}  // namespace hallmark::test
