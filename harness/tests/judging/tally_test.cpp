// SPDX-License-Identifier: Apache-2.0
// Tallies merge in any grouping, and come back from JSON as they went.
#include "judging/tally.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "inputs/random.h"

namespace hallmark::test {
namespace {

Tally random_tally(std::uint64_t seed) {
  Random random(seed);
  Tally tally;
  for (std::uint64_t& count : tally.tried) count = random.below(1u << 20);
  tally.alternatives = 6;
  for (int n = 0; n < 20; ++n) {
    const std::uint64_t low = random.below(1000), high = low + random.below(1000);
    MismatchGroup group;
    group.rejected_by = 1 + random.below(3);
    group.requirement = all_requirements[random.below(4)];
    group.explained_by = random.below(3) | (random.below(2) << 63);
    group.count = 1 + random.below(100);
    group.smallest = {{low}, random.next()};
    group.last = {{high}, random.next()};
    tally.add(group);
  }
  tally.unexamined = random.below(9);
  tally.calls = random.below(99);
  tally.truth_checks = random.below(99);
  tally.position_tried = random.below(99);
  tally.position_failed = random.below(99);
  for (std::uint64_t n = 0; n < 200; ++n) {
    tally.positions.push_back({"lanes/" + std::to_string(random.below(99)), random.below(300), n, n % 64, {{n}, ~n}});
  }
  for (const char* what : {"returned 3 instead of 0", "changed MXCSR", "wrote behind its results"}) {
    if (random.below(3) != 0) tally.add_fault(what, "#0x" + std::to_string(random.below(1000)));
  }
  for (int n = 0; n < 10; ++n) tally.along.add_tried(random.below(200), random.below(1000));
  for (int n = 0; n < 10; ++n) tally.along.rejected[1 + random.below(3)].resize(1 + random.below(200), random.below(9));
  const auto error = static_cast<std::uint32_t>(random.next());
  for (int n = 0; n < 10; ++n) tally.along.add_error(random.below(200), UlpError::from_bits(error));
  return tally;
}

std::string text(const Tally& tally) { return nlohmann::json(tally).dump(); }

// Kills: a field left out of a merge, a maximum where a sum is due, an order that matters.
TEST(Tally, MergesInAnyGrouping) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Tally a = random_tally(3 * seed), b = random_tally(3 * seed + 1), c = random_tally(3 * seed + 2);
    Tally left = a;
    left.merge(b);
    left.merge(c);
    Tally right = b;
    right.merge(c);
    Tally whole = a;
    whole.merge(right);
    EXPECT_EQ(text(left), text(whole));
    for (std::size_t i = 0; i < a.tried.size(); ++i) EXPECT_EQ(left.tried[i], a.tried[i] + b.tried[i] + c.tried[i]);
    std::uint64_t before = 0, after = 0;
    for (const Tally* one : {&a, &b, &c}) {
      for (const MismatchGroup& group : one->groups) before += group.count;
    }
    for (const MismatchGroup& group : left.groups) after += group.count;
    EXPECT_EQ(before, after);
    for (const auto& [what, fault] : left.environment) {
      std::uint64_t calls = 0;
      for (const Tally* one : {&a, &b, &c}) {
        if (one->environment.contains(what)) calls += one->environment.at(what).calls;
      }
      EXPECT_EQ(fault.calls, calls) << what;
    }
    EXPECT_EQ(left.calls, a.calls + b.calls + c.calls);
    EXPECT_EQ(left.truth_checks, a.truth_checks + b.truth_checks + c.truth_checks);
    EXPECT_EQ(left.unexamined, a.unexamined + b.unexamined + c.unexamined);
    EXPECT_EQ(left.position_tried, a.position_tried + b.position_tried + c.position_tried);
    EXPECT_EQ(left.position_failed, a.position_failed + b.position_failed + c.position_failed);
    EXPECT_EQ(left.consistent(), a.consistent() & b.consistent() & c.consistent());
    Tally backwards = c;
    backwards.merge(b);
    backwards.merge(a);
    for (std::size_t option = 0; option < 6; ++option) EXPECT_EQ(backwards.failed(option), left.failed(option));
    // A merge into an empty tally is the tally.
    Tally empty;
    empty.merge(a);
    EXPECT_EQ(text(empty), text(a));
  }
}

// Kills: groups of one kind kept apart, or of two kinds thrown together; a smallest witness that is the first.
TEST(Tally, GroupsByKind) {
  Tally tally;
  const MismatchGroup group{1, Requirement::rounding, 2, 5, {{50}, 1}, {{60}, 2}};
  tally.add(group);
  MismatchGroup same = group;
  same.smallest = {{40}, 7};
  same.last = {{55}, 8};
  tally.add(same);
  ASSERT_EQ(tally.groups.size(), 1u);
  EXPECT_EQ(tally.groups[0].count, 10u);
  EXPECT_EQ(tally.groups[0].smallest.operands[0], 40u);
  EXPECT_EQ(tally.groups[0].smallest.got, 7u);
  EXPECT_EQ(tally.groups[0].last.operands[0], 60u);
  EXPECT_EQ(tally.groups[0].last.got, 2u);
  MismatchGroup other = group;
  other.rejected_by = 3;
  tally.add(other);
  other = group;
  other.requirement = Requirement::overflow;
  tally.add(other);
  other = group;
  other.explained_by = 3;
  tally.add(other);
  EXPECT_EQ(tally.groups.size(), 4u);
}

