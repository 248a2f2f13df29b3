// SPDX-License-Identifier: Apache-2.0
// Operands of scale and unscale: one scalar a block, none twice, and every case that a scaling can go wrong on.
#include "inputs/scaled_tuples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "formats/formats.h"
#include "oracles/arithmetic.h"

namespace hallmark::test {
namespace {

Elementwise operation(Operator code, const Format& from, const Format& to) { return {code, {from, float32}, 2, to}; }

/// The operands each scalar met, in order; and that blocks keep to one scalar.
std::map<std::uint64_t, std::vector<std::uint64_t>> met(Tuples& tuples, std::set<std::size_t>& lengths) {
  std::map<std::uint64_t, std::vector<std::uint64_t>> operands;
  Columns columns;
  while (const std::size_t rows = tuples.next(4096, columns)) {
    lengths.insert(rows);
    EXPECT_EQ(columns[1], std::vector<std::uint64_t>(rows, columns[1].front()));
    auto& mine = operands[columns[1].front()];
    mine.insert(mine.end(), columns[0].begin(), columns[0].end());
  }
  return operands;
}

// Kills: an operand left out at a block's end, a block with two scalars, calls of whole vectors alone.
TEST(ScaledTuples, EveryNarrowOperandOnceWithEachScalar) {
  for (const Format* format : {&bfloat16, &float8_e5m2, &float4_e2m1fn}) {
    const Elementwise of = operation(Operator::scale, *format, *format);
    std::set<std::size_t> lengths;
    const auto operands = met(*scaled_tuples(of, {1, 0x3f800000, 0x7fc00000}, 5, 9), lengths);
    ASSERT_EQ(operands.size(), 3u);
    for (const auto& [scalar, codes] : operands) {
      ASSERT_EQ(codes.size(), format->code_mask() + 1) << scalar;
      for (std::uint64_t code = 0; code <= format->code_mask(); ++code) EXPECT_EQ(codes[code], code);
    }
    EXPECT_TRUE(std::any_of(lengths.begin(), lengths.end(), [](std::size_t rows) { return rows % 8 != 0; }));
  }
}

// Kills: a drawn operand given twice, special values missing, ties that no operand makes.
TEST(ScaledTuples, WideOperandsReachEndsAndTies) {
  constexpr std::uint64_t count = 5000;
  for (const Operator code : {Operator::scale, Operator::unscale}) {
    const Elementwise of = operation(code, float32, bfloat16);
    std::set<std::size_t> lengths;
    const auto operands = met(*scaled_tuples(of, {0x3f900000, 0x3eaaaaab, 0}, count, 9), lengths);
    IntegerArithmetic integers;
    for (const auto& [scalar, codes] : operands) {
      ASSERT_EQ(codes.size(), count);
      EXPECT_EQ(std::set(codes.begin(), codes.end()).size(), count);
      for (const std::uint64_t special : special_codes(float32)) {
        EXPECT_TRUE(std::binary_search(codes.begin(), codes.end(), special)) << std::hex << special;
      }
      if (scalar == 0) continue;
      std::uint64_t near_ties = 0, next_to_overflow = 0;
      Semantics up, down;
      up.rounding = Rounding::rna;
      down.rounding = Rounding::rtz;
      for (const std::uint64_t x : codes) {
        const Category category = classify(float32, x);
        if (category != Category::normal && category != Category::subnormal) continue;
        const std::array values{decode(float32, x), decode(float32, scalar)};
        const Real exact = integers.compute(computed_as(code), values, 64);
        const std::uint64_t significand = exact.significand << std::countl_zero(exact.significand);
        // Eight bits are kept: a tie has one bit below them; near it the next 13 bits are all alike.
        const std::uint64_t below = significand << 8 >> 50;
        near_ties += below == 0x2000 || below == 0x1fff ? 1 : 0;
        const int exponent = exact.exponent + bit_length(exact.significand) - 1;
        next_to_overflow += exponent == 127 && significand >> 55 == 0x1ff ? 1 : 0;
      }
      EXPECT_GT(near_ties, count / 4) << std::hex << scalar;
      // The largest operand goes further only where it grows.
      const bool grows = (code == Operator::scale) == (scalar > 0x3f800000);
      EXPECT_EQ(next_to_overflow > 0, grows) << std::hex << scalar;
    }
  }
}

// Kills: pairs that are no ties, all on one side of one, or that rounding to float32 first does no harm to.
TEST(ScaledTuples, NearTiesAreRoundedTwiceWrongly) {
  IntegerArithmetic integers;
  Semantics twice;
  twice.evaluate_in = "float32";
  for (const Operator code : {Operator::scale, Operator::unscale}) {
    const Elementwise of = operation(code, float16, float16);
    const auto pairs = scaled_near_ties(of, 2000, 4);
    ASSERT_GE(pairs.size(), 2000u);
    std::uint64_t wrong = 0;
    for (const auto& pair : pairs) {
      wrong += elementwise_result(of, {}, pair, integers) != elementwise_result(of, twice, pair, integers) ? 1 : 0;
    }
    EXPECT_GT(wrong, 100u) << info_of(code).name;
  }
}

// Kills: a list that lost the scalars that matter, or has one twice.
TEST(ScaledTuples, ListedScalars) {
  for (const Operator code : {Operator::scale, Operator::unscale}) {
    const Elementwise of = operation(code, float16, bfloat16);
    std::vector<std::uint64_t> scalars = listed_scalars(of, 1);
    for (int exponent = -149; exponent <= 127; ++exponent) {
      const std::uint64_t power =
          exponent < -126 ? std::uint64_t{1} << (exponent + 149) : static_cast<std::uint64_t>(exponent + 127) << 23;
      EXPECT_TRUE(std::count(scalars.begin(), scalars.end(), power) == 1) << exponent;
    }
    const auto few = listed_scalars(of, 0);
    EXPECT_LT(few.size(), 100u);
    for (const std::uint64_t scalar :
         {0x00000000u, 0x80000000u, 0x00000001u, 0x007fffffu, 0x00800000u, 0x00200000u, 0x7f7fffffu, 0x7f800000u,
          0xff800000u, 0x7f800001u, 0x7fc00000u, 0x47800000u, 0x47000000u, 0x3eaaaaabu, 0x3f800001u, 0x3f7fffffu}) {
      EXPECT_TRUE(std::count(few.begin(), few.end(), scalar) == 1) << std::hex << scalar;
    }
    add_drawn_scalars(scalars, scalars.size() + 1000, 3);
    EXPECT_EQ(std::set(scalars.begin(), scalars.end()).size(), scalars.size());
  }
}

}  // namespace
}  // namespace hallmark::test
