// SPDX-License-Identifier: Apache-2.0
// The supervisor: starts workers, hands them parts, and outlives whatever a backend does to them.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "backends/backend.h"
#include "running/part.h"
#include "running/progress.h"
#include "running/run_report.h"
#include "running/supervisor_options.h"
#include "running/worker_log.h"
#include "running/worker_process.h"

namespace hallmark {

/// Why a backend could not be opened, in one line. The command line exits with 3.
struct OpeningRefusal {
  std::string why;
  bool interrupted = false;  ///< by a signal to the supervisor, not by the backend
};

/// Use: open() once, then run() once with parts built from the description. Workers die with the thread that calls
/// these. Both throw std::system_error when the machine has no process or memory left for a worker.
class Supervisor {
 public:
  explicit Supervisor(SupervisorOptions options);
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// Starts the first worker, which opens the backend. It has min(timeout, 60 s) to do so.
  std::variant<BackendDescription, OpeningRefusal> open();

  /// Runs every part. plan reaches the workers' BuildParts, which must build exactly these parts from it.
  RunReport run(const nlohmann::json& plan, const std::vector<Part>& parts, ProgressListener& progress);

  /// What the workers printed so far.
  std::string log_text() const;

 private:
  SupervisorOptions options_;
  WorkerLog log_;
  BackendDescription description_;
  std::unique_ptr<WorkerProcess> first_;
};

/// Opens a backend in a worker only to see what it is.
std::variant<BackendDescription, OpeningRefusal> probe_backend(const SupervisorOptions& options);

}  // namespace hallmark
