// SPDX-License-Identifier: Apache-2.0
// What a supervised run leaves: one report for each part, and what went wrong outside all of them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "running/part.h"

namespace hallmark {

enum class PartOutcome : std::uint8_t {
  pass,
  fail,     ///< it ran to its end and its result says "failed": true
  crashed,  ///< it took its worker with it
  error,    ///< the harness itself failed in it (an exception)
  not_run,
};

/// The smallest batch seen to show a crash again.
struct NarrowedCrash {
  CallRange range;
  bool reproduced = false;            ///< false: not even the whole call showed it again; range is the whole call
  std::vector<std::string> operands;  ///< hex codes of the operands, when it is a single row
};

struct PartReport {
  PartOutcome outcome = PartOutcome::not_run;
  nlohmann::json result;  ///< of Part::run; null unless pass or fail
  double seconds = 0.0;   ///< in the worker, or until the crash was noticed
  std::string what;       ///< "SIGSEGV in convert(float32)->bfloat16, part 3 of 16", an error, or why it did not run
  std::optional<NarrowedCrash> narrowed;  ///< of a crash inside a kernel call
};

struct RunReport {
  BackendDescription description;
  std::vector<PartReport> parts;  ///< in the order the parts were given
  unsigned workers = 0;           ///< started in all, the first one included
  /// Faults of the backend outside any part: "SIGSEGV while closing". A run with one has not passed.
  std::vector<std::string> loose_faults;
  std::optional<std::string> internal_error;  ///< Hallmark contradicts itself; the run was stopped
  std::optional<std::string> failure;         ///< no worker could be kept open; the remaining parts did not run
  bool interrupted = false;                   ///< by SIGINT, SIGTERM or SIGHUP
};

}  // namespace hallmark
