// SPDX-License-Identifier: Apache-2.0
#include "reports/index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "reports/embedded.h"
#include "reports/html_data.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace hallmark {

namespace {

/// What all operations of a backend leave of one column.
HtmlData cell_of(const Certificate& certificate, const RequirementColumn& column) {
  std::uint64_t failed = 0;
  std::size_t operations = 0, bad = 0;
  Outcome worst = Outcome::pass;
  for (const OperationRecord& operation : certificate.operations) {
    for (const RequirementRecord& requirement : operation.requirements) {
      const bool here = std::find(column.names.begin(), column.names.end(), requirement.name) != column.names.end();
      if (!here || requirement.outcome == Outcome::not_applicable) continue;
      failed += requirement.failed;
      ++operations;
      if (requirement.outcome == Outcome::pass) continue;
      ++bad;
      if (worst == Outcome::pass || tone_of(requirement.outcome) == "bad") worst = requirement.outcome;
    }
  }
  HtmlData cell;
  put(cell, "shown", operations != 0);
  put(cell, "tone", operations == 0 ? std::string("quiet") : tone_of(worst));
  const bool counted = failed != 0;
  put(cell, "wrong", counted ? grouped(failed) + " wrong" : bad != 0 ? outcome_words(worst) : std::string());
  put(cell, "title", words_of(column.usual));
  put(cell, "count", fmt::format("{0} of {0}", grouped(operations)));
  put(cell, "remark", bad != 0 ? fmt::format("in {} of {}", bad, operations) : std::string());
  return cell;
}

/// "7 of 10 backends conform to their profiles; 3 do not."
std::string claim_sentence(std::span<const Certificate> certificates) {
  std::size_t conforming = 0, failing = 0;
  std::set<std::string> profiles;
  for (const Certificate& certificate : certificates) {
    const Verdict verdict = certificate.verdict();
    conforming += verdict == Verdict::conforms || verdict == Verdict::conforms_with_waivers ? 1 : 0;
    failing += certificate.failed() ? 1 : 0;
    profiles.insert(certificate.profile);
  }
  const std::size_t all = certificates.size();
  std::string text = fmt::format("{} of {} backend{} {} to {}", conforming, all, all == 1 ? "" : "s",
                                 conforming == 1 ? "conforms" : "conform",
                                 profiles.size() == 1 ? *profiles.begin() : "the profiles they are judged by");
  if (failing != 0) text += fmt::format("; {} {} not", failing, failing == 1 ? "does" : "do");
  const std::size_t partial = all - conforming - failing;
  if (partial != 0) text += fmt::format("; {} {} part of a run", partial, partial == 1 ? "passes" : "pass");
  return text + ".";
}

std::string evidence(std::span<const Certificate> certificates, std::size_t without) {
  Count tried = 0, failed = 0;
  std::size_t operations = 0;
  std::set<std::string> levels;
  for (const Certificate& certificate : certificates) {
    const Summary summary = summarize(certificate);
    tried += summary.tried;
    failed += summary.failed;
    operations += summary.judged;
    levels.insert(certificate.level);
  }
  std::string text = fmt::format(
      "{} operations were judged at level {}, on {} operands; {}.", grouped(operations), fmt::join(levels, " and "),
      grouped(tried), failed == 0 ? std::string("no result is wrong") : grouped(failed) + " results are wrong");
  if (without != 0)
    text += fmt::format(" {} more backend{} no certificate.", without, without == 1 ? " has" : "s have");
  return text;
}

HtmlData row_of(const Certificate& certificate, const std::string& folder,
                const std::vector<RequirementColumn>& columns) {
  const Summary summary = summarize(certificate);
  HtmlData row;
  put(row, "backend", certificate.backend.name);
  put(row, "folder", folder);
  put(row, "version", certificate.backend.version);
  put(row, "tone", tone_of(certificate));
  put(row, "verdict", verdict_name(certificate.verdict()));
  put(row, "profile", certificate.profile);
  put(row, "level", certificate.level);
  put(row, "passed", grouped(summary.passed));
  put(row, "judged", grouped(summary.judged));
  put(row, "operands", short_count(summary.tried));
  put(row, "seconds", fmt::format("{:.1f}", certificate.provenance.seconds));
  put(row, "finding", first_finding(certificate));
  HtmlData cells = html_list();
  for (const RequirementColumn& column : columns) cells.push_back(cell_of(certificate, column));
  row.set("cells", cells);
  return row;
}

}  // namespace

std::string index_page(std::span<const Certificate> certificates, std::span<const std::string> folders,
                       std::span<const SkippedBackend> without) {
  Certificate all;  // only for the columns: those that any backend has
  std::string started;
  for (const Certificate& certificate : certificates) {
    all.operations.insert(all.operations.end(), certificate.operations.begin(), certificate.operations.end());
    started = std::max(started, certificate.provenance.started);
  }
  const std::vector<RequirementColumn> columns = requirement_columns(all);
  const bool bad =
      std::any_of(certificates.begin(), certificates.end(), [](const Certificate& c) { return c.failed(); });
  HtmlData page;
  put(page, "tone", std::string(bad ? "bad" : "good"));
  put(page, "sentence", claim_sentence(certificates));
  put(page, "evidence", evidence(certificates, without.size()));
  put(page, "started", moment(started));
  put(page, "version", certificates.empty() ? hallmark_version() : certificates.front().suite_version);
  put(page, "column_count", fmt::format("{}", columns.size() + 5));
  HtmlData titles = html_list(), rows = html_list(), absent = html_list();
  for (const RequirementColumn& column : columns) titles.push_back(html_item("title", words_of(column.usual)));
  for (std::size_t i = 0; i < certificates.size(); ++i) rows.push_back(row_of(certificates[i], folders[i], columns));
  for (const auto& [name, why] : without) absent.push_back(html_pair("backend", name, "why", why));
  page.set("columns", titles);
  page.set("rows", rows);
  put(page, "has_absent", !without.empty());
  page.set("absent", absent);
  return render_html(embedded_index_template(), page);
}

}  // namespace hallmark
