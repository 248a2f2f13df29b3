// SPDX-License-Identifier: Apache-2.0
// hallmark certify: the main job, over one backend or all built-in ones.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <thread>

#include "cli/certification.h"
#include "cli/verbs.h"
#include "conversions/property_parameters.h"
#include "reports/console.h"
#include "reports/write.h"

namespace hallmark {
namespace {

struct CertifyArguments {
  std::vector<std::string> specs;
  CertificationOptions options;
  std::string out = "hallmark-out";
  std::string level = "standard";
  double memory_limit_gib = 4;
  bool dry_run = false, list_tests = false, resume = false;
};

/// This process's command line, with the program's name instead of its path.
std::vector<std::string> command_line() {
  std::ifstream file("/proc/self/cmdline");
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  if (!words.empty()) words.front() = "hallmark";
  return words;
}

void print_tests(const std::vector<Part>& parts) {
  std::string suite;
  for (const Part& part : parts) {
    if (part.suite != suite) fmt::print("{}.\n", suite = part.suite);
    fmt::print("  {}\n", part.name);
  }
}

ExitStatus status_of(const Certificate& certificate) {
  return certificate.failed() ? exit_does_not_conform : exit_conforms;
}

class CertifyRun {
 public:
  explicit CertifyRun(CertifyArguments arguments) : arguments_(std::move(arguments)) {}

  ExitStatus run() {
    parse_property_parameters(arguments_.options.plan.rc_params);  // a mistake in it is none of the backends'
    const bool named = !arguments_.specs.empty();
    const std::vector<std::string> specs = named ? arguments_.specs : built_in_backends();
    if (specs.empty()) throw BackendError("this build has no built-in backend; name one with --backend ./library.so");
    for (const std::string& spec : specs) certify(spec, named);
    write_index_page();
    print_results();
    return status_;
  }

 private:
  void certify(const std::string& spec, bool named) {
    Certification certification(spec, arguments_.options);
    if (const auto refusal = certification.open()) {
      if (refusal->interrupted) throw BackendError("interrupted");
      if (named) {
        fmt::print(stderr, "hallmark: {}: {}\n", spec, refusal->why);
        status_ = worst(status_, exit_machine_failed);
        without_.emplace_back(spec, refusal->why);
      } else {
        skipped_.emplace_back(spec, refusal->why);
        without_.emplace_back(spec, refusal->why);
      }
      return;
    }
    try {
      certification.plan();
    } catch (const InputError&) {
      // Over all built-in backends a glob may well leave some of them nothing; one that was named has to have it.
      if (named || arguments_.options.plan.operation == "*") throw;
      skipped_.emplace_back(spec, "offers nothing that matches");
      without_.push_back(skipped_.back());
      return;
    }
    if (arguments_.list_tests) return print_tests(certification.parts());
    if (arguments_.dry_run) return print_plan(spec, certification);
    const std::filesystem::path folder =
        std::filesystem::path(arguments_.out) / folder_name(certification.description().name, taken_);
    TextProgress progress(spec);
    Certification::Result result = certification.run(progress, folder / "unfinished.jsonl", arguments_.resume);
    progress.finish();
    if (result.failure) {
      fmt::print(stderr, "hallmark: {}: {}\n", spec, *result.failure);
      status_ = worst(status_, exit_machine_failed);
      without_.emplace_back(spec, *result.failure);
      if (*result.failure == "interrupted") throw BackendError("interrupted; --resume goes on from here");
      return;
    }
    std::vector<NamedText> files = report_files(result.certificate);
    files.emplace_back("log.txt", certification.log_text());
    write_files(folder, files);
    certification.complete();
    status_ = worst(status_, status_of(result.certificate));
    certificates_.push_back(std::move(result.certificate));
    folders_.push_back(folder);
  }

  /// Over several backends; those without a certificate are in it too.
  void write_index_page() {
    if (arguments_.list_tests || planned_ || certificates_.empty() || certificates_.size() + without_.size() < 2)
      return;
    std::vector<std::string> names;
    for (const std::filesystem::path& folder : folders_) names.push_back(folder.filename().string());
    write_index(certificates_, names, without_, arguments_.out);
    index_ = std::filesystem::path(arguments_.out) / "index.html";
  }

  void print_plan(const std::string& spec, const Certification& certification) {
    std::uint64_t operands = 0;
    std::set<std::string> signatures;
    for (const Part& part : certification.parts()) {
      operands += part.cost;
      signatures.insert(part.signature);
    }
    fmt::print("{}: profile {}, {} tests of {} operations, about {} operands\n", spec, certification.profile().name,
               certification.parts().size(), signatures.size(), short_count(static_cast<double>(operands)));
    planned_ = true;
  }

