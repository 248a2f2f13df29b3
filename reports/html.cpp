// SPDX-License-Identifier: Apache-2.0
// A certificate as one self-contained HTML page: what html.template.html is filled with.
#include "reports/html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <kainjow/mustache.hpp>
#include <stdexcept>

#include "reports/embedded.h"
#include "reports/operand.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace hallmark {

namespace {

using Data = kainjow::mustache::data;

/// So many findings are unfolded; a reader opens more.
constexpr std::size_t open_findings = 8;

/// Sets a name always, because a missing one would be looked up in the surrounding sections. Empty text is false.
void put(Data& data, const std::string& name, const std::string& value) {
  if (value.empty()) {
    data.set(name, Data::type::bool_false);
  } else {
    data.set(name, value);
  }
}

void put(Data& data, const std::string& name, bool value) {
  data.set(name, value ? Data::type::bool_true : Data::type::bool_false);
}

void put(Data&, const std::string&, const char*) = delete;  // would become a bool

Data list() { return Data(Data::type::list); }

Data pair(const std::string& first_name, const std::string& first, const std::string& second_name,
          const std::string& second) {
  Data data;
  put(data, first_name, first);
  put(data, second_name, second);
  return data;
}

/// A command's words, because a browser would break a line inside "->" and "--".
Data words_of_command(const std::string& command) {
  Data words = list();
  for (std::size_t at = 0; at <= command.size();) {
    const std::size_t end = std::min(command.find(' ', at), command.size());
    words.push_back(pair("word", command.substr(at, end - at), "space", end < command.size() ? " " : ""));
    at = end + 1;
  }
  return words;
}

std::string tone_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "good";
    case Outcome::fail:
    case Outcome::crashed:
      return "bad";
    case Outcome::unsupported:
    case Outcome::weak:
    case Outcome::not_run:
    case Outcome::waived:
      return "warn";
    case Outcome::unknown:
    case Outcome::not_applicable:
      return "quiet";
  }
  return "bad";
}

/// Words of a requirement's or trait's name.
std::string words_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

void put_claim(Data& page, const Certificate& certificate) {
  const Verdict verdict = certificate.verdict();
  const bool bad = certificate.failed();
  const bool plain = verdict == Verdict::conforms;
  const std::string check = "M10 15.6l4.3 4.3 7.9-8.4", cross = "M11.5 11.5l9 9m0-9-9 9";
  put(page, "stamp", bad ? cross : check);
  put(page, "tone", std::string(bad ? "bad" : plain ? "good" : "warn"));
  put(page, "verdict", verdict_name(verdict));
  put(page, "sentence", verdict_sentence(certificate));
  put(page, "evidence", evidence_sentence(certificate));
  put(page, "opening_note", certificate.backend.opening_note);
  put(page, "parts",
      certificate.parts.empty() ? std::string()
                                : fmt::format("{} part{} of a larger run", certificate.parts.size(),
                                              certificate.parts.size() == 1 ? "" : "s"));
  put(page, "backend", certificate.backend.name);
  put(page, "backend_version", certificate.backend.version);
  put(page, "device", certificate.backend.device);
  put(page, "profile", certificate.profile);
  put(page, "profile_title", certificate.profile_title);
  put(page, "level", certificate.level);
  put(page, "glob", certificate.operations_glob == "*" ? std::string() : certificate.operations_glob);
  const Summary summary = summarize(certificate);
  put(page, "passed", grouped(summary.passed));
  put(page, "judged", grouped(summary.judged));
  put(page, "tried", grouped(summary.tried));
  put(page, "domain",
      summary.tried == summary.domain ? std::string("all there are") : "of " + short_count(summary.domain));
  put(page, "failed", grouped(summary.failed));
  put(page, "finding_count", summary.findings == 0 ? std::string() : grouped(summary.findings));
  put(page, "operation_count", grouped(certificate.operations.size()));
}

/// One field's bits in runs of those that agree with `right` and those that do not; without a `right`, one run.
Data runs_of(const std::string& field, const std::string* right) {
  Data runs = list();
  std::size_t start = 0;
  const auto differs = [&](std::size_t i) { return right != nullptr && (*right)[i] != field[i]; };
  for (std::size_t i = 1; i <= field.size(); ++i) {
    if (i < field.size() && differs(i) == differs(start)) continue;
    const std::string bits = field.substr(start, i - start);
    runs.push_back(differs(start) ? pair("same", "", "differs", bits) : pair("same", bits, "differs", ""));
    start = i;
  }
  return runs;
}

