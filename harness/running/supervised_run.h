// SPDX-License-Identifier: Apache-2.0
// One run of a supervisor: its slots for workers and the loop that keeps them busy.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "running/progress.h"
#include "running/run_report.h"
#include "running/schedule.h"
#include "running/supervisor_options.h"
#include "running/worker_log.h"
#include "running/worker_process.h"

namespace hallmark {

/// Seconds a backend has to open, and to close.
double opening_seconds(const SupervisorOptions& options);
double closing_seconds(const SupervisorOptions& options);

/// Waits until a worker reports or 20 ms have passed.
void wait_for_workers(const std::vector<const WorkerProcess*>& workers);

/// Asks workers to close their backends and end. Returns "SIGSEGV while closing" and the like, each once.
std::vector<std::string> close_workers(std::vector<std::unique_ptr<WorkerProcess>> workers,
                                       const SupervisorOptions& options);

class SupervisedRun {
 public:
  /// first: a worker that has opened the backend, or null.
  SupervisedRun(const SupervisorOptions& options, const BackendDescription& description, const nlohmann::json& plan,
                const std::vector<Part>& parts, ProgressListener& progress, const WorkerLog& log,
                std::unique_ptr<WorkerProcess> first);
  RunReport run();

 private:
  enum class Phase { empty, opening, planning, ready, busy, retired };

  /// A place for one worker at a time.
  struct Slot {
    std::unique_ptr<WorkerProcess> worker;
    Phase phase = Phase::empty;
    Task task;                       ///< while busy
    Clock::time_point begun;         ///< of the task
    std::uint64_t calls_before = 0;  ///< calls the worker had returned when the task began
    std::uint64_t operands_before = 0;
  };

  void loop();
  void hand_out();
  void start(Slot& slot);
  void send_plan(Slot& slot);
  void assign(Slot& slot);
  void step(Slot& slot);
  bool handle_events(Slot& slot);
  void handle(Slot& slot, const nlohmann::json& event);
  void handle_error(Slot& slot, const nlohmann::json& event);
  void handle_answer(Slot& slot, const nlohmann::json& event);
  void handle_fault(Slot& slot, const Fault& fault);
  void retire(Slot& slot, const std::string& why);
  void part_ended(const Task& task);
  WorkerLimits limits(const Slot& slot) const;
  RunProgress progress() const;
  bool stopped() const { return report_.interrupted || report_.internal_error || report_.failure; }

  const SupervisorOptions& options_;
  const nlohmann::json& plan_;
  const std::vector<Part>& parts_;
  ProgressListener& listener_;
  const WorkerLog& log_;
  Schedule schedule_;
  RunReport report_;
  std::vector<Slot> slots_;
  std::string last_refusal_;
  std::uint64_t operands_total_ = 0;
  double work_total_ = 0;
  std::size_t loose_deaths_ = 0;
  Clock::time_point begun_ = Clock::now();
};

}  // namespace hallmark
