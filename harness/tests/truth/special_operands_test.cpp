// SPDX-License-Identifier: Apache-2.0
// Zeros, infinities, NaNs and flushed operands: what needs no rounding, stated rule by rule.
#include <gtest/gtest.h>

#include "formats/formats.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

CodeSet convert(const Format& from, const Format& to, std::uint64_t operand, const Semantics& semantics = {}) {
  return Truth().convert({from, to}, semantics, operand);
}

/// The codes of a small format that a set holds.
std::vector<std::uint64_t> codes_of(const Format& format, const CodeSet& set) {
  std::vector<std::uint64_t> codes;
  for (std::uint64_t code = 0; code <= format.code_mask(); ++code) {
    if (set.contains(code)) codes.push_back(code);
  }
  return codes;
}
using Codes = std::vector<std::uint64_t>;

const Format& integer(const char* name) { return *find_format(name); }

// Kills: a zero that loses its sign, or gains one where the code is NaN.
TEST(SpecialOperands, ZeroKeepsItsSignWhereThereIsOne) {
  EXPECT_EQ(convert(float32, bfloat16, 0x80000000), CodeSet::single(0x8000));
  EXPECT_EQ(convert(float32, float8_e4m3fnuz, 0x80000000), CodeSet::single(0));
  EXPECT_EQ(convert(float32, float4_e2m1fn, 0x80000000), CodeSet::single(0x8));
  EXPECT_EQ(convert(float32, integer("int8"), 0x80000000), CodeSet::single(0));
  Semantics semantics;
  EXPECT_EQ(convert(float32, float8_e8m0fnu, 0x80000000, semantics), CodeSet::single(0));
  semantics.e8m0_zero = E8m0Zero::nan;
  EXPECT_EQ(convert(float32, float8_e8m0fnu, 0, semantics), CodeSet::single(0xff));
}

// Kills: an infinity that saturates unasked, or survives where it must saturate; a NaN of the wrong format.
TEST(SpecialOperands, InfinityFollowsItsThreeRules) {
  Semantics semantics;
  EXPECT_EQ(convert(float32, float8_e5m2, 0xff800000, semantics), CodeSet::single(0xfc));
  EXPECT_EQ(codes_of(float8_e4m3fn, convert(float32, float8_e4m3fn, 0xff800000, semantics)), (Codes{0x7f, 0xff}));
  EXPECT_EQ(codes_of(float8_e5m2fnuz, convert(float32, float8_e5m2fnuz, 0xff800000, semantics)), (Codes{0x80}));
  EXPECT_EQ(convert(float32, float8_e8m0fnu, 0x7f800000, semantics), CodeSet::single(0xff));
  EXPECT_EQ(convert(float32, float8_e8m0fnu, 0xff800000, semantics), CodeSet::single(0xff));
  EXPECT_EQ(codes_of(float6_e2m3fn, convert(float32, float6_e2m3fn, 0x7f800000, semantics)).size(), 64u);
  semantics.infinity_operand = InfinityOperand::saturate;
  semantics.e8m0_negative = E8m0Negative::magnitude;
  EXPECT_EQ(convert(float32, float8_e5m2, 0xff800000, semantics), CodeSet::single(0xfc));
  EXPECT_EQ(convert(float32, float8_e4m3fn, 0xff800000, semantics), CodeSet::single(0xfe));
  EXPECT_EQ(convert(float32, float6_e2m3fn, 0xff800000, semantics), CodeSet::single(0x3f));
  EXPECT_EQ(convert(float32, float8_e8m0fnu, 0xff800000, semantics), CodeSet::single(0xfe));
  semantics.e8m0_negative = E8m0Negative::minimum;
  EXPECT_EQ(convert(float32, float8_e8m0fnu, 0xff800000, semantics), CodeSet::single(0));
  semantics.infinity_to_infinity = InfinityToInfinity::saturate;
  EXPECT_EQ(convert(float32, float8_e5m2, 0xff800000, semantics), CodeSet::single(0xfb));
}

