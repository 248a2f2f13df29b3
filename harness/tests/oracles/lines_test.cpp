// SPDX-License-Identifier: Apache-2.0
// Lines equal truth: at their ends, inside, for every rounding, and only where they may be used.
#include "oracles/lines.h"

#include <gtest/gtest.h>

#include "formats/formats.h"
#include "inputs/random.h"
#include "tests/oracles/profile_semantics.h"
#include "tests/truth/near_thresholds.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

std::uint64_t lines_checked = 0;

void expect_line(const Conversion& conversion, std::span<const Semantics> list, std::uint64_t operand, Truth& truth,
                 Random& random, std::uint64_t& wrong) {
  const auto line = line_at(conversion, list, operand, conversion.from.code_mask());
  if (!line) return;
  ++lines_checked;
  EXPECT_EQ(line->first, operand);
  EXPECT_LE(line->first, line->last);
  std::vector<CodeSet> answers(list.size());
  std::vector<std::uint64_t> places{line->first, line->last, std::min(line->first + 1, line->last),
                                    line->last == line->first ? line->last : line->last - 1};
  for (int n = 0; n < 6; ++n) places.push_back(random.between(line->first, line->last));
  for (const std::uint64_t place : places) {
    truth.convert(conversion, list, place, answers);
    const std::uint64_t code = code_on_line(*line, place) & conversion.to.code_mask();
    for (const CodeSet& answer : answers) {
      if (answer == CodeSet::single(code)) continue;
      if (++wrong <= 5) {
        ADD_FAILURE() << conversion.from.name << " to " << conversion.to.name << std::hex << " " << place << ": "
                      << code << ", truth " << answer.low << ".." << answer.high;
      }
    }
  }
}

// Kills: a shift or an offset one off, a tie on the wrong side, a carry lost, a line across a binade, a flush or an
// overflow it reaches into.
TEST(Lines, EqualTruth) {
  Truth truth;
  Random random(1);
  std::uint64_t wrong = 0;
  for (const char* source : {"float32", "int32", "uint32", "float16", "bfloat16", "int16", "float8_e5m2"}) {
    const Format& from = *find_format(source);
    for (const Format& to : formats_up_to(64)) {
      if (from == to) continue;
      const std::vector<std::uint64_t> operands = near_thresholds(from, to, 1500);
      for (const Rounding rounding :
           {Rounding::rne, Rounding::rna, Rounding::rtz, Rounding::rup, Rounding::rdn, Rounding::rto}) {
        for (const auto subnormals : {SubnormalResults::keep, SubnormalResults::flush_after_rounding}) {
          std::vector<Semantics> list(2);
          list[0].rounding = list[1].rounding = rounding;
          list[1].subnormal_results = subnormals;
          list[1].subnormal_operands = SubnormalOperands::flush;
          list[1].overflow = Overflow::saturate;
          list[1].integer_overflow = IntegerOverflow::wrap;
          for (const std::uint64_t operand : operands) expect_line({from, to}, list, operand, truth, random, wrong);
        }
      }
    }
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(lines_checked, 300000u);
}

// Kills: a line where a negative value rounds to a zero that has no sign.
TEST(Lines, OfAFormatWithoutNegativeZero) {
  Format wide = float32;
  wide.name = "mychip_e5m18fnuz";
  wide.exponent_bits = 5;
  wide.significand_bits = 18;
  wide.storage_bits = 32;
  wide.bias = 16;
  wide.infinities = false;
  wide.negative_zero = false;
  wide.nan_codes = CodeSet::single(wide.sign_mask());
  Truth truth;
  Random random(2);
  std::uint64_t wrong = 0;
  const Semantics semantics;
  for (std::uint64_t binade = 0x30000000; binade < 0x48000000; binade += 0x00400000) {
    expect_line({float32, wide}, {&semantics, 1}, binade, truth, random, wrong);
    expect_line({float32, wide}, {&semantics, 1}, binade | 0x80000000, truth, random, wrong);
  }
  EXPECT_EQ(wrong, 0u);
}

// Kills: a line where alternatives differ, or where none may be: a special value, stochastic rounding, a 64-bit source.
TEST(Lines, OnlyWhereTheyHold) {
  std::vector<Semantics> list(2);
  const std::uint64_t one = 0x3f800000;
  EXPECT_TRUE(line_at({float32, float64}, list, one, 0xffffffff));
  for (const std::uint64_t special : {0x00000000u, 0x00000001u, 0x7f800000u, 0x7fc00000u, 0x80000000u}) {
    EXPECT_FALSE(line_at({float32, float64}, list, special, 0xffffffff));
  }
  EXPECT_FALSE(line_at({float64, float32}, list, 0x3ff0000000000000, ~std::uint64_t{0}));
  EXPECT_FALSE(line_at({float32, float8_e8m0fnu}, list, one, 0xffffffff));
  EXPECT_FALSE(line_at({float32, *find_format("uint32")}, list, one | 0x80000000, 0xffffffff));
  EXPECT_EQ(line_at({float32, float64}, list, one, one + 5)->last, one + 5);
  list[1].rounding = Rounding::rtz;
  EXPECT_FALSE(line_at({float32, float64}, list, one, 0xffffffff));
  list[0].rounding = list[1].rounding = Rounding::stochastic;
  EXPECT_FALSE(line_at({float32, float64}, list, one, 0xffffffff));
  list.assign(1, {});
  list[0].evaluate_in = "float16";
  EXPECT_FALSE(line_at({float32, float64}, list, one, 0xffffffff));
}

}  // namespace
}  // namespace hallmark::test
