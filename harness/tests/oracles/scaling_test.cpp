// SPDX-License-Identifier: Apache-2.0
// scale and unscale: what is right at the ends of the scalars, and that integers and MPFR agree about it.
#include "semantics/scaling.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>

#include "formats/formats.h"
#include "inputs/random.h"
#include "inputs/scaled_tuples.h"
#include "oracles/arithmetic.h"
#include "truth/arithmetic.h"

namespace hallmark::test {
namespace {

Elementwise operation(const char* signature) {
  return elementwise_of(std::get<Signature>(parse_signature(signature))).value();
}

CodeSets right(const char* signature, std::uint64_t x, std::uint64_t s, const Semantics& semantics = {}) {
  MpfrArithmetic mpfr;
  return elementwise_result(operation(signature), semantics, std::array{x, s}, mpfr);
}

constexpr const char* unscale = "unscale(float32,float32)->float32";
constexpr std::uint64_t one = 0x3f800000, infinity = 0x7f800000, quiet = 0x7fc00000;

// Kills: a product rounded by way of float32, a scalar of fewer bits, an infinity times zero that is a number.
TEST(Scale, IsTheProductRoundedOnce) {
  EXPECT_EQ(right("scale(bfloat16,float32)->bfloat16", 0x3f80, 0x40490fdb).single(), 0x4049u);
  // (1 + 2^-7) (1 + 2^-23), whose last bit float32 has no room for.
  EXPECT_EQ(right("scale(bfloat16,float32)->float32", 0x3f81, 0x3f800001).single(), 0x3f810001u);
  EXPECT_TRUE(right("scale(bfloat16,float32)->bfloat16", 0x0000, infinity).contains(0x7fc0));
  EXPECT_FALSE(right("scale(bfloat16,float32)->bfloat16", 0x0000, infinity).contains(0x0000));
  EXPECT_EQ(right("scale(float16,float32)->float16", 0x7bff, 0x40000000).single(), 0x7c00u);
  EXPECT_EQ(right("scale[saturate](float16,float32)->float16", 0x8001, 0x3f000000).single(), 0x8000u);
}

// Kills: two answers where one is right: a power of two has an exact reciprocal.
TEST(Unscale, HasOneAnswerWhereTheReciprocalIsExact) {
  for (int exponent = -127; exponent <= 127; ++exponent) {
    const auto scalar = std::bit_cast<std::uint32_t>(std::ldexp(1.0f, exponent));
    for (const std::uint64_t x : {0x3f800000u, 0x3fffffffu, 0x00000001u, 0x7f7fffffu, 0xc0490fdbu}) {
      EXPECT_TRUE(right(unscale, x, scalar).single()) << exponent;
    }
  }
}

// Kills: a rule of zeros, infinities and NaNs of either way left out or invented.
TEST(Unscale, SpecialScalars) {
  EXPECT_EQ(right(unscale, one, 0).single(), infinity);
  EXPECT_EQ(right(unscale, one, 0x80000000).single(), infinity | 0x80000000);
  EXPECT_EQ(right(unscale, one, infinity).single(), 0u);
  for (const auto& [x, s] : {std::pair<std::uint64_t, std::uint64_t>{0, 0}, {infinity, infinity}, {one, quiet}}) {
    EXPECT_TRUE(right(unscale, x, s).contains(quiet));
    EXPECT_FALSE(right(unscale, x, s).contains(0));
    EXPECT_FALSE(right(unscale, x, s).contains(infinity));
  }
}

// Kills: an infinite reciprocal refused; what lies between a finite quotient and infinity accepted; a scalar just above
// 2^-128, whose reciprocal is finite, treated like one below.
TEST(Unscale, ReciprocalThatOverflows) {
  constexpr std::uint64_t scalar = 0x00200000, half = 0x3f000000;  // 2^-128
  const CodeSets codes = right(unscale, half, scalar);
  EXPECT_TRUE(codes.contains(0x7f000000));
  EXPECT_TRUE(codes.contains(infinity));
  EXPECT_FALSE(codes.contains(0x7f000001));
  EXPECT_FALSE(codes.contains(0x7f7fffff));
  EXPECT_TRUE(right(unscale, 0, scalar).contains(0));  // and zero times infinity
  EXPECT_TRUE(right(unscale, 0, scalar).contains(quiet));
  EXPECT_FALSE(right(unscale, 0, scalar).contains(infinity));
  EXPECT_FALSE(right(unscale, half, scalar + 1).contains(infinity));
  EXPECT_EQ(right(unscale, 0, scalar + 1).single(), 0u);
}

// Kills: a flush of the reciprocal left out, or applied where the profile keeps subnormals; a subnormal accepted from a
// unit that has none.
TEST(Unscale, ReciprocalThatIsFlushed) {
  constexpr std::uint64_t scalar = 0x7f000000, two = 0x40000000;  // 2^127
  EXPECT_EQ(right(unscale, two, scalar).single(), 0x00800000u);
  Semantics flushing;
  flushing.subnormal_operands = SubnormalOperands::flush;
  flushing.subnormal_results = SubnormalResults::flush_after_rounding;
  const CodeSets codes = right(unscale, two, scalar, flushing);
  EXPECT_TRUE(codes.contains(0x00800000));
  EXPECT_TRUE(codes.contains(0));
  EXPECT_FALSE(codes.contains(0x00400000));
  EXPECT_FALSE(codes.contains(0x00800001));
  EXPECT_EQ(right(unscale, one, 0x00000001, flushing).single(), infinity);  // 1 over a flushed scalar
  EXPECT_TRUE(right(unscale, infinity, scalar, flushing).contains(quiet));  // infinity times a flushed reciprocal
  EXPECT_FALSE(right(unscale, infinity, scalar).contains(quiet));
}

// Kills: a bound wider than the two ways make it: their codes and those between, and no other.
TEST(Unscale, AcceptsThisProcessorsTwoWaysAndNothingBeyond) {
  ASSERT_EQ(std::fegetround(), FE_TONEAREST);
  Random random(31);
  std::uint64_t apart = 0;
  for (int n = 0; n < 200000; ++n) {
    // Normal numbers throughout: near 1, where a code is a unit in the last place.
    const auto x = static_cast<std::uint32_t>(0x3f000000 + random.below(0x02000000));
    const auto s = static_cast<std::uint32_t>(0x3f000000 + random.below(0x02000000));
    volatile float operand = std::bit_cast<float>(x), scalar = std::bit_cast<float>(s);
    const auto divided = std::bit_cast<std::uint32_t>(static_cast<float>(operand / scalar));
    volatile float reciprocal = 1.0f / scalar;
    const auto multiplied = std::bit_cast<std::uint32_t>(static_cast<float>(operand * reciprocal));
    const CodeSets codes = right(unscale, x, s);
    ASSERT_TRUE(codes.contains(divided) && codes.contains(multiplied)) << x << " " << s;
    const auto [least, most] = std::minmax(divided, multiplied);
    ASSERT_FALSE(codes.contains(least - 1)) << x << " " << s;
    ASSERT_FALSE(codes.contains(most + 1)) << x << " " << s;
    apart += divided != multiplied ? 1 : 0;
  }
  EXPECT_GT(apart, 20000u);  // or nothing was shown
}

// Kills: an oracle that differs from truth on the operands the suite tries, under any rounding mode in force.
TEST(Scaling, IntegersEqualTruth) {
  IntegerArithmetic integers;
  MpfrArithmetic mpfr;
  Semantics flushing, directed, doubly;
  flushing.subnormal_operands = SubnormalOperands::flush;
  flushing.subnormal_results = SubnormalResults::flush_before_rounding;
  directed.rounding = Rounding::rup;
  directed.overflow = Overflow::saturate;
  doubly.evaluate_in = "float32";
  for (const char* signature :
       {"scale(bfloat16,float32)->bfloat16", "scale(float32,float32)->float16", "scale(float16,float32)->float8_e4m3fn",
        "unscale(float16,float32)->float32", "unscale(float8_e5m2,float32)->bfloat16",
        "unscale(float64,float32)->float32", "unscale(float8_e4m3fnuz,float32)->float8_e4m3fnuz"}) {
    const Elementwise of = operation(signature);
    std::uint64_t tried = 0;
    for (const Semantics& semantics : {Semantics{}, flushing, directed, doubly}) {
      const auto tuples = scaled_tuples(of, listed_scalars(of, 0), 200, 7);
      Columns columns;
      while (const std::size_t rows = tuples->next(4096, columns)) {
        for (std::size_t row = 0; row < rows; row += of.operands[0].width() == 16 ? 37 : 1) {
          const std::array operands{columns[0][row], columns[1][row]};
          std::fesetround(FE_UPWARD);
          const CodeSets oracle = elementwise_result(of, semantics, operands, integers);
          const CodeSets truth = elementwise_result(of, semantics, operands, mpfr);
          std::fesetround(FE_TONEAREST);
          ASSERT_EQ(oracle, truth) << signature << std::hex << " " << operands[0] << " " << operands[1];
          ASSERT_EQ(requirement_of(of, operands, integers), requirement_of(of, operands, mpfr));
          ++tried;
        }
      }
    }
    EXPECT_GT(tried, 20000u) << signature;
  }
}

}  // namespace
}  // namespace hallmark::test
