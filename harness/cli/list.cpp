// SPDX-License-Identifier: Apache-2.0
// hallmark list: what this build knows.
#include <fmt/format.h>

#include <memory>

#include "cli/verbs.h"
#include "formats/formats.h"
#include "identifying/named_probes.h"
#include "judging/describe.h"
#include "running/supervisor.h"
#include "semantics/named_accumulators.h"
#include "semantics/profile.h"
#include "semantics/requirement.h"
#include "suite.h"

namespace hallmark {
namespace {

void list_backends() {
  for (const std::string& name : built_in_backends()) {
    SupervisorOptions options;
    options.spec = name;
    options.worker_command = {"/proc/self/exe", "worker"};
    const auto opened = probe_backend(options);
    if (const auto* refusal = std::get_if<OpeningRefusal>(&opened)) {
      fmt::print("{:<22} not available: {}\n", name, refusal->why);
      continue;
    }
    const auto& backend = std::get<BackendDescription>(opened);
    fmt::print("{:<22} profile {}, {} operations, version {}, on {}\n", name, backend.profile.value_or("none"),
               backend.operations.size(), backend.version, backend.device);
  }
}

void list_profiles() {
  for (const std::string& name : shipped_profiles()) fmt::print("{:<22} {}\n", name, load_profile(name).title);
}

void list_operations() {
  for (const Suite* suite : all_suites()) {
    for (const auto& [form, note] : suite->listing()) fmt::print("{:<36} {}\n", form, note);
  }
}

void list_formats() {
  fmt::print("{:<18} {:>4} {:>8} {:>9} {:>6}  {}\n", "format", "bits", "exponent", "precision", "bias",
             "largest finite");
  for (const Format& format : floating_formats) {
    fmt::print("{:<18} {:>4} {:>8} {:>9} {:>6}  {}\n", format.name, format.width(), format.exponent_bits,
               format.precision(), format.bias, value_of_code(format, format.largest_finite()));
  }
  for (const Format& format : integer_formats) {
    fmt::print("{:<18} {:>4} {:>8} {:>9} {:>6}  {}\n", format.name, format.width(), "", "", "",
               value_of_code(format, format.largest_finite()));
  }
}

void list_requirements() {
  constexpr std::pair<Requirement, const char*> meanings[] = {
      {Requirement::special_values, "a NaN, infinite or zero operand, or an invalid or pole case"},
      {Requirement::subnormals, "a subnormal operand, or 0 < |exact| < the result's smallest normal"},
      {Requirement::overflow, "|exact| above the result's largest finite"},
      {Requirement::rounding, "all other operands; named for the profile's rounding"},
      {Requirement::consistency, "the same operands at other places, alignments and lengths, and once more"},
      {Requirement::environment,
       "calls that fail, throw, die, hang, write outside, do not write, change the environment"}};
  for (const auto& [requirement, meaning] : meanings) {
    fmt::print("{:<22} {}\n", requirement_name(requirement), meaning);
  }
}

void list_accumulators() {
  for (const NamedAccumulator& one : named_accumulators()) fmt::print("{:<22} {}\n", one.name, one.title);
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  auto what = std::make_shared<std::string>();
  CLI::App* verb =
      app.add_subcommand("list", "backends, profiles, operations, formats, requirements, accumulators or probes");
  verb->add_option("what", *what, "backends | profiles | operations | formats | requirements | accumulators | probes")
      ->required()
      ->check(
          CLI::IsMember({"backends", "profiles", "operations", "formats", "requirements", "accumulators", "probes"}));
  verb->callback([what, &action] {
    action = [what] {
      if (*what == "backends") list_backends();
      if (*what == "profiles") list_profiles();
      if (*what == "operations") list_operations();
      if (*what == "formats") list_formats();
      if (*what == "requirements") list_requirements();
      if (*what == "accumulators") list_accumulators();
      if (*what == "probes") fmt::print("{}", probe_table());
      return exit_conforms;
    };
  });
}

}  // namespace hallmark
