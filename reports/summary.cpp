// SPDX-License-Identifier: Apache-2.0
// What every report says of a certificate in the same words: verdict, counts, the first thing that is wrong.
#include "reports/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "reports/text.h"

namespace hallmark {

namespace {

bool counts(Outcome outcome) { return outcome != Outcome::unknown && outcome != Outcome::not_applicable; }

std::string one_combination(const std::vector<std::pair<std::string, std::string>>& combination) {
  std::string text;
  for (const auto& [choice, option] : combination) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", choice, option);
  }
  return text;
}

}  // namespace

Summary summarize(const Certificate& certificate) {
  Summary summary;
  for (const OperationRecord& operation : certificate.operations) {
    summary.passed += operation.outcome == Outcome::pass ? 1 : 0;
    summary.judged += counts(operation.outcome) ? 1 : 0;
    summary.domain += operation.domain.value_or(0);
    summary.is_open |= !operation.domain;
    summary.tried += operation.tried;
    summary.failed += operation.failed;
    summary.findings += operation.findings.size();
  }
  return summary;
}

std::string outcome_phrase(Outcome outcome, std::size_t operations) {
  const bool one = operations == 1;
  switch (outcome) {
    case Outcome::pass:
      return one ? "passes" : "pass";
    case Outcome::fail:
      return one ? "fails" : "fail";
    case Outcome::crashed:
      return "crashed";
    case Outcome::waived:
      return one ? "is waived" : "are waived";
    case Outcome::unsupported:
      return one ? "is required and not offered" : "are required and not offered";
    case Outcome::unknown:
      return one ? "is not known to Hallmark" : "are not known to Hallmark";
    case Outcome::not_applicable:
      return one ? "is not applicable" : "are not applicable";
    case Outcome::weak:
      return one ? "passed on weak evidence" : "passed on weak evidence";
    case Outcome::not_run:
      return one ? "was not run" : "were not run";
  }
  return "";
}

std::string outcome_words(Outcome outcome) {
  std::string words(outcome_name(outcome));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

bool is_trouble(Outcome outcome) { return counts(outcome) && outcome != Outcome::pass; }

std::string verdict_sentence(const Certificate& certificate) {
  const std::string scope =
      certificate.operations_glob == "*" ? "" : fmt::format(" for the operations {}", certificate.operations_glob);
  const auto sentence = [&](std::string_view verb) {
    return fmt::format("{} {} {}{} at level {}.", certificate.backend.name, verb, certificate.profile, scope,
                       certificate.level);
  };
  switch (certificate.verdict()) {
    case Verdict::conforms:
      return sentence("conforms to");
    case Verdict::conforms_with_waivers:
      return sentence("conforms, with waivers, to");
    case Verdict::does_not_conform:
      return sentence("does not conform to");
    case Verdict::partial:
      return sentence(certificate.failed() ? "fails in part of a run against" : "passes part of a run against");
  }
  return sentence("does not conform to");
}

std::string evidence_sentence(const Certificate& certificate) {
  const Summary summary = summarize(certificate);
  if (certificate.operations.empty()) return "No operation was judged.";
  std::string text =
      fmt::format("{} of {} operation{}", summary.passed, summary.judged, summary.judged == 1 ? "" : "s");
  text += fmt::format(" {}", outcome_phrase(Outcome::pass, summary.passed));
  static constexpr std::array others = {Outcome::fail,    Outcome::crashed,       Outcome::unsupported,
                                        Outcome::weak,    Outcome::not_run,       Outcome::waived,
                                        Outcome::unknown, Outcome::not_applicable};
  for (const Outcome outcome : others) {
    const auto number = static_cast<std::size_t>(
        std::count_if(certificate.operations.begin(), certificate.operations.end(),
                      [&](const OperationRecord& operation) { return operation.outcome == outcome; }));
    if (number != 0) text += fmt::format(", {} {}", number, outcome_phrase(outcome, number));
  }
  text += fmt::format(". {} operands were tried", grouped(summary.tried));
  // Triples of float32 would fill the line with digits.
  constexpr Count readable = Count{1'000'000'000'000} * 1'000'000'000'000;
  const std::string domain = summary.domain < readable ? grouped(summary.domain) : short_count(summary.domain);
  if (!summary.is_open) text += summary.tried == summary.domain ? ", all there are" : fmt::format(" of {}", domain);
  if (summary.failed != 0) return text + fmt::format("; {} results are wrong.", grouped(summary.failed));
  // What failed may depend on position, or be a call that did something besides computing.
  return text + (certificate.failed() ? "; see the findings." : "; no result is wrong.");
}

std::string first_finding(const Certificate& certificate) {
  for (const OperationRecord& operation : certificate.operations) {
    if (!is_trouble(operation.outcome)) continue;
    std::string what = operation.note;
    // Which properties break as well is for the finding's own place.
    if (!operation.findings.empty()) {
      what = operation.findings.front().explanation;
      what = what.substr(0, what.find("; they break"));
    }
    if (what.empty()) what = outcome_phrase(operation.outcome, 1);
    return visible(fmt::format("{}: {}", operation.signature, what));
  }
  return certificate.operations.empty() ? "no operation was judged" : "";
}

std::string tried_of_domain(Count tried, std::optional<Count> domain) {
  return !domain || tried == *domain ? short_count(tried)
                                     : fmt::format("{} of {}", grouped(tried), short_count(*domain));
}

std::vector<RequirementColumn> requirement_columns(const Certificate& certificate) {
  const auto kind_of = [](const std::string& name) {
    return name.starts_with("round_") || name == "stochastic_rounding" ? std::string("rounding") : name;
  };
  std::vector<RequirementColumn> columns;
  std::map<std::string, std::size_t> uses;
  for (const OperationRecord& operation : certificate.operations) {
    for (const RequirementRecord& requirement : operation.requirements) {
      const std::string kind = kind_of(requirement.name);
      auto column = std::find_if(columns.begin(), columns.end(),
                                 [&](const RequirementColumn& c) { return kind_of(c.names.front()) == kind; });
      if (column == columns.end()) column = columns.insert(columns.end(), {requirement.name, {}});
      if (uses[requirement.name]++ == 0) column->names.push_back(requirement.name);
    }
  }
  for (RequirementColumn& column : columns) {
    column.usual = *std::max_element(column.names.begin(), column.names.end(),
                                     [&](const std::string& a, const std::string& b) { return uses[a] < uses[b]; });
  }
  return columns;
}

std::string choices_text(const OperationRecord& operation) {
  std::string text;
  for (const auto& combination : operation.consistent) {
    if (combination.empty()) return "";
    text += (text.empty() ? "" : " or ") + one_combination(combination);
  }
  return text;
}

std::vector<ChoiceGroup> choice_groups(const Certificate& certificate) {
  std::vector<ChoiceGroup> groups;
  for (const OperationRecord& operation : certificate.operations) {
    const std::string options = choices_text(operation);
    if (options.empty()) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const ChoiceGroup& g) { return g.options == options; });
    if (group == groups.end()) group = groups.insert(groups.end(), {options, {}});
    group->signatures.push_back(operation.signature);
  }
  return groups;
}

}  // namespace hallmark
