// SPDX-License-Identifier: Apache-2.0
// hallmark identify: what semantics does a backend really have?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "cli/verbs.h"
#include "formats/internal_error.h"
#include "identity.h"
#include "reports/certificate.h"
#include "reports/write.h"
#include "running/supervisor.h"
#include "semantics/profile_writer.h"

namespace hallmark {
namespace {

struct IdentifyArguments {
  std::string spec, operation = "*", write_profile, format = "text";
  std::size_t evidence = 1;
  unsigned jobs = 1;
  double timeout_seconds = 60;
};

/// Names the formats in signatures: nothing else of it is asked for.
Profile profile_for(const BackendDescription& description) {
  if (description.profile) {
    try {
      return load_profile(*description.profile);
    } catch (const InputError&) {
      // Its claim names no profile there is; what it does can be found all the same.
    }
  }
  return load_profile("ieee754");
}

/// A name as profiles have it: of lower-case letters, digits and underscores, a letter first.
std::string profile_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    name += std::isalnum(byte) == 0 ? '_' : static_cast<char>(std::tolower(byte));
  }
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name.front())) == 0) name.insert(0, "backend_");
  return name + "_as_found";
}

std::string profile_text(const BackendDescription& description, const std::vector<IdentifiedOperation>& operations) {
  std::string text = fmt::format(
      "# SPDX-License-Identifier: Apache-2.0\n# What hallmark {} found {} to do; not what anybody promises of it.\n",
      hallmark_version(), description.name);
  text += heading_text(profile_name(description.name),
                       fmt::format("{} {}, as found", description.name, description.version),
                       fmt::format("hallmark identify --backend {}", description.spec));
  for (const IdentifiedOperation& operation : operations) {
    if (!operation.profile_text.empty()) text += '\n' + operation.profile_text;
  }
  return text;
}

/// How far a shipped profile is from what was found.
struct Distance {
  std::string profile;
  std::size_t traits = 0;
  std::vector<std::string> operations;  ///< "dot(bfloat16,bfloat16)->float32: rounding, order"
};

std::vector<Distance> distances(const std::vector<IdentifiedOperation>& operations) {
  std::vector<Distance> list;
  for (const std::string& name : shipped_profiles()) {
    const Profile profile = load_profile(name);
    Distance distance{name, 0, {}};
    for (const IdentifiedOperation& operation : operations) {
      const std::vector<std::string> traits = differing_traits(operation, profile);
      if (traits.empty()) continue;
      distance.traits += traits.size();
      distance.operations.push_back(fmt::format("{}: {}", operation.signature, fmt::join(traits, ", ")));
    }
    list.push_back(std::move(distance));
  }
  std::stable_sort(list.begin(), list.end(), [](const Distance& a, const Distance& b) { return a.traits < b.traits; });
  return list;
}

class Identification {
 public:
  explicit Identification(IdentifyArguments arguments) : arguments_(std::move(arguments)) {}

  ExitStatus run() {
    open_and_run();
    if (arguments_.format == "json") {
      print_json();
    } else {
      print_text();
    }
    if (!arguments_.write_profile.empty()) write_profile();
    const bool all = std::all_of(operations_.begin(), operations_.end(),
                                 [](const IdentifiedOperation& one) { return one.is_explained; });
    return all && crashed_.empty() ? exit_conforms : exit_does_not_conform;
  }

