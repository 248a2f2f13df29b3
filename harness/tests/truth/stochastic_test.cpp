// SPDX-License-Identifier: Apache-2.0
// Stochastic rounding has two right answers: the neighbours, and nothing else.
#include <gtest/gtest.h>

#include "formats/formats.h"
#include "semantics/conversion.h"
#include "tests/truth/exact_rounding.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

/// Both neighbours by rationals: toward zero, and away from it unless exact. Overflow as for round to nearest.
std::vector<std::uint64_t> neighbours(const Format& to, const mpq_class& x) {
  Semantics inner;
  inner.rounding = Rounding::rtz;
  Semantics outer;
  outer.rounding = x < 0 ? Rounding::rdn : Rounding::rup;
  const ExactRounding exact(to, x);
  const std::uint64_t largest = exact.under(inner).code;
  std::vector<std::uint64_t> codes{exact.under(outer).code};
  // The largest finite value is a neighbour only of what lies nearer than one more step of it.
  const bool overflows = (largest & to.magnitude_mask()) == to.largest_finite() &&
                         abs(x) >= 2 * value_of(to, to.largest_finite()) - value_of(to, to.largest_finite() - 1);
  if (!overflows) codes.push_back(largest);
  return codes;
}

/// Kills: one neighbour only, a third code, two's complement read as sign and magnitude, infinity offered too early.
void expect_neighbours(const Format& from, const Format& to) {
  Semantics semantics;
  semantics.rounding = Rounding::stochastic;
  Truth truth;
  std::uint64_t tried = 0, wrong = 0;
  for (std::uint64_t operand = 0; operand <= from.code_mask(); ++operand) {
    const Category category = classify(from, operand);
    if (category != Category::normal && category != Category::subnormal) continue;
    const CodeSet set = truth.convert({from, to}, semantics, operand);
    const std::vector<std::uint64_t> right = neighbours(to, value_of(from, operand));
    ++tried;
    for (std::uint64_t code = 0; code <= to.code_mask(); ++code) {
      const bool expected = std::find(right.begin(), right.end(), code) != right.end();
      if (set.contains(code) != expected && ++wrong <= 5) {
        ADD_FAILURE() << from.name << " " << operand << " to " << to.name << " " << code;
      }
    }
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(tried, 60000u);
}

TEST(Stochastic, Float8) { expect_neighbours(float16, float8_e5m2); }
TEST(Stochastic, Float6) { expect_neighbours(bfloat16, float6_e2m3fn); }

TEST(Stochastic, NegativeIntegersCountDownward) {
  Semantics semantics;
  semantics.rounding = Rounding::stochastic;
  const CodeSet set = round_real(*find_format("int8"), semantics, {true, 5, -1, false});  // -2.5
  EXPECT_TRUE(set.contains(0xfe) && set.contains(0xfd));
  EXPECT_FALSE(set.contains(0xfc) || set.contains(0xff) || set.contains(2));
}

TEST(Stochastic, OverflowToNanKeepsTheLargestFiniteRight) {
  Semantics semantics;
  semantics.rounding = Rounding::stochastic;
  semantics.overflow = Overflow::nan;
  const CodeSet between = round_real(float8_e4m3fn, semantics, {false, 449, 0, false});
  EXPECT_TRUE(between.contains(0x7e) && between.contains(0x7f));
  EXPECT_FALSE(between.contains(0x7d) || between.contains(0x00));
  const CodeSet beyond = round_real(float8_e4m3fn, semantics, {false, 480, 0, false});
  EXPECT_TRUE(beyond.contains(0x7f));
  EXPECT_FALSE(beyond.contains(0x7e));
}

TEST(Stochastic, AFlushOffersZeroAndTheSmallestNormalAlone) {
  Semantics semantics;
  semantics.rounding = Rounding::stochastic;
  semantics.subnormal_results = SubnormalResults::flush_delivered;
  const CodeSet top = Truth().convert({float32, bfloat16}, semantics, 0x007fffff);
  EXPECT_TRUE(top.contains(0x0080) && top.contains(0x0000));
  for (std::uint64_t subnormal = 1; subnormal < 0x80; ++subnormal) EXPECT_FALSE(top.contains(subnormal));
  EXPECT_EQ(Truth().convert({float32, bfloat16}, semantics, 0x00400001), CodeSet::single(0));
}

TEST(Stochastic, ThroughAnotherFormatBothNeighboursGoOn) {
  Semantics semantics;
  semantics.rounding = Rounding::stochastic;
  semantics.evaluate_in = "float32";
  const Conversion conversion{float64, bfloat16};
  // 1 + 2^-30 lies between the float32 values 1 and 1 + 2^-23: the first stays 1, the second may go up.
  EXPECT_EQ(Truth().convert(conversion, semantics, 0x3ff0000000400000), CodeSet::interval(0x3f80, 0x3f81));
  EXPECT_EQ(Truth().convert(conversion, semantics, 0x3feffffffff00000), CodeSet::interval(0x3f7f, 0x3f80));
  EXPECT_EQ(Truth().convert(conversion, semantics, 0x3ff0000000000000), CodeSet::single(0x3f80));
}

TEST(Stochastic, InfinityTakesNoNoise) {
  Semantics semantics;
  semantics.rounding = Rounding::stochastic;
  EXPECT_EQ(Truth().convert({float32, bfloat16}, semantics, 0x7f800000), CodeSet::single(0x7f80));
}

}  // namespace
}  // namespace hallmark::test
