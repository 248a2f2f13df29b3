// SPDX-License-Identifier: Apache-2.0
// The command line: reads the verb, runs it, and turns every error into one line and an exit code.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "cli/verbs.h"
#include "formats/internal_error.h"
#include "reports/certificate.h"
#include "reports/write.h"
#include "running/journal.h"
#include "semantics/nearest.h"
#include "semantics/profile.h"

namespace {

hallmark::ExitStatus fail(hallmark::ExitStatus status, const char* what) {
  std::fprintf(stderr, "hallmark: %s\n", what);  // fmt throws where stderr is full
  return status;
}

hallmark::ExitStatus run(const hallmark::Action& action) {
  using namespace hallmark;
  try {
    return action();
  } catch (const InputError& error) {
    return fail(exit_wrong_input, error.what());
  } catch (const BackendError& error) {
    return fail(exit_machine_failed, error.what());
  } catch (const JournalError& error) {
    return fail(exit_machine_failed, error.what());
  } catch (const WriteError& error) {
    return fail(exit_machine_failed, error.what());
  } catch (const InternalError& error) {
    return fail(exit_machine_failed, fmt::format("internal error, please report it: {}", error.what()).c_str());
  } catch (const std::exception& error) {
    return fail(exit_machine_failed, error.what());
  }
}

/// The subcommands people may use: `worker` is none of them.
std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); })) {
    names.push_back(verb->get_name());
  }
  return names;
}

/// What is wrong with the verbs of a command line, if anything: CLI11 says only that a subcommand is required.
std::optional<std::string> wrong_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) {
    return fmt::format("no verb was given; the verbs are {}; see hallmark --help", fmt::join(verbs_of(app), ", "));
  }
  const CLI::App* at = &app;
  std::string said = "hallmark";
  for (int i = 1; i < argc && std::string_view(argv[i]).substr(0, 1) != "-"; ++i) {
    const std::vector<std::string> verbs = verbs_of(*at);
    if (verbs.empty()) break;
    const auto next = at->get_subcommands([&](const CLI::App* one) { return one->get_name() == argv[i]; });
    if (next.empty()) {
      return fmt::format("{} is no verb of {}; they are {}; see {} --help", hallmark::in_quotes(argv[i]), said,
                         fmt::join(verbs, ", "), said);
    }
    said += std::string(" ") + argv[i];
    at = next.front();
  }
  return std::nullopt;
}

/// The status, unless what goes with it could not be printed: a verdict that nobody can read is none.
int told(int status) {
  std::cout.flush();
  const bool printed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (printed || status == hallmark::exit_machine_failed) return status;
  return fail(hallmark::exit_machine_failed, "the standard output takes no more: free some space or send it elsewhere");
}

}  // namespace

int main(int argc, char** argv) {
  // A limit on file sizes (RLIMIT_FSIZE) is then an error of write(), with a line that says so.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App app("Hallmark certifies that a numerical backend computes what it claims.", "hallmark");
  app.set_version_flag("--version", hallmark::hallmark_version());
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 conforms, 1 does not conform, 2 the command or an input file is wrong, 3 a backend could not\n"
      "be opened or the machine failed.");
  hallmark::Action action;
  hallmark::add_certify(app, action);
  hallmark::add_explain(app, action);
  hallmark::add_identify(app, action);
  hallmark::add_list(app, action);
  hallmark::add_report(app, action);
  hallmark::add_vectors(app, action);
  hallmark::add_verify(app, action);
  hallmark::add_worker(app, action);
  if (const auto wrong = wrong_verb(app, argc, argv)) return fail(hallmark::exit_wrong_input, wrong->c_str());
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return told(app.exit(help));
  } catch (const CLI::CallForAllHelp& help) {
    return told(app.exit(help));
  } catch (const CLI::CallForVersion& version) {
    return told(app.exit(version));
  } catch (const CLI::ParseError& error) {
    const std::string verb = app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name() + " ";
    return fail(hallmark::exit_wrong_input, fmt::format("{}; see hallmark {}--help", error.what(), verb).c_str());
  }
  // A worker's standard output is its backend's.
  return app.got_subcommand("worker") ? run(action) : told(run(action));
}
