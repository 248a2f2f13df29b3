// SPDX-License-Identifier: Apache-2.0
// The order oracle against the rules of elementwise operations: every second operand with the first operands that end
// a category and some others, in every instruction set.
#include "oracles/orders.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "inputs/random.h"
#include "inputs/tuples.h"
#include "oracles/arithmetic.h"
#include "tests/oracles/pair_operations.h"

namespace hallmark::test {
namespace {

constexpr std::size_t all_codes = 65536;

std::vector<std::string> order_signatures() {
  std::vector<std::string> signatures;
  for (const std::string format : {"bfloat16", "float16"}) {
    for (const OperatorInfo& info : all_operators()) {
      const bool decides = info.kind == OperatorKind::relation || info.kind == OperatorKind::predicate;
      if (info.operands != 2 || info.kind == OperatorKind::numeric) continue;
      signatures.push_back(fmt::format("{}({},{})->{}", info.name, format, format, decides ? "uint8" : format));
    }
  }
  return signatures;
}

class Orders : public testing::TestWithParam<std::string> {};

// Kills: zeros or NaNs put in order, a NaN preferred to a number, a step over a zero or past infinity, a pair counted
// under another requirement; one instruction set that differs.
TEST_P(Orders, CategoriesEndsWithEverySecondOperand) {
  const Elementwise operation = elementwise(GetParam());
  const Semantics semantics;
  ASSERT_TRUE(OrderOracle::covers(operation, semantics));
  std::vector<std::uint64_t> firsts = special_codes(operation.operands[0]);
  Random random(6, GetParam());
  for (int n = 0; n < 8; ++n) firsts.push_back(random.below(all_codes));
  std::vector<std::uint16_t> seconds(all_codes);
  std::iota(seconds.begin(), seconds.end(), std::uint16_t{0});
  IntegerArithmetic integers;
  for (const std::uint64_t first : firsts) {
    PairCounts expected;
    std::vector<CodeSets> right;
    for (std::uint64_t b = 0; b < all_codes; ++b) {
      const std::array<std::uint64_t, 2> operands{first, b};
      right.push_back(elementwise_result(operation, semantics, operands, integers));
      const Requirement requirement = requirement_of(operation, operands, integers);
      if (requirement == Requirement::special_values) ++expected.special_values;
      if (requirement == Requirement::subnormals) ++expected.subnormals;
      if (requirement == Requirement::overflow) ++expected.overflow;
    }
    const auto a = static_cast<std::uint16_t>(first);
    const std::vector<std::uint16_t> same(all_codes, a);
    for (const OrderKernels* kernels : all_order_kernels()) {
      const OrderOracle oracle(operation, *kernels);
      std::vector<std::uint16_t> results(all_codes), gathered(all_codes);
      const PairCounts counts = oracle.row(a, 0, all_codes, results.data());
      for (std::size_t b = 0; b < all_codes; ++b) {
        ASSERT_TRUE(right[b].contains(results[b])) << GetParam() << ' ' << a << ' ' << b << " gave " << results[b];
      }
      EXPECT_EQ(counts.special_values, expected.special_values) << a;
      EXPECT_EQ(counts.subnormals, expected.subnormals) << a;
      EXPECT_EQ(counts.overflow, expected.overflow) << a;
      oracle.results(same.data(), seconds.data(), all_codes, gathered.data());
      EXPECT_EQ(gathered, results);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Orders, testing::ValuesIn(order_signatures()), [](const auto& signature) {
  std::string name;
  for (const char letter : signature.param) name += std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
  return name;
});

// Kills: a comparison of bytes that reads words, or takes a code for NaN.
TEST(OrderOracle, ResultsOfOneByteAreComparedAndPoisoned) {
  const Elementwise operation = elementwise("less(float16,float16)->uint8");
  for (const PairKernels* kernels : all_pair_kernels()) {
    const RightCodes codes(operation.result, *kernels);
    std::vector<std::uint16_t> right(1000);
    std::vector<unsigned char> got(1000);
    for (std::size_t i = 0; i < right.size(); ++i) {
      right[i] = i % 3 == 0 ? 1 : 0;
      got[i] = static_cast<unsigned char>(right[i]);
    }
    EXPECT_TRUE(codes.all_match(right.data(), got.data(), got.size()));
    for (const std::size_t at : {std::size_t{0}, std::size_t{517}, std::size_t{999}}) {
      for (const unsigned wrong : {2u, 255u, 128u}) {
        got[at] = static_cast<unsigned char>(wrong);
        EXPECT_FALSE(codes.all_match(right.data(), got.data(), got.size()));
        EXPECT_FALSE(codes.matches(right[at], static_cast<std::uint16_t>(wrong)));
        got[at] = static_cast<unsigned char>(right[at]);
      }
    }
    for (const int turn : {0, 1}) {
      codes.poison(right.data(), right.size(), turn, got.data());
      for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_NE(got[i], right[i]);
        ASSERT_EQ(got[i], codes.poison_of(right[i], turn));
      }
    }
  }
}

// Kills: a fast path taken where it is not proven.
TEST(OrderOracle, RefusesWhatItsCodesDoNotDecide) {
  Semantics flush;
  flush.subnormal_operands = SubnormalOperands::flush;
  const Elementwise less = elementwise("less(bfloat16,bfloat16)->uint8");
  EXPECT_TRUE(OrderOracle::covers(less, {}));
  EXPECT_FALSE(OrderOracle::covers(less, flush));
  EXPECT_FALSE(OrderOracle::covers(elementwise("less(bfloat16,float16)->uint8"), {}));
  EXPECT_FALSE(OrderOracle::covers(elementwise("minimum(bfloat16,bfloat16)->float16"), {}));
  EXPECT_FALSE(OrderOracle::covers(elementwise("add(bfloat16,bfloat16)->bfloat16"), {}));
  EXPECT_FALSE(OrderOracle::covers(elementwise("less(float32,float32)->uint8"), {}));
}

}  // namespace
}  // namespace hallmark::test