 private:
  void open_and_run() {
    SupervisorOptions options;
    options.spec = arguments_.spec;
    options.worker_command = {"/proc/self/exe", "worker"};
    options.jobs = arguments_.jobs;
    options.timeout_seconds = arguments_.timeout_seconds;
    Supervisor supervisor(options);
    auto opened = supervisor.open();
    if (const auto* refusal = std::get_if<OpeningRefusal>(&opened)) {
      throw BackendError(fmt::format("{}: {}", arguments_.spec, refusal->why));
    }
    description_ = std::get<BackendDescription>(opened);
    const Profile profile = profile_for(description_);
    Plan plan;
    plan.profile = std::filesystem::absolute(profile.path);
    plan.operation = arguments_.operation;
    plan.identify = true;
    const std::vector<Part> parts = offered_parts({description_, profile, plan});
    if (parts.empty()) {
      throw InputError(
          fmt::format("nothing to identify: backend {} has no operation that matches '{}' and that can be "
                      "identified; it has {}",
                      description_.name, arguments_.operation, fmt::join(description_.operations, ", ")));
    }
    TextProgress progress(arguments_.spec);
    const RunReport report = supervisor.run(plan, parts, progress);
    progress.finish();
    if (report.internal_error) throw InternalError(*report.internal_error);
    if (report.interrupted) throw BackendError("interrupted");
    if (report.failure) throw BackendError(*report.failure);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const PartReport& part = report.parts[i];
      if (part.outcome == PartOutcome::error) throw InternalError(part.what);
      if (part.outcome == PartOutcome::pass && part.result.is_object()) {
        operations_.push_back(part.result.get<IdentifiedOperation>());
      } else {
        crashed_.emplace_back(parts[i].signature, part.what);
      }
    }
  }

  void print_text() const {
    for (const IdentifiedOperation& operation : operations_) {
      fmt::print("{}\n", operation.signature);
      std::size_t width = 0, observed = 0;
      for (const Trait& trait : operation.traits) {
        width = std::max(width, trait.name.size());
        observed = std::max(observed, std::min<std::size_t>(trait.observed.size(), 44));
      }
      for (const Trait& trait : operation.traits) {
        const std::string start = fmt::format("  {:<{}}  {:<{}}", trait.name, width, trait.observed, observed);
        std::size_t shown = std::min(arguments_.evidence, trait.evidence.size());
        if (shown == 0) fmt::print("{}\n", start.substr(0, start.find_last_not_of(' ') + 1));
        for (std::size_t i = 0; i < shown; ++i) {
          const Evidence& evidence = trait.evidence[i];
          fmt::print("{}  {} -> {}\n", i == 0 ? start : std::string(start.size(), ' '), evidence.operands,
                     evidence.result);
        }
      }
    }
    for (const auto& [signature, what] : crashed_) fmt::print("{}\n  not identified: {}\n", signature, what);
    print_profiles();
  }

  void print_profiles() const {
    const std::vector<Distance> list = distances(operations_);
    std::vector<std::string> fitting;
    for (const Distance& one : list) {
      if (one.traits == 0) fitting.push_back(one.profile);
    }
    // The one it claims is what its users look for.
    const auto claimed = std::find(fitting.begin(), fitting.end(), description_.profile.value_or(""));
    if (claimed != fitting.end()) std::rotate(fitting.begin(), claimed, claimed + 1);
    fmt::print("profiles that allow every trait: {}\n",
               fitting.empty() ? "none" : fmt::format("{}", fmt::join(fitting, ", ")));
    constexpr std::size_t most = 3, most_operations = 4;
    for (std::size_t i = fitting.size(); i < std::min(fitting.size() + most, list.size()); ++i) {
      const Distance& one = list[i];
      fmt::print("{} {} differs in {} {}\n", i == fitting.size() ? "nearest of the others:" : "                      ",
                 one.profile, one.traits, one.traits == 1 ? "trait" : "traits");
      for (std::size_t n = 0; n < std::min(most_operations, one.operations.size()); ++n) {
        fmt::print("  {}\n", one.operations[n]);
      }
      if (one.operations.size() > most_operations) {
        fmt::print("  and {} more operations\n", one.operations.size() - most_operations);
      }
    }
  }

  void print_json() const {
    nlohmann::json json;
    json["backend"] = description_.name;
    json["version"] = description_.version;
    json["operations"] = operations_;
    for (const auto& [signature, what] : crashed_) json["not_identified"][signature] = what;
    for (const Distance& one : distances(operations_)) json["profiles"][one.profile] = one.operations;
    fmt::print("{}\n", json.dump(2));
  }

  void write_profile() const {
    const std::filesystem::path path = arguments_.write_profile;
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    write_files(folder, {{path.filename().string(), profile_text(description_, operations_)}});
    if (arguments_.format == "text") fmt::print("profile: {}\n", path.string());
  }

  IdentifyArguments arguments_;
  BackendDescription description_;
  std::vector<IdentifiedOperation> operations_;
  std::vector<std::pair<std::string, std::string>> crashed_;  ///< signature, what happened
};

}  // namespace

void add_identify(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<IdentifyArguments>();
  arguments->jobs = std::max(1u, std::thread::hardware_concurrency());
  CLI::App* verb = app.add_subcommand("identify", "find out from results alone what a backend's arithmetic is");
  verb->add_option("--backend", arguments->spec, "built-in name, path of a shared library, or exec:COMMAND")
      ->required();
  verb->add_option("--operation", arguments->operation, "glob over signatures; only * and ? are special")
      ->capture_default_str();
  verb->add_option("--write-profile", arguments->write_profile, "write a profile that the backend passes");
  verb->add_option("--evidence", arguments->evidence, "calls shown for each trait")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  verb->add_option("--format", arguments->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  verb->add_option("--jobs", arguments->jobs, "worker processes")->check(CLI::Range(1, 1024))->capture_default_str();
  verb->add_option("--timeout", arguments->timeout_seconds, "seconds after which a kernel call hangs")
      ->check(CLI::Range(0.1, 86400.0))
      ->capture_default_str();
  verb->footer(
      "Exit codes: 0 every operation was identified, 1 one was not, 2 the command is wrong, 3 the backend could not "
      "be\n"
      "opened or the machine failed.");
  verb->callback([arguments, &action] { action = [arguments] { return Identification(*arguments).run(); }; });
}

}  // namespace hallmark
