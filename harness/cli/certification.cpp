// SPDX-License-Identifier: Apache-2.0
#include "cli/certification.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "cli/machine.h"
#include "inputs/vector_search.h"
#include "judging/diagnose.h"
#include "judging/findings.h"
#include "judging/tally.h"
#include "running/gtest_filter.h"
#include "suite.h"
#include "vector_loading.h"

namespace hallmark {
namespace {

std::vector<std::string> worker_command() { return {"/proc/self/exe", "worker"}; }

SupervisorOptions supervisor_options(const std::string& spec, const CertificationOptions& options) {
  SupervisorOptions supervisor;
  supervisor.spec = spec;
  supervisor.worker_command = worker_command();
  supervisor.jobs = options.jobs;
  supervisor.timeout_seconds = options.timeout_seconds;
  supervisor.memory_limit = options.memory_limit;
  return supervisor;
}

/// A finding that stands for something a backend did besides computing.
Finding environment_finding(const Signature& signature, std::size_t number, std::string explanation,
                            std::string reproduce) {
  Finding finding;
  finding.id = fmt::format("{}/environment/{}", test_name(signature), number);
  finding.requirement = std::string(requirement_name(Requirement::environment));
  finding.count = 1;
  finding.explanation = std::move(explanation);
  finding.reproduce = std::move(reproduce);
  return finding;
}

/// "a, b, c and 397 more": a list that keeps a message one readable line.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most));
  const std::string first = fmt::format("{}", fmt::join(names.begin(), end, ", "));
  return names.size() <= most ? first : fmt::format("{} and {} more", first, names.size() - most);
}

/// What to write before a command that RC_PARAMS decides.
std::string parameter_prefix(const std::string& rc_params) {
  return rc_params.empty() ? "" : fmt::format("RC_PARAMS={} ", shell_word(rc_params));
}

/// What the parts of one signature left.
struct PartsOfSignature {
  Tally tally;
  std::vector<Tally> reruns;  ///< apart from each other: they have operands in common
  double seconds = 0;
  std::vector<const PartReport*> crashed;
  std::size_t not_run = 0;
};

/// The limit that a crash is about, where it is not the default one: under another limit there may be no crash.
std::string limit_option(const std::string& what, const CertificationOptions& options) {
  const CertificationOptions defaults;
  if (what.starts_with("hang") && options.timeout_seconds != defaults.timeout_seconds) {
    return fmt::format(" --timeout {}", options.timeout_seconds);
  }
  if (what.find("of memory in use") != std::string::npos && options.memory_limit != defaults.memory_limit) {
    return fmt::format(" --memory-limit {:.6g}", static_cast<double>(options.memory_limit) / 1073741824.0);
  }
  return "";
}

void add_crashes(const OperationContext& context, const PartsOfSignature& parts, const CertificationOptions& options,
                 OperationRecord& record) {
  for (const PartReport* report : parts.crashed) {
    std::string explanation = report->what;
    std::string reproduce = operation_command(context);
    Finding finding;
    if (report->narrowed && report->narrowed->range.rows == 1 && !report->narrowed->operands.empty()) {
      // A row of many codes is named by its case.
      const bool is_case = report->narrowed->operands.front().starts_with('@');
      const bool one_operand = report->narrowed->operands.size() == 1 && !is_case;
      explanation += fmt::format("; {} enough: {}", one_operand ? "one operand is" : "one row is",
                                 fmt::join(report->narrowed->operands, ", "));
      reproduce =
          case_command(context, fmt::format("{}{}", is_case ? "" : "#", fmt::join(report->narrowed->operands, ",")));
    } else if (report->narrowed && report->narrowed->reproduced) {
      explanation +=
          fmt::format("; narrowed to {} rows of call {}", report->narrowed->range.rows, report->narrowed->range.call);
    }
    finding = environment_finding(context.signature, record.findings.size() + 1, explanation,
                                  reproduce + limit_option(report->what, options));
    if (report->narrowed) finding.operands = report->narrowed->operands;
    record.findings.push_back(std::move(finding));
  }
  if (!parts.crashed.empty()) {
    record.outcome = Outcome::crashed;
    record.note = fmt::format("crashed: {}", parts.crashed.front()->what);
  } else if (parts.not_run > 0) {
    record.outcome = Outcome::not_run;
    record.note = fmt::format("{} parts did not run", parts.not_run);
  }
  for (RequirementRecord& requirement : record.requirements) {
    if (requirement.name != "environment") continue;
    requirement.failed += parts.crashed.size();
    if (!parts.crashed.empty()) requirement.outcome = Outcome::crashed;
  }
}

/// Notes each finished part in the journal, and passes everything on.
class NotingProgress final : public ProgressListener {
 public:
  NotingProgress(ProgressListener& next, Journal& journal) : next_(next), journal_(journal) {}
  void update(const RunProgress& progress) override { next_.update(progress); }
  void part_finished(const Part& part, const nlohmann::json& result, double seconds) override {
    journal_.add(part.full_name(), result, seconds);
    next_.part_finished(part, result, seconds);
  }
  void signature_finished(const std::string& signature, const RunProgress& progress) override {
    next_.signature_finished(signature, progress);
  }
  void finish() override { next_.finish(); }