Data fields_of(const CodeView& view, const CodeView* right) {
  Data fields = list();
  const auto add = [&](const std::string& name, std::string CodeView::*member) {
    if ((view.*member).empty()) return;
    Data field;
    put(field, "field", name);
    field.set("runs", runs_of(view.*member, right != nullptr ? &(right->*member) : nullptr));
    fields.push_back(field);
  };
  add("s", &CodeView::sign);
  add("e", &CodeView::exponent);
  add("f", &CodeView::fraction);
  return fields;
}

Data rows_of(const std::string& signature, const Finding& finding) {
  Data rows = list();
  const CodeView* right = nullptr;  // the one expected code, which the bits that came are compared with
  const std::vector<CounterexampleRow> lines = counterexample(signature, finding);
  for (const CounterexampleRow& line : lines) {
    if (line.label == "expected" && line.codes.size() == 1 && !line.codes[0].decimal.empty()) right = &line.codes[0];
    for (const CodeView& view : line.codes) {
      const bool got = line.label == "got";
      Data row;
      put(row, "label", &view == &line.codes.front() ? line.label : std::string("or"));
      put(row, "is_got", got);
      put(row, "code", view.text);
      put(row, "has_bits", !view.fraction.empty() || !view.exponent.empty());
      const bool comparable = got && right != nullptr && !view.decimal.empty();
      row.set("fields", fields_of(view, comparable ? right : nullptr));
      put(row, "decimal", view.decimal);
      put(row, "category", view.category);
      put(row, "words", line.note);
      rows.push_back(row);
    }
  }
  return rows;
}

void put_findings(Data& page, const Certificate& certificate) {
  Data findings = list();
  std::size_t shown = 0;
  for (const OperationRecord& operation : certificate.operations) {
    for (const Finding& finding : operation.findings) {
      Data data;
      put(data, "open", shown++ < open_findings);
      put(data, "signature", operation.signature);
      put(data, "requirement", words_of(finding.requirement));
      put(data, "count", grouped(finding.count));
      put(data, "explanation", finding.explanation);
      const Data rows = rows_of(operation.signature, finding);
      put(data, "has_rows", !rows.is_empty_list());
      data.set("rows", rows);
      data.set("reproduce", words_of_command(finding.reproduce));
      findings.push_back(data);
    }
  }
  page.set("findings", findings);
}

Data cell_of(const OperationRecord& operation, const RequirementColumn& column) {
  const auto found = std::find_if(
      operation.requirements.begin(), operation.requirements.end(), [&](const RequirementRecord& requirement) {
        return std::find(column.names.begin(), column.names.end(), requirement.name) != column.names.end();
      });
  Data cell, remarks = list();
  const bool shown = found != operation.requirements.end() && found->outcome != Outcome::not_applicable;
  put(cell, "shown", shown);
  put(cell, "tone", shown ? tone_of(found->outcome) : std::string("quiet"));
  put(cell, "wrong", shown && found->failed != 0 ? grouped(found->failed) + " wrong" : std::string());
  put(cell, "count", shown ? short_count(found->tried) : std::string());
  if (shown) {
    const auto add = [&](const std::string& text) { remarks.push_back(pair("remark", text, "unused", "")); };
    if (found->failed != 0) add("in " + short_count(found->tried));
    if (found->tried != found->domain) add("of " + short_count(found->domain));
    const bool said = found->outcome == Outcome::pass || (found->outcome == Outcome::fail && found->failed != 0);
    if (!said) add(outcome_words(found->outcome));
    if (found->name != column.usual) add(words_of(found->name));
  }
  cell.set("remarks", remarks);
  return cell;
}

void put_operations(Data& page, const Certificate& certificate) {
  const std::vector<RequirementColumn> columns = requirement_columns(certificate);
  Data titles = list();
  for (const RequirementColumn& column : columns) titles.push_back(pair("title", words_of(column.usual), "unused", ""));
  page.set("columns", titles);
  put(page, "column_count", fmt::format("{}", columns.size() + 3));
  Data operations = list();
  for (const OperationRecord& operation : certificate.operations) {
    Data row;
    put(row, "signature", operation.signature);
    put(row, "outcome", outcome_words(operation.outcome));
    put(row, "tone", tone_of(operation.outcome));
    put(row, "tried", short_count(operation.tried));
    put(row, "partial_domain", operation.tried == operation.domain ? std::string() : short_count(operation.domain));
    put(row, "note", operation.note);
    Data cells = list();
    for (const RequirementColumn& column : columns) cells.push_back(cell_of(operation, column));
    row.set("cells", cells);
    operations.push_back(row);
  }
  page.set("operations", operations);
}

