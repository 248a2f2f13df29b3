// SPDX-License-Identifier: Apache-2.0
// The exit codes of the command line (design section 9); over several backends the highest of theirs.
#pragma once

#include <algorithm>

namespace hallmark {

enum ExitStatus : int {
  exit_conforms = 0,
  exit_does_not_conform = 1,
  exit_wrong_input = 2,    ///< the command or an input file
  exit_machine_failed = 3  ///< a backend could not be opened, or the machine or Hallmark itself failed
};

inline ExitStatus worst(ExitStatus a, ExitStatus b) { return std::max(a, b); }

}  // namespace hallmark