 private:
  ProgressListener& next_;
  Journal& journal_;
};

OperationRecord bare_record(const std::string& signature, Outcome outcome, std::string note) {
  OperationRecord record;
  record.signature = signature;
  record.outcome = outcome;
  record.note = std::move(note);
  return record;
}

}  // namespace

Certification::Certification(std::string spec, const CertificationOptions& options)
    : spec_(std::move(spec)), options_(options), supervisor_(supervisor_options(spec_, options_)) {}

std::optional<OpeningRefusal> Certification::open() {
  auto opened = supervisor_.open();
  if (auto* refusal = std::get_if<OpeningRefusal>(&opened)) return std::move(*refusal);
  description_ = std::move(std::get<BackendDescription>(opened));
  return std::nullopt;
}

void Certification::plan() {
  if (options_.profile.empty() && !description_.profile) {
    throw InputError(fmt::format("backend {} claims no profile; name one: --profile {}", description_.name,
                                 fmt::join(shipped_profiles(), "|")));
  }
  profile_ = load_profile(options_.profile.empty() ? *description_.profile : options_.profile);
  options_.plan.profile = std::filesystem::absolute(profile_.path);
  parts_ = offered_parts({description_, profile_, options_.plan});
  all_parts_ = options_.plan.case_id.empty();
  if (options_.gtest_filter != "*") {
    const std::size_t all = parts_.size();
    std::erase_if(parts_,
                  [&](const Part& part) { return !gtest_filter_matches(options_.gtest_filter, part.full_name()); });
    all_parts_ = all_parts_ && parts_.size() == all;
  }
  if (options_.plan.case_id.empty()) check_vectors();
  if (!parts_.empty()) return;
  if (!options_.plan.case_id.empty()) {
    throw InputError(fmt::format("--case {}: backend {} has no such operation; it has {}", options_.plan.case_id,
                                 description_.name, some_of(description_.operations)));
  }
  throw InputError(
      fmt::format("nothing to run: no test of backend {} matches --operation '{}' and filter '{}'; it has {}",
                  description_.name, options_.plan.operation, options_.gtest_filter, some_of(description_.operations)));
}

/// A profile's vectors are checked once for each signature that has parts.
void Certification::check_vectors() const {
  const VectorSearch search(profile_);
  for (const OfferedOperation& operation : offered_operations({description_, profile_, options_.plan})) {
    const std::string signature = to_string(operation.signature);
    const bool has_parts =
        std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) { return part.signature == signature; });
    if (!has_parts) continue;
    if (const auto file = search.find(operation.signature)) load_vectors(*file, profile_, operation.signature);
  }
}