// Kills: infinity wrapped as if it had bits, saturation to the wrong end.
TEST(SpecialOperands, InfinityAndNanToIntegers) {
  Semantics semantics;
  semantics.rounding = Rounding::rtz;
  EXPECT_EQ(convert(float32, integer("int8"), 0x7f800000, semantics), CodeSet::single(0x7f));
  EXPECT_EQ(convert(float32, integer("int8"), 0xff800000, semantics), CodeSet::single(0x80));
  EXPECT_EQ(convert(float32, integer("uint64"), 0xff800000, semantics), CodeSet::single(0));
  EXPECT_EQ(convert(float32, integer("uint64"), 0x7f800000, semantics), CodeSet::single(~std::uint64_t{0}));
  semantics.integer_overflow = IntegerOverflow::indefinite;
  EXPECT_EQ(convert(float32, integer("int64"), 0x7f800000, semantics), CodeSet::single(std::uint64_t{1} << 63));
  EXPECT_EQ(convert(float32, integer("uint32"), 0xff800000, semantics), CodeSet::single(0xffffffff));
  semantics.integer_overflow = IntegerOverflow::wrap;
  EXPECT_EQ(convert(float32, integer("int64"), 0x7f800000, semantics), CodeSet::single(0));
  semantics.integer_overflow = IntegerOverflow::unspecified;
  EXPECT_EQ(convert(float32, integer("int8"), 0x7f800000, semantics), CodeSet::interval(0, 0xff));
  EXPECT_EQ(convert(float32, integer("int8"), 0x7fc00000, semantics), CodeSet::single(0));
  semantics.nan_to_integer = NanToInteger::minimum;
  EXPECT_EQ(convert(float32, integer("int8"), 0x7fc00000, semantics), CodeSet::single(0x80));
  EXPECT_EQ(convert(float32, integer("uint8"), 0x7fc00000, semantics), CodeSet::single(0));
  semantics.nan_to_integer = NanToInteger::maximum;
  EXPECT_EQ(convert(float32, integer("int16"), 0xffc00000, semantics), CodeSet::single(0x7fff));
  semantics.nan_to_integer = NanToInteger::unspecified;
  EXPECT_EQ(convert(float32, integer("uint8"), 0x7fc00000, semantics), CodeSet::interval(0, 0xff));
}

// Kills: a signalling NaN taken for quiet, a payload shifted by one, a sign lost or demanded where it is free.
TEST(SpecialOperands, NanRules) {
  const std::uint64_t signalling = 0xff812345;
  Semantics any;
  EXPECT_EQ(codes_of(bfloat16, convert(float32, bfloat16, signalling, any)).size(), 2u * 127);
  Semantics quiet;
  quiet.nan = Nan::quiet;
  EXPECT_EQ(codes_of(bfloat16, convert(float32, bfloat16, signalling, quiet)).size(), 2u * 64);
  EXPECT_TRUE(convert(float32, bfloat16, signalling, quiet).contains(0x7fc0));
  EXPECT_FALSE(convert(float32, bfloat16, signalling, quiet).contains(0x7fbf));
  quiet.nan_sign = NanSign::preserve;
  EXPECT_EQ(codes_of(bfloat16, convert(float32, bfloat16, signalling, quiet)).size(), 64u);
  EXPECT_TRUE(convert(float32, bfloat16, signalling, quiet).contains(0xffff));
  quiet.nan_sign = NanSign::positive;
  EXPECT_TRUE(convert(float32, bfloat16, signalling, quiet).contains(0x7fff));
  EXPECT_FALSE(convert(float32, bfloat16, signalling, quiet).contains(0xffff));
  Semantics payload;
  payload.nan = Nan::quiet_payload;
  payload.nan_sign = NanSign::preserve;
  EXPECT_EQ(convert(float32, bfloat16, signalling, payload), CodeSet::single(0xffc1));
  EXPECT_EQ(convert(bfloat16, float32, 0xff81, payload), CodeSet::single(0xffc10000));
  EXPECT_EQ(convert(float16, float64, 0x7c01, payload), CodeSet::single(0x7ff8040000000000));
  payload.nan_sign = NanSign::any;
  EXPECT_EQ(codes_of(bfloat16, convert(float32, bfloat16, signalling, payload)), (Codes{0x7fc1, 0xffc1}));
  // A NaN without a payload asks for a quiet one only.
  EXPECT_EQ(codes_of(bfloat16, convert(float8_e4m3fn, bfloat16, 0xff, payload)).size(), 2u * 64);
  Semantics canonical;
  canonical.nan = Nan::canonical;
  EXPECT_EQ(convert(float32, bfloat16, signalling, canonical), CodeSet::single(0x7fc0));
  canonical.canonical_nan["bfloat16"] = 0x7fff;
  EXPECT_EQ(convert(float32, bfloat16, signalling, canonical), CodeSet::single(0x7fff));
  EXPECT_EQ(convert(float32, float16, signalling, canonical), CodeSet::single(0x7e00));
  canonical.nan_sign = NanSign::preserve;
  EXPECT_EQ(convert(float32, bfloat16, signalling, canonical), CodeSet::single(0xffff));
  Semantics infinity;
  infinity.nan = Nan::infinity;
  EXPECT_EQ(convert(float32, bfloat16, signalling, infinity), CodeSet::single(0xff80));
  EXPECT_EQ(codes_of(float8_e4m3fn, convert(float32, float8_e4m3fn, signalling, infinity)), (Codes{0x7f, 0xff}));
}

