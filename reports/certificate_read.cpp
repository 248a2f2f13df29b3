// SPDX-License-Identifier: Apache-2.0
// Checks a certificate and reads it back.
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

#include "reports/certificate.h"
#include "reports/embedded.h"
#include "reports/json_text.h"
#include "reports/schema.h"
#include "reports/text.h"
#include "semantics/profile.h"

namespace hallmark {

namespace {

using Json = nlohmann::ordered_json;

/// The schema's own depth is 6; waivers may hold a little more.
constexpr int deepest = 32;

const Json& certificate_schema() {
  static const Json schema = Json::parse(embedded_certificate_schema());
  return schema;
}

std::string text_of(const Json& json, const char* key) { return json.value(key, std::string()); }

std::vector<std::string> texts_of(const Json& json) { return json.get<std::vector<std::string>>(); }

Outcome outcome_of(const Json& json) {
  for (int i = 0; i <= static_cast<int>(Outcome::not_run); ++i) {
    if (outcome_name(static_cast<Outcome>(i)) == json.get_ref<const std::string&>()) return static_cast<Outcome>(i);
  }
  return Outcome::not_run;
}

Count count_of(const Json& json) {
  if (!json.is_number_float()) return json.get<std::uint64_t>();
  const double number = json.get<double>();
  return number < 0x1p128 ? static_cast<Count>(number) : ~Count{0};
}

std::optional<Count> domain_of(const Json& json) {
  return json["domain"].is_null() ? std::nullopt : std::optional<Count>(count_of(json["domain"]));
}

RequirementRecord requirement_of(const Json& json) {
  return {json["name"], domain_of(json), json["tried"], json["failed"], outcome_of(json["outcome"])};
}

Finding finding_of(const Json& json) {
  return {json["id"],
          json["requirement"],
          json["count"],
          json["explanation"],
          texts_of(json["operands"]),
          json["expected"],
          json["got"],
          text_of(json, "operands_text"),
          text_of(json, "expected_text"),
          text_of(json, "got_text"),
          json["reproduce"]};
}

std::optional<AlongOperands> along_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  const Json& axis = json["axis"];
  AlongOperands along;
  along.axis = {axis["negative"], axis["lowest"], axis["highest"], axis["binades"]};
  along.tried = json["tried"].get<std::vector<std::uint64_t>>();
  along.failed = json.value("failed", std::vector<std::uint64_t>());
  along.error = texts_of(json["error_ulp"]);
  return along;
}

std::optional<AccuracyRecord> accuracy_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  AccuracyRecord accuracy{json["measured"], json["correctly_rounded"], json["maximum_ulp"], json["mean_ulp"], {}, {}};
  for (const Json& bin : json["histogram"]) accuracy.histogram.push_back({bin["up_to_ulp"], bin["results"]});
  for (const Json& one : json["worst"]) {
    accuracy.worst.push_back({texts_of(one["operands"]), one["got"], one["error_ulp"]});
  }
  return accuracy;
}

std::optional<ErrorGrowth> growth_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  ErrorGrowth growth;
  growth.unit_exponent = json["unit_exponent"];
  for (const Json& point : json["points"]) {
    growth.points.push_back(
        {point["rows"], point["depth"], point["results"], point["maximum"], point["mean"], point["bound"]});
  }
  return growth;
}

OperationRecord operation_of(const Json& json) {
  OperationRecord operation;
  operation.signature = json["signature"];
  operation.outcome = outcome_of(json["outcome"]);
  operation.note = text_of(json, "note");
  operation.domain = domain_of(json);
  operation.tried = json["tried"];
  operation.failed = json["failed"];
  for (const Json& options : json["consistent"]) {
    auto& combination = operation.consistent.emplace_back();
    for (const auto& [choice, option] : options.items()) combination.emplace_back(choice, option);
  }
  for (const Json& requirement : json["requirements"]) operation.requirements.push_back(requirement_of(requirement));
  for (const Json& finding : json["findings"]) operation.findings.push_back(finding_of(finding));
  operation.along = along_of(json.value("along_operands", Json()));
  operation.accuracy = accuracy_of(json.value("accuracy", Json()));
  operation.growth = growth_of(json.value("error_growth", Json()));
  return operation;
}

