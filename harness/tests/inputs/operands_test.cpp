// SPDX-License-Identifier: Apache-2.0
// Special values, double-rounding witnesses, binade ends, and what seeds fix.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "formats/formats.h"
#include "inputs/boundaries.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

std::vector<std::uint64_t> flat(Intervals codes) {
  codes.normalise();
  std::vector<std::uint64_t> list;
  for (const Interval& interval : codes.intervals()) {
    for (std::uint64_t code = interval.first;; ++code) {
      list.push_back(code);
      if (code == interval.last) break;
    }
  }
  return list;
}

bool holds(const std::vector<std::uint64_t>& list, std::uint64_t code) {
  return std::binary_search(list.begin(), list.end(), code);
}

// Kills: a special value left out, above all a NaN whose payload lies in the low half alone.
TEST(SpecialValues, OfFloat32) {
  Intervals codes;
  add_special_values(codes, float32, 1);
  const std::vector<std::uint64_t> list = flat(codes);
  for (const std::uint64_t sign : {0x00000000u, 0x80000000u}) {
    for (const std::uint64_t code :
         {0x00000000u, 0x00000001u, 0x007fffffu, 0x00800000u, 0x7f7fffffu, 0x7f800000u, 0x7f800001u, 0x7fbfffffu,
          0x7fc00000u, 0x7fffffffu, 0x7f80ffffu, 0x7f808000u, 0x7fff0000u}) {
      EXPECT_TRUE(holds(list, sign | code)) << std::hex << (sign | code);
    }
    for (int bit = 0; bit < 23; ++bit) EXPECT_TRUE(holds(list, sign | 0x7f800000u | (1u << bit)));
  }
}

// Kills: an integer's ends left out, or a floating format's fields read into it.
TEST(SpecialValues, OfIntegers) {
  Intervals codes;
  add_special_values(codes, *find_format("int32"), 2);
  EXPECT_EQ(flat(codes), (std::vector<std::uint64_t>{0, 1, 2, 0x7ffffffd, 0x7ffffffe, 0x7fffffff, 0x80000000,
                                                     0x80000001, 0x80000002, 0xfffffffd, 0xfffffffe, 0xffffffff}));
}

// Kills: formats without signalling NaN given IEEE 754's codes, and e8m0 given a sign.
TEST(SpecialValues, OfTheSmallFormats) {
  Intervals e8m0, e4m3;
  add_special_values(e8m0, float8_e8m0fnu, 0);
  EXPECT_EQ(flat(e8m0), (std::vector<std::uint64_t>{0x00, 0xfe, 0xff}));
  add_special_values(e4m3, float8_e4m3fn, 0);
  EXPECT_EQ(flat(e4m3), (std::vector<std::uint64_t>{0x00, 0x08, 0x7e, 0x7f, 0x80, 0x88, 0xfe, 0xff}));
}

// Kills: binade ends off by one, a sign or the subnormal binade left out.
TEST(Binades, EndsOfEach) {
  Intervals codes;
  add_binades(codes, float16, 0);
  const std::vector<std::uint64_t> list = flat(codes);
  EXPECT_EQ(list.size(), 2u * 2 * 32);
  for (std::uint64_t code = 0; code <= 0xffff; ++code) {
    const bool end = (code & 0x3ff) == 0 || (code & 0x3ff) == 0x3ff;
    ASSERT_EQ(holds(list, code), end) << code;
  }
  Intervals integers;
  add_binades(integers, *find_format("int64"), 0);
  const std::vector<std::uint64_t> powers = flat(integers);
  EXPECT_EQ(powers.size(), 64u + 63);  // the minimum's magnitude is its own code
  EXPECT_TRUE(holds(powers, ~std::uint64_t{0}) && holds(powers, 1) && holds(powers, std::uint64_t{1} << 63));
}

