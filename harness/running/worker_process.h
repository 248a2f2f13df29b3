// SPDX-License-Identifier: Apache-2.0
// One worker seen from the supervisor: started, spoken to, watched, and ended with everything it started.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "running/fault.h"
#include "running/flight.h"
#include "running/json_lines.h"

namespace hallmark {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What a worker may do before it counts as gone wrong.
struct WorkerLimits {
  double silence_seconds = 60;       ///< no movement of its flight counters, while a kernel call is in flight
  double idle_silence_seconds = 60;  ///< the same outside a kernel call
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
};

class WorkerProcess {
 public:
  /// Starts `command` in a process group of its own, with stdout and stderr on log_fd and without GTEST_ variables.
  /// Throws std::system_error if the machine has no process, pipe or memory left.
  WorkerProcess(const std::vector<std::string>& command, int log_fd);
  /// Kills and reaps the worker and whatever of its group is left.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// A worker that is gone takes no command; watch() says so.
  void send(const nlohmann::json& command);
  /// Descriptor to poll, or -1 when there is nothing to wait for on it.
  int event_fd() const { return channel_closed_ ? -1 : event_fd_; }
  /// Reads what has arrived, without blocking.
  void receive();
  std::optional<nlohmann::json> next_event() { return events_.next(); }

  /// Starts the clock of silence anew; called when a command is sent.
  void expect_progress();
  /// A fault if the worker died, stopped, fell silent or grew too large. Read all events first.
  std::optional<Fault> watch(const WorkerLimits& limits);

  const Flight& flight() const { return *flight_; }
  bool in_call() const;
  /// Process id, for messages.
  pid_t pid() const { return pid_; }

 private:
  std::optional<Fault> ended();
  /// What the system says of the process.
  struct Work {
    bool is_runnable = false;
    double seconds = 0;  ///< of processor time
  };

  std::uint64_t movement() const;
  bool is_silent(const WorkerLimits& limits);
  Work work() const;
  std::uint64_t resident_bytes() const;
  void kill_group() const;

  pid_t pid_ = -1;
  bool reaped_ = false;
  int command_fd_ = -1, event_fd_ = -1, statm_fd_ = -1;
  Flight* flight_ = nullptr;
  JsonLineReader events_;
  std::optional<double> silent_from_;  ///< processor time used when the silence was first looked at
  bool channel_closed_ = false;
  std::optional<Fault> channel_fault_;
  Clock::time_point channel_closed_at_, last_movement_at_, memory_read_at_;
  std::uint64_t last_movement_ = 0;
};

}  // namespace hallmark
