// SPDX-License-Identifier: Apache-2.0
// A certificate as one self-contained HTML page: what html.template.html is filled with.
#include "reports/html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "reports/accuracy.h"
#include "reports/embedded.h"
#include "reports/growth_picture.h"
#include "reports/html_data.h"
#include "reports/operand.h"
#include "reports/picture.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace hallmark {

namespace {

using Data = HtmlData;

/// So many findings and pictures are unfolded; a reader opens more.
constexpr std::size_t open_findings = 8;
constexpr std::size_t open_pictures = 4;
/// A page stays below half a megabyte: the pictures of the other operations are left out, of those that pass first.
constexpr std::size_t most_pictures = 40;

/// A command's words, because a browser would break a line inside "->" and "--".
Data words_of_command(const std::string& command) {
  Data words = html_list();
  for (std::size_t at = 0; at <= command.size();) {
    const std::size_t end = std::min(command.find(' ', at), command.size());
    words.push_back(html_pair("word", command.substr(at, end - at), "space", end < command.size() ? " " : ""));
    at = end + 1;
  }
  return words;
}

void put_claim(Data& page, const Certificate& certificate) {
  const std::string tone = tone_of(certificate);
  put(page, "stamp", stamp_of(tone));
  put(page, "tone", tone);
  put(page, "verdict", verdict_name(certificate.verdict()));
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
      summary.is_open                   ? std::string()
      : summary.tried == summary.domain ? std::string("all there are")
                                        : "of " + short_count(summary.domain));
  put(page, "failed", grouped(summary.failed));
  put(page, "finding_count", summary.findings == 0 ? std::string() : grouped(summary.findings));
  put(page, "operation_count", grouped(certificate.operations.size()));
}

/// One field's bits in runs of those that agree with `right` and those that do not; without a `right`, one run.
Data runs_of(const std::string& field, const std::string* right) {
  Data runs = html_list();
  std::size_t start = 0;
  const auto differs = [&](std::size_t i) { return right != nullptr && (*right)[i] != field[i]; };
  for (std::size_t i = 1; i <= field.size(); ++i) {
    if (i < field.size() && differs(i) == differs(start)) continue;
    const std::string bits = field.substr(start, i - start);
    runs.push_back(differs(start) ? html_pair("same", "", "differs", bits) : html_pair("same", bits, "differs", ""));
    start = i;
  }
  return runs;
}

