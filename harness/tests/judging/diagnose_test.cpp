// SPDX-License-Identifier: Apache-2.0
// From tallies to records: domains that add up to 2^64, outcomes, choices held over signatures.
#include "judging/diagnose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "formats/formats.h"
#include "tests/judging/judged.h"

namespace hallmark::test {
namespace {

std::vector<Format> all_formats() {
  std::vector<Format> list(floating_formats.begin(), floating_formats.end());
  list.insert(list.end(), integer_formats.begin(), integer_formats.end());
  return list;
}

Count at(const std::array<Count, all_requirements.size()>& domain, Requirement requirement) {
  return domain[static_cast<std::size_t>(requirement)];
}

// Kills: an operand counted under two requirements or none; 2^64 that wraps to 0.
TEST(Domain, AddsUpToEveryCode) {
  for (const Format& from : all_formats()) {
    for (const Format& to : all_formats()) {
      if (from == to) continue;
      const auto domain = conversion_domain({from, to});
      const Count sum = std::accumulate(domain.begin(), domain.end(), Count{0});
      EXPECT_TRUE(sum == Count{1} << from.width()) << from.name << " to " << to.name;
      if (from.width() > 16) continue;
      std::array<Count, all_requirements.size()> counted{};
      for (std::uint64_t code = 0; code <= from.code_mask(); ++code) {
        ++counted[static_cast<std::size_t>(requirement_of({from, to}, code))];
      }
      EXPECT_TRUE(counted == domain) << from.name << " to " << to.name;
    }
  }
}

// Kills: requirements drawn at the wrong value: counted by hand from the formats' fields.
TEST(Domain, OfFloat32AndFloat64ToBfloat16) {
  const auto single = conversion_domain({float32, bfloat16});
  EXPECT_TRUE(at(single, Requirement::special_values) == 2 * (1 + 1 + 0x7fffff));
  EXPECT_TRUE(at(single, Requirement::subnormals) == 2 * 0x7fffff);
  EXPECT_TRUE(at(single, Requirement::overflow) == 2 * 0xffff);
  const auto wide = conversion_domain({float64, bfloat16});
  const Count fractions = Count{1} << 52;
  EXPECT_TRUE(at(wide, Requirement::special_values) == 2 * (1 + fractions));
  // Subnormal operands and every binade below 2^-126; above the largest bfloat16 and below infinity.
  EXPECT_TRUE(at(wide, Requirement::subnormals) == 2 * (fractions * (1023 - 126) - 1));
  EXPECT_TRUE(at(wide, Requirement::overflow) == 2 * (Count{0x7ff0000000000000} - 0x47efe00000000000 - 1));
}

// Kills: the order of requirements: special values before subnormals before overflow before rounding.
TEST(Domain, FirstRequirementThatApplies) {
  const Format& uint8 = *find_format("uint8");
  EXPECT_EQ(requirement_of({float32, bfloat16}, 0x7fc00000), Requirement::special_values);
  EXPECT_EQ(requirement_of({float32, bfloat16}, 0x80000000), Requirement::special_values);
  EXPECT_EQ(requirement_of({float32, bfloat16}, 0x00000001), Requirement::subnormals);
  EXPECT_EQ(requirement_of({float32, float16}, 0x387fffff), Requirement::subnormals);
  EXPECT_EQ(requirement_of({float32, float16}, 0x38800000), Requirement::rounding);
  EXPECT_EQ(requirement_of({float32, float16}, 0x477fe000), Requirement::rounding);
  EXPECT_EQ(requirement_of({float32, float16}, 0x477fe001), Requirement::overflow);
  EXPECT_EQ(requirement_of({float32, float8_e8m0fnu}, 0xbf800000), Requirement::special_values);
  EXPECT_EQ(requirement_of({float32, uint8}, 0xbf800000), Requirement::overflow);
  EXPECT_EQ(requirement_of({float32, uint8}, 0x437f0000), Requirement::rounding);  // 255
  EXPECT_EQ(requirement_of({float32, uint8}, 0x437f0001), Requirement::overflow);
  EXPECT_EQ(requirement_of({float32, *find_format("int8")}, 0xc3000000), Requirement::rounding);  // -128
  EXPECT_EQ(requirement_of({float32, *find_format("int8")}, 0xc3000001), Requirement::overflow);
}

// Kills: a record whose requirements do not add up, or a pass for nothing tried.
TEST(Diagnose, CountsAddUp) {
  const Conversion conversion{float16, bfloat16};
  const ResultOf right = [&](std::uint64_t operand) { return result_under(conversion, {}, operand); };
  const OperationRecord passed = diagnose_results(conversion, {}, Intervals(0, 0xffff), right);
  EXPECT_EQ(passed.outcome, Outcome::pass);
  EXPECT_EQ(passed.signature, "convert(float16)->bfloat16");
  EXPECT_TRUE(passed.domain == 65536 && passed.tried == 65536 && passed.failed == 0);
  EXPECT_TRUE(passed.findings.empty());
  const OperationRecord failed = diagnose_results(conversion, {}, Intervals(0, 0xffff), [&](std::uint64_t operand) {
    return operand < 0x7c00 ? right(operand) ^ 1 : right(operand);
  });
  EXPECT_EQ(failed.outcome, Outcome::fail);
  Count domain = 0;
  std::uint64_t tried = 0, wrong = 0, found = 0;
  for (const RequirementRecord& requirement : failed.requirements) {
    if (requirement.name == "environment") continue;
    domain += requirement.domain.value_or(0);
    tried += requirement.tried;
    wrong += requirement.failed;
    EXPECT_EQ(requirement.outcome, requirement.failed > 0 ? Outcome::fail : Outcome::pass) << requirement.name;
  }
  for (const Finding& finding : failed.findings) found += finding.count;
  EXPECT_TRUE(domain == 65536);
  EXPECT_EQ(tried, 65536u);
  EXPECT_EQ(wrong, 0x7c00u);
  EXPECT_EQ(found, 0x7c00u);
  EXPECT_EQ(diagnose(context_of(conversion, {Semantics{}}), Tally{}).outcome, Outcome::fail);
}

// Kills: a requirement named for round to nearest even whatever the profile's rounding.
TEST(Diagnose, RoundingIsNamedForTheMode) {
  Semantics semantics;
  semantics.rounding = Rounding::rtz;
  const OperationRecord record = diagnose_results({float16, bfloat16}, semantics, Intervals(0x3c00, 0x3c00),
                                                  [](std::uint64_t) { return std::uint64_t{0x3f81}; });
  ASSERT_EQ(record.findings.size(), 1u);
  EXPECT_EQ(record.findings[0].requirement, "round_toward_zero");
  EXPECT_TRUE(record.findings[0].explanation.starts_with("the only mismatch ")) << record.findings[0].explanation;
  EXPECT_EQ(record.findings[0].expected_text, "0x3f80 = 0 01111111 0000000 = 1");
  EXPECT_EQ(record.findings[0].got_text, "0x3f81 = 0 01111111 0000001 = 1.0078125");
}

// Kills: judging by the first alternative where another fits better; options reported that no result agrees with.
TEST(Diagnose, JudgesUnderTheAlternativeWithTheFewestMismatches) {
  const Conversion conversion{float16, bfloat16};
  Semantics flush;
  flush.subnormal_operands = SubnormalOperands::flush;
  const std::vector<Semantics> alternatives{Semantics{}, flush};
  const auto follow_flush = [&](std::uint64_t operand) { return result_under(conversion, flush, operand); };
  const OperationContext context = context_of(conversion, alternatives);
  const Tally right = judge_results(conversion, alternatives, Intervals(0, 0xffff), follow_flush);
  const OperationRecord passed = diagnose(context, right);
  EXPECT_EQ(passed.outcome, Outcome::pass);
  EXPECT_EQ(passed.failed, 0u);
  ASSERT_EQ(passed.consistent.size(), 1u);
  EXPECT_EQ(passed.consistent[0], (std::vector<std::pair<std::string, std::string>>{{"option", "1"}}));
  const Tally wrong = judge_results(conversion, alternatives, Intervals(0, 0xffff), [&](std::uint64_t operand) {
    return operand == 0x0155 ? 0x3f80 : follow_flush(operand);
  });
  const OperationRecord failed = diagnose(context, wrong);
  EXPECT_EQ(failed.failed, 1u);
  EXPECT_TRUE(failed.consistent.empty());
  ASSERT_EQ(failed.findings.size(), 1u);
  EXPECT_EQ(failed.findings[0].operands.front(), "0x0155");
  EXPECT_NE(failed.findings[0].expected.find('|'), std::string::npos) << failed.findings[0].expected;
}

// Kills: the last of several alternatives that fit equally well, which would depend on the profile's other choices.
TEST(Diagnose, TheFirstOfEqualAlternatives) {
  const OperationContext context = context_of({float16, bfloat16}, {Semantics{}, Semantics{}});
  Tally tally;
  tally.alternatives = 2;
  tally.tried[0] = 100;
  tally.add({0b10, Requirement::rounding, 0, 3, {{0x3c01}, 0}, {{0x3c03}, 0}});
  tally.add({0b01, Requirement::rounding, 0, 3, {{0x4001}, 0}, {{0x4003}, 0}});
  const OperationRecord record = diagnose(context, tally);
  EXPECT_EQ(record.failed, 3u);
  ASSERT_EQ(record.findings.size(), 1u);
  EXPECT_EQ(record.findings[0].operands.front(), "0x4001");
}

// Kills: faults of position and environment that leave a pass.
TEST(Diagnose, PositionsAndEnvironmentFail) {
  const Conversion conversion{float16, bfloat16};
  const OperationContext context = context_of(conversion, {Semantics{}});
  Tally tally = judge_results(conversion, {Semantics{}}, Intervals(0, 0xffff),
                              [&](std::uint64_t operand) { return result_under(conversion, {}, operand); });
  tally.calls = 16;
  Tally positions = tally;
  positions.position_tried = 1000;
  positions.position_failed = 3;
  positions.positions.push_back({"lanes/17", 71, 70, 0, {{0x3c01}, 0x1234}});
  const OperationRecord moved = diagnose(context, positions);
  EXPECT_EQ(moved.outcome, Outcome::fail);
  ASSERT_EQ(moved.findings.size(), 1u);
  EXPECT_EQ(moved.findings[0].requirement, "consistency");
  EXPECT_EQ(moved.findings[0].count, 3u);
  EXPECT_TRUE(moved.findings[0].reproduce.ends_with("--case 'convert(float16)->bfloat16@lanes/17'"));
  tally.add_fault("changed MXCSR", "#0x3c00");
  const OperationRecord changed = diagnose(context, tally);
  EXPECT_EQ(changed.outcome, Outcome::fail);
  ASSERT_EQ(changed.findings.size(), 1u);
  EXPECT_EQ(changed.findings[0].requirement, "environment");
  EXPECT_EQ(changed.requirements.back().name, "environment");
  EXPECT_EQ(changed.requirements.back().failed, 1u);
}

/// A right sweep of float16 to bfloat16, in whose context properties are found broken.
class DiagnoseProperties : public testing::Test {
 protected:
  DiagnoseProperties() : context(context_of(conversion, {Semantics{}})) {
    context.property_command = "hallmark certify --backend synthetic --seed 1";
    tally = judge_results(conversion, {Semantics{}}, Intervals(0, 0xffff),
                          [&](std::uint64_t operand) { return result_under(conversion, {}, operand); });
    tally.property_cases = {{"monotone", 1000}, {"odd_symmetry", 1000}};
  }
  PropertyFault fault(const std::string& property, Requirement requirement, std::vector<Witness> witnesses) const {
    return {property, 1, requirement, 3, "words", std::move(witnesses), "properties/" + property + "/7", ""};
  }

