// SPDX-License-Identifier: Apache-2.0
// A certificate's verdict and its JSON.
#include "reports/certificate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

#include "inputs/vector_search.h"
#include "reports/text.h"

namespace hallmark {

namespace {

using Json = nlohmann::ordered_json;

bool speaks_against(Outcome outcome) {
  switch (outcome) {
    case Outcome::fail:
    case Outcome::crashed:
    case Outcome::unsupported:
    case Outcome::weak:
    case Outcome::not_run:
      return true;
    case Outcome::pass:
    case Outcome::waived:
    case Outcome::unknown:
    case Outcome::not_applicable:
      return false;
  }
  return true;
}

bool has_outcome(const std::vector<OperationRecord>& operations, Outcome outcome) {
  return std::any_of(operations.begin(), operations.end(),
                     [outcome](const OperationRecord& operation) { return operation.outcome == outcome; });
}

Json count_json(Count count) {
  if (count <= std::numeric_limits<std::uint64_t>::max()) return static_cast<std::uint64_t>(count);
  return static_cast<double>(count);
}

/// Microseconds are as fine as a clock means anything here; not a number would not survive JSON.
double tidy_seconds(double seconds) {
  return std::isfinite(seconds) && seconds > 0 ? std::round(seconds * 1e6) / 1e6 : 0.0;
}

Json requirement_json(const RequirementRecord& requirement) {
  return {{"name", valid_utf8(requirement.name)},
          {"domain", requirement.domain ? count_json(*requirement.domain) : Json()},
          {"tried", requirement.tried},
          {"failed", requirement.failed},
          {"outcome", outcome_name(requirement.outcome)}};
}

Json texts_json(const std::vector<std::string>& texts) {
  Json json = Json::array();
  for (const std::string& text : texts) json.push_back(valid_utf8(text));
  return json;
}

Json finding_json(const Finding& finding) {
  Json json = {{"id", valid_utf8(finding.id)},
               {"requirement", valid_utf8(finding.requirement)},
               {"count", finding.count},
               {"explanation", valid_utf8(finding.explanation)},
               {"operands", texts_json(finding.operands)},
               {"expected", valid_utf8(finding.expected)},
               {"got", valid_utf8(finding.got)},
               {"reproduce", valid_utf8(finding.reproduce)}};
  if (!finding.operands_text.empty()) json["operands_text"] = valid_utf8(finding.operands_text);
  if (!finding.expected_text.empty()) json["expected_text"] = valid_utf8(finding.expected_text);
  if (!finding.got_text.empty()) json["got_text"] = valid_utf8(finding.got_text);
  return json;
}

Json along_json(const AlongOperands& along) {
  Json json = {{"axis",
                {{"negative", along.axis.negative},
                 {"lowest", along.axis.lowest},
                 {"highest", along.axis.highest},
                 {"binades", along.axis.binades}}},
               {"tried", along.tried}};
  if (!along.failed.empty()) json["failed"] = along.failed;
  json["error_ulp"] = texts_json(along.error);
  return json;
}

Json accuracy_json(const AccuracyRecord& accuracy) {
  Json histogram = Json::array(), worst = Json::array();
  for (const AccuracyRecord::Bin& bin : accuracy.histogram) {
    histogram.push_back({{"up_to_ulp", valid_utf8(bin.up_to_ulp)}, {"results", bin.results}});
  }
  for (const AccuracyRecord::Worst& one : accuracy.worst) {
    worst.push_back({{"operands", texts_json(one.operands)},
                     {"got", valid_utf8(one.got)},
                     {"error_ulp", valid_utf8(one.error_ulp)}});
  }
  return {{"measured", accuracy.measured},
          {"correctly_rounded", accuracy.correctly_rounded},
          {"maximum_ulp", valid_utf8(accuracy.maximum_ulp)},
          {"mean_ulp", valid_utf8(accuracy.mean_ulp)},
          {"histogram", std::move(histogram)},
          {"worst", std::move(worst)}};
}

Json growth_json(const ErrorGrowth& growth) {
  Json points = Json::array();
  for (const ErrorGrowth::Point& point : growth.points) {
    points.push_back({{"rows", valid_utf8(point.rows)},
                      {"depth", point.depth},
                      {"results", point.results},
                      {"maximum", valid_utf8(point.maximum)},
                      {"mean", valid_utf8(point.mean)},
                      {"bound", valid_utf8(point.bound)}});
  }
  return {{"unit_exponent", growth.unit_exponent}, {"points", std::move(points)}};
}

Json operation_json(const OperationRecord& operation) {
  Json consistent = Json::array();
  for (const auto& combination : operation.consistent) {
    Json options = Json::object();
    for (const auto& [choice, option] : combination) options[valid_utf8(choice)] = valid_utf8(option);
    consistent.push_back(std::move(options));
  }
  Json requirements = Json::array();
  for (const RequirementRecord& requirement : operation.requirements) {
    requirements.push_back(requirement_json(requirement));
  }
  Json findings = Json::array();
  for (const Finding& finding : operation.findings) findings.push_back(finding_json(finding));
  Json json = {{"signature", valid_utf8(operation.signature)},
               {"outcome", outcome_name(operation.outcome)},
               {"domain", operation.domain ? count_json(*operation.domain) : Json()},
               {"tried", operation.tried},
               {"failed", operation.failed},
               {"consistent", std::move(consistent)},
               {"requirements", std::move(requirements)},
               {"findings", std::move(findings)}};
  if (operation.along) json["along_operands"] = along_json(*operation.along);
  if (operation.accuracy) json["accuracy"] = accuracy_json(*operation.accuracy);
  if (operation.growth) json["error_growth"] = growth_json(*operation.growth);
  if (!operation.note.empty()) json["note"] = valid_utf8(operation.note);
  return json;
}

Json provenance_json(const Certificate& certificate) {
  const Provenance& provenance = certificate.provenance;
  Json json = {{"started", valid_utf8(provenance.started)}, {"seconds", tidy_seconds(provenance.seconds)},
               {"cpu", valid_utf8(provenance.cpu)},         {"flags", texts_json(provenance.flags)},
               {"os", valid_utf8(provenance.os)},           {"compiler", valid_utf8(provenance.compiler)},
               {"command", valid_utf8(provenance.command)}};
  Json seconds = Json::object();
  for (const OperationRecord& operation : certificate.operations) {
    if (operation.seconds > 0) seconds[valid_utf8(operation.signature)] = tidy_seconds(operation.seconds);
  }
  if (!seconds.empty()) json["operation_seconds"] = std::move(seconds);
  return json;
}

std::string file_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

std::string verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::conforms:
      return "conforms";
    case Verdict::conforms_with_waivers:
      return "conforms with waivers";
    case Verdict::does_not_conform:
      return "does not conform";
    case Verdict::partial:
      return "partial";
  }
  return "does not conform";
}

