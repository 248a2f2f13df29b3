// SPDX-License-Identifier: Apache-2.0
// A certificate as Markdown, for a pull request or a step summary: at most 200 KiB, because GitHub drops larger ones.
#include "reports/markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/accuracy.h"
#include "reports/operand.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace hallmark {

namespace {

/// Words on one line in which nothing is markup: backslashes before ASCII punctuation that Markdown knows.
std::string plain(std::string_view text) {
  std::string escaped;
  for (const char c : visible(text)) {
    if (std::string_view("\\`*_{}[]<>#|~$@!&").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::size_t longest_run(std::string_view text, char c) {
  std::size_t longest = 0, run = 0;
  for (const char t : text) {
    run = t == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

/// A code span on one line. A bar would end a table's cell even inside it.
std::string code(std::string_view text) {
  std::string shown;
  for (const char c : visible(text)) shown += c == '|' ? std::string("\\|") : std::string(1, c);
  if (shown.empty()) return "";
  const std::string ticks(longest_run(shown, '`') + 1, '`');
  const char* pad = shown.front() == '`' || shown.back() == '`' ? " " : "";
  return ticks + pad + shown + pad + ticks;
}

std::string code_block(std::string_view text) {
  const std::string shown = visible(text, Lines::keep);
  const std::string fence(std::max<std::size_t>(3, longest_run(shown, '`') + 1), '`');
  return fence + "\n" + shown + (shown.ends_with('\n') ? "" : "\n") + fence + "\n";
}

std::string finding_section(const OperationRecord& operation, const Finding& finding) {
  std::string text = fmt::format("### {}: {}\n\n", code(operation.signature), plain(finding.requirement));
  text += fmt::format("{} wrong: {}.\n\n", grouped(finding.count), plain(finding.explanation));
  const auto rows = counterexample(operation.signature, finding);
  if (!rows.empty()) text += "| | code | bits | value |\n|---|---|---|---|\n";
  for (const CounterexampleRow& row : rows) {
    for (const CodeView& view : row.codes) {
      text += fmt::format("| {} | {} | {} | {} |\n", &view == &row.codes.front() ? row.label : "or", code(view.text),
                          code(bits_text(view)), plain(value_text(view, row.note)));
    }
  }
  return text + "\nReproduce it:\n\n" + code_block(finding.reproduce) + "\n";
}

std::string operation_row(const OperationRecord& operation) {
  std::string requirements;
  for (const RequirementRecord& requirement : operation.requirements) {
    if (requirement.outcome == Outcome::pass) continue;
    requirements += requirements.empty() ? "" : ", ";
    requirements += plain(requirement.name) + " " + outcome_words(requirement.outcome);
    if (requirement.failed != 0) requirements += " (" + grouped(requirement.failed) + ")";
  }
  if (!operation.note.empty()) requirements += (requirements.empty() ? "" : "; ") + plain(operation.note);
  const std::string choices = choices_text(operation);
  if (!choices.empty()) requirements += (requirements.empty() ? "" : "; ") + plain(choices);
  const std::string outcome = outcome_words(operation.outcome);
  return fmt::format("| {} | {} | {} | {} | {} |\n", code(operation.signature),
                     is_trouble(operation.outcome) ? "**" + outcome + "**" : outcome,
                     tried_of_domain(operation.tried, operation.domain), grouped(operation.failed), requirements);
}

/// No longer than the short texts may be; certificate.json has all.
std::string accuracy_section(const Certificate& certificate) {
  constexpr std::size_t room = 6 * 1024;
  const std::vector<AccuracyRow> rows = accuracy_rows(certificate);
  if (rows.empty()) return "";
  std::string text =
      "## Accuracy\n\nErrors in ulp of the result format, against the exact value.\n\n"
      "| function | results | correctly rounded | mean | largest | where |\n|---|--:|--:|--:|--:|---|\n";
  std::size_t left_out = 0;
  for (const AccuracyRow& row : rows) {
    const std::string line = fmt::format("| {} | {} | {} | {} | {} | {} |\n", code(row.signature), row.measured,
                                         row.correctly_rounded, row.mean, row.maximum, code(row.worst));
    if (text.size() + line.size() > room) {
      ++left_out;
    } else {
      text += line;
    }
  }
  text += "\n";
  if (left_out != 0) text += fmt::format("{} more are in certificate.json.\n\n", left_out);
  return text;
}

/// As the accuracy's: no longer than a short text.
std::string traits_section(const Certificate& certificate) {
  constexpr std::size_t room = 6 * 1024;
  if (certificate.traits.empty()) return "";
  std::string text =
      "## Traits\n\nWhat the backend was seen to do, whether the profile asks for it or not; with a call that shows "
      "it.\n\n| trait | |\n|---|---|\n";
  std::size_t left_out = 0;
  for (const auto& [trait, value] : certificate.traits) {
    const std::string line = fmt::format("| {} | {} |\n", plain(trait), plain(value));
    if (text.size() + line.size() > room) {
      ++left_out;
    } else {
      text += line;
    }
  }
  text += "\n";
  if (left_out != 0) text += fmt::format("{} more are in certificate.json.\n\n", left_out);
  return text;
}

std::string header(const Certificate& certificate) {
  std::string text =
      fmt::format("# {}\n\n{}\n\n", plain(verdict_sentence(certificate)), plain(evidence_sentence(certificate)));
  const auto row = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += fmt::format("| {} | {} |\n", name, value);
  };
  text += "| | |\n|---|---|\n";
  row("verdict", "**" + verdict_name(certificate.verdict()) + "**");
  row("backend", plain(certificate.backend.name + " " + certificate.backend.version));
  row("device", plain(certificate.backend.device));
  row("profile", plain(certificate.profile) +
                     (certificate.profile_title.empty() ? "" : " (" + plain(certificate.profile_title) + ")"));
  row("level", plain(certificate.level));
  row("machine", plain(certificate.provenance.cpu));
  row("note", plain(certificate.backend.opening_note));
  return text + "\n";
}

}  // namespace

std::string markdown_summary(const Certificate& certificate) {
  const nlohmann::ordered_json json = to_json(certificate);
  const std::string footer = fmt::format(
      "Result digest {}. The whole record is certificate.json; `hallmark verify certificate.json` checks it.\n",
      code(json["result_digest"].get<std::string>()));
  // Half of the room each for findings and operations; the other texts are short, and shortened if they are not.
  constexpr std::size_t room = (markdown_limit - 24 * 1024) / 2;
  constexpr std::size_t short_text = 8 * 1024;

  std::string text = header(certificate);
  if (text.size() > short_text) text = fmt::format("# {}\n\n", verdict_name(certificate.verdict()));
  std::string findings;
  std::size_t left_out = 0;
  for (const OperationRecord& operation : certificate.operations) {
    for (const Finding& finding : operation.findings) {
      const std::string section = finding_section(operation, finding);
      if (findings.size() + section.size() > room) {
        ++left_out;
      } else {
        findings += section;
      }
    }
  }
  if (left_out != 0) findings += fmt::format("{} more findings are in certificate.json.\n\n", left_out);
  if (!findings.empty()) text += "## Findings\n\n" + findings;

  std::string rows;
  left_out = 0;
  for (const OperationRecord& operation : certificate.operations) {
    const std::string row = operation_row(operation);
    if (rows.size() + row.size() > room) {
      ++left_out;
    } else {
      rows += row;
    }
  }
  if (!rows.empty()) {
    text +=
        "## Operations\n\n| operation | outcome | operands tried | wrong | remarks |\n|---|---|--:|--:|---|\n" + rows;
    text += "\n";
  }
  if (left_out != 0) text += fmt::format("{} more operations are in certificate.json.\n\n", left_out);
  return text + accuracy_section(certificate) + traits_section(certificate) + footer;
}

}  // namespace hallmark