/// Of a document that matches the schema.
Certificate certificate_of(const Json& json) {
  Certificate certificate;
  certificate.suite_version = json["hallmark"]["version"];
  certificate.vectors = json["hallmark"]["vectors"];
  const Json& claim = json["claim"];
  certificate.profile = claim["profile"];
  certificate.profile_sha256 = claim["profile_sha256"];
  certificate.profile_title = text_of(claim, "profile_title");
  certificate.level = claim["level"];
  certificate.operations_glob = claim["operations"];
  const Json& backend = json["backend"];
  certificate.backend.name = backend["name"];
  certificate.backend.version = backend["version"];
  certificate.backend.device = backend["device"];
  certificate.backend.spec = backend["spec"];
  certificate.backend.file_sha256 = backend["file_sha256"];
  certificate.backend.opening_note = text_of(backend, "opening_note");
  certificate.seed = json["seed"];
  if (json["parts"].is_array()) certificate.parts = texts_of(json["parts"]);
  for (const Json& operation : json["operations"]) certificate.operations.push_back(operation_of(operation));
  for (const auto& [trait, value] : json["traits"].items()) certificate.traits[trait] = value;
  for (const Json& waiver : json["waivers"]) certificate.waivers.emplace_back(waiver);
  const Json& provenance = json["provenance"];
  certificate.provenance = {
      provenance["started"], provenance["seconds"],        provenance["cpu"], provenance["os"], provenance["compiler"],
      provenance["command"], texts_of(provenance["flags"])};
  const Json seconds = provenance.value("operation_seconds", Json::object());
  for (OperationRecord& operation : certificate.operations) operation.seconds = seconds.value(operation.signature, 0.0);
  return certificate;
}

std::string check_digest(const Json& document, const char* field, std::initializer_list<const char*> left_out) {
  Json covered = document;
  for (const char* key : left_out) covered.erase(key);
  const std::string right = sha256_hex(canonical_json(covered));
  if (document[field] == right) return "";
  return fmt::format("{}: does not match, so the certificate was changed after it was written; certify again", field);
}

/// Whether the lists are as long as the axis says: who draws them counts on it.
std::string check_along(const AlongOperands& along, std::size_t operation) {
  const AxisScale& axis = along.axis;
  const std::string where = fmt::format("operations[{}].along_operands", operation);
  if (axis.highest < axis.lowest) return where + ".axis: highest is below lowest";
  if (along.tried.size() != axis.bins() || along.error.size() != axis.bins() ||
      (!along.failed.empty() && along.failed.size() != axis.bins())) {
    return fmt::format("{}: a list has not the axis' {} bins", where, axis.bins());
  }
  for (std::size_t bin = 0; bin < along.failed.size(); ++bin) {
    if (along.failed[bin] > along.tried[bin]) return fmt::format("{}: bin {} failed more than it tried", where, bin);
  }
  return "";
}

/// Whether the histogram has every result once.
std::string check_accuracy(const AccuracyRecord& accuracy, std::size_t operation) {
  Count results = 0;
  for (const AccuracyRecord::Bin& bin : accuracy.histogram) results += bin.results;
  if (results == accuracy.measured && accuracy.correctly_rounded <= accuracy.measured) return "";
  return fmt::format("operations[{}].accuracy: the histogram's counts do not add up to the results measured",
                     operation);
}

/// Whether there are points, each of them once, and no mean lies above its maximum by more than its last digit may be
/// rounded.
std::string check_growth(const ErrorGrowth& growth, std::size_t operation) {
  if (growth.points.empty()) return fmt::format("operations[{}].error_growth: has no points", operation);
  std::set<std::pair<std::string, std::uint64_t>> seen;
  for (const ErrorGrowth::Point& point : growth.points) {
    const std::string where =
        fmt::format("operations[{}].error_growth: {} at depth {}", operation, visible(point.rows), point.depth);
    if (!seen.emplace(point.rows, point.depth).second) return where + " stands twice";
    constexpr double room = 1.001;
    if (std::strtod(point.mean.c_str(), nullptr) > room * std::strtod(point.maximum.c_str(), nullptr)) {
      return where + " has a mean error above the largest";
    }
  }
  return "";
}