  const Conversion conversion{float16, bfloat16};
  OperationContext context;
  Tally tally;
};

// Kills: a broken property that leaves a pass, is filed elsewhere, or whose operand counts twice.
TEST_F(DiagnoseProperties, FailTheRequirementOfTheirOperand) {
  tally.property_faults = {fault("monotone", Requirement::rounding, {{{0x3c01}, 0x3f81}}),
                           fault("odd_symmetry", Requirement::rounding, {{{0x3c01}, 0x3f81}})};
  const OperationRecord record = diagnose(context, tally);
  EXPECT_EQ(record.outcome, Outcome::fail);
  EXPECT_EQ(record.tried, 65536u);
  EXPECT_EQ(record.failed, 1u);
  ASSERT_EQ(record.findings.size(), 2u);
  const Finding& finding = record.findings[0];
  EXPECT_EQ(finding.requirement, "round_to_nearest_even");
  EXPECT_EQ(finding.explanation, "the property monotone is broken in 3 of 1,000 cases: words");
  EXPECT_EQ(finding.count, 3u);
  EXPECT_EQ(finding.operands, std::vector<std::string>{"0x3c01"});
  EXPECT_EQ(finding.expected, "0x3f80");
  EXPECT_EQ(finding.got, "0x3f81");
  EXPECT_EQ(finding.reproduce,
            "hallmark certify --backend synthetic --seed 1 --case 'convert(float16)->bfloat16@properties/monotone/7'");
  EXPECT_EQ(record.requirements[0].outcome, Outcome::fail);
  EXPECT_EQ(record.requirements[0].failed, 1u);
}

// Kills: results that contradict each other, blamed on one of them.
TEST_F(DiagnoseProperties, FailConsistencyWhereNobodyIsToBlame) {
  tally.property_faults = {fault("monotone", Requirement::consistency, {{{0x3c01}, 0x3f81}, {{0x3c02}, 0x3f80}})};
  const OperationRecord record = diagnose(context, tally);
  EXPECT_EQ(record.outcome, Outcome::fail);
  EXPECT_EQ(record.failed, 0u);
  ASSERT_EQ(record.findings.size(), 1u);
  EXPECT_EQ(record.findings[0].requirement, "consistency");
  EXPECT_EQ(record.findings[0].operands, (std::vector<std::string>{"0x3c01", "0x3c02"}));
  const auto consistency =
      std::find_if(record.requirements.begin(), record.requirements.end(),
                   [](const RequirementRecord& requirement) { return requirement.name == "consistency"; });
  ASSERT_NE(consistency, record.requirements.end());
  EXPECT_EQ(consistency->failed, 1u);
  EXPECT_EQ(consistency->outcome, Outcome::fail);
}

// Kills: a fault that the sweep found, told again by every property that it breaks.
TEST_F(DiagnoseProperties, AreFoldedIntoWhatTheSweepFound) {
  tally.add({1, Requirement::rounding, 0, 5, {{0x3c01}, 0x3f81}, {{0x3c09}, 0x3f81}});
  tally.property_faults = {fault("monotone", Requirement::rounding, {{{0x3c03}, 0x3f81}}),
                           fault("odd_symmetry", Requirement::rounding, {{{0x3c01}, 0x3f81}}),
                           fault("monotone", Requirement::subnormals, {{{0x0001}, 0}})};
  const OperationRecord record = diagnose(context, tally);
  ASSERT_EQ(record.findings.size(), 2u);
  EXPECT_EQ(record.findings[0].count, 5u);
  EXPECT_TRUE(record.findings[0].explanation.ends_with("; they break the properties monotone, odd_symmetry too"))
      << record.findings[0].explanation;
  EXPECT_EQ(record.findings[1].requirement, "subnormals");
  EXPECT_EQ(record.failed, 6u) << "the sweep's five, and the subnormal that only the property showed";
}

// Kills: a property without a case that passes.
TEST_F(DiagnoseProperties, WithoutACaseFail) {
  tally.property_cases["odd_symmetry"] = 0;
  const OperationRecord record = diagnose(context, tally);
  EXPECT_EQ(record.outcome, Outcome::fail);
  ASSERT_EQ(record.findings.size(), 1u);
  EXPECT_TRUE(record.findings[0].explanation.starts_with("the property odd_symmetry ran no case"));
}

// Kills: a backend that follows one option here and another there, and passes.
TEST(Reconcile, OneOptionOverAllSignatures) {
  const OperationContext narrow = context_of({float32, bfloat16}, {Semantics{}, Semantics{}});
  const OperationContext half = context_of({float32, float16}, {Semantics{}, Semantics{}});
  OperationRecord a, b;
  a.signature = "convert(float32)->bfloat16";
  b.signature = "convert(float32)->float16";
  a.outcome = b.outcome = Outcome::pass;
  a.consistent = {{{"option", "0"}}, {{"option", "1"}}};
  b.consistent = {{{"option", "1"}}};
  reconcile_choices({&narrow, &half}, {&a, &b});
  EXPECT_TRUE(a.outcome == Outcome::pass && b.outcome == Outcome::pass && a.findings.empty());
  a.consistent = {{{"option", "0"}}};
  reconcile_choices({&narrow, &half}, {&a, &b});
  EXPECT_TRUE(a.outcome == Outcome::fail && b.outcome == Outcome::fail);
  ASSERT_EQ(a.findings.size(), 1u);
  EXPECT_NE(a.findings[0].explanation.find("convert(float32)->float16 follows 1"), std::string::npos);
}

}  // namespace
}  // namespace hallmark::test
