// SPDX-License-Identifier: Apache-2.0
// Sums of exponentials of a row by MPFR, beside its largest element: what softmax and logsumexp are made of.
#pragma once

#include <mpfr.h>

#include <unordered_map>
#include <vector>

#include "semantics/reductions.h"

namespace hallmark {

/// What NaN and infinities decide about a row of exponentials.
struct ExponentialSpecials {
  bool nan = false, positive_infinity = false;
  bool finite = false;  ///< some element is a number; without one e^x is zero everywhere
};
ExponentialSpecials exponential_specials(const Reduction& reduction, const Semantics& semantics,
                                         const ReductionRow& row);

/// Holds MPFR numbers so that they are made once. Not for several threads at once. MPFR computes with integers: the
/// answers do not depend on the floating-point environment.
class ExponentialSums {
 public:
  /// Bits of every number; each is within a unit in its last place, but for what `slack` says.
  static constexpr mpfr_prec_t precision = 128;

  explicit ExponentialSums(std::size_t count = 0);
  ~ExponentialSums();
  ExponentialSums(const ExponentialSums&) = delete;
  ExponentialSums& operator=(const ExponentialSums&) = delete;

  /// Reads a row that has a number and neither NaN nor +infinity.
  void read(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row);

  /// m, the largest element.
  mpfr_srcptr largest() const { return largest_; }
  /// Elements of one code have their numbers but once: how many such x there are, which one x_i is, and how often one
  /// stands in the row.
  std::size_t distinct() const { return counts_.size(); }
  std::size_t distinct_of(std::size_t i) const { return elements_[i]; }
  std::size_t count(std::size_t x) const { return counts_[x]; }
  /// x - m, and e to its power: +0 where x is -infinity or e^(x - m) lies below every format's numbers.
  mpfr_srcptr difference(std::size_t x) const { return &differences_[x]; }
  mpfr_srcptr exponential(std::size_t x) const { return &exponentials_[x]; }
  /// Whether x is -infinity.
  bool is_absent(std::size_t x) const { return mpfr_inf_p(&differences_[x]) != 0; }
  /// Sum over i of e^(x_i - m): 1 or more.
  mpfr_srcptr sum() const { return sum_; }

  /// An upper bound of the relative error of sum() and of exponential(x): 2^-exponent.
  int slack_exponent() const { return 100; }

 private:
  void grow(std::size_t count);
  /// Sets elements_ and counts_; gives the code of each distinct x.
  std::vector<std::uint64_t> tell_apart(const ReductionRow& row);

  std::unordered_map<std::uint64_t, std::size_t> by_code_;
  std::vector<std::size_t> elements_, counts_;
  std::vector<__mpfr_struct> differences_, exponentials_;
  mpfr_t largest_, sum_, term_;
};

}  // namespace hallmark