// Kills: thresholds without the neighbours that round twice to another result, from below and from above a midpoint.
TEST(DoubleRounding, WitnessesOnBothSidesThroughFloat32) {
  Semantics twice;
  twice.evaluate_in = "float32";
  Truth truth;
  for (const Format& from : {float64, *find_format("int64")}) {
    for (const Format& to : {bfloat16, float16, float8_e4m3fn}) {
      if (from.is_integer() && to != bfloat16) continue;  // an integer within their range is a float32
      Intervals codes;
      add_thresholds(codes, {from, to}, 4);
      std::array<std::uint64_t, 4> witnesses{};  // sign, and whether rounding twice gives the larger magnitude
      for (const std::uint64_t operand : flat(codes)) {
        const CodeSet once = truth.convert({from, to}, {}, operand);
        const CodeSet by_two = truth.convert({from, to}, twice, operand);
        if (once == by_two || !once.is_single() || !by_two.is_single()) continue;
        ++witnesses[(from.is_negative(operand) ? 2 : 0) + (by_two.low > once.low ? 1 : 0)];
      }
      for (const std::uint64_t count : witnesses) EXPECT_GT(count, 40u) << from.name << " to " << to.name;
    }
  }
}

// Kills: seeded thresholds that miss ties of one parity, leave their range, or change with anything but the seed.
TEST(SeededThresholds, HaveTiesOfBothParitiesAndStayInRange) {
  const Conversion conversion{float64, float32};
  const std::uint64_t first = 0x3800000000000000, last = 0x4800000000000000;
  const auto draw = [&](std::uint64_t seed, std::uint64_t count) {
    Intervals codes;
    Random random(seed);
    add_seeded_thresholds(codes, conversion, count, first, last, random);
    return flat(codes);
  };
  const std::vector<std::uint64_t> list = draw(1, 5000);
  EXPECT_EQ(list, draw(1, 5000));
  EXPECT_NE(list, draw(2, 5000));
  EXPECT_GE(list.front(), first);
  EXPECT_LE(list.back(), last);
  // Each draw gives a value and a midpoint with a neighbour on each side.
  EXPECT_GE(list.size(), 5000u * 6 - 200);
  EXPECT_EQ(std::adjacent_find(list.begin(), list.end()), list.end());
  std::uint64_t ties[2] = {};
  std::set<std::uint64_t> binades;
  Semantics down;
  down.rounding = Rounding::rtz;
  Truth truth;
  for (const std::uint64_t operand : list) {
    if ((operand & 0x1fffffff) != 0x10000000) continue;
    ++ties[truth.convert(conversion, down, operand).low & 1];
    binades.insert(operand >> 52);
  }
  EXPECT_GT(ties[0], 2000u);
  EXPECT_GT(ties[1], 2000u);
  EXPECT_GT(binades.size(), 250u);
}

// Kills: integer operands of the longest bit lengths alone.
TEST(SeededThresholds, ReachEveryBitLengthOfIntegers) {
  Intervals codes;
  Random random(1);
  add_seeded_thresholds(codes, {*find_format("int64"), float32}, 4000, 0, 0x7fffffffffffffff, random);
  std::set<int> lengths;
  for (const std::uint64_t operand : flat(codes)) lengths.insert(bit_length(operand));
  EXPECT_GE(lengths.size(), 62u);
}

// Kills: random codes outside the range, or the same for every seed.
TEST(RandomOperands, StayInRange) {
  Intervals codes, again, other;
  Random one(1), same(1), two(2);
  add_random(codes, 1000, 100, 1u << 30, one);
  add_random(again, 1000, 100, 1u << 30, same);
  add_random(other, 1000, 100, 1u << 30, two);
  const std::vector<std::uint64_t> list = flat(codes);
  EXPECT_GE(list.size(), 998u);
  EXPECT_GE(list.front(), 100u);
  EXPECT_LE(list.back(), 1u << 30);
  EXPECT_EQ(list, flat(again));
  EXPECT_NE(list, flat(other));
}

}  // namespace
}  // namespace hallmark::test