Data fields_of(const CodeView& view, const CodeView* right) {
  Data fields = html_list();
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
  Data rows = html_list();
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
  Data findings = html_list();
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

Data picture_data(const OperationRecord& operation, const Picture& picture, std::size_t number) {
  Data data;
  put(data, "open", number < open_pictures);
  put(data, "number", fmt::format("{}", number));
  put(data, "signature", operation.signature);
  put(data, "outcome", outcome_words(operation.outcome));
  put(data, "tone", tone_of(operation.outcome));
  put(data, "summary", picture.summary);
  put(data, "result_format", picture.result_format);
  put(data, "width", picture.width);
  put(data, "error_scale", picture.error_scale);
  put(data, "error_marks", picture.error_marks);
  put(data, "count_scale", picture.count_scale);
  put(data, "count_marks", picture.count_marks);
  put(data, "axis_labels", picture.axis_labels);
  put(data, "has_wrong", picture.wrong);
  put(data, "has_subnormals", picture.subnormals);
  put(data, "has_overflow", picture.overflow);
  return data;
}

/// What fails comes first.
void put_pictures(Data& page, const Certificate& certificate) {
  std::vector<const OperationRecord*> order;
  for (const OperationRecord& operation : certificate.operations) order.push_back(&operation);
  std::stable_partition(order.begin(), order.end(),
                        [](const OperationRecord* operation) { return operation->failed != 0; });
  Data pictures = html_list();
  std::string data;
  std::size_t drawn = 0, left_out = 0;
  for (const OperationRecord* operation : order) {
    if (drawn >= most_pictures) {
      left_out += operation->along ? 1 : 0;
      continue;
    }
    const std::optional<Picture> picture = draw_picture(*operation);
    if (!picture) continue;
    pictures.push_back(picture_data(*operation, *picture, drawn++));
    data += (data.empty() ? "" : ",\n") + picture->data;
  }
  const std::string library(embedded_d3()), script(embedded_page_script());
  const bool scripted = drawn != 0 && !library.empty();
  put(page, "picture_count", drawn == 0 ? std::string() : grouped(drawn));
  put(page, "pictures_left_out", left_out == 0 ? std::string() : grouped(left_out));
  page.set("pictures", pictures);
  put(page, "picture_data", scripted ? data : std::string());
  put(page, "library", scripted ? library : std::string());
  put(page, "script", scripted ? script : std::string());
  put(page, "library_digest", scripted ? sha256_base64(library) : std::string());
  put(page, "script_digest", scripted ? sha256_base64(script) : std::string());
  put(page, "error_height", fmt::format("{}", Picture::error_height));
  put(page, "count_height", fmt::format("{}", Picture::count_height));
  put(page, "label_height", fmt::format("{}", Picture::label_height));
  put(page, "scale_width", fmt::format("{}", Picture::scale_width));
}

/// As pictures are: so many, and those of what fails first.
void put_growth(Data& page, const Certificate& certificate) {
  std::vector<const OperationRecord*> order;
  for (const OperationRecord& operation : certificate.operations) order.push_back(&operation);
  std::stable_partition(order.begin(), order.end(),
                        [](const OperationRecord* operation) { return operation->failed != 0; });
  Data pictures = html_list();
  std::size_t drawn = 0, left_out = 0;
  for (const OperationRecord* operation : order) {
    if (drawn >= most_pictures) {
      left_out += operation->growth ? 1 : 0;
      continue;
    }
    const std::optional<GrowthPicture> picture = draw_growth(*operation);
    if (!picture) continue;
    Data data, rows = html_list();
    put(data, "open", drawn < open_pictures);
    put(data, "number", fmt::format("{}", drawn++));
    put(data, "signature", operation->signature);
    put(data, "outcome", outcome_words(operation->outcome));
    put(data, "tone", tone_of(operation->outcome));
    put(data, "summary", picture->summary);
    put(data, "scale", picture->scale);
    put(data, "marks", picture->marks);
    put(data, "axis_labels", picture->axis_labels);
    for (std::size_t i = 0; i < picture->rows.size(); ++i) {
      rows.push_back(html_pair("class", fmt::format("rows-{}", i), "kind", words_of(picture->rows[i])));
    }
    data.set("rows", rows);
    pictures.push_back(data);
  }
  put(page, "has_growth", drawn != 0);
  put(page, "growth_left_out", left_out == 0 ? std::string() : grouped(left_out));
  put(page, "growth_width", fmt::format("{}", GrowthPicture::width));
  put(page, "growth_height", fmt::format("{}", GrowthPicture::height));
  page.set("growth", pictures);
}

Data cell_of(const OperationRecord& operation, const RequirementColumn& column) {
  const auto found = std::find_if(
      operation.requirements.begin(), operation.requirements.end(), [&](const RequirementRecord& requirement) {
        return std::find(column.names.begin(), column.names.end(), requirement.name) != column.names.end();
      });
  Data cell, remarks = html_list();
  const bool shown = found != operation.requirements.end() && found->outcome != Outcome::not_applicable;
  put(cell, "shown", shown);
  put(cell, "tone", shown ? tone_of(found->outcome) : std::string("quiet"));
  put(cell, "wrong", shown && found->failed != 0 ? grouped(found->failed) + " wrong" : std::string());
  put(cell, "count", shown ? short_count(found->tried) : std::string());
  if (shown) {
    const auto add = [&](const std::string& text) { remarks.push_back(html_item("remark", text)); };
    if (found->failed != 0) add("in " + short_count(found->tried));
    if (found->domain && found->tried != *found->domain) add("of " + short_count(*found->domain));
    const bool said = found->outcome == Outcome::pass || (found->outcome == Outcome::fail && found->failed != 0);
    if (!said) add(outcome_words(found->outcome));
    if (found->name != column.usual) add(words_of(found->name));
  }
  cell.set("remarks", remarks);
  return cell;
}

void put_operations(Data& page, const Certificate& certificate) {
  const std::vector<RequirementColumn> columns = requirement_columns(certificate);
  Data titles = html_list();
  for (const RequirementColumn& column : columns) titles.push_back(html_item("title", words_of(column.usual)));
  page.set("columns", titles);
  put(page, "column_count", fmt::format("{}", columns.size() + 3));
  Data operations = html_list();
  for (const OperationRecord& operation : certificate.operations) {
    Data row;
    put(row, "signature", operation.signature);
    put(row, "outcome", outcome_words(operation.outcome));
    put(row, "tone", tone_of(operation.outcome));
    put(row, "tried", short_count(operation.tried));
    const bool is_part = operation.domain && operation.tried != *operation.domain;
    put(row, "partial_domain", is_part ? short_count(*operation.domain) : std::string());
    put(row, "note", operation.note);
    Data cells = html_list();
    for (const RequirementColumn& column : columns) cells.push_back(cell_of(operation, column));
    row.set("cells", cells);
    operations.push_back(row);
  }
  page.set("operations", operations);
}

void put_accuracy(Data& page, const Certificate& certificate) {
  Data functions = html_list();
  for (const AccuracyRow& row : accuracy_rows(certificate)) {
    Data data;
    put(data, "signature", row.signature);
    put(data, "measured", row.measured);
    put(data, "correctly_rounded", row.correctly_rounded);
    put(data, "mean", row.mean);
    put(data, "maximum", row.maximum);
    put(data, "worst", row.worst);
    functions.push_back(data);
  }
  put(page, "has_accuracy", !functions.is_empty_list());
  page.set("functions", functions);
}

void put_choices(Data& page, const Certificate& certificate) {
  Data choices = html_list();
  for (const ChoiceGroup& group : choice_groups(certificate)) {
    Data data;
    put(data, "options", group.options);
    Data signatures = html_list();
    for (const std::string& signature : group.signatures) {
      signatures.push_back(html_item("signature", signature));
    }
    data.set("signatures", signatures);
    choices.push_back(data);
  }
  put(page, "has_choices", !choices.is_empty_list());
  page.set("choices", choices);
}

void put_traits_and_waivers(Data& page, const Certificate& certificate) {
  Data traits = html_list();
  for (const auto& [trait, value] : certificate.traits) {
    // "SIGNATURE: trait", or a trait of the whole backend. A format's name is no sentence.
    const std::size_t colon = trait.rfind(": ");
    const std::size_t name = colon == std::string::npos ? 0 : colon + 2;
    Data data = html_pair("trait", words_of(trait.substr(name)), "value", value);
    put(data, "signature", name == 0 ? std::string() : trait.substr(0, colon));
    traits.push_back(data);
  }
  constexpr std::size_t few = 48;
  put(page, "has_traits", !certificate.traits.empty());
  put(page, "few_traits", certificate.traits.size() <= few);
  put(page, "trait_count", std::to_string(certificate.traits.size()));
  page.set("traits", traits);
  Data waivers = html_list();
  for (const nlohmann::json& waiver : certificate.waivers) {
    Data entries = html_list();
    for (const auto& [key, value] : waiver.items()) {
      entries.push_back(
          html_pair("key", key, "value", value.is_string() ? value.get<std::string>() : canonical_json(value)));
    }
    Data data;
    data.set("entries", entries);
    waivers.push_back(data);
  }
  put(page, "has_waivers", !certificate.waivers.empty());
  page.set("waivers", waivers);
}

void put_machine_and_digests(Data& page, const Certificate& certificate) {
  const Provenance& provenance = certificate.provenance;
  Data machine = html_list();
  const auto add = [&](const std::string& key, const std::string& value) {
    if (!value.empty()) machine.push_back(html_pair("key", key, "value", value));
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
  Data digests = html_list();
  const auto digest = [&](const std::string& key, const std::string& value) {
    if (!value.empty()) digests.push_back(html_pair("key", key, "value", value));
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
  Data page;
  put_claim(page, certificate);
  put_findings(page, certificate);
  put_pictures(page, certificate);
  put_operations(page, certificate);
  put_accuracy(page, certificate);
  put_growth(page, certificate);
  put_choices(page, certificate);
  put_traits_and_waivers(page, certificate);
  put_machine_and_digests(page, certificate);
  return render_html(embedded_html_template(), page);
}

}  // namespace hallmark
