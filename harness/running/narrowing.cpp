// SPDX-License-Identifier: Apache-2.0
// Bisection of a crash over the rows of one call.
#include "running/narrowing.h"

#include <algorithm>
#include <utility>

namespace hallmark {

namespace {

// Twelve halvings of a block, each in a worker of its own and each a hang of the longest probe at worst.
constexpr double budget_seconds = 40.0;
constexpr double longest_probe_seconds = 2.0;
// A call that has not returned after 50 times its usual duration, and not within this, hangs: a whole time-out for each
// probe would leave no budget for a second one.
constexpr double shortest_hang_seconds = 0.3;
constexpr double patience = 50.0;

}  // namespace

Narrowing::Narrowing(const CallRange& whole, Fault fault, double usual_seconds, double timeout)
    : range_(whole), fault_(std::move(fault)), usual_seconds_(usual_seconds), timeout_(timeout) {
  if (whole.rows == 0) step_ = Step::done;
}

CallRange Narrowing::candidate() const {
  const std::uint64_t half = range_.rows / 2;
  switch (step_) {
    case Step::first_half:
      return {range_.call, range_.from, half};
    case Step::second_half:
      return {range_.call, range_.from + half, range_.rows - half};
    default:
      return range_;
  }
}

std::optional<Narrowing::Probe> Narrowing::next() const {
  if (step_ == Step::done || spent_seconds_ > budget_seconds) return std::nullopt;
  const double longest = std::min(timeout_, longest_probe_seconds);
  double silence = longest;
  if (step_ != Step::whole && fault_.kind == Fault::Kind::hang) {
    silence = std::min(longest, std::max(shortest_hang_seconds, patience * usual_seconds_));
  }
  return Probe{candidate(), silence};
}

void Narrowing::observe(const std::optional<Fault>& fault, double seconds) {
  spent_seconds_ += seconds;
  const bool same = fault && fault->same_as(fault_);
  if (!fault) usual_seconds_ = std::max(usual_seconds_, seconds);
  switch (step_) {
    case Step::whole:
      reproduced_ = same;
      step_ = same ? Step::first_half : Step::done;
      break;
    case Step::first_half:
    case Step::second_half:
      if (same) {
        range_ = candidate();
        step_ = Step::first_half;
      } else {
        // Where neither half fails alone the fault needs both, or a place in the batch: the larger range stays.
        step_ = step_ == Step::first_half ? Step::second_half : Step::done;
      }
      break;
    case Step::done:
      break;
  }
  if (range_.rows <= 1) step_ = Step::done;
}

}  // namespace hallmark
