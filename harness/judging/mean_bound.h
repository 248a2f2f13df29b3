// SPDX-License-Identifier: Apache-2.0
// Which results of a mean its accumulator allows: what the sum may be, divided by the depth.
#pragma once

#include <mpfr.h>

#include <memory>

#include "judging/reduction_bound.h"
#include "truth/accumulators.h"

namespace hallmark {

/// Holds MPFR numbers so that they are made once. Not for several threads at once. The answers do not depend on the
/// floating-point environment.
class MeanBound {
 public:
  /// Throws InternalError where the semantics' accumulator states no model (accumulation_model). Where it states one to
  /// the last bit (`exact_model`), the sum is that one.
  MeanBound(const Reduction& mean, const Semantics& semantics);
  ~MeanBound();
  MeanBound(const MeanBound&) = delete;
  MeanBound& operator=(const MeanBound&) = delete;

  /// Whether the semantics' accumulator gives one sum, and float64 holds it: the mean of such is a quotient or a
  /// product with the reciprocal, each rounded, and no bound.
  static bool knows_the_sum(const Semantics& semantics);

  /// Accumulation.md 2.10: the sum's interval divided by the depth, or multiplied by the depth's reciprocal rounded to
  /// the accumulator's format; rounded to that format first or not, then to the result. Of no element: NaN, 0/0.
  Acceptance accept(const ReductionRow& row) { return accept(row, row.depth()); }
  /// The same with another divisor than the depth: what a kernel that counts wrongly gives.
  Acceptance accept(const ReductionRow& row, std::size_t count);

 private:
  bool set_simulated(const ReductionRow& row, Acceptance& special);
  bool set_ends(const ReductionRow& row, Acceptance& special);
  void stop_at_the_largest(const ReductionRow& row);
  RoundedEnd end(const mpfr_t sum, std::size_t count, bool reciprocal, bool through_accumulator);

  Reduction mean_;
  Semantics semantics_;
  AccumulationModel model_;
  std::unique_ptr<ReductionBound> sum_;
  std::unique_ptr<AccumulatorSimulation> simulation_;  ///< of the sum, to float64; instead of the bound
  mpfr_t low_, high_, cut_;
};

}  // namespace hallmark