// Kills: a rerun of the same operands that counts them twice, or loses what only the rerun saw.
TEST(Tally, ARerunCountsNothingTwice) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Tally whole = random_tally(seed);
    Tally twice = whole;
    twice.merge_rerun(whole);
    EXPECT_EQ(twice.tried, whole.tried);
    for (std::size_t option = 0; option < 6; ++option) EXPECT_EQ(twice.failed(option), whole.failed(option));
    EXPECT_EQ(twice.consistent(), whole.consistent());
    Tally before;  // the rerun alone has something to say
    before.alternatives = whole.alternatives;
    before.merge_rerun(whole);
    EXPECT_EQ(before.tried, whole.tried);
    for (std::size_t option = 0; option < 6; ++option) EXPECT_EQ(before.failed(option), whole.failed(option));
  }
}

// Kills: a key misspelt or lost, a 64-bit mask that becomes a double.
TEST(Tally, ComesBackFromJson) {
  Tally tally = random_tally(9);
  tally.groups[0].rejected_by = ~std::uint64_t{0};
  tally.groups[0].smallest.operands[0] = 0xfffffffffffffffe;
  const std::string once = text(tally);
  const Tally back = nlohmann::json::parse(once).get<Tally>();
  EXPECT_EQ(text(back), once);
  EXPECT_EQ(back.tried, tally.tried);
  EXPECT_EQ(back.groups[0].rejected_by, ~std::uint64_t{0});
  EXPECT_EQ(back.groups[0].smallest.operands[0], 0xfffffffffffffffeu);
  EXPECT_EQ(back.groups[0].last.got, tally.groups[0].last.got);
  ASSERT_EQ(back.positions.size(), tally.positions.size());
  EXPECT_EQ(back.positions[3].misalignment, tally.positions[3].misalignment);
  EXPECT_EQ(back.environment.size(), tally.environment.size());
  EXPECT_THROW(nlohmann::json::parse("{}").get<Tally>(), nlohmann::json::exception);
}

// Kills: a broken property that leaves its alternatives standing, or is lost between worker and certificate; a property
// without a case that nobody misses once tallies are merged.
TEST(Tally, KeepsWhatPropertiesFound) {
  Tally tally;
  tally.alternatives = 2;
  tally.property_cases = {{"monotone", 400}, {"scaling", 0}};
  tally.property_faults.push_back(
      {"monotone", 0b01, Requirement::subnormals, 3, "words", {{{7}, 9}}, "properties/monotone/5", ""});
  EXPECT_EQ(tally.consistent(), 0b10u);
  EXPECT_TRUE(tally.lacks_cases());
  Tally sweep;
  sweep.alternatives = 2;
  sweep.tried[0] = 10;
  sweep.merge_rerun(nlohmann::json(tally).get<Tally>());
  EXPECT_EQ(sweep.consistent(), 0b10u);
  EXPECT_TRUE(sweep.lacks_cases());
  EXPECT_EQ(sweep.tried[0], 10u);
  ASSERT_EQ(sweep.property_faults.size(), 1u);
  EXPECT_EQ(nlohmann::json(sweep).at("property_faults"), nlohmann::json(tally).at("property_faults"));
  EXPECT_EQ(sweep.property_faults[0].witnesses[0].got, 9u);
  tally.property_cases["scaling"] = 1;
  EXPECT_FALSE(tally.lacks_cases());
}

// Kills: an alternative that is consistent with results that reject it; 64 alternatives shifted out of the word.
TEST(Tally, FailedAndConsistent) {
  Tally tally;
  tally.alternatives = 64;
  EXPECT_EQ(tally.consistent(), ~std::uint64_t{0});
  tally.alternatives = 3;
  EXPECT_EQ(tally.consistent(), 7u);
  tally.add({0b101, Requirement::rounding, 0, 4, {{1}, 0}, {{1}, 0}});
  tally.add({0b100, Requirement::overflow, 0, 5, {{1}, 0}, {{1}, 0}});
  EXPECT_EQ(tally.consistent(), 0b010u);
  EXPECT_EQ(tally.failed(0)[static_cast<std::size_t>(Requirement::rounding)], 4u);
  EXPECT_EQ(tally.failed(0)[static_cast<std::size_t>(Requirement::overflow)], 0u);
  EXPECT_EQ(tally.failed(1)[static_cast<std::size_t>(Requirement::rounding)], 0u);
  EXPECT_EQ(tally.failed(2)[static_cast<std::size_t>(Requirement::overflow)], 5u);
}

// Kills: a fault whose calls are not counted, or whose first call is overwritten.
TEST(Tally, FaultsKeepTheirFirstCall) {
  Tally tally;
  tally.add_fault("changed MXCSR", "#0x1");
  tally.add_fault("changed MXCSR", "#0x2");
  tally.add_fault("returned 1", "#0x3");
  EXPECT_EQ(tally.environment.at("changed MXCSR").calls, 2u);
  EXPECT_EQ(tally.environment.at("changed MXCSR").call, "#0x1");
  EXPECT_EQ(tally.environment.size(), 2u);
}

}  // namespace
}  // namespace hallmark::test