  void print_results() {
    if (arguments_.list_tests || planned_) return;
    if (certificates_.empty()) {
      for (const auto& [spec, why] : skipped_) fmt::print(stderr, "hallmark: {}: {}\n", spec, why);
      // Nothing was certified: no pass, whatever the reason.
      if (status_ == exit_conforms) {
        throw InputError(arguments_.options.plan.operation == "*"
                             ? std::string("no built-in backend can run on this machine")
                             : fmt::format("nothing to run: no built-in backend has an operation that matches '{}'",
                                           arguments_.options.plan.operation));
      }
      return;
    }
    const ConsoleStyle style = console_style(STDOUT_FILENO);
    if (certificates_.size() == 1 && skipped_.empty()) {
      fmt::print("{}", backend_block(certificates_.front(), style));
    } else {
      fmt::print("{}", verdict_table(certificates_, style, skipped_));
    }
    if (!index_.empty()) fmt::print("index: {}\n", index_.string());
    for (const std::filesystem::path& folder : folders_) fmt::print("report: {}\n", (folder / "index.html").string());
  }

  CertifyArguments arguments_;
  ExitStatus status_ = exit_conforms;
  std::set<std::string> taken_;
  std::vector<Certificate> certificates_;
  std::vector<std::filesystem::path> folders_;
  std::vector<SkippedBackend> skipped_;
  std::vector<SkippedBackend> without_;  ///< skipped_, and those that were named or failed on the way
  std::filesystem::path index_;
  bool planned_ = false;
};

}  // namespace

void add_certify(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<CertifyArguments>();
  arguments->options.jobs = std::max(1u, std::thread::hardware_concurrency());
  CertificationOptions& options = arguments->options;
  CLI::App* verb = app.add_subcommand("certify", "certify backends and write certificates and reports");
  verb->add_option("--backend", arguments->specs,
                   "built-in name, path of a shared library, or exec:COMMAND; may be repeated; default: every built-in "
                   "backend this machine can run")
      ->allow_extra_args(true);
  verb->add_option("--profile", options.profile, "name or file; default: the profile each backend claims");
  verb->add_option("--level", arguments->level, "how much is tried")
      ->check(CLI::IsMember({"quick", "standard", "exhaustive"}))
      ->capture_default_str();
  verb->add_option("--operation", options.plan.operation, "glob over signatures; only * and ? are special")
      ->capture_default_str();
  verb->add_option("--case", options.plan.case_id,
                   "one case: SIGNATURE#0xCODE, SIGNATURE@lanes/NUMBER, SIGNATURE@properties/PROPERTY/NUMBER or, of a "
                   "reduction, SIGNATURE@KIND/NUMBER");
  verb->add_option("--seed", options.plan.seed, "of random operands, of properties and of what MPFR judges again")
      ->capture_default_str();
  verb->add_option("--jobs", options.jobs, "worker processes")->check(CLI::Range(1, 1024))->capture_default_str();
  verb->add_option("--timeout", options.timeout_seconds, "seconds after which a kernel call hangs")
      ->check(CLI::Range(0.1, 86400.0))
      ->capture_default_str();
  verb->add_option("--memory-limit", arguments->memory_limit_gib, "GiB a worker may take")
      ->check(CLI::Range(0.1, 65536.0))
      ->capture_default_str();
  verb->add_option("--out", arguments->out, "folder for reports")->capture_default_str();
  verb->add_flag("--resume", arguments->resume, "go on from the parts an interrupted run of this command finished");
  verb->add_flag("--dry-run", arguments->dry_run, "say what would be run");
  verb->add_option("--gtest_filter", options.gtest_filter, "run only the tests whose names match");
  verb->add_flag("--gtest_list_tests", arguments->list_tests, "list the tests");
  verb->callback([arguments, &action] {
    arguments->options.plan.level = nlohmann::json(arguments->level).get<Level>();
    arguments->options.memory_limit = static_cast<std::uint64_t>(arguments->memory_limit_gib * 1073741824.0);
    std::string case_signature = arguments->options.plan.case_id;
    if (!case_signature.empty()) {
      arguments->options.plan.operation = case_signature.substr(0, case_signature.find_first_of("#@"));
    }
    arguments->options.command = command_line();
    if (const char* parameters = std::getenv("RC_PARAMS")) arguments->options.plan.rc_params = parameters;
    action = [arguments] { return CertifyRun(*arguments).run(); };
  });
}

}  // namespace hallmark
