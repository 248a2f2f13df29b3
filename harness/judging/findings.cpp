// SPDX-License-Identifier: Apache-2.0
#include "judging/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "judging/describe.h"
#include "judging/positions.h"

namespace hallmark {
namespace {

std::string codes_text(const Format& result, const CodeSets& codes) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < codes.count; ++i) texts.push_back(describe_codes(result, codes.sets[i]));
  return fmt::format("{}", fmt::join(texts, "|"));
}

/// Where a choice leaves several codes right, all of them are named: "0x0000|0x0080".
std::string expected_text(const OperationContext& context, std::span<const std::uint64_t> operands) {
  std::vector<std::string> texts;
  for (const Alternative& alternative : context.alternatives) {
    std::string text = codes_text(context.signature.result, context.right(alternative.semantics, operands));
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
  return fmt::format("{}", fmt::join(texts, "|"));
}

/// Hex codes of one tuple, and the same for people.
std::vector<std::string> operand_codes(const OperationContext& context, std::span<const std::uint64_t> operands) {
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    codes.push_back(hex_code(context.signature.operands[i], operands[i]));
  }
  return codes;
}

std::string operands_text(const OperationContext& context, std::span<const std::uint64_t> operands) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    texts.push_back(describe_code(context.signature.operands[i], operands[i]));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// All properties of the operation once more.
std::string property_command(const OperationContext& context) {
  return fmt::format("{} --operation '{}' --gtest_filter '*.properties'{}{}", context.property_command,
                     to_string(context.signature), context.level_option, context.seed_option);
}

/// The first finding of a requirement that sweeps left.
Finding* mismatch_finding(OperationRecord& record, const std::string& requirement) {
  const auto found = std::find_if(record.findings.begin(), record.findings.end(),
                                  [&](const Finding& finding) { return finding.requirement == requirement; });
  return found == record.findings.end() ? nullptr : &*found;
}

Finding property_finding(const OperationContext& context, const Tally& tally, const PropertyFault& fault) {
  Finding finding;
  finding.requirement = requirement_text(context, fault.requirement);
  finding.count = fault.count;
  finding.explanation =
      fmt::format("the property {} is broken in {} of {} cases: {}", fault.property, grouped_digits(fault.count),
                  grouped_digits(tally.property_cases.at(fault.property)), fault.what);
  if (fault.witnesses.size() == 1) {
    fill_counterexample(context, fault.witnesses.front(), finding);
  } else {
    for (const Witness& witness : fault.witnesses) {
      for (std::string& code : operand_codes(context, witness.operands)) finding.operands.push_back(std::move(code));
    }
  }
  const std::uint64_t every_alternative = ~std::uint64_t{0} >> (64 - context.alternatives.size());
  if (fault.requirement == Requirement::function_accuracy) {  // a sweep saw it, not the part that draws cases
    finding.reproduce = operation_command(context);
    return finding;
  }
  finding.reproduce = fault.call.empty() || fault.rejected_by != every_alternative
                          ? property_command(context)
                          : fmt::format("{} --case '{}@{}'{}{}", context.property_command, to_string(context.signature),
                                        fault.call, context.level_option, context.seed_option);
  return finding;
}

/// What a fault that does not repeat is about, where all are alike.
std::string what_changes(const Format& to, const std::vector<RepeatFault>& faults) {
  const auto all = [&](auto holds) { return std::all_of(faults.begin(), faults.end(), holds); };
  if (all([&](const RepeatFault& one) { return to.is_nan(one.first) && to.is_nan(one.again); })) {
    return ", all of them NaNs with other bits";
  }
  if (all([](const RepeatFault& one) { return one.first + 1 == one.again || one.again + 1 == one.first; })) {
    return ", all of them by one unit in the last place";
  }
  return "";
}

}  // namespace

std::string requirement_text(const OperationContext& context, Requirement requirement) {
  return std::string(requirement_name(requirement, context.alternatives.front().semantics.rounding));
}

