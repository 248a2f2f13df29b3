// SPDX-License-Identifier: Apache-2.0
// Which results of softmax and logsumexp an accumulator and an exponential allow: the exact value, give or take a
// proven bound of the error.
#pragma once

#include <mpfr.h>

#include "semantics/acceptance.h"
#include "semantics/accumulation_model.h"
#include "semantics/reductions.h"
#include "truth/exponential_sums.h"

namespace hallmark {

/// Holds MPFR numbers so that they are made once. Not for several threads at once. The answers do not depend on the
/// floating-point environment.
class ExponentialBound {
 public:
  /// Throws InternalError where the semantics' accumulator states no model (accumulation_model).
  ExponentialBound(const Reduction& reduction, const Semantics& semantics);
  ~ExponentialBound();
  ExponentialBound(const ExponentialBound&) = delete;
  ExponentialBound& operator=(const ExponentialBound&) = delete;

  /// What a kernel may give that subtracts the largest element, raises e to the differences in the accumulator's format
  /// within the profile's limit of exp, sums them in its accumulator and divides by the sum, or multiplies by the sum's
  /// reciprocal (softmax), or adds the largest element to the logarithm of the sum (logsumexp).
  Acceptance accept(const ReductionRow& row);

  /// The exact value and the bound E of the last row that was not special.
  mpfr_srcptr exact() const { return exact_; }
  mpfr_srcptr error() const { return error_; }

 private:
  Acceptance special(const ReductionRow& row, const ExponentialSpecials& specials) const;
  void read_sum(const ReductionRow& row);
  void set_exponential_error(mpfr_t to, std::size_t x);
  void set_sum_error(std::size_t depth);
  Acceptance softmax(const ReductionRow& row);
  Acceptance logsumexp();
  Acceptance one_over_count() const;
  RoundedEnd end(const mpfr_t value);
  Acceptance between();

  Reduction reduction_;
  Semantics semantics_;
  AccumulationModel model_;
  ExponentialSums sums_;
  std::vector<std::uint64_t> row_;  ///< whose specials_ and sum_error_ are known
  ExponentialSpecials specials_;
  std::size_t present_ = 0;  ///< elements that are numbers
  bool all_equal_ = false;   ///< all of those the same
  int unit_ = 0;             ///< exponent of a rounding's relative error
  mpfr_t exact_, error_, sum_error_, factor_, term_, end_, cut_;
};

}  // namespace hallmark
