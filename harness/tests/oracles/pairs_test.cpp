// SPDX-License-Identifier: Apache-2.0
// The pair oracle against the integers, which all of MPFR's tests stand behind: every second operand with the first
// operands that end a category, in every instruction set and floating-point environment.
#include "oracles/pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <memory>
#include <numeric>

#include "inputs/random.h"
#include "inputs/tuples.h"
#include "oracles/arithmetic.h"
#include "tests/kernels/flush_mode.h"
#include "tests/oracles/pair_operations.h"

namespace hallmark::test {
namespace {

constexpr std::size_t all_codes = 65536;

struct Expected {
  std::vector<CodeSets> right;
  std::vector<Requirement> requirements;
};

Expected by_integers(const Elementwise& operation, const Semantics& semantics, std::uint64_t a) {
  IntegerArithmetic integers;
  Expected expected;
  expected.right.reserve(all_codes);
  expected.requirements.reserve(all_codes);
  for (std::uint64_t b = 0; b < all_codes; ++b) {
    const std::array<std::uint64_t, 2> operands{a, b};
    expected.right.push_back(elementwise_result(operation, semantics, operands, integers));
    expected.requirements.push_back(requirement_of(operation, operands, integers));
  }
  return expected;
}

std::uint64_t count_of(const Expected& expected, Requirement requirement) {
  return static_cast<std::uint64_t>(
      std::count(expected.requirements.begin(), expected.requirements.end(), requirement));
}

void expect_same(const Expected& expected, const std::vector<std::uint16_t>& results, const PairCounts& counts,
                 const std::string& where) {
  for (std::size_t b = 0; b < all_codes; ++b) {
    ASSERT_TRUE(expected.right[b].contains(results[b])) << where << " and " << b << " gave " << results[b];
  }
  EXPECT_EQ(counts.special_values, count_of(expected, Requirement::special_values)) << where;
  EXPECT_EQ(counts.subnormals, count_of(expected, Requirement::subnormals)) << where;
  EXPECT_EQ(counts.overflow, count_of(expected, Requirement::overflow)) << where;
}

class Pairs : public testing::TestWithParam<std::string> {};

// Kills: a product whose lost subnormal bits decide a tie, a sum that stops at the largest finite, -0 for +0, a pair
// counted under another requirement; one instruction set that differs; a mode left by a backend that reaches the
// oracle; operands flushed that are to be kept, and the reverse.
TEST_P(Pairs, EveryCategorysEndsWithEverySecondOperand) {
  const Elementwise operation = elementwise(GetParam());
  std::vector<std::uint64_t> firsts = special_codes(operation.operands[0]);
  Random random(5, GetParam());
  for (int n = 0; n < 8; ++n) firsts.push_back(random.below(all_codes));
  std::vector<std::uint16_t> results(all_codes), seconds(all_codes);
  std::iota(seconds.begin(), seconds.end(), std::uint16_t{0});
  for (const auto& [flush, zero] : {std::pair(SubnormalOperands::keep, FlushedZero::keep_sign),
                                    std::pair(SubnormalOperands::flush, FlushedZero::keep_sign),
                                    std::pair(SubnormalOperands::flush, FlushedZero::positive)}) {
    Semantics semantics;
    semantics.subnormal_operands = flush;
    semantics.flushed_zero = zero;
    ASSERT_TRUE(PairOracle::covers(operation, semantics));
    std::vector<std::pair<const char*, std::unique_ptr<PairOracle>>> oracles;
    for (const PairKernels* set : all_pair_kernels()) {
      oracles.emplace_back(set->name, std::make_unique<PairOracle>(operation, semantics, *set));
    }
    // Flushing changes operands alone: a quarter of the rows shows it.
    const std::size_t step = flush == SubnormalOperands::keep ? 1 : 4;
    for (std::size_t n = 0; n < firsts.size(); n += step) {
      const std::uint64_t first = firsts[n];
      const Expected expected = by_integers(operation, semantics, first);
      const auto a = static_cast<std::uint16_t>(first);
      const std::vector<std::uint16_t> same(all_codes, a);
      for (const auto& [set, oracle] : oracles) {
        const std::string where = std::string(set) + ": " + std::to_string(first);
        std::fenv_t usual;
        std::fegetenv(&usual);
        std::fesetround(FE_UPWARD);
        kernels::flush_subnormals();
        PairCounts counts = oracle->row(a, 0, all_codes, results.data());
        std::fesetenv(&usual);
        expect_same(expected, results, counts, where);
        counts = oracle->results(same.data(), seconds.data(), all_codes, results.data());
        expect_same(expected, results, counts, where + " gathered");
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Pairs, testing::ValuesIn(pair_signatures()), [](const auto& signature) {
  std::string name;
  for (const char letter : signature.param) name += std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
  return name;
});

// Kills: a comparison that passes a wrong code, an infinity for a NaN or a NaN for an infinity; a poison that is right.
TEST(PairOracle, MatchesTheRightCodeAndAnyNan) {
  const Elementwise operation = elementwise("add(float16,float16)->float16");
  for (const PairKernels* kernels : all_pair_kernels()) {
    const PairOracle oracle(operation, {}, *kernels);
    const RightCodes codes(operation.result, *kernels);
    std::vector<std::uint16_t> right(all_codes), got, poison(all_codes);
    for (const std::uint16_t a : std::initializer_list<std::uint16_t>{0x3c00, 0x7c00, 0x0001}) {
      oracle.row(a, 0, all_codes, right.data());
      got = right;
      EXPECT_TRUE(codes.all_match(right.data(), got.data(), all_codes));
      for (const std::size_t row : {std::size_t{0}, std::size_t{0x3c01}, all_codes - 1}) {
        const bool is_nan = (right[row] & 0x7fff) > 0x7c00;
        for (const std::uint16_t other :
             std::initializer_list<std::uint16_t>{0x7e00, 0x7c01, 0xffff, 0x7c00, 0xfc00, 0x0000, 0x3c01}) {
          got[row] = other;
          const bool accepts = is_nan ? (other & 0x7fff) > 0x7c00 : other == right[row];
          EXPECT_EQ(codes.all_match(right.data(), got.data(), all_codes), accepts) << kernels->name << row << other;
          EXPECT_EQ(codes.matches(right[row], other), accepts);
          got[row] = right[row];
        }
      }
      for (const int turn : {0, 1}) {
        codes.poison(right.data(), all_codes, turn, poison.data());
        for (std::size_t row = 0; row < all_codes; ++row) {
          ASSERT_FALSE(codes.matches(right[row], poison[row]));
          ASSERT_EQ(poison[row], RightCodes::poison_of(right[row], turn));
        }
      }
    }
  }
}

// Kills: an oracle that answers where it is not proven.
TEST(PairOracle, RefusesWhatFloat32DoesNotDecide) {
  const Elementwise product = elementwise("multiply(bfloat16,bfloat16)->bfloat16");
  Semantics semantics;
  EXPECT_TRUE(PairOracle::covers(product, semantics));
  semantics.rounding = Rounding::rtz;
  EXPECT_FALSE(PairOracle::covers(product, semantics));
  semantics = {};
  semantics.subnormal_results = SubnormalResults::flush_after_rounding;
  EXPECT_FALSE(PairOracle::covers(product, semantics));
  semantics = {};
  semantics.nan = Nan::canonical;
  EXPECT_FALSE(PairOracle::covers(product, semantics));
  // A sum of float16 has up to 41 bits: rounded to 24 and then to 8 it is rounded twice.
  EXPECT_FALSE(PairOracle::covers(elementwise("add(float16,float16)->bfloat16"), {}));
  // A sum of tiny bfloat16 numbers is no multiple of float16's smallest subnormal.
  EXPECT_FALSE(PairOracle::covers(elementwise("add(bfloat16,bfloat16)->float16"), {}));
  EXPECT_FALSE(PairOracle::covers(elementwise("add(float32,float32)->bfloat16"), {}));
  EXPECT_FALSE(PairOracle::covers(elementwise("multiply(float8_e4m3fn,float8_e4m3fn)->float8_e4m3fn"), {}));
}

}  // namespace
}  // namespace hallmark::test