/// What the counts and outcomes of a document say of each other.
std::string check_coherence(const Json& document) {
  const Certificate certificate = certificate_of(document);
  if (document["parts"].is_array() && document["parts"].empty()) {
    return "parts: is empty; a run of all parts says \"all\"";
  }
  for (std::size_t i = 0; i < certificate.operations.size(); ++i) {
    const OperationRecord& operation = certificate.operations[i];
    if (operation.along) {
      if (std::string problem = check_along(*operation.along, i); !problem.empty()) return problem;
    }
    if (operation.accuracy) {
      if (std::string problem = check_accuracy(*operation.accuracy, i); !problem.empty()) return problem;
    }
    if (operation.growth) {
      if (std::string problem = check_growth(*operation.growth, i); !problem.empty()) return problem;
    }
    if (operation.outcome != Outcome::pass) continue;
    if (operation.failed != 0 || operation.tried == 0) {
      return fmt::format("operations[{}]: passed with {} operands tried and {} failed", i, operation.tried,
                         operation.failed);
    }
    for (const RequirementRecord& requirement : operation.requirements) {
      if (requirement.failed != 0 || requirement.outcome == Outcome::fail || requirement.outcome == Outcome::crashed) {
        return fmt::format("operations[{}]: passed although its requirement {} did not", i, visible(requirement.name));
      }
    }
  }
  const std::string verdict = verdict_name(certificate.verdict());
  if (document["claim"]["verdict"] == verdict) return "";
  return fmt::format("claim.verdict: the outcomes give \"{}\"", verdict);
}

/// "12:7" of a byte.
std::string position(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const auto lines = std::count(before.begin(), before.end(), '\n') + 1;
  return fmt::format("{}:{}", lines, before.size() - line_start + 1);
}

/// What is wrong with a text, after where: "12:7: ...".
struct Problem {
  std::string where, what;
};

Problem parse(std::string_view text, Json& document) {
  if (nests_deeper(text, deepest)) return {"1:1: ", "nests too deep to be a certificate"};
  try {
    document = Json::parse(text);
    return {};
  } catch (const Json::parse_error& error) {
    const std::size_t byte = error.byte == 0 ? 0 : error.byte - 1;
    return {position(text, byte) + ": ", "is not JSON here; a certificate is used as Hallmark wrote it"};
  } catch (const Json::exception&) {
    return {"1:1: ", "holds a number that is out of range"};
  }
}

Problem check_text(std::string_view text, Json& document) {
  if (Problem problem = parse(text, document); !problem.what.empty()) return problem;
  if (std::string what = check_certificate(document); !what.empty()) return {"", what};
  const std::string canonical = certificate_text(document);
  if (text == canonical) return {};
  const std::size_t shorter = std::min(text.size(), canonical.size());
  std::size_t same = 0;
  while (same < shorter && text[same] == canonical[same]) ++same;
  return {position(text, same) + ": ", "the bytes differ from those Hallmark writes; copy the file as it is"};
}

}  // namespace

std::string check_certificate(const nlohmann::ordered_json& document) {
  std::string problem = check_schema(certificate_schema(), document);
  if (problem.empty()) problem = check_digest(document, "result_digest", {"result_digest", "provenance", "digest"});
  if (problem.empty()) problem = check_digest(document, "digest", {"digest"});
  if (problem.empty()) problem = check_coherence(document);
  return problem;
}

std::string check_certificate_text(std::string_view text) {
  Json document;
  const Problem problem = check_text(text, document);
  return problem.where + problem.what;
}

Certificate read_certificate(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& what) { return InputError(visible(path.string()) + ":" + what); };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw refuse(" is a directory; name the certificate.json in it");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw refuse(fmt::format(" cannot be read: {}", std::strerror(errno)));
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) throw refuse(fmt::format(" cannot be read: {}", std::strerror(errno)));
  Json document;
  const Problem problem = check_text(text, document);
  if (!problem.what.empty()) throw refuse((problem.where.empty() ? " " : problem.where) + problem.what);
  return certificate_of(document);
}

}  // namespace hallmark
