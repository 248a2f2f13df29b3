// SPDX-License-Identifier: Apache-2.0
// What to run next and what became of it: order, crash limits, narrowing. It knows no processes.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "running/fault.h"
#include "running/narrowing.h"
#include "running/part.h"
#include "running/run_report.h"

namespace hallmark {

/// One thing for a worker to do: a whole part, or one narrowing probe.
struct Task {
  std::size_t part = 0;
  std::optional<Narrowing::Probe> probe;
};

/// Where a worker was when it died.
struct LastSeen {
  bool in_call = false;
  CallRange call;           ///< the whole call in flight
  std::uint64_t calls = 0;  ///< calls of this task that had returned
};

class Schedule {
 public:
  /// The most work first, ties in the order given. The parts must outlive the schedule.
  Schedule(const std::vector<Part>& parts, double timeout);

  /// The next task; narrowing comes before new parts.
  std::optional<Task> take();
  /// Tasks that wait for a worker.
  std::size_t waiting() const { return probes_.size() + queue_.size(); }
  /// Whether every part has its report and no task is out.
  bool done() const { return waiting() == 0 && out_ == 0; }

  void finished(const Task& task, nlohmann::json result, double seconds);
  void survived(const Task& task, double seconds);
  void error(const Task& task, const std::string& what, double seconds);
  void died(const Task& task, const Fault& fault, const LastSeen& seen, double seconds);
  /// Everything still waiting is not run, for this reason.
  void abandon(const std::string& why);

  std::vector<PartReport> take_reports() { return std::move(reports_); }
  /// Parts of a signature without a report yet; 0 when its last part ended.
  std::size_t unfinished(const std::string& signature) const { return signatures_.at(signature).unfinished; }
  std::size_t settled_parts() const { return settled_parts_; }
  std::uint64_t settled_cost() const { return settled_cost_; }
  double settled_work() const { return settled_work_; }
  /// "convert(float32)->bfloat16, part 3 of 16"
  std::string title(std::size_t part) const;

 private:
  struct SignatureState {
    std::size_t parts = 0, unfinished = 0, crashes = 0;
  };

  void settle(std::size_t part, PartOutcome outcome, std::string what, double seconds);
  void advance_narrowing(std::size_t part);
  void drop_rest(const std::string& signature);

  const std::vector<Part>& parts_;
  double timeout_;
  std::vector<PartReport> reports_;
  std::vector<std::size_t> number_;  ///< of each part within its signature, from 1
  std::unordered_map<std::string, SignatureState> signatures_;
  std::deque<std::size_t> queue_;
  std::deque<Task> probes_;
  std::unordered_map<std::size_t, Narrowing> narrowings_;
  std::size_t out_ = 0;  ///< tasks taken and not yet answered
  bool hang_narrowed_ = false;
  std::size_t settled_parts_ = 0;
  std::uint64_t settled_cost_ = 0;
  double settled_work_ = 0;
};

}  // namespace hallmark