void put_choices(Data& page, const Certificate& certificate) {
  Data choices = list();
  for (const ChoiceGroup& group : choice_groups(certificate)) {
    Data data;
    put(data, "options", group.options);
    Data signatures = list();
    for (const std::string& signature : group.signatures) {
      signatures.push_back(pair("signature", signature, "unused", ""));
    }
    data.set("signatures", signatures);
    choices.push_back(data);
  }
  put(page, "has_choices", !choices.is_empty_list());
  page.set("choices", choices);
}

void put_traits_and_waivers(Data& page, const Certificate& certificate) {
  Data traits = list();
  for (const auto& [trait, value] : certificate.traits) {
    traits.push_back(pair("trait", words_of(trait), "value", value));
  }
  put(page, "has_traits", !certificate.traits.empty());
  page.set("traits", traits);
  Data waivers = list();
  for (const nlohmann::json& waiver : certificate.waivers) {
    Data entries = list();
    for (const auto& [key, value] : waiver.items()) {
      entries.push_back(
          pair("key", key, "value", value.is_string() ? value.get<std::string>() : canonical_json(value)));
    }
    Data data;
    data.set("entries", entries);
    waivers.push_back(data);
  }
  put(page, "has_waivers", !certificate.waivers.empty());
  page.set("waivers", waivers);
}

/// "2026-03-01T12:00:00Z" -> "2026-03-01 12:00 UTC"; anything else as it is.
std::string moment(const std::string& iso) {
  if (iso.size() < 17 || iso[10] != 'T' || !iso.ends_with('Z')) return iso;
  return iso.substr(0, 10) + " " + iso.substr(11, 5) + " UTC";
}

void put_machine_and_digests(Data& page, const Certificate& certificate) {
  const Provenance& provenance = certificate.provenance;
  Data machine = list();
  const auto add = [&](const std::string& key, const std::string& value) {
    if (!value.empty()) machine.push_back(pair("key", key, "value", value));
  };
  add("processor", provenance.cpu);
  add("instruction sets", fmt::format("{}", fmt::join(provenance.flags, ", ")));
  add("operating system", provenance.os);
  add("compiler", provenance.compiler);
  add("started", provenance.started);
  add("seconds", fmt::format("{:.2f}", provenance.seconds));
  add("seed", fmt::format("{}", certificate.seed));
  page.set("machine", machine);
  put(page, "started", moment(provenance.started));
  put(page, "seconds", fmt::format("{:.2f}", provenance.seconds));
  put(page, "has_command", !provenance.command.empty());
  page.set("command", words_of_command(provenance.command));
  put(page, "version", certificate.suite_version);
  const nlohmann::ordered_json json = to_json(certificate);
  Data digests = list();
  const auto digest = [&](const std::string& key, const std::string& value) {
    if (!value.empty()) digests.push_back(pair("key", key, "value", value));
  };
  digest("result digest", json["result_digest"]);
  digest("certificate digest", json["digest"]);
  digest("profile file", certificate.profile_sha256);
  digest("backend file", certificate.backend.file_sha256);
  digest("golden vectors", certificate.vectors);
  page.set("digests", digests);
}

}  // namespace

std::string html_page(const Certificate& certificate) {
  const std::string style(embedded_html_css());
  kainjow::mustache::mustache page_template{std::string(embedded_html_template())};
  if (!page_template.is_valid()) throw std::logic_error("html.template.html: " + page_template.error_message());
  page_template.set_custom_escape([](const std::string& text) { return escape_markup(text); });
  Data page;
  put(page, "style", style);
  put(page, "style_digest", sha256_base64(style));
  put_claim(page, certificate);
  put_findings(page, certificate);
  put_operations(page, certificate);
  put_choices(page, certificate);
  put_traits_and_waivers(page, certificate);
  put_machine_and_digests(page, certificate);
  return page_template.render(page);
}

}  // namespace hallmark
