// SPDX-License-Identifier: Apache-2.0
// A part: one GoogleTest test of one signature on one backend, the unit of work, of resuming and of containing a crash.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "backends/backend.h"
#include "running/flight.h"

namespace hallmark {

/// Which rows of which call to repeat when a crash is narrowed: the part then makes that one call and judges nothing.
struct CallRange {
  std::uint64_t call = 0;  ///< the part's calls are numbered from 0 in a fixed order
  std::uint64_t from = 0, rows = 0;
};

/// What a part has at hand inside a worker.
struct PartContext {
  Backend& backend;
  Flight& flight;                 ///< where it says what it is doing, for the supervisor to see from outside
  std::optional<CallRange> only;  ///< set when narrowing
};

struct Part {
  std::string suite;       ///< GoogleTest suite, "convert_float32_to_bfloat16"
  std::string name;        ///< GoogleTest test, "part_00"
  std::string signature;   ///< "convert(float32)->bfloat16"
  std::uint64_t cost = 0;  ///< operands to judge
  /// Runs in a worker and returns what the certificate needs (the caller knows its shape; running/ does not look
  /// inside).
  /// `"failed": true` in it makes the GoogleTest test fail. Throws InternalError when oracle and truth disagree.
  std::function<nlohmann::json(PartContext&)> run;
  /// Operand tuple of a row of a call, as hex codes, so that a narrowed crash can name it.
  std::function<std::vector<std::string>(std::uint64_t call, std::uint64_t row)> operands_of;

  /// About how long one operand takes, of which only ratios matter: the order of work, the progress bar and the time it
  /// says is left go by it.
  double operand_seconds = 1e-10;
  double work() const { return static_cast<double>(cost) * operand_seconds; }

  bool rerun = false;  ///< it tries operands again that other parts of its signature try and count

  std::string full_name() const { return suite + "." + name; }
};

}  // namespace hallmark
