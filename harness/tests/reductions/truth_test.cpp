// SPDX-License-Identifier: Apache-2.0
// Exact sums by MPFR against a fixed-point accumulator, whatever the floating-point environment.
#include <gtest/gtest.h>

#include <cfenv>

#include "tests/reductions/fixed_point.h"
#include "tests/reductions/rows.h"
#include "truth/reductions.h"

namespace hallmark::test {
namespace {

/// What the fixed-point accumulator says of a row without NaN and infinities, rounded.
CodeSet by_fixed_point(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row) {
  FixedPoint total;
  for (std::size_t i = 0; i < row.depth(); ++i) {
    const Factors factors = factors_of(reduction, semantics, row, i);
    total.add_product(factors.left.value, factors.right.value);
  }
  if (row.initial) {
    total.add_product(initial_of(reduction, semantics, row).value, {Category::normal, false, 1, 0});
  }
  if (total.sign() == 0) return zero_result(reduction.result, semantics, semantics.rounding == Rounding::rdn);
  return round_real(reduction.result, semantics, total.real());
}

std::size_t compare(const Reduction& reduction, std::size_t depth, int spread, int rows, std::uint64_t seed) {
  ReductionTruth truth;
  Random random(seed);
  std::size_t compared = 0;
  for (int i = 0; i < rows; ++i) {
    const Row row = random_row(random, reduction, depth, spread);
    for (const Rounding rounding : {Rounding::rne, Rounding::rtz, Rounding::rup}) {
      Semantics semantics;
      semantics.rounding = rounding;
      if ((random.next() & 1) != 0) semantics.accumulator.subnormal_operands = "flush";
      const auto specials = specials_of(reduction, semantics, row);
      if (!specials.positive && !specials.negative) continue;
      EXPECT_EQ(truth.answer(reduction, semantics, row), CodeSets(by_fixed_point(reduction, semantics, row)));
      ++compared;
    }
  }
  return compared;
}

// Kills: a precision too small for the format's range, a batch lost or added twice, flushed operands summed, the
// initial value forgotten, the second factor of a sum of squares.
TEST(ReductionTruth, IsTheFixedPointSum) {
  for (const char* signature :
       {"dot(bfloat16,bfloat16)->float32", "dot(bfloat16,bfloat16,float32)->bfloat16", "dot(float16,bfloat16)->float16",
        "dot(float8_e4m3fn,float8_e5m2)->float32", "dot(float32,float32,float64)->float32",
        "dot(float64,float64)->float64", "sum(float16)->float32", "sum_of_squares(bfloat16)->float32",
        "matmul(float4_e2m1fn,float6_e3m2fn)->bfloat16"}) {
    SCOPED_TRACE(signature);
    const Reduction operation = reduction(signature);
    for (const std::size_t depth : {1u, 2u, 3u, 17u, 1023u, 1024u, 1025u, 3000u}) {
      EXPECT_GT(compare(operation, depth, 0, 3, depth), 0u) << depth;
      EXPECT_GT(compare(operation, depth, 1, 3, depth), 0u) << depth;
    }
  }
}

// Kills: sums whose precision counts no carries of a long depth.
TEST(ReductionTruth, IsExactToADepthOfAMillion) {
  const Reduction operation = reduction("dot(bfloat16,bfloat16)->float32");
  EXPECT_EQ(compare(operation, std::size_t{1} << 20, 0, 1, 5), 3u);
  const std::uint64_t largest = bfloat16.largest_finite();
  Row row;
  row.left.assign(std::size_t{1} << 20, largest);
  row.right = row.left;
  row.left.push_back(1);  // 2^-133 * 2^-133 beside 2^20 times the largest square
  row.right.push_back(1);
  ReductionTruth truth;
  Semantics up;
  truth.sum(operation, up, row);
  const mpfr_exp_t top = mpfr_get_exp(truth.exact());
  EXPECT_EQ(top, 256 + 20);
  EXPECT_EQ(static_cast<mpfr_exp_t>(mpfr_min_prec(truth.exact())), top + 266);
}

// Kills: truth that adds by the floating-point unit.
TEST(ReductionTruth, DoesNotDependOnTheEnvironment) {
  const Reduction operation = reduction("dot(bfloat16,bfloat16,float32)->float32");
  Random random(11);
  ReductionTruth truth;
  int rows = 0;
  for (int i = 0; i < 200; ++i, ++rows) {
    const Row row = random_row(random, operation, 33, 30);
    const CodeSets nearest = truth.answer(operation, {}, row);
    std::fesetround(FE_UPWARD);
    const CodeSets upward = truth.answer(operation, {}, row);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(nearest, upward);
  }
  EXPECT_EQ(rows, 200);
}

// Kills: magnitudes that lose their terms' signs after cancelling.
TEST(ReductionTruth, SumsMagnitudes) {
  const Reduction operation = reduction("dot(bfloat16,bfloat16,float32)->float32");
  const Row row{{0x3f80, 0xbf80, 0x4000}, {0x3f80, 0x3f80, 0x0000}, 0xc0400000};  // 1 - 1 + 0 - 3
  ReductionTruth truth;
  truth.sum(operation, {}, row);
  EXPECT_EQ(mpfr_cmp_si(truth.exact(), -3), 0);
  EXPECT_EQ(mpfr_cmp_si(truth.magnitude(), 5), 0);
}

}  // namespace
}  // namespace hallmark::test