std::string hallmark_version() { return HALLMARK_VERSION; }

std::string vectors_digest() {
  // The answer cannot change while a program runs, and a certificate asks each time one is made.
  static const std::string digest = [] {
    const std::optional<std::filesystem::path> folder = vectors_folder();
    std::error_code error;
    if (!folder || !std::filesystem::is_regular_file(*folder / "manifest.json", error)) return std::string("none");
    return "sha256:" + sha256_hex(file_bytes(*folder / "manifest.json"));
  }();
  return digest;
}

bool Certificate::failed() const {
  return !has_outcome(operations, Outcome::pass) ||
         std::any_of(operations.begin(), operations.end(),
                     [](const OperationRecord& operation) { return speaks_against(operation.outcome); });
}

Verdict Certificate::verdict() const {
  if (!parts.empty()) return Verdict::partial;
  if (failed()) return Verdict::does_not_conform;
  return has_outcome(operations, Outcome::waived) ? Verdict::conforms_with_waivers : Verdict::conforms;
}

nlohmann::ordered_json to_json(const Certificate& certificate) {
  const BackendDescription& backend = certificate.backend;
  Json json;
  json["hallmark"] = {{"version", certificate.suite_version}, {"schema", 1}, {"vectors", certificate.vectors}};
  json["claim"] = {{"profile", valid_utf8(certificate.profile)},
                   {"profile_sha256", certificate.profile_sha256},
                   {"level", certificate.level},
                   {"operations", valid_utf8(certificate.operations_glob)},
                   {"verdict", verdict_name(certificate.verdict())}};
  if (!certificate.profile_title.empty()) json["claim"]["profile_title"] = valid_utf8(certificate.profile_title);
  json["backend"] = {{"name", valid_utf8(backend.name)},
                     {"version", valid_utf8(backend.version)},
                     {"device", valid_utf8(backend.device)},
                     {"spec", valid_utf8(backend.spec)},
                     {"file_sha256", backend.file_sha256}};
  if (!backend.opening_note.empty()) json["backend"]["opening_note"] = valid_utf8(backend.opening_note);
  json["seed"] = certificate.seed;
  json["parts"] = certificate.parts.empty() ? Json("all") : texts_json(certificate.parts);
  json["operations"] = Json::array();
  for (const OperationRecord& operation : certificate.operations)
    json["operations"].push_back(operation_json(operation));
  json["traits"] = Json::object();
  for (const auto& [trait, value] : certificate.traits) json["traits"][valid_utf8(trait)] = valid_utf8(value);
  json["waivers"] = Json::array();
  for (const nlohmann::json& waiver : certificate.waivers) json["waivers"].push_back(Json(waiver));
  json["result_digest"] = sha256_hex(canonical_json(json));
  json["provenance"] = provenance_json(certificate);
  json["digest"] = sha256_hex(canonical_json(json));
  return json;
}

}  // namespace hallmark
