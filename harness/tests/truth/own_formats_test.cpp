// SPDX-License-Identifier: Apache-2.0
// Rounding to formats that no built-in one is like: without subnormals, and with more exponent than any.
#include <gtest/gtest.h>

#include "formats/formats.h"
#include "oracles/convert.h"
#include "tests/truth/exact_rounding.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

// Kills: a subnormal code given to a format that has none, the wrong side of half the smallest normal, a lost sign.
TEST(OwnFormats, WithoutSubnormals) {
  Format to = float8_e4m3fn;
  to.name = "mychip_e4m3_without_subnormals";
  to.subnormals = false;
  const mpq_class smallest = value_of(float8_e4m3fn, 0x08);
  Truth truth;
  std::uint64_t tiny = 0;
  for (std::uint64_t operand = 0; operand <= 0xffff; ++operand) {
    const Category category = classify(float16, operand);
    if (category != Category::normal && category != Category::subnormal) continue;
    const mpq_class x = value_of(float16, operand);
    for (const Rounding rounding : {Rounding::rne, Rounding::rna, Rounding::rtz, Rounding::rup, Rounding::rdn}) {
      Semantics semantics;
      semantics.rounding = rounding;
      const CodeSet set = truth.convert({float16, to}, semantics, operand);
      EXPECT_EQ(set, oracle_convert({float16, to}, semantics, operand));
      if (abs(x) >= smallest) {
        EXPECT_EQ(set, truth.convert({float16, float8_e4m3fn}, semantics, operand)) << operand;
        continue;
      }
      ++tiny;
      const int half = cmp(2 * abs(x), smallest);
      const bool up = rounding == Rounding::rne   ? half > 0  // the tie goes to zero, whose significand is even
                      : rounding == Rounding::rna ? half >= 0
                      : rounding == Rounding::rup ? x > 0
                      : rounding == Rounding::rdn ? x < 0
                                                  : false;
      EXPECT_EQ(set, CodeSet::single((x < 0 ? 0x80u : 0) | (up ? 0x08u : 0))) << operand;
    }
    Semantics flush;
    flush.subnormal_results = SubnormalResults::flush_before_rounding;
    if (abs(x) < smallest) {
      EXPECT_EQ(truth.convert({float16, to}, flush, operand), CodeSet::single(x < 0 ? 0x80 : 0));
    }
  }
  EXPECT_GT(tiny, 50000u);
}

// Kills: a scale with a sign whose negative numbers come out positive.
TEST(OwnFormats, ScaleWithASign) {
  const Format scale{.name = "mychip_se7m0",
                     .storage_bits = 8,
                     .exponent_bits = 7,
                     .significand_bits = 0,
                     .bias = 63,
                     .nan_codes = CodeSet::interval(0x7f, 0x7f, 0x7f),
                     .negative_zero = false,
                     .subnormals = false};
  Truth truth;
  Semantics saturate;
  saturate.overflow = Overflow::saturate;
  const auto code = [&](std::uint64_t operand) { return truth.convert({float32, scale}, saturate, operand); };
  EXPECT_EQ(code(0x3f800000), CodeSet::single(63));
  EXPECT_EQ(code(0xbf800000), CodeSet::single(0x80 | 63));
  EXPECT_EQ(code(0xc0a00000), CodeSet::single(0x80 | 65)) << "-5 is nearer to -4";
  EXPECT_EQ(code(0xff7fffff), CodeSet::single(0xfe)) << "-2^63, the largest";
  EXPECT_EQ(code(0x80800000), CodeSet::single(0x80)) << "-2^-63, the least";
  Format without_nan = scale;
  without_nan.nan_codes = CodeSet::none();
  Semantics circular;
  circular.e8m0_zero = E8m0Zero::nan;
  circular.nan_without_nan = NanWithoutNan::zero;
  EXPECT_EQ(truth.convert({float32, without_nan}, circular, 0), CodeSet::single(0)) << "neither a zero nor a NaN";
  saturate.e8m0_rounding = E8m0Rounding::rup;
  EXPECT_EQ(code(0x40a00000), CodeSet::single(66)) << "5 goes up to 8";
  EXPECT_EQ(code(0xc0a00000), CodeSet::single(0x80 | 65)) << "-5 goes up to -4";
}

// Kills: an overflow judged by a significand that subnormals do not have: half of this format would be infinite.
TEST(OwnFormats, SubnormalsAlone) {
  const Format to{.name = "mychip_e1m6",
                  .storage_bits = 8,
                  .exponent_bits = 1,
                  .significand_bits = 6,
                  .bias = 0,
                  .infinities = true,
                  .nan_codes = CodeSet::interval(0x41, 0x7f, 0x7f)};
  Truth truth;
  const auto code = [&](std::uint64_t operand) { return truth.convert({float32, to}, {}, operand); };
  EXPECT_EQ(code(0x3fa20000), CodeSet::single(40)) << "40.5 units of 2^-5, a tie to even";
  EXPECT_EQ(code(0xbffc0000), CodeSet::single(0x80 | 63)) << "the largest";
  EXPECT_EQ(code(0x3ffdffff), CodeSet::single(63)) << "under half a unit above it";
  EXPECT_EQ(code(0x3ffe0000), CodeSet::single(0x40)) << "half a unit above it is infinity";
  EXPECT_EQ(code(0x40000000), CodeSet::single(0x40));
}

// Kills: exponents beyond a double's that overflow on the way: every float64 is a value of this format, and comes back.
TEST(OwnFormats, WiderExponentsThanFloat64) {
  Format wide = float64;
  wide.name = "mychip_e15m48";
  wide.exponent_bits = 15;
  wide.significand_bits = 48;
  wide.bias = 16383;
  wide.nan_codes = CodeSet::interval(wide.infinity_magnitude() + 1, wide.magnitude_mask(), wide.magnitude_mask());
  Truth truth;
  for (const std::uint64_t operand :
       std::vector<std::uint64_t>{0x0000000000000010, 0x0010000000000000, 0x7fefffffffffffe0, 0xbff0000000000000}) {
    const CodeSet there = truth.convert({float64, wide}, {}, operand);
    ASSERT_TRUE(there.is_single());
    EXPECT_EQ(there, oracle_convert({float64, wide}, {}, operand));
    EXPECT_EQ(truth.convert({wide, float64}, {}, there.low), CodeSet::single(operand));
  }
  EXPECT_EQ(truth.convert({wide, float64}, {}, wide.largest_finite()), CodeSet::single(float64.infinity_magnitude()));
  EXPECT_EQ(truth.convert({wide, float64}, {}, 1), CodeSet::single(0));
  Semantics wrap;
  wrap.rounding = Rounding::rtz;
  wrap.integer_overflow = IntegerOverflow::wrap;
  EXPECT_EQ(truth.convert({wide, *find_format("int64")}, wrap, wide.largest_finite()), CodeSet::single(0));
}

}  // namespace
}  // namespace hallmark::test
