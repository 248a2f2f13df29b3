// SPDX-License-Identifier: Apache-2.0
// Opening a backend in a first worker, and handing that worker on to the run.
#include "running/supervisor.h"

#include <fmt/format.h>

#include <utility>

#include "running/interrupts.h"
#include "running/supervised_run.h"

namespace hallmark {

namespace {

std::string opening_fault(const Fault& fault, const SupervisorOptions& options, const WorkerLog& log) {
  if (fault.kind == Fault::Kind::hang) {
    return fmt::format("{}: hung while opening, not open after {:.3g} s", options.spec, opening_seconds(options));
  }
  const std::string what = fault.kind == Fault::Kind::signal ? fmt::format("crashed ({})", fault.text) : fault.text;
  const std::string last = log.last_line();
  return fmt::format("{}: {} while opening{}", options.spec, what, last.empty() ? "" : "; it last printed: " + last);
}

}  // namespace

Supervisor::Supervisor(SupervisorOptions options) : options_(std::move(options)), log_(options_.log_file) {}

Supervisor::~Supervisor() {
  if (!first_) return;
  std::vector<std::unique_ptr<WorkerProcess>> workers;
  workers.push_back(std::move(first_));
  close_workers(std::move(workers), options_);
}

std::variant<BackendDescription, OpeningRefusal> Supervisor::open() {
  const InterruptGuard guard;
  auto worker = std::make_unique<WorkerProcess>(options_.worker_command, log_.fd());
  worker->send({{"open", options_.spec}});
  const WorkerLimits limits{opening_seconds(options_), opening_seconds(options_), options_.memory_limit};
  for (;;) {
    wait_for_workers({worker.get()});
    if (InterruptGuard::signal() != 0) return OpeningRefusal{options_.spec + ": interrupted while opening", true};
    const auto fault = worker->watch(limits);
    worker->receive();
    if (const auto event = worker->next_event()) {
      if (event->value("event", "") != "opened") return OpeningRefusal{event->value("why", "it refused to open")};
      description_ = event->at("description").get<BackendDescription>();
      // A worker that died since is noticed, and told, by the run.
      first_ = std::move(worker);
      return description_;
    }
    if (fault) return OpeningRefusal{opening_fault(*fault, options_, log_)};
    log_.bound();
  }
}

RunReport Supervisor::run(const nlohmann::json& plan, const std::vector<Part>& parts, ProgressListener& progress) {
  const InterruptGuard guard;
  return SupervisedRun(options_, description_, plan, parts, progress, log_, std::move(first_)).run();
}

std::string Supervisor::log_text() const { return log_.text(); }

std::variant<BackendDescription, OpeningRefusal> probe_backend(const SupervisorOptions& options) {
  return Supervisor(options).open();
}

}  // namespace hallmark