// Kills: "preserve" read as "negative" for the one NaN of a fnuz format, whose code only looks like a sign.
TEST(SpecialOperands, ANanWithoutASignLeavesTheSignFree) {
  Semantics semantics;
  semantics.nan = Nan::quiet_payload;
  semantics.nan_sign = NanSign::preserve;
  for (const std::uint64_t sign : {0x0000u, 0x8000u}) {
    EXPECT_TRUE(convert(float8_e4m3fnuz, bfloat16, 0x80, semantics).contains(0x7fc0 | sign));
    EXPECT_TRUE(convert(float8_e8m0fnu, bfloat16, 0xff, semantics).contains(0x7fc0 | sign));
  }
  semantics.nan = Nan::canonical;
  EXPECT_EQ(convert(float8_e4m3fnuz, bfloat16, 0x80, semantics), CodeSet::single(0x7fc0));
  semantics.nan = Nan::infinity;
  EXPECT_EQ(convert(float8_e4m3fnuz, bfloat16, 0x80, semantics), CodeSet::single(0x7f80));
}

// Kills: a format without NaN that is given one, or a saturated sign.
TEST(SpecialOperands, NanWhereThereIsNone) {
  Semantics semantics;
  EXPECT_EQ(codes_of(float4_e2m1fn, convert(float32, float4_e2m1fn, 0xffc00000, semantics)).size(), 16u);
  semantics.nan_without_nan = NanWithoutNan::max;
  EXPECT_EQ(convert(float32, float4_e2m1fn, 0xffc00000, semantics), CodeSet::single(0x7));
  semantics.nan_without_nan = NanWithoutNan::zero;
  EXPECT_EQ(convert(float32, float4_e2m1fn, 0xffc00000, semantics), CodeSet::single(0x0));
  semantics.nan_without_nan = NanWithoutNan::negative_zero;
  EXPECT_EQ(convert(float32, float4_e2m1fn, 0x7fc00000, semantics), CodeSet::single(0x8));
}

// Kills: code bits above a format's width accepted because a NaN's sign is free.
TEST(SpecialOperands, NanCodesEndAtTheFormatsWidth) {
  Format narrow = float8_e4m3fn;
  narrow.name = "mychip_e3m2";
  narrow.exponent_bits = 3;
  narrow.significand_bits = 2;
  narrow.bias = 3;
  narrow.nan_codes = CodeSet::interval(0x1f, 0x1f, 0x1f);
  const CodeSet set = convert(float32, narrow, 0x7fc00000);
  EXPECT_TRUE(set.contains(0x1f) && set.contains(0x3f));
  EXPECT_FALSE(set.contains(0x5f) || set.contains(0xff));
}

// Kills: a flush that reaches normals, spares subnormals, loses or keeps the sign against the rule.
TEST(SpecialOperands, FlushedOperands) {
  Semantics semantics;
  semantics.subnormal_operands = SubnormalOperands::flush;
  for (const std::uint64_t operand : {0x80000001u, 0x80400000u, 0x807fffffu}) {
    EXPECT_EQ(convert(float32, bfloat16, operand, semantics), CodeSet::single(0x8000));
  }
  EXPECT_EQ(convert(float32, bfloat16, 0x80800000, semantics), CodeSet::single(0x8080));
  EXPECT_EQ(convert(float16, bfloat16, 0x83ff, semantics), CodeSet::single(0x8000));
  EXPECT_EQ(convert(float16, bfloat16, 0x8400, semantics), CodeSet::single(0xb880));
  EXPECT_EQ(convert(float32, float8_e4m3fnuz, 0x80000001, semantics), CodeSet::single(0));
  semantics.flushed_zero = FlushedZero::positive;
  EXPECT_EQ(convert(float32, bfloat16, 0x80400000, semantics), CodeSet::single(0));
  // A zero operand is not flushed: it keeps its sign.
  EXPECT_EQ(convert(float32, bfloat16, 0x80000000, semantics), CodeSet::single(0x8000));
}

}  // namespace
}  // namespace hallmark::test
