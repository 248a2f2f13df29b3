// SPDX-License-Identifier: Apache-2.0
// Pairs of factors by their product: every pair once, in groups whose products are alike.
#include "inputs/products.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <tuple>

#include "formats/formats.h"

namespace hallmark {
namespace {

/// Sign, odd part and exponent of a product of numbers, and whether a factor is subnormal.
using Key = std::tuple<bool, std::uint64_t, int, bool>;

Key key_of(const Format& format, const CodePair& pair) {
  const Decoded a = decode(format, pair.first), b = decode(format, pair.second);
  const std::uint64_t product = a.significand * b.significand;
  const int zeros = std::countr_zero(product);
  return {a.negative != b.negative, product >> zeros, a.exponent + b.exponent + zeros,
          a.category == Category::subnormal || b.category == Category::subnormal};
}

bool is_number(const Format& format, std::uint16_t code) {
  const Category category = classify(format, code);
  return category == Category::normal || category == Category::subnormal;
}

// Kills: a pair left out or given twice, by one share or by two; a group that mixes products, signs or subnormal with
// normal factors; one product in two groups, whose addends would be judged twice as slowly.
TEST(Products, EveryPairOnceAndGroupsOfOneProduct) {
  for (const Format* format : {&float8_e5m2, find_format("float8_e4m3fn")}) {
    const auto pairs = std::make_shared<const ProductPairs>(*format, *format);
    for (const std::size_t parts : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
      std::vector<int> seen(65536);
      std::map<Key, int> groups;
      std::uint64_t promised = 0;
      for (const ProductShare& share : pairs->shares(parts)) {
        ProductGroups walk(pairs, share);
        std::vector<CodePair> group;
        std::uint64_t walked = 0;
        while (walk.next(group)) {
          ASSERT_FALSE(group.empty());
          walked += group.size();
          for (const auto& [a, b] : group) ++seen[static_cast<std::size_t>(a << 8 | b)];
          const bool numbers = is_number(*format, group[0].first) && is_number(*format, group[0].second);
          EXPECT_EQ(numbers, !share.is_special);
          if (!numbers) continue;
          for (const CodePair& pair : group) ASSERT_EQ(key_of(*format, pair), key_of(*format, group[0]));
          ++groups[key_of(*format, group[0])];
        }
        EXPECT_EQ(walked, share.pairs);
        promised += share.pairs;
      }
      EXPECT_EQ(promised, 65536u);
      EXPECT_EQ(seen, std::vector<int>(65536, 1)) << format->name << " in " << parts;
      for (const auto& [key, count] : groups) EXPECT_EQ(count, 1) << format->name << " in " << parts;
    }
  }
}

// What others counted: 3,274,193 and 22,776,329 distinct magnitudes. Kills: odd parts or exponents taken wrongly.
TEST(Products, DistinctMagnitudesOfTheSixteenBitFormats) {
  EXPECT_EQ(ProductPairs(bfloat16, bfloat16).distinct_magnitudes(), 3274193u);
  EXPECT_EQ(ProductPairs(float16, float16).distinct_magnitudes(), 22776329u);
}

// Kills: shares of very different lengths, and pairs of 16-bit formats left out.
TEST(Products, SharesOfSixteenBitFormatsAddUp) {
  for (const Format* format : {&bfloat16, &float16}) {
    std::uint64_t pairs = 0, most = 0;
    const std::vector<ProductShare> shares = ProductPairs(*format, *format).shares(4096);
    for (const ProductShare& share : shares) {
      pairs += share.pairs;
      most = std::max(most, share.pairs);
    }
    EXPECT_EQ(pairs, std::uint64_t{1} << 32) << format->name;
    EXPECT_LE(most, std::uint64_t{1} << 23) << format->name;
    EXPECT_GE(shares.size(), 1024u);
  }
}

}  // namespace
}  // namespace hallmark