void Certification::judge(const RunReport& report, Certificate& certificate) const {
  std::map<std::string, PartsOfSignature> by_signature;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const PartReport& part = report.parts[i];
    PartsOfSignature& mine = by_signature[parts_[i].signature];
    mine.seconds += part.seconds;
    switch (part.outcome) {
      case PartOutcome::pass:
      case PartOutcome::fail:
        if (parts_[i].rerun) {
          mine.reruns.push_back(part.result.get<Tally>());
        } else {
          mine.tally.merge(part.result.get<Tally>());
        }
        break;
      case PartOutcome::crashed:
        mine.crashed.push_back(&part);
        break;
      case PartOutcome::error:
      case PartOutcome::not_run:
        ++mine.not_run;
        break;
    }
  }
  for (auto& [signature, parts] : by_signature) {
    for (const Tally& rerun : parts.reruns) parts.tally.merge_rerun(rerun);
  }
  // A property that relates two operations accuses the one that is wrong, where that one's own tests do so too.
  for (auto& [signature, parts] : by_signature) {
    std::erase_if(parts.tally.property_faults, [&](const PropertyFault& fault) {
      const auto other = by_signature.find(fault.blames);
      return other != by_signature.end() && other->second.tally.consistent() == 0;
    });
  }
  // What the backend did as a whole stands in every operation it may have touched.
  std::vector<std::string> loose = report.loose_faults;
  if (!description_.opening_note.empty()) loose.push_back(description_.opening_note);

  std::vector<OperationRecord>& records = certificate.operations;
  std::vector<OperationContext> contexts;
  const std::string command = fmt::format("hallmark certify --backend {} --profile {}", shell_word(spec_),
                                          shell_word(options_.profile.empty() ? profile_.name : options_.profile));
  const Plan& plan = options_.plan;
  const Plan defaults;
  const std::string level_option =
      plan.level == defaults.level ? "" : " --level " + nlohmann::json(plan.level).get<std::string>();
  const std::string seed_option = plan.seed == defaults.seed ? "" : fmt::format(" --seed {}", plan.seed);
  const std::string property_command = parameter_prefix(plan.rc_params) + command;
  for (const OfferedOperation& operation : offered_operations({description_, profile_, options_.plan})) {
    const auto mine = by_signature.find(to_string(operation.signature));
    if (mine == by_signature.end()) continue;  // the filter left none of its parts
    OperationContext context = suite_of(operation.signature)->context(operation, profile_);
    context.certify_command = command;
    context.level_option = level_option;
    context.seed_option = seed_option;
    context.seed = plan.seed;
    context.property_command = property_command;
    OperationRecord record = diagnose(context, mine->second.tally);
    record.seconds = mine->second.seconds;
    for (const auto& [trait, value] : mine->second.tally.traits) {
      certificate.traits[fmt::format("{}: {}", record.signature, trait)] = value;
    }
    add_crashes(context, mine->second, options_, record);
    for (const std::string& fault : loose) {
      record.findings.push_back(
          environment_finding(context.signature, record.findings.size() + 1, fault, operation_command(context)));
      if (record.outcome == Outcome::pass) record.outcome = Outcome::fail;
    }
    contexts.push_back(std::move(context));
    records.push_back(std::move(record));
  }
  std::vector<const OperationContext*> context_pointers;
  std::vector<OperationRecord*> record_pointers;
  for (std::size_t i = 0; i < records.size(); ++i) {
    context_pointers.push_back(&contexts[i]);
    record_pointers.push_back(&records[i]);
  }
  reconcile_choices(context_pointers, record_pointers);
  if (!all_parts_) return;

  for (const std::string& signature : description_.operations) {
    const bool judged = std::any_of(records.begin(), records.end(),
                                    [&](const OperationRecord& record) { return record.signature == signature; });
    if (!judged && glob_match(options_.plan.operation, signature)) {
      records.push_back(bare_record(signature, Outcome::unknown, "this version of Hallmark does not judge it"));
    }
  }
  for (const std::string& required : profile_.required) {
    if (options_.plan.operation != "*" && !glob_match(options_.plan.operation, required)) continue;
    const bool offered = std::any_of(description_.operations.begin(), description_.operations.end(),
                                     [&](const std::string& signature) { return glob_match(required, signature); });
    if (!offered) {
      records.push_back(
          bare_record(required, Outcome::unsupported,
                      fmt::format("profile {} requires it, the backend does not offer it", profile_.name)));
    }
  }
}

RunReport Certification::run_parts(ProgressListener& progress) {
  std::vector<Part> remaining;
  for (const Part& part : parts_) {
    if (!journal_->finished().contains(part.full_name())) remaining.push_back(part);
  }
  NotingProgress noting(progress, *journal_);
  RunReport report;
  if (!remaining.empty()) report = supervisor_.run(nlohmann::json(options_.plan), remaining, noting);
  // Put the parts of an earlier run back among the others, in order.
  std::vector<PartReport> all;
  auto fresh = report.parts.begin();
  for (const Part& part : parts_) {
    const auto earlier = journal_->finished().find(part.full_name());
    if (earlier == journal_->finished().end()) {
      all.push_back(std::move(*fresh++));
      continue;
    }
    PartReport known;
    known.outcome = earlier->second.result.value("failed", false) ? PartOutcome::fail : PartOutcome::pass;
    known.result = earlier->second.result;
    known.seconds = earlier->second.seconds;
    all.push_back(std::move(known));
  }
  report.parts = std::move(all);
  return report;
}

Certification::Result Certification::run(ProgressListener& progress, const std::filesystem::path& journal,
                                         bool resume) {
  const auto start = std::chrono::steady_clock::now();
  Result result;
  Certificate& certificate = result.certificate;
  certificate.provenance = describe_machine(options_.command);
  certificate.provenance.command = parameter_prefix(options_.plan.rc_params) + certificate.provenance.command;
  const nlohmann::json identity = {
      {"hallmark", hallmark_version()}, {"backend", description_}, {"profile_sha256", profile_.sha256},
      {"vectors", vectors_digest()},    {"plan", options_.plan},   {"filter", options_.gtest_filter}};
  journal_ = std::make_unique<Journal>(journal, identity, resume);
  const RunReport report = run_parts(progress);
  if (report.internal_error) {
    result.failure = fmt::format("internal error, please report it: {}", *report.internal_error);
  } else if (report.interrupted) {
    result.failure = "interrupted";
  } else if (report.failure) {
    result.failure = *report.failure;
  } else {
    for (const PartReport& part : report.parts) {
      if (part.outcome == PartOutcome::error) result.failure = part.what;
    }
  }
  if (result.failure) return result;
  certificate.profile = profile_.name;
  certificate.profile_title = profile_.title;
  certificate.profile_sha256 = profile_.sha256;
  certificate.level = nlohmann::json(options_.plan.level).get<std::string>();
  certificate.operations_glob = options_.plan.operation;
  certificate.backend = description_;
  certificate.seed = options_.plan.seed;
  if (!all_parts_) {
    for (const Part& part : parts_) certificate.parts.push_back(part.full_name());
  }
  judge(report, certificate);
  certificate.provenance.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace hallmark
