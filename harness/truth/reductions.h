// SPDX-License-Identifier: Apache-2.0
// Exact sums of products by MPFR: the value a reduction approximates, and the sum of magnitudes its error is measured
// in.
#pragma once

#include <mpfr.h>

#include <vector>

#include "semantics/reductions.h"
#include "semantics/round.h"

namespace hallmark {

/// Holds MPFR numbers so that they are made once. Not for several threads at once. MPFR computes with integers: the
/// answers do not depend on the floating-point environment.
class ReductionTruth {
 public:
  ReductionTruth();
  ~ReductionTruth();
  ReductionTruth(const ReductionTruth&) = delete;
  ReductionTruth& operator=(const ReductionTruth&) = delete;

  /// Sums a row without NaN and infinities. Exact for every depth below 2^62.
  void sum(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row);

  /// s, the sum of the products and the initial value.
  mpfr_srcptr exact() const { return exact_; }
  /// S, the sum of their magnitudes.
  mpfr_srcptr magnitude() const { return magnitude_; }

  /// The right codes of a row: special values decided first, then s correctly rounded under the semantics. The zero
  /// that terms of both signs cancel to is +0, rounded down -0 (IEEE 754-2019 6.3).
  CodeSets answer(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row);

 private:
  void add_batch(std::size_t count);
  void add_to(mpfr_t total, std::size_t count);

  mpfr_t exact_, magnitude_, before_, cut_;
  std::vector<__mpfr_struct> terms_;
  std::vector<mpfr_ptr> pointers_;
};

/// Exponent of the least bit that a term can have.
int lowest_term_bit(const Reduction& reduction);
/// Bits that hold any sum of 2^62 terms: from the least bit of a product or the initial value to the largest.
mpfr_prec_t exact_precision(const Reduction& reduction);

/// A nonzero MPFR number cut toward zero to what rounding takes, the rest as sticky bit; `cut` has 64 bits.
Real cut_to_real(const mpfr_t x, mpfr_t cut);

}  // namespace hallmark
