// SPDX-License-Identifier: Apache-2.0
// Operands of functions: all of a narrow format, and of wide ones those that are known to be hard.
#include "functions/domains.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "formats/formats.h"
#include "inputs/hard_operands.h"
#include "inputs/hardest_operands.h"
#include "truth/functions.h"

namespace hallmark::test {
namespace {

FunctionOperation unary(ElementaryFunction code, const Format& from, const Format& to) { return {code, {from}, 1, to}; }

std::uint64_t float_code(float value) { return std::bit_cast<std::uint32_t>(value); }

bool holds(const Intervals& operands, std::uint64_t code) {
  return std::any_of(operands.intervals().begin(), operands.intervals().end(),
                     [&](const Interval& interval) { return interval.first <= code && code <= interval.last; });
}

// Kills: operands left out or tried twice, a part's share that overlaps another's.
TEST(FunctionDomains, HaveEachOperandOnce) {
  for (const Level level : {Level::quick, Level::standard, Level::exhaustive}) {
    for (const Format& format : {bfloat16, float8_e5m2, float32, float64}) {
      if (format == float32 && level == Level::exhaustive) continue;  // four billion: its parts are counted below
      if (format.width() > 16 && level != Level::quick) continue;
      std::set<std::uint64_t> seen;
      std::uint64_t total = 0;
      for (const TupleShare& share : function_shares(unary(ElementaryFunction::exp, format, format), level, 1, "exp")) {
        const auto tuples = share.make();
        Columns columns;
        while (const std::size_t rows = tuples->next(1000, columns)) {
          total += rows;
          seen.insert(columns[0].begin(), columns[0].end());
        }
      }
      EXPECT_EQ(seen.size(), total) << format.name;
      if (format.width() <= 16) {
        EXPECT_EQ(total, format.code_mask() + 1);
      } else {
        EXPECT_GE(total, std::uint64_t{1} << 20);
      }
    }
  }
  std::uint64_t next = 0;
  for (const TupleShare& share :
       function_shares(unary(ElementaryFunction::exp, float32, float32), Level::exhaustive, 1, "")) {
    const auto tuples = share.make();
    Columns columns;
    ASSERT_GT(tuples->next(1, columns), 0u);
    EXPECT_EQ(columns[0][0], next);
    next += share.tuples;
  }
  EXPECT_EQ(next, std::uint64_t{1} << 32);
}

// Kills: exp of float32 never tried near its overflow and underflow, log never near 1.
TEST(HardOperands, AreWhereResultsChangeTheirKind) {
  Intervals exp;
  add_crossings(exp, unary(ElementaryFunction::exp, float32, float32), 4);
  exp.normalise();
  EXPECT_TRUE(holds(exp, float_code(88.72284F)));    // to the largest float32
  EXPECT_TRUE(holds(exp, float_code(-87.33655F)));   // to the smallest normal
  EXPECT_TRUE(holds(exp, float_code(-103.27893F)));  // to the least subnormal
  EXPECT_TRUE(holds(exp, float_code(-103.97208F)));  // to half of it
  EXPECT_LT(exp.size(), 1000u);
  Intervals to_half;
  add_crossings(to_half, unary(ElementaryFunction::exp, float32, float16), 4);
  to_half.normalise();
  EXPECT_TRUE(holds(to_half, float_code(11.089867F)));
  Intervals log;
  add_crossings(log, unary(ElementaryFunction::log, float32, float32), 4);
  log.normalise();
  EXPECT_TRUE(holds(log, float_code(1.0F)));
  EXPECT_TRUE(holds(log, float_code(2.7182817F)));
}

// Kills: a search that ends early: these are the operands nearest to multiples of pi/2 that the literature names.
TEST(HardOperands, AreNearestToMultiplesOfHalfPi) {
  Intervals single, wide;
  add_near_multiples_of_half_pi(single, float32, 0);
  single.normalise();
  EXPECT_TRUE(holds(single, float_code(0x1.921fb6p+0F)));          // pi/2
  EXPECT_TRUE(holds(single, float_code(16367173.0F * 0x1p+72F)));  // Muller, Elementary Functions, table 11.1
  add_near_multiples_of_half_pi(wide, float64, 0);
  wide.normalise();
  EXPECT_TRUE(holds(wide, std::bit_cast<std::uint64_t>(6381956970095103.0 * 0x1p+797)));  // the same table
  // Every one of them is near: its cosine or sine is smaller than a random operand's would be.
  std::size_t near = 0, all = 0;
  for (const Interval& interval : single.intervals()) {
    const float x = std::bit_cast<float>(static_cast<std::uint32_t>(interval.first));
    if (!(x > 2.0F) || x > 1e30F) continue;
    ++all;
    const double residue =
        std::min(std::fabs(std::sin(static_cast<double>(x))), std::fabs(std::cos(static_cast<double>(x))));
    near += residue < 0x1p-18 ? 1 : 0;
  }
  EXPECT_GT(all, 60u);
  EXPECT_GT(near * 4, all * 3);
}

// Kills: a wrong entry of the table, which would be as good as a random operand, and a table that no level tries.
TEST(Hardest, OperandsLieNearAMiddleAndAreTried) {
  FunctionTruth truth;
  std::size_t all = 0;
  for (const FunctionInfo& info : all_functions()) {
    if (info.operands != 1) continue;
    const FunctionOperation operation = unary(info.code, float32, float32);
    std::set<std::uint64_t> tried;
    for (const TupleShare& share : function_shares(operation, Level::quick, 1, "")) {
      const auto tuples = share.make();
      Columns columns;
      while (tuples->next(4096, columns) > 0) tried.insert(columns[0].begin(), columns[0].end());
    }
    for (const std::uint32_t code : hardest_operands(info.code)) {
      ++all;
      const std::uint64_t operand = code;
      const FunctionAnswer answer = truth.answer(operation, {}, {}, {&operand, 1});
      ASSERT_TRUE(answer.has_value) << info.name << ' ' << code;
      // Of 64 bits the first 24 are the result's: the rest is within 2^-22 of a unit of its middle.
      const std::uint64_t rest = answer.value.significand << std::countl_zero(answer.value.significand) << 24;
      const std::uint64_t middle = std::uint64_t{1} << 63;
      EXPECT_LE(rest > middle ? rest - middle : middle - rest, std::uint64_t{1} << (64 - 22))
          << info.name << ' ' << code;
      EXPECT_TRUE(tried.contains(code)) << info.name << ' ' << code;
    }
  }
  EXPECT_GE(all, 200u);
}

}  // namespace
}  // namespace hallmark::test
