// SPDX-License-Identifier: Apache-2.0
// The supervisor's loop: hand out tasks, read events, notice deaths and hangs, start anew.
#include "running/supervised_run.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <utility>

#include "running/interrupts.h"

namespace hallmark {

namespace {

constexpr int tick_milliseconds = 20;
// Between calls the harness itself works (MPFR bounds, say), which a short --timeout is not about.
constexpr double harness_seconds = 60.0;
constexpr double no_limit = 1e9;
// A backend that keeps dying between parts would be restarted for ever.
constexpr std::size_t most_loose_faults = 3;

void note_once(std::vector<std::string>& notes, const std::string& note) {
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

}  // namespace

double opening_seconds(const SupervisorOptions& options) { return std::min(options.timeout_seconds, 60.0); }
double closing_seconds(const SupervisorOptions& options) { return std::min(options.timeout_seconds, 10.0); }

void wait_for_workers(const std::vector<const WorkerProcess*>& workers) {
  std::vector<pollfd> descriptors;
  int milliseconds = tick_milliseconds;
  for (const WorkerProcess* worker : workers) {
    // A closed pipe means a death that will show in a moment.
    if (worker->event_fd() < 0) milliseconds = 1;
    descriptors.push_back({worker->event_fd(), POLLIN, 0});
  }
  poll(descriptors.data(), descriptors.size(), milliseconds);
}

std::vector<std::string> close_workers(std::vector<std::unique_ptr<WorkerProcess>> workers,
                                       const SupervisorOptions& options) {
  std::erase(workers, nullptr);
  for (auto& worker : workers) worker->send({{"quit", true}});
  const WorkerLimits limits{closing_seconds(options), closing_seconds(options), options.memory_limit};
  std::vector<std::string> faults;
  while (!workers.empty() && InterruptGuard::signal() == 0) {
    std::vector<const WorkerProcess*> waiting;
    for (const auto& worker : workers) waiting.push_back(worker.get());
    wait_for_workers(waiting);
    std::erase_if(workers, [&](const std::unique_ptr<WorkerProcess>& worker) {
      worker->receive();
      const auto fault = worker->watch(limits);
      if (!fault) return false;
      if (!fault->same_as(exit_fault(0))) note_once(faults, fault->text + " while closing");
      return true;
    });
  }
  return faults;
}

SupervisedRun::SupervisedRun(const SupervisorOptions& options, const BackendDescription& description,
                             const nlohmann::json& plan, const std::vector<Part>& parts, ProgressListener& progress,
                             const WorkerLog& log, std::unique_ptr<WorkerProcess> first)
    : options_(options),
      plan_(plan),
      parts_(parts),
      listener_(progress),
      log_(log),
      schedule_(parts, options.timeout_seconds) {
  report_.description = description;
  for (const Part& part : parts) {
    operands_total_ += part.cost;
    work_total_ += part.work();
  }
  const std::size_t jobs = description.exclusive ? 1 : std::max(1U, options.jobs);
  slots_.resize(std::clamp<std::size_t>(parts.size(), 1, jobs));
  if (first) {
    report_.workers = 1;
    slots_[0].worker = std::move(first);
    send_plan(slots_[0]);
  }
}

RunReport SupervisedRun::run() {
  loop();
  std::vector<std::unique_ptr<WorkerProcess>> live;
  for (Slot& slot : slots_) {
    if (!stopped() && slot.worker) live.push_back(std::move(slot.worker));
    slot.worker.reset();
  }
  for (const std::string& fault : close_workers(std::move(live), options_)) note_once(report_.loose_faults, fault);
  if (InterruptGuard::signal() != 0) report_.interrupted = true;
  listener_.finish();
  report_.parts = schedule_.take_reports();
  for (PartReport& part : report_.parts) {
    if (part.outcome == PartOutcome::not_run && part.what.empty()) {
      part.what = report_.interrupted ? "the run was interrupted" : "the run was stopped";
    }
  }
  return std::move(report_);
}

void SupervisedRun::loop() {
  while (!schedule_.done()) {
    hand_out();
    std::vector<const WorkerProcess*> workers;
    for (const Slot& slot : slots_) {
      if (slot.worker) workers.push_back(slot.worker.get());
    }
    if (workers.empty() && schedule_.waiting() > 0) {
      report_.failure = fmt::format("no worker could be kept open: {}", last_refusal_);
      schedule_.abandon(*report_.failure);
      return;
    }
    wait_for_workers(workers);
    for (Slot& slot : slots_) {
      if (slot.worker) step(slot);
    }
    log_.bound();
    if (InterruptGuard::signal() != 0) report_.interrupted = true;
    if (stopped()) return;
    listener_.update(progress());
  }
}

void SupervisedRun::hand_out() {
  std::size_t coming = 0;
  for (Slot& slot : slots_) {
    if (slot.phase == Phase::ready && schedule_.waiting() > 0) assign(slot);
    if (slot.phase == Phase::opening || slot.phase == Phase::planning) ++coming;
  }
  for (Slot& slot : slots_) {
    if (slot.phase != Phase::empty || schedule_.waiting() <= coming) continue;
    start(slot);
    ++coming;
  }
}

void SupervisedRun::start(Slot& slot) {
  slot.worker = std::make_unique<WorkerProcess>(options_.worker_command, log_.fd());
  slot.worker->send({{"open", options_.spec}});
  slot.phase = Phase::opening;
  ++report_.workers;
}

void SupervisedRun::send_plan(Slot& slot) {
  slot.worker->send({{"plan", plan_}});
  slot.phase = Phase::planning;
}

void SupervisedRun::assign(Slot& slot) {
  slot.task = schedule_.take().value();
  const Flight& flight = slot.worker->flight();
  slot.calls_before = flight.calls_returned.load(std::memory_order_relaxed);
  slot.operands_before = flight.operands_done.load(std::memory_order_relaxed);
  slot.begun = Clock::now();
  slot.phase = Phase::busy;
  const std::string name = parts_[slot.task.part].full_name();
  if (const auto& probe = slot.task.probe) {
    slot.worker->send(
        {{"narrow", name}, {"call", probe->range.call}, {"from", probe->range.from}, {"rows", probe->range.rows}});
  } else {
    slot.worker->send({{"run", name}});
  }
}

WorkerLimits SupervisedRun::limits(const Slot& slot) const {
  const double harness = std::max(options_.timeout_seconds, harness_seconds);
  switch (slot.phase) {
    case Phase::opening:
      return {opening_seconds(options_), opening_seconds(options_), options_.memory_limit};
    case Phase::busy:
      return {slot.task.probe ? slot.task.probe->silence_seconds : options_.timeout_seconds, harness,
              options_.memory_limit};
    case Phase::ready:
      return {no_limit, no_limit, options_.memory_limit};
    default:
      return {harness, harness, options_.memory_limit};
  }
}

void SupervisedRun::step(Slot& slot) {
  handle_events(slot);
  if (!slot.worker) return;
  const auto fault = slot.worker->watch(limits(slot));
  if (!fault) return;
  // What it reported before it died still counts, and a worker that reports does not hang.
  const bool reported = handle_events(slot);
  if (slot.worker && !(reported && fault->kind == Fault::Kind::hang)) handle_fault(slot, *fault);
}

bool SupervisedRun::handle_events(Slot& slot) {
  bool any = false;
  slot.worker->receive();
  while (slot.worker) {
    const auto event = slot.worker->next_event();
    if (!event) break;
    any = true;
    handle(slot, *event);
  }
  return any;
}

void SupervisedRun::handle(Slot& slot, const nlohmann::json& event) {
  const std::string kind = event.value("event", "");
  if (kind == "opened" && slot.phase == Phase::opening) {
    send_plan(slot);
  } else if (kind == "refused" && slot.phase == Phase::opening) {
    retire(slot, event.value("why", ""));
  } else if (kind == "planned" && slot.phase == Phase::planning) {
    slot.phase = Phase::ready;
    // It may have more: a filter or an earlier run leaves some of them out.
    if (event.value("parts", std::size_t{0}) < parts_.size()) {
      report_.internal_error =
          fmt::format("a worker built {} parts from a plan of {}", event.value("parts", std::size_t{0}), parts_.size());
    }
  } else if (kind == "error") {
    handle_error(slot, event);
  } else if ((kind == "finished" || kind == "survived") && slot.phase == Phase::busy) {
    handle_answer(slot, event);
  } else {
    handle_fault(slot, channel_fault("an event nobody asked for"));
  }
}

void SupervisedRun::handle_error(Slot& slot, const nlohmann::json& event) {
  const std::string what = event.value("what", "an error");
  if (event.value("kind", "") == "internal") {
    report_.internal_error =
        slot.phase == Phase::busy ? fmt::format("{} in {}", what, schedule_.title(slot.task.part)) : what;
  } else if (slot.phase != Phase::busy) {
    report_.failure = what;
  } else {
    slot.phase = Phase::ready;
    schedule_.error(slot.task, what, seconds_since(slot.begun));
    part_ended(slot.task);
  }
}

void SupervisedRun::handle_answer(Slot& slot, const nlohmann::json& event) {
  const Task task = slot.task;
  const bool survived = event.value("event", "") == "survived";
  if (survived != task.probe.has_value() || (!survived && event.value("part", "") != parts_[task.part].full_name())) {
    return handle_fault(slot, channel_fault("an answer to another command"));
  }
  slot.phase = Phase::ready;
  if (survived) {
    schedule_.survived(task, seconds_since(slot.begun));
  } else {
    const nlohmann::json result = event.value("result", nlohmann::json());
    const double seconds = event.value("seconds", 0.0);
    listener_.part_finished(parts_[task.part], result, seconds);
    schedule_.finished(task, result, seconds);
    part_ended(task);
  }
}

void SupervisedRun::handle_fault(Slot& slot, const Fault& fault) {
  const Flight& flight = slot.worker->flight();
  LastSeen seen;
  seen.in_call = slot.worker->in_call();
  seen.call = {flight.call.load(std::memory_order_relaxed), 0, flight.rows.load(std::memory_order_relaxed)};
  seen.calls = flight.calls_returned.load(std::memory_order_relaxed) - slot.calls_before;
  const Phase phase = slot.phase;
  slot.worker.reset();
  slot.phase = Phase::empty;
  switch (phase) {
    case Phase::opening:
      return retire(slot, fault.text + " while opening");
    case Phase::busy: {
      const Task task = slot.task;
      schedule_.died(task, fault, seen, seconds_since(slot.begun));
      return part_ended(task);
    }
    default:
      note_once(report_.loose_faults, fault.text + " between parts");
      if (++loose_deaths_ >= most_loose_faults) retire(slot, fault.text + " between parts");
  }
}

void SupervisedRun::retire(Slot& slot, const std::string& why) {
  slot.worker.reset();
  slot.phase = Phase::retired;
  last_refusal_ = why;
}

void SupervisedRun::part_ended(const Task& task) {
  if (task.probe) return;
  const Part& part = parts_[task.part];
  if (schedule_.unfinished(part.signature) == 0) listener_.signature_finished(part.signature, progress());
}

RunProgress SupervisedRun::progress() const {
  RunProgress now{
      schedule_.settled_cost(), operands_total_, schedule_.settled_parts(), parts_.size(), seconds_since(begun_),
      schedule_.settled_work(), work_total_};
  for (const Slot& slot : slots_) {
    if (slot.phase != Phase::busy || slot.task.probe) continue;
    const std::uint64_t done = slot.worker->flight().operands_done.load(std::memory_order_relaxed);
    const Part& part = parts_[slot.task.part];
    const std::uint64_t mine = std::min(done - slot.operands_before, part.cost);
    now.operands_done += mine;
    now.work_done += static_cast<double>(mine) * part.operand_seconds;
  }
  return now;
}

}  // namespace hallmark
