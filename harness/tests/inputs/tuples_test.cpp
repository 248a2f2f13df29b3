// SPDX-License-Identifier: Apache-2.0
// Operand tuples: none twice, and every case of rounding that a pair of 16-bit operands can be.
#include "inputs/tuples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "formats/formats.h"
#include "oracles/arithmetic.h"

namespace hallmark::test {
namespace {

Elementwise operation_of(Operator code, const Format& format) {
  Elementwise operation{code, {}, static_cast<std::size_t>(info_of(code).operands), format};
  operation.operands.fill(format);
  return operation;
}

template <class Visit>
std::uint64_t visit(Tuples& tuples, std::size_t rows, const Visit& see) {
  Columns columns;
  std::uint64_t total = 0;
  while (const std::size_t count = tuples.next(rows, columns)) {
    EXPECT_LE(count, rows);
    for (const auto& column : columns) EXPECT_EQ(column.size(), count);
    for (std::size_t row = 0; row < count; ++row) see(columns, row);
    total += count;
  }
  return total;
}

std::vector<std::uint64_t> every_code(const Format& format) {
  std::vector<std::uint64_t> codes;
  for (std::uint64_t code = 0; code <= format.code_mask(); ++code) codes.push_back(code);
  return codes;
}

// Kills: a tuple left out or given twice at the edge of a block or of a share.
TEST(Tuples, AllOnce) {
  const Elementwise operation = operation_of(Operator::add, float6_e2m3fn);
  std::vector<int> seen(4096);
  std::uint64_t total = 0;
  for (const Interval share : {Interval{0, 15}, Interval{16, 63}}) {
    const auto tuples = all_tuples(operation, share);
    total += visit(*tuples, 100,
                   [&](const Columns& columns, std::size_t row) { ++seen[columns[0][row] << 6 | columns[1][row]]; });
  }
  EXPECT_EQ(total, 4096u);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 4096);
  const auto triples = all_tuples(operation_of(Operator::fma, float4_e2m1fn), {0, 15});
  std::set<std::vector<std::uint64_t>> distinct;
  visit(*triples, 1000, [&](const Columns& columns, std::size_t row) {
    distinct.insert({columns[0][row], columns[1][row], columns[2][row]});
  });
  EXPECT_EQ(distinct.size(), 4096u);
}

/// How a pair is rounded: the distance of exponents, and what lies below the result's last bit.
struct RoundingCase {
  int distance;
  bool odd, guard, round, sticky;
  friend auto operator<=>(const RoundingCase&, const RoundingCase&) = default;
};

RoundingCase case_of(const Format& format, const Real& exact, int distance) {
  const int below = bit_length(exact.significand) - format.precision();
  const auto bit = [&](int place) { return place >= 0 && (exact.significand >> place & 1) != 0; };
  const bool sticky = exact.sticky || (below > 2 && (exact.significand & ((std::uint64_t{1} << (below - 2)) - 1)) != 0);
  return {distance, bit(below), bit(below - 1), bit(below - 2), sticky};
}

struct Covered {
  std::set<RoundingCase> cases;
  std::uint64_t tuples = 0, at_overflow = 0, below_normal = 0;
};

Covered cover(const Elementwise& operation, Tuples& tuples) {
  IntegerArithmetic integers;
  Covered covered;
  const Format& format = operation.result;
  const Decoded largest = decode(format, format.largest_finite()), normal = decode(format, format.smallest_normal());
  std::uint64_t previous = ~std::uint64_t{0};
  std::vector<bool> seconds(65536);
  covered.tuples = visit(tuples, 4096, [&](const Columns& columns, std::size_t row) {
    const std::uint64_t codes[] = {columns[0][row], columns[1][row]};
    if (codes[0] != previous) seconds.assign(65536, false);
    previous = codes[0];
    EXPECT_FALSE(seconds[codes[1]]) << std::hex << codes[0] << " " << codes[1];
    seconds[codes[1]] = true;
    const Decoded x = decode(format, codes[0]), y = decode(format, codes[1]);
    if (x.category != Category::normal || y.category != Category::normal) return;
    const Real exact = integers.compute(operation.code, std::array{x, y}, 64);
    if (exact.significand == 0) return;
    const int leading = exact.exponent + bit_length(exact.significand);
    if (leading < normal.exponent + bit_length(normal.significand)) {
      ++covered.below_normal;
    } else if (leading > largest.exponent + bit_length(largest.significand)) {
      ++covered.at_overflow;
    } else {
      covered.cases.insert(case_of(format, exact, std::min(std::abs(x.exponent - y.exponent), format.precision() + 3)));
    }
  });
  return covered;
}

class Pairs : public testing::TestWithParam<std::pair<Operator, const Format*>> {};

// Kills: a generator that leaves out a distance of exponents, or a guard, round and sticky bit with either parity.
TEST_P(Pairs, EveryRoundingCaseThatThereIs) {
  const auto& [code, format] = GetParam();
  const Elementwise operation = operation_of(code, *format);
  std::vector<std::uint64_t> firsts, sampled;
  for (std::uint64_t x = 0x3000; x < 0x4800; ++x) firsts.push_back(x);
  for (std::uint64_t x = 0x3000; x < 0x4800; x += 97) sampled.push_back(x);
  const auto chosen = stratified_pairs(operation, firsts, true, 1);
  const Covered stratified = cover(operation, *chosen);
  EXPECT_GT(stratified.tuples, firsts.size() * 1000);
  // All that any pair with some of these first operands can be.
  std::set<RoundingCase> possible;
  for (const std::uint64_t x : sampled) {
    const auto everything = all_tuples(operation, {x, x});
    const Covered whole = cover(operation, *everything);
    possible.insert(whole.cases.begin(), whole.cases.end());
  }
  EXPECT_GT(possible.size(), code == Operator::divide ? 16u : 64u);
  std::vector<RoundingCase> missing;
  std::set_difference(possible.begin(), possible.end(), stratified.cases.begin(), stratified.cases.end(),
                      std::back_inserter(missing));
  EXPECT_TRUE(missing.empty()) << missing.size() << " of " << possible.size() << " missing, such as distance "
                               << missing.front().distance << (missing.front().odd ? " odd" : " even")
                               << missing.front().guard << missing.front().round << missing.front().sticky;
}

INSTANTIATE_TEST_SUITE_P(All, Pairs,
                         testing::Values(std::pair{Operator::add, &bfloat16}, std::pair{Operator::add, &float16},
                                         std::pair{Operator::multiply, &bfloat16},
                                         std::pair{Operator::multiply, &float16},
                                         std::pair{Operator::divide, &bfloat16}, std::pair{Operator::divide, &float16}),
                         [](const auto& row) {
                           return std::string(info_of(row.param.first).name) + "_" +
                                  std::string(row.param.second->name);
                         });

// Kills: an edge of overflow or of the subnormals that no second operand comes near.
TEST(Tuples, EdgesOfTheResult) {
  IntegerArithmetic integers;
  for (const Operator code : {Operator::add, Operator::multiply, Operator::divide}) {
    const Elementwise operation = operation_of(code, float16);
    const auto chosen = stratified_pairs(operation, every_code(float16), false, 1);
    std::set<std::uint64_t> near_overflow, near_normal;
    visit(*chosen, 4096, [&](const Columns& columns, std::size_t row) {
      const std::array<std::uint64_t, 2> codes{columns[0][row], columns[1][row]};
      const CodeSets right = elementwise_result(operation, {}, codes, integers);
      const std::uint64_t magnitude = right.sets[0].low & 0x7fff;
      if (magnitude == 0x7bff || magnitude == 0x7c00) near_overflow.insert(codes[0]);
      if (magnitude == 0x03ff || magnitude == 0x0400) near_normal.insert(codes[0]);
    });
    EXPECT_GT(near_overflow.size(), 10000u) << info_of(code).name;
    EXPECT_GT(near_normal.size(), 3000u) << info_of(code).name;
  }
}

// Kills: shares that overlap, too few tuples, a seed without effect.
TEST(Tuples, DrawnOnesAreDistinct) {
  const Elementwise operation = operation_of(Operator::fma, float16);
  std::set<std::vector<std::uint64_t>> distinct;
  std::uint64_t total = 0;
  for (std::uint64_t share = 0; share < 3; ++share) {
    const auto tuples = drawn_tuples(operation, 20000, share, 3, 5);
    total += visit(*tuples, 1000, [&](const Columns& columns, std::size_t row) {
      distinct.insert({columns[0][row], columns[1][row], columns[2][row]});
    });
  }
  EXPECT_GE(total, 60000u);
  EXPECT_EQ(distinct.size(), total);
  Columns one, other;
  drawn_tuples(operation, 1000, 0, 1, 5)->next(1000, one);
  drawn_tuples(operation, 1000, 0, 1, 6)->next(1000, other);
  EXPECT_NE(one, other);
}

// Kills: drawing on and on for tuples that there are not.
TEST(Tuples, OfAFewAllAreDrawn) {
  const auto count = [](const Elementwise& operation, std::uint64_t share, std::uint64_t shares) {
    std::set<std::vector<std::uint64_t>> distinct;
    const auto tuples = drawn_tuples(operation, 1000, share, shares, 5);
    const std::uint64_t total = visit(*tuples, 100, [&](const Columns& columns, std::size_t row) {
      std::vector<std::uint64_t> codes;
      for (const auto& column : columns) codes.push_back(column[row]);
      EXPECT_EQ(codes[0] % shares, share);
      distinct.insert(codes);
    });
    EXPECT_EQ(distinct.size(), total);
    return total;
  };
  EXPECT_EQ(count(operation_of(Operator::negate, float8_e5m2), 0, 1), 256u);
  EXPECT_EQ(count(operation_of(Operator::add, float4_e2m1fn), 0, 1), 256u);
  EXPECT_EQ(count(operation_of(Operator::add, float6_e2m3fn), 1, 3), 21u * 64u);
  EXPECT_GE(count(operation_of(Operator::add, float6_e2m3fn), 0, 1), 1000u);
}

// Kills: a drawn sum that never cancels, and a tie that no third operand breaks.
TEST(Tuples, DrawnTriplesCancelAndBreakTies) {
  const Elementwise operation = operation_of(Operator::fma, bfloat16);
  IntegerArithmetic integers;
  std::uint64_t cancelled = 0, broken = 0;
  const auto tuples = drawn_tuples(operation, 100000, 0, 1, 5);
  Semantics unfused;
  unfused.fma = Fma::unfused;
  Semantics twice;
  twice.fma = Fma::via_float32;
  visit(*tuples, 4096, [&](const Columns& columns, std::size_t row) {
    const std::array<std::uint64_t, 3> codes{columns[0][row], columns[1][row], columns[2][row]};
    const CodeSets right = elementwise_result(operation, {}, codes, integers);
    if (!right.single()) return;
    if (elementwise_result(operation, unfused, codes, integers) != right) ++cancelled;
    if (elementwise_result(operation, twice, codes, integers) != right) ++broken;
  });
  EXPECT_GT(cancelled, 2000u);
  EXPECT_GT(broken, 300u);
}

}  // namespace
}  // namespace hallmark::test
