// SPDX-License-Identifier: Apache-2.0
// A certificate as JUnit XML, for continuous integration.
#include "reports/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "reports/operand.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace hallmark {

namespace {

/// A parser turns a line end in an attribute into a space unless it is a reference.
std::string attribute(std::string_view name, std::string_view value) {
  std::string escaped;
  for (const char c : escape_markup(value)) {
    if (c == '\n') {
      escaped += "&#10;";
    } else if (c == '\t') {
      escaped += "&#9;";
    } else {
      escaped += c;
    }
  }
  return fmt::format(" {}=\"{}\"", name, escaped);
}

std::string finding_text(const std::string& signature, const Finding& finding) {
  std::string text = fmt::format("{} ({} wrong)\n", finding.explanation, grouped(finding.count));
  for (const CounterexampleRow& row : counterexample(signature, finding)) {
    text += fmt::format("{}:", row.label);
    const char* separator = " ";
    for (const CodeView& code : row.codes) {
      const std::string value = value_text(code, row.note);
      text += fmt::format("{}{}{}{}", separator, code.text, value.empty() ? "" : " = ", value);
      separator = " or ";
    }
    text += '\n';
  }
  return text + "reproduce: " + finding.reproduce + "\n";
}

struct Case {
  std::string name;
  Outcome outcome;
  std::string message, details;
};

struct Suite {
  std::string name;
  double seconds = 0;
  std::vector<Case> cases;

  std::size_t count(std::initializer_list<Outcome> outcomes) const {
    return static_cast<std::size_t>(std::count_if(cases.begin(), cases.end(), [&](const Case& c) {
      return std::find(outcomes.begin(), outcomes.end(), c.outcome) != outcomes.end();
    }));
  }
  std::size_t failures() const { return count({Outcome::fail, Outcome::weak}); }
  std::size_t errors() const { return count({Outcome::crashed, Outcome::not_run}); }
  std::size_t skipped() const {
    return count({Outcome::unsupported, Outcome::unknown, Outcome::not_applicable, Outcome::waived});
  }
};

/// The element inside a test case, none for a pass.
const char* element_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return nullptr;
    case Outcome::fail:
    case Outcome::weak:
      return "failure";
    case Outcome::crashed:
    case Outcome::not_run:
      return "error";
    case Outcome::waived:
    case Outcome::unsupported:
    case Outcome::unknown:
    case Outcome::not_applicable:
      return "skipped";
  }
  return "error";
}

Suite suite_of(const OperationRecord& operation) {
  Suite suite{operation.signature, operation.seconds, {}};
  std::vector<bool> told(operation.findings.size(), false);
  for (const RequirementRecord& requirement : operation.requirements) {
    Case c{requirement.name, requirement.outcome, {}, {}};
    c.message = fmt::format("{} of {} wrong", grouped(requirement.failed), grouped(requirement.tried));
    if (requirement.failed == 0) c.message = outcome_words(requirement.outcome);
    for (std::size_t i = 0; i < operation.findings.size(); ++i) {
      // A finding may rest on more than its requirement's own counts: it must not hide in a case that passed.
      const bool belongs = operation.findings[i].requirement == requirement.name;
      if (!belongs || requirement.outcome == Outcome::pass) continue;
      if (c.details.empty()) c.message += ": " + operation.findings[i].explanation;
      c.details += finding_text(operation.signature, operation.findings[i]);
      told[i] = true;
    }
    suite.cases.push_back(std::move(c));
  }
  std::string untold;
  for (std::size_t i = 0; i < operation.findings.size(); ++i) {
    if (!told[i]) untold += finding_text(operation.signature, operation.findings[i]);
  }
  const bool shown = std::any_of(suite.cases.begin(), suite.cases.end(),
                                 [&](const Case& c) { return c.outcome == operation.outcome; });
  if (!shown || !untold.empty()) {
    const std::string message = operation.note.empty() ? outcome_phrase(operation.outcome, 1) : operation.note;
    suite.cases.push_back({"outcome", operation.outcome, message, untold});
  }
  return suite;
}

std::string case_xml(const Certificate& certificate, const Suite& suite, const Case& c) {
  std::string xml =
      "    <testcase" + attribute("name", c.name) + attribute("classname", certificate.backend.name + "." + suite.name);
  const char* element = element_of(c.outcome);
  if (element == nullptr) return xml + "/>\n";
  xml += fmt::format(">\n      <{}{}", element, attribute("message", c.message));
  if (std::string_view(element) != "skipped") xml += attribute("type", outcome_name(c.outcome));
  return xml + fmt::format(">{}</{}>\n    </testcase>\n", escape_markup(c.details), element);
}

std::string property(std::string_view name, std::string_view value) {
  return "      <property" + attribute("name", name) + attribute("value", value) + "/>\n";
}

}  // namespace

std::string junit_xml(const Certificate& certificate) {
  std::vector<Suite> suites;
  std::size_t tests = 0, failures = 0, errors = 0;
  const auto add = [&](Suite suite) {
    tests += suite.cases.size();
    failures += suite.failures();
    errors += suite.errors();
    suites.push_back(std::move(suite));
  };
  for (const OperationRecord& operation : certificate.operations) add(suite_of(operation));
  if (certificate.failed() && failures + errors == 0) {
    add({"claim",
         0,
         {{"verdict", Outcome::fail, verdict_sentence(certificate), evidence_sentence(certificate) + "\n"}}});
  }

  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites{} tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"",
                     attribute("name", "hallmark " + certificate.backend.name), tests, failures, errors,
                     certificate.provenance.seconds);
  if (!certificate.provenance.started.empty()) xml += attribute("timestamp", certificate.provenance.started);
  xml += ">\n";
  for (const Suite& suite : suites) {
    xml += fmt::format("  <testsuite{} tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.6f}\">\n",
                       attribute("name", suite.name), suite.cases.size(), suite.failures(), suite.errors(),
                       suite.skipped(), suite.seconds);
    xml += "    <properties>\n" + property("hallmark.backend", certificate.backend.name) +
           property("hallmark.profile", certificate.profile) + property("hallmark.level", certificate.level) +
           property("hallmark.verdict", verdict_name(certificate.verdict())) + "    </properties>\n";
    for (const Case& c : suite.cases) xml += case_xml(certificate, suite, c);
    xml += "  </testsuite>\n";
  }
  return xml + "</testsuites>\n";
}

}  // namespace hallmark