std::string grouped_digits(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

void fill_counterexample(const OperationContext& context, const Witness& witness, Finding& finding) {
  const Format& to = context.signature.result;
  finding.got = hex_code(to, witness.got);
  finding.got_text = describe_code(to, witness.got);
  if (context.describe_case) {
    CaseText text = context.describe_case(witness, context.seed);
    finding.operands = std::move(text.operands);
    finding.operands_text = std::move(text.operands_text);
    finding.expected = std::move(text.expected);
    finding.expected_text = std::move(text.expected_text);
    return;
  }
  finding.operands = operand_codes(context, witness.operands);
  finding.operands_text = operands_text(context, witness.operands);
  finding.expected = expected_text(context, witness.operands);
  const auto right = context.right(context.alternatives.front().semantics, witness.operands).single();
  finding.expected_text = right ? describe_code(to, *right) : finding.expected;
}

std::string case_command(const OperationContext& context, const std::string& rest) {
  return fmt::format("{} --case '{}{}'{}", context.certify_command, to_string(context.signature), rest,
                     rest.starts_with('@') ? context.seed_option : "");
}

std::string witness_command(const OperationContext& context, const Witness& witness) {
  if (context.describe_case) return case_command(context, context.describe_case(witness, context.seed).mark);
  return case_command(context, fmt::format("#{}", fmt::join(operand_codes(context, witness.operands), ",")));
}

std::string operation_command(const OperationContext& context) {
  return fmt::format("{} --operation '{}'{}{}", context.certify_command, to_string(context.signature),
                     context.level_option, context.seed_option);
}

void add_position_finding(const OperationContext& context, const Tally& tally, OperationRecord& record) {
  if (tally.positions.empty()) return;
  const bool is_place =
      std::all_of(tally.positions.begin(), tally.positions.end(), [](const PositionFault& one) { return one.repeats; });
  if (!is_place && !tally.repeats.empty()) return;  // another finding says that it changes from call to call
  const PositionFault& first = *std::min_element(tally.positions.begin(), tally.positions.end(),
                                                 [](const PositionFault& a, const PositionFault& b) {
                                                   return std::pair(a.rows, a.row) < std::pair(b.rows, b.row);
                                                 });
  Finding finding;
  finding.requirement = requirement_text(context, Requirement::consistency);
  finding.count = tally.position_failed;
  finding.explanation = explain_positions(tally.positions);
  fill_counterexample(context, first.witness, finding);
  finding.operands_text += fmt::format(" (row {} of {})", first.row, first.rows);
  finding.reproduce = case_command(context, fmt::format("@{}", first.call));
  record.findings.push_back(std::move(finding));
}

void add_repeat_finding(const OperationContext& context, const Tally& tally, OperationRecord& record) {
  if (tally.repeats.empty()) return;
  const RepeatFault& first =
      *std::min_element(tally.repeats.begin(), tally.repeats.end(),
                        [](const RepeatFault& a, const RepeatFault& b) { return a.operands < b.operands; });
  const Format& to = context.signature.result;
  Finding finding;
  finding.requirement = requirement_text(context, Requirement::consistency);
  finding.count = tally.repeat_failed;
  const bool only_threads =
      std::all_of(tally.repeats.begin(), tally.repeats.end(), [](const RepeatFault& one) { return one.threads != 0; });
  finding.explanation =
      fmt::format("{}: {} of {} operands gave another result when the same call was made again{}{}",
                  only_threads ? "results depend on the number of threads" : "a run does not repeat bit for bit",
                  grouped_digits(tally.repeat_failed), grouped_digits(tally.position_tried),
                  only_threads ? fmt::format(" with {} thread{}", first.threads, first.threads == 1 ? "" : "s") : "",
                  what_changes(to, tally.repeats));
  fill_counterexample(context, {first.operands, first.again}, finding);
  finding.operands_text += fmt::format(" (row {} of {})", first.row, first.rows);
  finding.expected = hex_code(to, first.first);
  finding.expected_text = describe_code(to, first.first) + " (the first time)";
  finding.reproduce = case_command(context, fmt::format("@{}", first.call));
  record.findings.push_back(std::move(finding));
}

void add_environment_findings(const OperationContext& context, const Tally& tally, OperationRecord& record) {
  for (const auto& [what, fault] : tally.environment) {
    Finding finding;
    finding.requirement = requirement_text(context, Requirement::environment);
    finding.count = fault.calls;
    finding.explanation = fault.calls == 1 ? fmt::format("one call {}", what)
                                           : fmt::format("{} calls {}", grouped_digits(fault.calls), what);
    finding.reproduce = fault.call.starts_with('@') ? case_command(context, fault.call) : operation_command(context);
    record.findings.push_back(std::move(finding));
  }
}

void add_property_findings(const OperationContext& context, const Tally& tally, std::size_t alternative,
                           OperationRecord& record) {
  std::map<std::string, std::vector<std::string>> folded;  // by requirement
  std::vector<Finding> findings;
  for (const PropertyFault& fault : tally.property_faults) {
    if ((fault.rejected_by >> alternative & 1) == 0) continue;
    Finding finding = property_finding(context, tally, fault);
    if (mismatch_finding(record, finding.requirement) == nullptr) {
      findings.push_back(std::move(finding));
    } else {
      folded[finding.requirement].push_back(fault.property);
    }
  }
  for (const auto& [requirement, properties] : folded) {
    mismatch_finding(record, requirement)->explanation += fmt::format(
        "; they break the {} {} too", properties.size() == 1 ? "property" : "properties", fmt::join(properties, ", "));
  }
  for (const auto& [property, cases] : tally.property_cases) {
    if (cases > 0) continue;
    Finding finding;
    finding.requirement = requirement_text(context, Requirement::consistency);
    finding.count = 1;
    finding.explanation =
        fmt::format("the property {} ran no case: no operands of it had results to compare", property);
    finding.reproduce = property_command(context);
    findings.push_back(std::move(finding));
  }
  std::move(findings.begin(), findings.end(), std::back_inserter(record.findings));
}

}  // namespace hallmark
