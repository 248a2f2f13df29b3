// SPDX-License-Identifier: Apache-2.0
// How far a run is: told by the supervisor, shown on stderr.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "running/part.h"

namespace hallmark {

struct RunProgress {
  std::uint64_t operands_done = 0, operands_total = 0;
  std::size_t parts_done = 0, parts_total = 0;
  double seconds = 0.0;  ///< since the run began
  double work_done = 0, work_total = 0;
};

/// Receives progress; the default ignores it.
class ProgressListener {
 public:
  virtual ~ProgressListener() = default;
  /// Called about every 20 ms while parts run.
  virtual void update(const RunProgress&) {}
  /// Called when a part ran to its end, with what it left.
  virtual void part_finished(const Part& part, const nlohmann::json& result, double seconds) {
    static_cast<void>(part);
    static_cast<void>(result);
    static_cast<void>(seconds);
  }
  /// Called when the last part of a signature has its outcome.
  virtual void signature_finished(const std::string& signature, const RunProgress&) { static_cast<void>(signature); }
  /// Called once at the end, however it came.
  virtual void finish() {}
};

/// On a terminal a bar with rate and remaining time, redrawn at most 10 times a second and erased at the end; elsewhere
/// plain lines, one for each finished signature and otherwise at most one a second.
class TextProgress final : public ProgressListener {
 public:
  /// label: what is certified, "scalar". stream: stderr, or another for tests.
  explicit TextProgress(std::string label, std::FILE* stream = stderr);
  ~TextProgress() override { finish(); }

  void update(const RunProgress& progress) override;
  void signature_finished(const std::string& signature, const RunProgress& progress) override;
  void finish() override;

 private:
  using Clock = std::chrono::steady_clock;
  void erase();

  std::string label_;
  std::FILE* stream_;
  bool terminal_;
  std::size_t drawn_ = 0;  ///< columns the bar takes on the terminal now
  Clock::time_point last_;
};

/// "operands" counts and rates for people: 4294967296 is "4.29 G".
std::string short_count(double count);
/// "0:07", "12:05", "1:02:03"
std::string short_duration(double seconds);

}  // namespace hallmark
