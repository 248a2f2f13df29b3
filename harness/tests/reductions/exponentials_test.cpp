// SPDX-License-Identifier: Apache-2.0
// Softmax and logsumexp: truth against another way to compute it, the bound, special rows, and what hard rows catch.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <set>

#include "inputs/hard_dots.h"
#include "judging/exponential_bound.h"
#include "judging/exponential_hypotheses.h"
#include "suites/reductions/hard_rows.h"
#include "tests/reductions/rows.h"
#include "truth/exponential_simulation.h"

namespace hallmark::test {
namespace {

constexpr std::uint64_t nan_code = 0x7fc00000, infinity_code = 0x7f800000;

double value_of(const Format& format, std::uint64_t code) {
  const Decoded value = decode(format, code);
  if (value.category == Category::infinity) return value.negative ? -INFINITY : INFINITY;
  return (value.negative ? -1 : 1) * std::ldexp(static_cast<double>(value.significand), value.exponent);
}

ReductionRow row_of(const HardDot& row, std::size_t element) { return {row.left, {}, {}, element}; }

// Kills: a sum without some element or with one of several alike, a difference of the wrong sign, too few bits: e^x
// itself, in 700 bits and from the last element to the first, has no largest element to subtract.
TEST(ExponentialSums, AreThoseWithoutTheSubtraction) {
  const Reduction softmax = reduction("softmax(float32)->float32");
  ExponentialSums sums;
  Random random(1, "sums");
  mpfr_t power, sum, other;
  mpfr_inits2(700, power, sum, other, static_cast<mpfr_ptr>(nullptr));
  int rows = 0;
  for (const HardDotInfo& info : hard_row_kinds(softmax)) {
    if (info.kind == HardDotKind::special_values || info.kind == HardDotKind::each_place) continue;
    for (const std::size_t depth : {1u, 2u, 5u, 33u, 100u}) {
      const auto row = hard_dot(info.kind, softmax, depth, random);
      ASSERT_TRUE(row);
      sums.read(softmax, Semantics{}, *row);
      ++rows;
      mpfr_set_zero(sum, 1);
      for (std::size_t i = depth; i-- > 0;) {
        mpfr_set_d(power, value_of(float32, row->left[i]), MPFR_RNDN);
        mpfr_exp(power, power, MPFR_RNDN);
        mpfr_add(sum, sum, power, MPFR_RNDN);
      }
      for (std::size_t i = 0; i < depth; ++i) {
        mpfr_set_d(power, value_of(float32, row->left[i]), MPFR_RNDN);
        mpfr_exp(power, power, MPFR_RNDN);
        mpfr_div(power, power, sum, MPFR_RNDN);
        mpfr_div(other, sums.exponential(sums.distinct_of(i)), sums.sum(), MPFR_RNDN);
        mpfr_reldiff(other, power, other, MPFR_RNDN);
        EXPECT_LT(mpfr_cmpabs_ui(other, 0) == 0 ? -1000 : mpfr_get_exp(other), -sums.slack_exponent()) << info.name;
      }
    }
  }
  EXPECT_GE(rows, 20);
  mpfr_clears(power, sum, other, static_cast<mpfr_ptr>(nullptr));
}

// Kills: a bound below the error of a plain kernel in float32, or of one whose exponentials miss by an ulp.
TEST(ExponentialBound, HoldsPlainKernels) {
  for (const char* signature :
       {"softmax(bfloat16)->float32", "softmax(float32)->float32", "softmax(float16)->float16",
        "logsumexp(bfloat16)->float32", "logsumexp(float32)->float32", "logsumexp(bfloat16)->bfloat16"}) {
    const Reduction operation = reduction(signature);
    ExponentialBound bound(operation, Semantics{});
    ExponentialSimulation plain(operation, Semantics{}, {});
    Random random(2, signature);
    int tried = 0;
    for (const HardDotInfo& info : hard_row_kinds(operation)) {
      for (const std::size_t depth : {1u, 2u, 3u, 17u, 64u, 257u}) {
        const auto row = hard_dot(info.kind, operation, depth, random);
        ASSERT_TRUE(row);
        for (const std::size_t element : std::set<std::size_t>{0, depth / 2, depth - 1}) {
          const ReductionRow one = row_of(*row, element);
          const CodeSet got = plain.result(one);
          EXPECT_TRUE(bound.accept(one).contains(operation.result, got.low)) << signature << ' ' << info.name;
          ++tried;
        }
      }
    }
    EXPECT_GT(tried, 60);
  }
}

// Kills: a bound so wide that the weaker kernels a kind is there for pass: no subtraction, exponentials or sums in
// bfloat16, results flushed, elements left out or counted twice, NaN and infinity passed over.
TEST(ExponentialBound, RejectsWhatTheRowsAreFor) {
  for (const char* signature :
       {"softmax(bfloat16)->float32", "logsumexp(bfloat16)->float32", "softmax(bfloat16)->bfloat16"}) {
    const Reduction operation = reduction(signature);
    const TriedReduction tried{operation, signature, 0, {Semantics{}}, Level::quick, 1};
    ExponentialBound bound(operation, Semantics{});
    std::size_t names = 0;
    for (const HardDotInfo& info : hard_row_kinds(operation)) {
      for (const std::string_view name : weaker_models(tried, info.kind)) {
        ++names;
        const auto weaker = weaker_exponentials(name, operation, Semantics{});
        Random random(3, info.name);
        int caught = 0;
        for (const std::size_t depth : {9u, 64u, 100u, 300u, 511u}) {
          for (int i = 0; i < 4; ++i) {
            const auto row = hard_dot(info.kind, operation, depth, random);
            for (const std::size_t element : std::set<std::size_t>{0, depth / 3, depth - 1}) {
              const ReductionRow one = row_of(*row, element);
              caught += bound.accept(one).contains(operation.result, weaker(one)) ? 0 : 1;
            }
          }
        }
        EXPECT_GT(caught, 0) << signature << ' ' << info.name << " misses " << name;
      }
    }
    EXPECT_GE(names, 8u);
  }
}

// Kills: 1/k that is not 1/k, whatever the elements are; one element whose share is not 1.
TEST(ExponentialBound, EqualElementsHaveEqualShares) {
  const Reduction operation = reduction("softmax(float32)->float32");
  ExponentialBound bound(operation, Semantics{});
  for (const float element : {0.0f, 1.5f, -1000.0f, 1e30f}) {
    for (const std::size_t depth : {1u, 2u, 3u, 49u, 1000u}) {
      const std::vector<std::uint64_t> codes(depth, std::bit_cast<std::uint32_t>(element));
      const Acceptance accepted = bound.accept({codes, {}, {}, depth / 2});
      const std::uint64_t right = std::bit_cast<std::uint32_t>(1.0f / static_cast<float>(depth));
      EXPECT_TRUE(accepted.contains(float32, right)) << depth;
      EXPECT_EQ(accepted.low, accepted.high) << depth;
    }
  }
  // A masked element has no share, and the others have its part.
  const std::vector<std::uint64_t> masked{0x3f800000, 0xff800000, 0x3f800000};
  EXPECT_TRUE(bound.accept({masked, {}, {}, 0}).contains(float32, 0x3f000000));
  EXPECT_TRUE(bound.accept({masked, {}, {}, 1}).contains(float32, 0));
  EXPECT_FALSE(bound.accept({masked, {}, {}, 1}).contains(float32, 1));
}

// Kills: shares that do not add to 1 within their bounds.
TEST(ExponentialBound, SharesAddToOne) {
  const Reduction operation = reduction("softmax(float32)->float32");
  ExponentialBound bound(operation, Semantics{});
  Random random(4, "shares");
  for (const std::size_t depth : {2u, 10u, 100u}) {
    const auto row = hard_dot(HardDotKind::exponential_spread, operation, depth, random);
    double exact = 0, error = 0;
    for (std::size_t i = 0; i < depth; ++i) {
      bound.accept(row_of(*row, i));
      exact += mpfr_get_d(bound.exact(), MPFR_RNDN);
      error += mpfr_get_d(bound.error(), MPFR_RNDU);
    }
    EXPECT_NEAR(exact, 1.0, 1e-14);
    EXPECT_GT(error, 0x1p-24);
    EXPECT_LT(error, static_cast<double>(depth + 40) * 0x1p-23);  // of elements at most 14 apart
  }
}

// Kills: NaN at any place passed over, infinity taken for a large number, a row of -infinity that is no NaN, or whose
// logarithm is one.
TEST(ExponentialBound, SpecialRows) {
  ExponentialBound softmax(reduction("softmax(bfloat16)->float32"), Semantics{});
  ExponentialBound logsumexp(reduction("logsumexp(bfloat16)->float32"), Semantics{});
  const auto only = [](ExponentialBound& bound, const std::vector<std::uint64_t>& codes, std::uint64_t code) {
    const Acceptance accepted = bound.accept({codes, {}, {}, codes.size() / 2});
    for (const std::uint64_t other : {std::uint64_t{0}, nan_code, infinity_code, std::uint64_t{0xff800000},
                                      std::uint64_t{0x3f800000}, std::uint64_t{0x3f000000}}) {
      if (accepted.contains(float32, other) != (other == code)) return false;
    }
    return true;
  };
  constexpr std::uint64_t nan = 0x7fc0, infinity = 0x7f80, minus_infinity = 0xff80, one = 0x3f80;
  for (std::size_t place = 0; place < 5; ++place) {
    std::vector<std::uint64_t> codes(5, one);
    codes[place] = nan;
    EXPECT_TRUE(only(softmax, codes, nan_code) && only(logsumexp, codes, nan_code));
    codes[place] = infinity;
    EXPECT_TRUE(only(softmax, codes, nan_code) && only(logsumexp, codes, infinity_code));
  }
  EXPECT_TRUE(only(softmax, {minus_infinity, minus_infinity}, nan_code));
  EXPECT_TRUE(only(logsumexp, {minus_infinity, minus_infinity}, 0xff800000));
  EXPECT_TRUE(only(logsumexp, {}, 0xff800000));
  EXPECT_TRUE(only(logsumexp, {nan, infinity}, nan_code));
  EXPECT_TRUE(only(softmax, {minus_infinity, one}, 0x3f800000));
  EXPECT_TRUE(only(logsumexp, {minus_infinity, one}, 0x3f800000));
}

}  // namespace
}  // namespace hallmark::test
