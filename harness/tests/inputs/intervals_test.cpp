// SPDX-License-Identifier: Apache-2.0
// Sets of operand codes: merging, cutting, counting, up to the last 64-bit code.
#include "inputs/intervals.h"

#include <gtest/gtest.h>

#include <set>

#include "inputs/random.h"

namespace hallmark::test {
namespace {

constexpr std::uint64_t top = ~std::uint64_t{0};

std::vector<Interval> list(const Intervals& intervals) {
  return {intervals.intervals().begin(), intervals.intervals().end()};
}

// Kills: neighbours left apart, or merged across a gap of one.
TEST(Intervals, Merge) {
  Intervals codes;
  for (const auto& [first, last] : std::vector<Interval>{{9, 12}, {0, 3}, {4, 4}, {6, 7}, {2, 2}, {10, 20}}) {
    codes.add(first, last);
  }
  codes.normalise();
  EXPECT_EQ(list(codes), (std::vector<Interval>{{0, 4}, {6, 7}, {9, 20}}));
  EXPECT_EQ(codes.size(), 5u + 2 + 12);
}

// Kills: last + 1 that wraps to 0 and merges everything, or nothing.
TEST(Intervals, ReachTheLastCode) {
  Intervals codes;
  codes.add(top, top);
  codes.add(0, 0);
  codes.add(top - 5, top - 1);
  codes.add(top - 9, top);
  codes.normalise();
  EXPECT_EQ(list(codes), (std::vector<Interval>{{0, 0}, {top - 9, top}}));
  codes.add(0, top);
  codes.normalise();
  EXPECT_EQ(list(codes), (std::vector<Interval>{{0, top}}));
  codes.restrict_to(top, top);
  EXPECT_EQ(codes.size(), 1u);
}

// Kills: a neighbourhood that wraps around a sign's ends, or is cut on the wrong side.
TEST(Intervals, AddAroundIsClamped) {
  Intervals codes;
  codes.add_around(2, 5, 0, 100);
  codes.add_around(98, 5, 0, 100);
  codes.add_around(top, 3, 0, top);
  codes.add_around(200, 5, 0, 100);  // its centre lies outside
  EXPECT_EQ(list(codes), (std::vector<Interval>{{0, 7}, {93, 100}, {top - 3, top}}));
}

// Kills: an interval kept whole that only reaches into the range, or lost because it only reaches out of it.
TEST(Intervals, RestrictTo) {
  Intervals codes;
  codes.add(0, 5);
  codes.add(10, 20);
  codes.add(30, 40);
  codes.restrict_to(4, 30);
  EXPECT_EQ(list(codes), (std::vector<Interval>{{4, 5}, {10, 20}, {30, 30}}));
  codes.restrict_to(6, 9);
  EXPECT_TRUE(codes.empty());
  EXPECT_EQ(codes.size(), 0u);
}

// Kills: any set operation that a std::set of the same codes contradicts.
TEST(Intervals, AgreeWithASet) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    Intervals codes;
    std::set<std::uint64_t> expected;
    for (int n = 0; n < 30; ++n) {
      const std::uint64_t first = random.below(300), last = first + random.below(12);
      codes.add(first, last);
      for (std::uint64_t code = first; code <= last; ++code) expected.insert(code);
    }
    codes.normalise();
    const std::uint64_t low = random.below(200), high = low + random.below(150);
    codes.restrict_to(low, high);
    std::erase_if(expected, [&](std::uint64_t code) { return code < low || code > high; });
    EXPECT_EQ(codes.size(), expected.size());
    std::vector<std::uint64_t> flat;
    for (const Interval& interval : codes.intervals()) {
      for (std::uint64_t code = interval.first; code <= interval.last; ++code) flat.push_back(code);
    }
    EXPECT_TRUE(std::equal(flat.begin(), flat.end(), expected.begin(), expected.end()));
  }
}

// Kills: another generator, or one that depends on the machine: these are splitmix64's published values for seed
// 1234567.
TEST(Random, IsSplitmix64) {
  Random random(1234567);
  for (const std::uint64_t value : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                    4593380528125082431u, 16408922859458223821u}) {
    EXPECT_EQ(random.next(), value);
  }
}

// Kills: purposes that share a stream, a range that misses its ends or leaves them.
TEST(Random, StreamsAndRanges) {
  EXPECT_EQ(Random(1, "a").next(), Random(1, "a").next());
  EXPECT_NE(Random(1, "a").next(), Random(1, "b").next());
  EXPECT_NE(Random(1, "a").next(), Random(2, "a").next());
  Random random(1);
  std::set<std::uint64_t> seen;
  for (int n = 0; n < 500; ++n) seen.insert(random.between(10, 14));
  EXPECT_EQ(seen, (std::set<std::uint64_t>{10, 11, 12, 13, 14}));
  seen.clear();
  for (int n = 0; n < 100; ++n) seen.insert(random.between(0, top));
  EXPECT_EQ(seen.size(), 100u);
  EXPECT_EQ(random.between(top, top), top);
}

}  // namespace
}  // namespace hallmark::test
