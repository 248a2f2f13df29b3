// SPDX-License-Identifier: Apache-2.0
// Means: the sum's interval over the depth, by both readings; and what is no number.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "inputs/hard_dots.h"
#include "judging/mean_bound.h"
#include "semantics/named_accumulators.h"
#include "tests/reductions/rows.h"

namespace hallmark::test {
namespace {

/// The exact sum of a row of numbers, as a fraction.
mpq_class exact_sum(const Format& format, const std::vector<std::uint64_t>& codes) {
  mpq_class sum = 0;
  for (const std::uint64_t code : codes) {
    const Decoded value = decode(format, code);
    mpq_class term(value.significand);
    if (value.exponent >= 0) {
      mpq_mul_2exp(term.get_mpq_t(), term.get_mpq_t(), static_cast<mp_bitcnt_t>(value.exponent));
    } else {
      mpq_div_2exp(term.get_mpq_t(), term.get_mpq_t(), static_cast<mp_bitcnt_t>(-value.exponent));
    }
    sum += value.negative ? mpq_class(-term) : term;
  }
  return sum;
}

/// Whether a float32 code is a nearest one to the value.
bool is_nearest(std::uint64_t code, const mpq_class& value) {
  const auto as_fraction = [](std::uint64_t one) { return exact_sum(float32, {one}); };
  const std::uint64_t key = to_ordered(float32, code);
  const mpq_class mine = abs(as_fraction(code) - value);
  return mine <= abs(as_fraction(from_ordered(float32, key - 1)) - value) &&
         mine <= abs(as_fraction(from_ordered(float32, key + 1)) - value);
}

// Kills: a mean that is judged by the sum, a division that is rounded twice to a narrower interval, a bound that is
// wider than the roundings are: of an exact sum only the quotient and the product with the rounded reciprocal are
// right.
TEST(MeanBound, OfExactSumsHasTheQuotientAndTheProductAlone) {
  const Reduction mean = reduction("mean(bfloat16)->float32");
  MeanBound bound(mean, Semantics{});
  Random random(1, "mean");
  int rows = 0, two = 0;
  for (const std::size_t depth : {1u, 2u, 3u, 7u, 24u, 64u, 65u, 100u, 255u, 256u, 300u}) {
    for (int i = 0; i < 8; ++i) {
      const auto row = hard_dot(HardDotKind::full_window, mean, depth, random);
      if (!row) continue;
      ++rows;
      const mpq_class sum = exact_sum(bfloat16, row->left), quotient = sum / mpq_class(depth);
      const Acceptance accepted = bound.accept(*row);
      ASSERT_LE(accepted.low, accepted.high);
      ASSERT_LE(accepted.high - accepted.low, 1u) << depth;
      two += accepted.high > accepted.low;
      // float32's own division and product, of a sum that it holds.
      const auto total = static_cast<float>(sum.get_d()), count = static_cast<float>(depth);
      const std::uint64_t divided = std::bit_cast<std::uint32_t>(total / count);
      const std::uint64_t multiplied = std::bit_cast<std::uint32_t>(total * (1 / count));
      EXPECT_TRUE(is_nearest(divided, quotient)) << depth;
      EXPECT_TRUE(accepted.contains(float32, divided)) << depth;
      EXPECT_TRUE(accepted.contains(float32, multiplied)) << depth;
      for (std::uint64_t key = accepted.low; key <= accepted.high; ++key) {
        const std::uint64_t code = from_ordered(float32, key);
        EXPECT_TRUE(code == divided || code == multiplied) << depth;
      }
    }
  }
  EXPECT_GT(rows, 60);
  EXPECT_GT(two, 3);
}

// Kills: an accumulator of the result's format, a tail that is not added but counted, a divisor one less.
TEST(MeanBound, RejectsWeakerSums) {
  const Reduction mean = reduction("mean(bfloat16)->bfloat16");
  MeanBound bound(mean, Semantics{});
  MeanBound bfloat16_sums(mean, named_accumulator("bfloat16_chain").semantics);
  Random random(2, "weaker means");
  int narrow = 0, short_of_one = 0, one_less = 0, rows = 0;
  for (int i = 0; i < 60; ++i) {
    const auto row = hard_dot(HardDotKind::all_positive, mean, 200, random);
    ASSERT_TRUE(row);
    ++rows;
    const Acceptance right = bound.accept(*row), weaker = bfloat16_sums.accept(*row);
    narrow += !right.contains(bfloat16, from_ordered(bfloat16, weaker.low));
    const auto of = [&](const mpq_class& sum, int count) {
      const auto value = static_cast<float>(mpq_class(sum / count).get_d());
      return (std::uint64_t{std::bit_cast<std::uint32_t>(value)} + 0x8000) >> 16;
    };
    const mpq_class sum = exact_sum(bfloat16, row->left);
    const mpq_class shorter = exact_sum(bfloat16, {row->left.begin(), row->left.end() - 8});
    EXPECT_TRUE(right.contains(bfloat16, of(sum, 200)) || right.contains(bfloat16, of(sum, 200) - 1));
    short_of_one += !right.contains(bfloat16, of(shorter, 200));
    one_less += !right.contains(bfloat16, of(sum, 199));
  }
  EXPECT_GT(narrow, rows / 2);
  EXPECT_GT(short_of_one, rows / 2);
  EXPECT_GT(one_less, rows / 4);
}

// Kills: zero of no element, NaN passed over at any place, an infinite sum that a mean makes finite, an intermediate
// overflow told as wrong.
TEST(MeanBound, SpecialValues) {
  const Reduction mean = reduction("mean(bfloat16)->float32");
  MeanBound bound(mean, Semantics{});
  const auto accepts = [&](const std::vector<std::uint64_t>& codes, std::uint64_t got) {
    return bound.accept({codes, {}, {}}).contains(float32, got);
  };
  constexpr std::uint64_t nan = 0x7fc00000, infinity = 0x7f800000, largest = 0x7f7f;
  EXPECT_TRUE(accepts({}, nan));
  EXPECT_FALSE(accepts({}, 0));
  EXPECT_FALSE(accepts({}, infinity));
  for (std::size_t place = 0; place < 3; ++place) {
    std::vector<std::uint64_t> codes(3, 0x3f80);
    codes[place] = 0x7fc0;
    EXPECT_TRUE(accepts(codes, nan));
    EXPECT_FALSE(accepts(codes, 0x3f800000));
    codes[place] = 0xff80;
    EXPECT_TRUE(accepts(codes, 0xff800000));
    EXPECT_FALSE(accepts(codes, nan));
  }
  EXPECT_TRUE(accepts({0x7f80, 0xff80}, nan));
  EXPECT_TRUE(accepts({0, 0, 0}, 0));
  EXPECT_FALSE(accepts({0, 0, 0}, 0x80000000));
  EXPECT_TRUE(accepts({0x8000, 0x8000}, 0x80000000));
  // The sum overflows float32; the mean would not.
  EXPECT_TRUE(accepts({largest, largest}, infinity));
  EXPECT_TRUE(accepts({largest, largest}, 0x7f7f0000));
  EXPECT_FALSE(accepts({largest, largest}, 0x7f000000));
  EXPECT_FALSE(accepts({largest}, infinity));
}

}  // namespace
}  // namespace hallmark::test
