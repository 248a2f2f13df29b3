// SPDX-License-Identifier: Apache-2.0
// Constants that the standards print, and that a compiler can compute all of it.
#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "formats/formats.h"

namespace hallmark::test {
namespace {

// Everything must be usable in a constant expression: kernels and tables are built at compile time from it.
static_assert(float16.width() == 16 && float16.bytes() == 2 && float4_e2m1fn.bytes() == 1 && float64.bytes() == 8);
static_assert(decode(float16, 0x3c00) == Decoded{Category::normal, false, 1024, -10});
static_assert(decode(float16, 0x8001) == Decoded{Category::subnormal, true, 1, -24});
static_assert(classify(bfloat16, 0xff80) == Category::infinity && classify(bfloat16, 0x7f81) == Category::nan);
static_assert(encode(float8_e4m3fn, false, 448, 0) == 0x7e && !encode(float8_e4m3fn, false, 480, 0));
static_assert(encode(float8_e4m3fnuz, false, 0, 0) == 0x00 && !encode(float8_e4m3fnuz, true, 0, 0));
static_assert(next_up(float16, 0x7bff) == 0x7c00 && next_down(float16, 0x0000) == 0x8001);
static_assert(next_up(float16, 0x8001) == 0x8000 && next_up(float8_e4m3fnuz, 0x81) == 0x00);
static_assert(to_ordered(float16, 0x8000) == 0x7fff && from_ordered(float16, 0x8000) == 0x0000);
static_assert(float16.largest_finite() == 0x7bff && float16.smallest_normal() == 0x0400);
static_assert(float16.default_nan() == 0x7e00 && float16.quiet_bit() == 0x0200 && float16.has_signalling_nan());
static_assert(CodeSet::none().empty() && CodeSet::single(0x80).is_single());
static_assert(float16.nan_codes.contains(0xfc01) && !float16.nan_codes.contains(0xfc00));

double value_of(const Format& format, std::uint64_t code) {
  const Decoded decoded = decode(format, code);
  const double magnitude = std::ldexp(static_cast<double>(decoded.significand), decoded.exponent);
  return decoded.negative ? -magnitude : magnitude;
}

struct Limits {
  Format format;
  std::uint64_t largest_code;
  double largest, smallest_normal, smallest;
};

// OCP OFP8 1.0 table 2, OCP MX 1.0 tables 1 to 3, IEEE 754-2019 table 3.5, and Noune et al. 2022 (arXiv 2206.02915)
// for the fnuz formats.
const Limits limits[] = {
    {float64, 0x7fefffffffffffff, DBL_MAX, DBL_MIN, DBL_TRUE_MIN},
    {float32, 0x7f7fffff, FLT_MAX, FLT_MIN, FLT_TRUE_MIN},
    {float16, 0x7bff, 65504, 0x1p-14, 0x1p-24},
    {bfloat16, 0x7f7f, 0x1.fep127, 0x1p-126, 0x1p-133},
    {float8_e5m2, 0x7b, 57344, 0x1p-14, 0x1p-16},
    {float8_e4m3fn, 0x7e, 448, 0x1p-6, 0x1p-9},
    {float8_e4m3fnuz, 0x7f, 240, 0x1p-7, 0x1p-10},
    {float8_e5m2fnuz, 0x7f, 57344, 0x1p-15, 0x1p-17},
    {float8_e8m0fnu, 0xfe, 0x1p127, 0x1p-127, 0x1p-127},
    {float6_e2m3fn, 0x1f, 7.5, 1, 0.125},
    {float6_e3m2fn, 0x1f, 28, 0.25, 0.0625},
    {float4_e2m1fn, 0x07, 6, 1, 0.5},
};

TEST(Literature, prints_these_limits) {
  ASSERT_EQ(std::size(limits), floating_formats.size());
  for (std::size_t i = 0; i < std::size(limits); ++i) {
    const Limits& row = limits[i];
    SCOPED_TRACE(row.format.name);
    EXPECT_EQ(row.format, floating_formats[i]);
    EXPECT_EQ(row.format.largest_finite(), row.largest_code);
    EXPECT_EQ(value_of(row.format, row.format.largest_finite()), row.largest);
    EXPECT_EQ(value_of(row.format, row.format.smallest_normal()), row.smallest_normal);
    EXPECT_EQ(std::ldexp(1.0, row.format.min_exponent()), row.smallest_normal);
    EXPECT_EQ(value_of(row.format, row.format.smallest_magnitude()), row.smallest);
  }
}

TEST(Literature, prints_these_precisions) {
  const std::tuple<Format, int, std::size_t> rows[] = {
      {float64, 53, 8},       {float32, 24, 4},      {float16, 11, 2},        {bfloat16, 8, 2},
      {float8_e5m2, 3, 1},    {float8_e4m3fn, 4, 1}, {float8_e4m3fnuz, 4, 1}, {float8_e5m2fnuz, 3, 1},
      {float8_e8m0fnu, 1, 1}, {float6_e2m3fn, 4, 1}, {float6_e3m2fn, 3, 1},   {float4_e2m1fn, 2, 1}};
  for (const auto& [format, precision, bytes] : rows) {
    EXPECT_EQ(format.precision(), precision) << format.name;
    EXPECT_EQ(format.bytes(), bytes) << format.name;
  }
}

TEST(Literature, prints_these_special_codes) {
  // nan: default NaN; quiet: quiet bit, 0 where the format has no signalling NaN; nans: how many codes are NaN.
  struct Row {
    Format format;
    std::uint64_t nan, quiet;
    bool has_nan, nan_sign, infinities, negative_zero;
    unsigned nans;
  };
  const Row rows[] = {
      {float64, 0x7ff8000000000000, 0x0008000000000000, true, true, true, true, 0},
      {float32, 0x7fc00000, 0x00400000, true, true, true, true, 0},
      {float16, 0x7e00, 0x0200, true, true, true, true, 2 * 1023},
      {bfloat16, 0x7fc0, 0x0040, true, true, true, true, 2 * 127},
      {float8_e5m2, 0x7e, 0x02, true, true, true, true, 6},
      {float8_e4m3fn, 0x7f, 0, true, true, false, true, 2},
      {float8_e4m3fnuz, 0x80, 0, true, false, false, false, 1},
      {float8_e5m2fnuz, 0x80, 0, true, false, false, false, 1},
      {float8_e8m0fnu, 0xff, 0, true, false, false, false, 1},
      {float6_e2m3fn, 0, 0, false, false, false, true, 0},
      {float6_e3m2fn, 0, 0, false, false, false, true, 0},
      {float4_e2m1fn, 0, 0, false, false, false, true, 0},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.format.name);
    EXPECT_EQ(row.format.has_nan(), row.has_nan);
    EXPECT_EQ(row.format.has_signalling_nan(), row.quiet != 0);
    EXPECT_EQ(row.format.quiet_bit(), row.quiet);
    EXPECT_EQ(row.format.nan_has_sign(), row.nan_sign);
    EXPECT_EQ(row.format.infinities, row.infinities);
    EXPECT_EQ(row.format.has_negative_zero(), row.negative_zero);
    if (row.has_nan) {
      EXPECT_EQ(row.format.default_nan(), row.nan);
      EXPECT_EQ(classify(row.format, row.format.default_nan()), Category::nan);
    }
    if (row.format.width() > 16) continue;
    unsigned nans = 0;
    for (std::uint64_t code = 0; code <= row.format.code_mask(); ++code) nans += row.format.is_nan(code) ? 1 : 0;
    EXPECT_EQ(nans, row.nans);
  }
}

TEST(Literature, prints_these_integer_ranges) {
  const std::tuple<const char*, std::uint64_t, std::uint64_t> rows[] = {
      {"int8", 0x7f, 0x80},
      {"uint8", 0xff, 0},
      {"int16", 0x7fff, 0x8000},
      {"uint16", 0xffff, 0},
      {"int32", 0x7fffffff, 0x80000000},
      {"uint32", 0xffffffff, 0},
      {"int64", 0x7fffffffffffffff, 0x8000000000000000},
      {"uint64", 0xffffffffffffffff, 0},
  };
  ASSERT_EQ(std::size(rows), integer_formats.size());
  for (const auto& [name, largest, least] : rows) {
    SCOPED_TRACE(name);
    const Format* format = find_format(name);
    ASSERT_NE(format, nullptr);
    EXPECT_TRUE(format->is_integer());
    EXPECT_FALSE(format->has_nan());
    EXPECT_FALSE(format->has_negative_zero());
    EXPECT_TRUE(format->has_zero());
    EXPECT_EQ(format->largest_finite(), largest);
    EXPECT_EQ(decode(*format, largest), (Decoded{Category::normal, false, largest, 0}));
    EXPECT_EQ(from_ordered(*format, 0), least);
    EXPECT_EQ(from_ordered(*format, format->code_mask()), largest);
    EXPECT_EQ(next_up(*format, largest), largest);
    EXPECT_EQ(next_down(*format, least), least);
    if (least != 0) {
      EXPECT_EQ(decode(*format, least), (Decoded{Category::normal, true, least, 0}));
      EXPECT_EQ(encode(*format, true, 1, format->width() - 1), least);
    } else {
      EXPECT_EQ(encode(*format, true, 1, 0), std::nullopt);
    }
    EXPECT_EQ(encode(*format, false, 1, format->width() - (format->is_signed ? 1 : 0)), std::nullopt);
    EXPECT_EQ(encode(*format, false, 1, -1), std::nullopt);
  }
}

TEST(CodeSet, holds_its_interval_under_its_mask) {
  const CodeSet either_sign = CodeSet::interval(0x7d, 0x7f, 0x7f);
  for (std::uint64_t code = 0; code < 256; ++code) {
    EXPECT_EQ(either_sign.contains(code), (code & 0x7f) >= 0x7d) << code;
    EXPECT_EQ(CodeSet::single(0x80).contains(code), code == 0x80) << code;
    EXPECT_EQ(CodeSet::interval(3, 5).contains(code), code >= 3 && code <= 5) << code;
    EXPECT_FALSE(CodeSet::none().contains(code)) << code;
  }
  EXPECT_TRUE(CodeSet::single(~std::uint64_t{0}).contains(~std::uint64_t{0}));
  EXPECT_FALSE(CodeSet::none().contains(~std::uint64_t{0}));
  EXPECT_FALSE(CodeSet::none().is_single());
  EXPECT_FALSE(either_sign.is_single());
  EXPECT_FALSE(either_sign.empty());
}

}  // namespace
}  // namespace hallmark::test
