// SPDX-License-Identifier: Apache-2.0
// Softmax and logsumexp as one plain kernel computes them, and as weaker ones do: every step rounded, in sequence.
#pragma once

#include <mpfr.h>

#include "semantics/accumulation_model.h"
#include "semantics/reductions.h"

namespace hallmark {

/// What a kernel may do worse than it should.
struct ExponentialWeakness {
  bool subtracts_largest = true;
  bool bfloat16_exponentials = false;  ///< e^x is rounded to bfloat16
  bool bfloat16_sum = false;           ///< each sum is
  bool flushes = false;                ///< exponentials, sums and results below the smallest normal become zero
};

/// Holds MPFR numbers so that they are made once. Not for several threads at once. The answers do not depend on the
/// floating-point environment.
class ExponentialSimulation {
 public:
  /// In the accumulator's format and rounding, whatever its order. Throws InternalError where the semantics'
  /// accumulator states no model.
  ExponentialSimulation(const Reduction& reduction, const Semantics& semantics, const ExponentialWeakness& weakness);
  ~ExponentialSimulation();
  ExponentialSimulation(const ExponentialSimulation&) = delete;
  ExponentialSimulation& operator=(const ExponentialSimulation&) = delete;

  /// The code that the kernel delivers; of NaNs those that the semantics take.
  CodeSet result(const ReductionRow& row);

 private:
  void round(mpfr_t x, const RoundingStep& step);
  void set_power(mpfr_t to, const ReductionRow& row, std::size_t i);
  CodeSet deliver(const mpfr_t x) const;

  Reduction reduction_;
  Semantics semantics_;
  ExponentialWeakness weakness_;
  RoundingStep step_, power_step_, sum_step_;
  mpfr_t largest_, power_, sum_, cut_;
};

}  // namespace hallmark
