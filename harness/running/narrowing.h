// SPDX-License-Identifier: Apache-2.0
// Narrowing a crash: which rows of a call to repeat next, until no smaller batch shows the same fault.
#pragma once

#include <optional>

#include "running/fault.h"
#include "running/part.h"

namespace hallmark {

/// Bisection with a budget. It never claims a range that was not seen to fail by itself.
class Narrowing {
 public:
  /// A range of rows to repeat, in a worker without a past.
  struct Probe {
    CallRange range;
    double silence_seconds;  ///< a call that takes longer counts as a hang
  };

  /// whole: the call in flight. usual_seconds: what a call of the part took before, 0 if unknown. timeout: the run's.
  Narrowing(const CallRange& whole, Fault fault, double usual_seconds, double timeout);

  /// The next probe; nothing when the range cannot be narrowed further or the budget is spent.
  std::optional<Probe> next() const;
  /// What became of that probe: its fault, or nothing if it survived.
  void observe(const std::optional<Fault>& fault, double seconds);

  const CallRange& range() const { return range_; }
  bool reproduced() const { return reproduced_; }
  const Fault& fault() const { return fault_; }

 private:
  enum class Step { whole, first_half, second_half, done };
  CallRange candidate() const;

  CallRange range_;
  Fault fault_;
  double usual_seconds_, timeout_;
  double spent_seconds_ = 0.0;
  bool reproduced_ = false;
  Step step_ = Step::whole;
};

}  // namespace hallmark
