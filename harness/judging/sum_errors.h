// SPDX-License-Identifier: Apache-2.0
// Measures how far the results of sums, and means, lie from the exact ones, against what their accumulator's bound
// allows.
#pragma once

#include <mpfr.h>

#include <cstdint>

#include "judging/error_growth.h"
#include "judging/reduction_bound.h"

namespace hallmark {

/// Measures results of one reduction under one semantics; of a mean times the depth, so that its errors are those of
/// its sum and of the division. Holds MPFR numbers so that they are made once. Not for several threads at once. The
/// answers do not depend on the floating-point environment.
class SumErrors {
 public:
  /// Throws InternalError where the semantics' accumulator states no model (accumulation_model).
  SumErrors(const Reduction& reduction, const Semantics& semantics);
  ~SumErrors();
  SumErrors(const SumErrors&) = delete;
  SumErrors& operator=(const SumErrors&) = delete;

  int unit_exponent() const { return unit_exponent_; }

  /// Whether there is an error to speak of: the result is a number, and no step of the row can overflow.
  bool measure(const ReductionRow& row, std::uint64_t got);
  /// (result - exact) / S of the row measured last, to 128 bits; whether its exact sum is negative.
  mpfr_srcptr relative() const { return relative_; }
  bool is_negative() const { return mpfr_sgn(bound_.exact()) < 0; }

  /// Counts the row measured last.
  void add_to_point();
  /// What was counted since the last time; false where that is nothing.
  bool take_point(ErrorGrowth::Point& point);

 private:
  void bound_result(std::size_t divisor);
  void add_roundings(const Format& to, const Semantics& semantics, int count, std::size_t divisor);
  bool may_be_below(int exponent, std::size_t divisor);

  Reduction reduction_;
  Semantics semantics_;
  ReductionBound bound_;
  RoundingStep accumulator_;
  bool rounds_result_ = false;  ///< to a format other than the accumulator's
  bool is_mean_ = false;
  int unit_exponent_ = 0;
  std::uint64_t counted_ = 0;
  mpfr_t relative_, result_, row_bound_, term_, magnitude_, largest_, sum_, largest_bound_, quantum_;
};

}  // namespace hallmark
