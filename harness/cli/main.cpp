// SPDX-License-Identifier: Apache-2.0
// The command line: reads the verb, runs it, and turns every error into one line and an exit code.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "backends/backend.h"
#include "cli/verbs.h"
#include "formats/internal_error.h"
#include "reports/certificate.h"
#include "reports/write.h"
#include "running/journal.h"
#include "semantics/profile.h"

namespace {

hallmark::ExitStatus fail(hallmark::ExitStatus status, const char* what) {
  fmt::print(stderr, "hallmark: {}\n", what);
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

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Hallmark certifies that a numerical backend computes what it claims.", "hallmark");
  app.set_version_flag("--version", hallmark::hallmark_version());
  app.require_subcommand(1);
  app.footer("Exit codes: 0 conforms, 1 does not conform, 2 the command or an input file is wrong, 3 a backend could not\n"
             "be opened or the machine failed.");
  hallmark::Action action;
  hallmark::add_certify(app, action);
  hallmark::add_explain(app, action);
  hallmark::add_list(app, action);
  hallmark::add_report(app, action);
  hallmark::add_vectors(app, action);
  hallmark::add_verify(app, action);
  hallmark::add_worker(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForAllHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app.exit(version);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "hallmark: {}; see hallmark {}--help\n", error.what(),
               app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name() + " ");
    return hallmark::exit_wrong_input;
  }
  return run(action);
}
