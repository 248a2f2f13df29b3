// SPDX-License-Identifier: Apache-2.0
// Runs the hallmark program as a user does: a child process with its own folder, arguments and environment.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace hallmark {

/// A folder that exists while the object does.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  const std::filesystem::path& path() const { return path_; }
  /// Writes a file into it and gives its path.
  std::filesystem::path write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

/// What a child process left.
struct Finished {
  int exit_code = -1;  ///< -1: a signal ended it, or it ran past the time limit
  std::string out, err;
  double seconds = 0;
  double peak_mebibytes = 0;  ///< resident, of the largest process: the program's or a worker's
  std::vector<std::string> error_lines() const;
};

struct ProcessOptions {
  std::filesystem::path folder;                    ///< to run in
  std::map<std::string, std::string> environment;  ///< on top of this process's own
  double seconds = 300;                            ///< after which it and its children are killed
  bool killed_is_meant = false;                    ///< running out of time is then no failure of the test
};

/// Runs a program (argv[0] is its path). GoogleTest's variables are not passed on: workers are GoogleTest programs too.
Finished run_process(const std::vector<std::string>& argv, const ProcessOptions& options);

/// Runs hallmark with these arguments.
Finished run_hallmark(std::vector<std::string> arguments, const ProcessOptions& options);

/// Runs a line of shell with hallmark on the PATH: what a report's "reproduce" line is for.
Finished run_shell(const std::string& line, const ProcessOptions& options);

/// "<build>/tests/backends/rounding.so?CV01"
std::string test_backend(const std::string& library);
/// A profile as the catalogues write it: a shipped name, or a file beside the faulty backends.
std::string test_profile(const std::string& profile);

}  // namespace hallmark
