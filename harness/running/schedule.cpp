// SPDX-License-Identifier: Apache-2.0
// Order of work and bookkeeping of outcomes.
#include "running/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <numeric>
#include <utility>

namespace hallmark {

namespace {

// Design section 6: a signature that keeps crashing would cost a time-out for each of its parts.
constexpr std::size_t most_crashes = 3;
// A hang is noticed up to a tick after its time-out.
constexpr double noticing_seconds = 0.03;

}  // namespace

Schedule::Schedule(const std::vector<Part>& parts, double timeout)
    : parts_(parts), timeout_(timeout), reports_(parts.size()), number_(parts.size()), queue_(parts.size()) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    SignatureState& state = signatures_[parts[i].signature];
    number_[i] = ++state.parts;
    ++state.unfinished;
  }
  std::iota(queue_.begin(), queue_.end(), std::size_t{0});
  std::stable_sort(queue_.begin(), queue_.end(),
                   [&](std::size_t a, std::size_t b) { return parts[a].work() > parts[b].work(); });
}

std::optional<Task> Schedule::take() {
  Task task;
  if (!probes_.empty()) {
    task = probes_.front();
    probes_.pop_front();
  } else if (!queue_.empty()) {
    task.part = queue_.front();
    queue_.pop_front();
  } else {
    return std::nullopt;
  }
  ++out_;
  return task;
}

std::string Schedule::title(std::size_t part) const {
  const std::string& signature = parts_[part].signature;
  return fmt::format("{}, part {} of {}", signature, number_[part], signatures_.at(signature).parts);
}

void Schedule::settle(std::size_t part, PartOutcome outcome, std::string what, double seconds) {
  PartReport& report = reports_[part];
  report.outcome = outcome;
  report.what = std::move(what);
  report.seconds = seconds;
  --signatures_.at(parts_[part].signature).unfinished;
  ++settled_parts_;
  settled_cost_ += parts_[part].cost;
  settled_work_ += parts_[part].work();
}

void Schedule::finished(const Task& task, nlohmann::json result, double seconds) {
  --out_;
  const bool failed = result.is_object() && result.value("failed", false);
  settle(task.part, failed ? PartOutcome::fail : PartOutcome::pass, "", seconds);
  reports_[task.part].result = std::move(result);
}

void Schedule::survived(const Task& task, double seconds) {
  --out_;
  narrowings_.at(task.part).observe(std::nullopt, seconds);
  advance_narrowing(task.part);
}

void Schedule::error(const Task& task, const std::string& what, double seconds) {
  // A probe that ends in an exception did not show the fault.
  if (task.probe) return survived(task, seconds);
  --out_;
  settle(task.part, PartOutcome::error, fmt::format("{} in {}", what, title(task.part)), seconds);
}

void Schedule::died(const Task& task, const Fault& fault, const LastSeen& seen, double seconds) {
  --out_;
  if (task.probe) {
    // Dying outside the call is another fault than the one in the call.
    narrowings_.at(task.part).observe(seen.in_call ? std::optional(fault) : std::nullopt, seconds);
    return advance_narrowing(task.part);
  }
  const std::string where = seen.in_call ? "" : ", outside a kernel call";
  settle(task.part, PartOutcome::crashed, fmt::format("{} in {}{}", fault.text, title(task.part), where), seconds);
  const std::string& signature = parts_[task.part].signature;
  if (++signatures_.at(signature).crashes == most_crashes) drop_rest(signature);
  if (!seen.in_call) return;
  reports_[task.part].narrowed = NarrowedCrash{seen.call, false, {}};
  const bool hang = fault.kind == Fault::Kind::hang;
  if (hang && std::exchange(hang_narrowed_, true)) return;
  const double running = std::max(0.0, seconds - noticing_seconds - (hang ? timeout_ : 0.0));
  const double usual = seen.calls == 0 ? 0.0 : running / static_cast<double>(seen.calls);
  narrowings_.try_emplace(task.part, seen.call, fault, usual, timeout_);
  advance_narrowing(task.part);
}

void Schedule::advance_narrowing(std::size_t part) {
  const Narrowing& narrowing = narrowings_.at(part);
  NarrowedCrash& narrowed = *reports_[part].narrowed;
  narrowed.range = narrowing.range();
  narrowed.reproduced = narrowing.reproduced();
  if (const auto probe = narrowing.next()) {
    probes_.push_back({part, probe});
    return;
  }
  narrowings_.erase(part);
  if (!narrowed.reproduced || narrowed.range.rows != 1 || !parts_[part].operands_of) return;
  try {
    narrowed.operands = parts_[part].operands_of(narrowed.range.call, narrowed.range.from);
  } catch (const std::exception&) {
    // The range is still right without its operands.
    narrowed.operands.clear();
  }
}

void Schedule::drop_rest(const std::string& signature) {
  const auto rest = std::stable_partition(queue_.begin(), queue_.end(),
                                          [&](std::size_t part) { return parts_[part].signature != signature; });
  for (auto part = rest; part != queue_.end(); ++part) {
    settle(*part, PartOutcome::not_run, fmt::format("{} parts of its signature crashed before", most_crashes), 0.0);
  }
  queue_.erase(rest, queue_.end());
}

void Schedule::abandon(const std::string& why) {
  for (const std::size_t part : queue_) settle(part, PartOutcome::not_run, why, 0.0);
  queue_.clear();
  probes_.clear();
}

}  // namespace hallmark
