// SPDX-License-Identifier: Apache-2.0
// Whether a reduction's errors lean to one side: what a truncating accumulator shows even inside its bound.
#pragma once

#include <mpfr.h>

#include <cstdint>
#include <string>

namespace hallmark {

/// Accumulation.md 2.7. Student's t of errors x relative to S, which sums that round to nearest have as often on one
/// side as on the other: of x itself (upward, downward), and of x with the exact sum's sign (away from zero, toward
/// zero). Integers and MPFR alone: the answer does not depend on the floating-point environment.
///
/// |t| > 6 decides. Of 240 independent errors whose mean is zero that happens, of one kind or the other, to one
/// operation in 6 * 10^7 (two times 7.3e-9, Student's t of 239 degrees of freedom; of 60 errors eighteen times as
/// often). It is evidence, no proof, so it is a trait of a backend and fails none.
class AccumulationBias {
 public:
  static constexpr unsigned least_errors = 60;
  static constexpr unsigned threshold = 6;

  AccumulationBias();
  ~AccumulationBias();
  AccumulationBias(const AccumulationBias&) = delete;
  AccumulationBias& operator=(const AccumulationBias&) = delete;

  /// relative: (result - exact) / S. negative: whether the exact sum is.
  void add(mpfr_srcptr relative, bool negative);

  struct Finding {
    bool is_biased = false;
    std::string text;  ///< "none seen: t = 1.2", "toward zero: t = -9.4", "not measured: ..."
  };
  Finding finding();

 private:
  /// t of what `sum` has, in tenths rounded to nearest and at most 9999 of them; sets whether |t| is over the
  /// threshold.
  long tenths(mpfr_srcptr sum, bool& is_over);

  std::uint64_t count_ = 0;
  mpfr_t upward_, outward_, squares_, variance_, t_;
};

}  // namespace hallmark
