// SPDX-License-Identifier: Apache-2.0
// Runs a Python script of this folder: a reader of our files that shares no code with their writer.
#pragma once

#include <string>
#include <vector>

namespace hallmark::test {

/// Exit status of a script that found a module missing, and the shell's of a missing program.
inline constexpr int module_missing = 77, program_missing = 127;

struct Ended {
  int status = -1;
  std::string output;
};

/// $HALLMARK_PYTHON, build/venv's or python3.
Ended run_python(const std::string& script, const std::vector<std::string>& arguments);

}  // namespace hallmark::test
