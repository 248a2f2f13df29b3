// SPDX-License-Identifier: Apache-2.0
// The verbs of the command line, one file each; each adds its subcommand and what to do when it is chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "cli/exit_status.h"

namespace hallmark {

/// Set by the chosen subcommand's callback; main runs it.
using Action = std::function<ExitStatus()>;

void add_certify(CLI::App& app, Action& action);
void add_explain(CLI::App& app, Action& action);
void add_identify(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_vectors(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
/// The hidden verb a supervisor re-executes this program with.
void add_worker(CLI::App& app, Action& action);

}  // namespace hallmark
