// SPDX-License-Identifier: Apache-2.0
// The sweep of all triples, product by product: on the few thousand factors of the rarest product, a right backend
// passes with every triple counted, and one wrong triple among hundreds of millions is found and named.
#include "arithmetic/product_sweep.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "formats/formats.h"
#include "oracles/triples.h"
#include "tests/oracles/pair_operations.h"

namespace hallmark::test {
namespace {

constexpr std::uint64_t addends = 65536;

const Elementwise& fma_float16() {
  static const Elementwise operation = elementwise("fma(float16,float16,float16)->float16");
  return operation;
}

struct Triple {
  std::uint16_t a, b, c;
};

/// Right by the oracle, but for one triple.
class OneWrongTriple final : public Backend {
 public:
  explicit OneWrongTriple(const std::optional<Triple>& wrong) : oracle_(fma_float16(), {}), wrong_(wrong) {
    description_.operations.push_back("fma(float16,float16,float16)->float16");
  }
  const BackendDescription& description() const override { return description_; }

  CallOutcome call(std::size_t, const hallmark_arguments& arguments) override {
    const auto read = [&](std::size_t i) {
      std::vector<std::uint16_t> codes(arguments.rows);
      std::memcpy(codes.data(), arguments.operand[i], 2 * arguments.rows);
      return codes;
    };
    const auto a = read(0), b = read(1), c = read(2);
    std::vector<std::uint16_t> results(arguments.rows);
    oracle_.results(a.data(), b.data(), c.data(), arguments.rows, results.data());
    for (std::size_t row = 0; wrong_ && row < arguments.rows; ++row) {
      if (a[row] == wrong_->a && b[row] == wrong_->b && c[row] == wrong_->c) results[row] ^= 1u;
    }
    std::memcpy(arguments.result, results.data(), 2 * arguments.rows);
    return {};
  }

 private:
  BackendDescription description_;
  TripleOracle oracle_;
  std::optional<Triple> wrong_;
};

/// The share of the fewest pairs of numbers, or of some pairs with special codes.
ProductPart smallest_part(bool is_special) {
  const auto pairs = std::make_shared<const ProductPairs>(float16, float16);
  constexpr std::size_t as_many_as_there_are = std::size_t{1} << 24;
  std::optional<ProductShare> least;
  for (const ProductShare& share : pairs->shares(as_many_as_there_are)) {
    if (share.is_special == is_special && (!least || share.pairs < least->pairs)) least = share;
  }
  return {pairs, *least};
}

Tally sweep(const ProductPart& part, const std::optional<Triple>& wrong) {
  OneWrongTriple backend(wrong);
  Flight flight;
  PartContext context{backend, flight, std::nullopt};
  return sweep_products(context, fma_float16(), 0, part, {Semantics{}}, 1);
}

// Kills: a triple left out or counted twice, results judged against another product's, a right backend accused.
TEST(ProductSweep, ARightBackendPassesWithEveryTripleCounted) {
  for (const bool is_special : {false, true}) {
    const ProductPart part = smallest_part(is_special);
    const Tally tally = sweep(part, std::nullopt);
    std::uint64_t tried = 0;
    for (const std::uint64_t one : tally.tried) tried += one;
    EXPECT_EQ(tried, part.share.pairs * addends);
    EXPECT_TRUE(tally.groups.empty());
    EXPECT_GT(tally.truth_checks, 0u) << "MPFR has its sample";
    const std::uint64_t special = tally.tried[static_cast<std::size_t>(Requirement::special_values)];
    EXPECT_EQ(special == tried, is_special);
  }
}

// Kills: a sweep that compares some factors of a product only, or forgets the negative products.
TEST(ProductSweep, OneWrongTripleIsFoundAndNamed) {
  const ProductPart part = smallest_part(false);
  ProductGroups groups(part.pairs, part.share);
  std::vector<CodePair> group;
  std::vector<CodePair> all;
  while (groups.next(group)) all.insert(all.end(), group.begin(), group.end());
  ASSERT_EQ(all.size(), part.share.pairs);
  for (const std::size_t at : {std::size_t{0}, all.size() / 3, all.size() - 1}) {
    const Triple wrong{all[at].first, all[at].second, static_cast<std::uint16_t>(0x3c00 + at)};
    const Tally tally = sweep(part, wrong);
    ASSERT_EQ(tally.groups.size(), 1u);
    EXPECT_EQ(tally.groups[0].count, 1u);
    EXPECT_EQ(tally.groups[0].smallest.operands, (std::vector<std::uint64_t>{wrong.a, wrong.b, wrong.c}));
  }
}

// Kills: a crash named by other operands than were in the call.
TEST(ProductSweep, ACallsOperandsAreNamed) {
  const ProductPart part = smallest_part(false);
  constexpr std::size_t block_rows = 4096;
  ProductGroups groups(part.pairs, part.share);
  std::vector<CodePair> group;
  groups.next(group);
  ASSERT_GE(group.size(), 2u);
  const auto code = [](std::uint64_t value) { return fmt::format("0x{:04x}", value); };
  EXPECT_EQ(swept_product(fma_float16(), part, block_rows, 1, 7),
            (std::vector<std::string>{code(group[1].first), code(group[1].second), code(7)}));
  EXPECT_EQ(swept_product(fma_float16(), part, block_rows, group.size(), 7),
            (std::vector<std::string>{code(group[0].first), code(group[0].second), code(block_rows + 7)}));
}

}  // namespace
}  // namespace hallmark::test
