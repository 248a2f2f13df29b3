// SPDX-License-Identifier: Apache-2.0
// Certificates on a terminal: the verdict table over several backends, and one backend in full.
#include "reports/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "reports/operand.h"
#include "reports/summary.h"
#include "reports/table.h"
#include "reports/text.h"

namespace hallmark {

namespace {

Paint paint_of(Verdict verdict, bool failed) {
  if (failed) return Paint::bad;
  return verdict == Verdict::conforms ? Paint::good : Paint::warn;
}

Paint paint_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return Paint::good;
    case Outcome::fail:
    case Outcome::crashed:
      return Paint::bad;
    case Outcome::waived:
    case Outcome::unsupported:
    case Outcome::weak:
    case Outcome::not_run:
      return Paint::warn;
    case Outcome::unknown:
    case Outcome::not_applicable:
      return Paint::soft;
  }
  return Paint::bad;
}

std::string finding_block(std::size_t number, const OperationRecord& operation, const Finding& finding,
                          const ConsoleStyle& style) {
  std::string text = fmt::format("  {}. {}\n", number,
                                 painted(visible(fmt::format("{}, {}: {} wrong", operation.signature,
                                                             finding.requirement, grouped(finding.count))),
                                         Paint::strong, style.color));
  text += "     " + visible(finding.explanation) + "\n";
  TextTable table({Align::left, Align::left, Align::left, Align::left});
  for (const CounterexampleRow& row : counterexample(operation.signature, finding)) {
    std::string label = row.label;
    for (const CodeView& view : row.codes) {
      table.add({{label, Paint::soft}, {view.text}, {bits_text(view)}, {value_text(view, row.note)}});
      label = "or";
    }
  }
  text += table.text(5, 0, style.color);
  // Not cut and without decoration: it is there to be copied.
  return text + "     " + painted("reproduce", Paint::soft, style.color) + "  " + visible(finding.reproduce) + "\n";
}

}  // namespace

ConsoleStyle console_style(int descriptor) {
  ConsoleStyle style;
  if (isatty(descriptor) == 0) return style;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  style.color = (no_color == nullptr || *no_color == '\0') && term != nullptr && std::string_view(term) != "dumb";
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0) style.width = size.ws_col;
  return style;
}

std::string verdict_table(std::span<const Certificate> certificates, const ConsoleStyle& style,
                          std::span<const SkippedBackend> skipped) {
  TextTable table({Align::left, Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
  table.add({{"backend", Paint::soft},
             {"profile", Paint::soft},
             {"verdict", Paint::soft},
             {"operations", Paint::soft},
             {"operands tried", Paint::soft},
             {"seconds", Paint::soft},
             {"first finding", Paint::soft}});
  for (const Certificate& certificate : certificates) {
    const Summary summary = summarize(certificate);
    const Verdict verdict = certificate.verdict();
    table.add({{certificate.backend.name, Paint::strong},
               {certificate.profile},
               {verdict_name(verdict), paint_of(verdict, certificate.failed())},
               {fmt::format("{}/{}", summary.passed, summary.judged)},
               {grouped(summary.tried)},
               {fmt::format("{:.1f}", certificate.provenance.seconds)},
               {first_finding(certificate)}});
  }
  std::string text = certificates.empty() ? "" : table.text(0, style.width, style.color);
  if (skipped.empty()) return text;
  TextTable others({Align::left, Align::left});
  for (const auto& [name, why] : skipped) others.add({{name, Paint::strong}, {why}});
  return text + (text.empty() ? "" : "\n") + "not certified:\n" + others.text(2, style.width, style.color);
}

std::string backend_block(const Certificate& certificate, const ConsoleStyle& style) {
  std::string text = painted(visible(verdict_sentence(certificate)),
                             paint_of(certificate.verdict(), certificate.failed()), style.color) +
                     "\n" + visible(evidence_sentence(certificate)) + "\n";
  if (!certificate.backend.opening_note.empty()) {
    text += visible("Opening the backend " + certificate.backend.opening_note) + ".\n";
  }
  TextTable table({Align::left, Align::left, Align::right, Align::right, Align::left});
  for (const OperationRecord& operation : certificate.operations) {
    std::string remark = operation.note;
    if (const std::string choices = choices_text(operation); !choices.empty()) {
      remark += (remark.empty() ? "" : "; ") + choices;
    }
    table.add({{outcome_words(operation.outcome), paint_of(operation.outcome)},
               {operation.signature},
               {tried_of_domain(operation.tried, operation.domain)},
               {operation.failed == 0 ? "" : grouped(operation.failed) + " wrong", Paint::bad},
               {remark, Paint::soft}});
  }
  text += '\n';
  text += table.text(2, style.width, style.color);
  std::size_t number = 0;
  for (const OperationRecord& operation : certificate.operations) {
    for (const Finding& finding : operation.findings) {
      text += '\n';
      text += finding_block(++number, operation, finding, style);
    }
  }
  return text;
}

}  // namespace hallmark
