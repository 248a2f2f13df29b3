// SPDX-License-Identifier: Apache-2.0
// The operand axis against an independent reading of every code's value: nothing lost, nothing in a neighbour's bin.
#include "semantics/operand_axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "formats/formats.h"

namespace hallmark::test {
namespace {

__extension__ using Wide = unsigned __int128;

std::vector<Format> all_formats() {
  std::vector<Format> formats(floating_formats.begin(), floating_formats.end());
  formats.insert(formats.end(), integer_formats.begin(), integer_formats.end());
  return formats;
}

/// By the C library's doubles, which hold every value of 32 bits and fewer.
std::size_t bin_by_value(const Format& format, const AxisScale& scale, std::uint64_t code) {
  const Decoded value = decode(format, code);
  if (value.category == Category::nan) return scale.bins() - 1;
  if (value.category == Category::infinity) return value.negative ? 0 : scale.bins() - 2;
  const double magnitude = std::ldexp(static_cast<double>(value.significand), value.exponent);
  const std::size_t groups = (scale.bins() - (scale.negative ? 4 : 3)) / (scale.negative ? 2 : 1);
  const std::size_t zero = scale.negative ? groups + 1 : 0;
  if (magnitude == 0) return zero;
  std::size_t group = 0;
  while (group + 1 < groups &&
         magnitude >= std::ldexp(1.0, scale.lowest + static_cast<int>(group + 1) * scale.binades)) {
    ++group;
  }
  return value.negative ? zero - 1 - group : zero + 1 + group;
}

// Kills: a stretch that crosses a binade, a sign or a category; two's complement negatives one off; a NaN code counted
// as a number (fnuz, e4m3fn, e8m0).
TEST(OperandAxis, EveryCodeOfNarrowFormatsLiesInItsBin) {
  std::size_t codes = 0;
  for (const Format& from : all_formats()) {
    if (from.width() > 16) continue;
    for (const char* to : {"float32", "bfloat16", "float8_e4m3fn", "int8", "float8_e8m0fnu"}) {
      const OperandAxis axis({from, *find_format(to)});
      for (std::uint64_t code = 0; code <= from.code_mask(); ++code) {
        const AxisStretch& stretch = axis.stretch_of(code);
        ASSERT_TRUE(stretch.first <= code && code <= stretch.last) << from.name << " " << code;
        ASSERT_EQ(stretch.bin, bin_by_value(from, axis.scale(), code)) << from.name << "->" << to << " " << code;
        ++codes;
      }
    }
  }
  EXPECT_GT(codes, 4u * 65536u * 5u);
}

// Kills: a wide format whose ends, powers of two or specials are misplaced; operands counted twice or not at all.
TEST(OperandAxis, DividesWideFormatsWithoutLoss) {
  for (const Format& from : all_formats()) {
    for (const Format& to : all_formats()) {
      const OperandAxis axis({from, to});
      ASSERT_LE(axis.scale().bins(), 256u) << from.name << "->" << to.name;
      std::map<std::size_t, Wide> counts;
      Wide all = 0;
      axis.divide(0, from.code_mask(), [&](std::size_t bin, std::uint64_t count) {
        ASSERT_LT(bin, axis.scale().bins());
        counts[bin] += count == 0 ? Wide{1} << 64 : count;
        all += count == 0 ? Wide{1} << 64 : count;
      });
      EXPECT_EQ(all, Wide{from.code_mask()} + 1) << from.name << "->" << to.name;
      if (from.name == "float32" && to.name == "bfloat16") {
        EXPECT_EQ(counts[axis.scale().zero()], 2u);
        EXPECT_EQ(counts[axis.scale().nan()], 2u * 0x7fffffu);
        EXPECT_EQ(counts[0], 1u);
      }
    }
  }
}

// Kills: a group that mixes what lies beyond the result format's range with what lies within it.
TEST(OperandAxis, WhatLiesBeyondTheResultHasGroupsOfItsOwn) {
  const AxisScale wide = axis_scale({float64, float16});
  EXPECT_LE(wide.lowest + wide.binades, -26);  // half the smallest subnormal is 2^-25
  EXPECT_GE(wide.lowest + wide.binades, -26 - wide.binades);
  EXPECT_GE(wide.highest, 17);  // 2^16 overflows
  EXPECT_EQ(wide.group_of(1023), wide.groups() - 1);
  EXPECT_EQ(wide.group_of(16), wide.groups() - 2);
  EXPECT_EQ(wide.group_of(-1074), 0u);
  EXPECT_EQ(axis_scale({float16, float32}).binades, 1);
  EXPECT_FALSE(axis_scale({*find_format("uint8"), float32}).negative);
}

}  // namespace
}  // namespace hallmark::test
