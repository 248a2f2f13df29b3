// SPDX-License-Identifier: Apache-2.0
// The triple oracle against the integers, which all of MPFR's tests stand behind: every addend with products that end a
// category, in every instruction set and floating-point environment.
#include "oracles/triples.h"

#include <gtest/gtest.h>

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

class Triples : public testing::TestWithParam<std::string> {};

void expect_row(const Elementwise& operation, const Semantics& semantics, const std::array<std::uint16_t, 2>& factors,
                const std::vector<std::uint16_t>& results, const PairCounts& counts) {
  IntegerArithmetic integers;
  PairCounts expected;
  for (std::uint64_t c = 0; c < all_codes; ++c) {
    const std::array<std::uint64_t, 3> operands{factors[0], factors[1], c};
    const CodeSets right = elementwise_result(operation, semantics, operands, integers);
    ASSERT_TRUE(right.contains(results[c])) << factors[0] << " * " << factors[1] << " + " << c << ": " << results[c];
    const Requirement requirement = requirement_of(operation, operands, integers);
    if (requirement == Requirement::special_values) ++expected.special_values;
    if (requirement == Requirement::subnormals) ++expected.subnormals;
    if (requirement == Requirement::overflow) ++expected.overflow;
  }
  EXPECT_EQ(counts.special_values, expected.special_values) << factors[0] << " * " << factors[1];
  EXPECT_EQ(counts.subnormals, expected.subnormals) << factors[0] << " * " << factors[1];
  EXPECT_EQ(counts.overflow, expected.overflow) << factors[0] << " * " << factors[1];
}

// Kills: a sum rounded twice, an error taken on the wrong side of an even sum, subnormal results cut, overflow judged
// before rounding, -0 for +0, a triple counted under another requirement; one instruction set that differs; a mode left
// by a backend that reaches the oracle.
TEST_P(Triples, ProductsOfCategoriesEndsWithEveryAddend) {
  const Elementwise operation = elementwise(GetParam());
  const std::vector<std::uint64_t> ends = special_codes(operation.operands[0]);
  Random random(7, GetParam());
  std::vector<std::array<std::uint16_t, 2>> factors;
  for (int n = 0; n < 24; ++n) {
    const auto any_end = [&] { return static_cast<std::uint16_t>(ends[random.below(ends.size())]); };
    const auto any_code = [&] { return static_cast<std::uint16_t>(random.below(all_codes)); };
    factors.push_back({any_end(), any_end()});
    factors.push_back({any_end(), any_code()});
    factors.push_back({any_code(), any_code()});
  }
  std::vector<std::uint16_t> results(all_codes), addends(all_codes);
  std::iota(addends.begin(), addends.end(), std::uint16_t{0});
  int flushes = 0;
  for (const auto& [a, b] : factors) {
    Semantics semantics;
    if (++flushes % 4 == 0) semantics.subnormal_operands = SubnormalOperands::flush;
    ASSERT_TRUE(TripleOracle::covers(operation, semantics));
    for (const TripleKernels* kernels : all_triple_kernels()) {
      const TripleOracle oracle(operation, semantics, *kernels);
      std::fenv_t usual;
      std::fegetenv(&usual);
      std::fesetround(FE_UPWARD);
      kernels::flush_subnormals();
      PairCounts counts = oracle.row(a, b, 0, all_codes, results.data());
      std::fesetenv(&usual);
      expect_row(operation, semantics, {a, b}, results, counts);
      const std::vector<std::uint16_t> same_a(all_codes, a), same_b(all_codes, b);
      std::vector<std::uint16_t> gathered(all_codes);
      counts = oracle.results(same_a.data(), same_b.data(), addends.data(), all_codes, gathered.data());
      EXPECT_EQ(gathered, results);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Triples,
                         testing::Values("fma(bfloat16,bfloat16,bfloat16)->bfloat16",
                                         "fma(float16,float16,float16)->float16",
                                         "fma(bfloat16,bfloat16,float16)->bfloat16"),
                         [](const auto& signature) {
                           std::string name;
                           for (const char letter : signature.param) {
                             name += std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
                           }
                           return name;
                         });

// Kills: a fast path taken where it is not proven.
TEST(TripleOracle, RefusesWhatFloat64DoesNotDecide) {
  const Elementwise operation = elementwise("fma(bfloat16,bfloat16,bfloat16)->bfloat16");
  Semantics semantics;
  EXPECT_TRUE(TripleOracle::covers(operation, semantics));
  semantics.fma = Fma::unfused;
  EXPECT_FALSE(TripleOracle::covers(operation, semantics));
  semantics = {};
  semantics.rounding = Rounding::rtz;
  EXPECT_FALSE(TripleOracle::covers(operation, semantics));
  semantics = {};
  semantics.nan = Nan::quiet;
  EXPECT_FALSE(TripleOracle::covers(operation, semantics));
  EXPECT_FALSE(TripleOracle::covers(elementwise("fma(bfloat16,bfloat16,float32)->float32"), {}));
  EXPECT_FALSE(TripleOracle::covers(elementwise("fma(float8_e5m2,float8_e5m2,float8_e5m2)->float8_e5m2"), {}));
}

}  // namespace
}  // namespace hallmark::test
