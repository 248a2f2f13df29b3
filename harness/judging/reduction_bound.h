// SPDX-License-Identifier: Apache-2.0
// Which results of a reduction its accumulator allows: the exact sum, give or take a proven bound of the error.
#pragma once

#include <mpfr.h>

#include <array>
#include <cstdint>

#include "oracles/sums.h"
#include "semantics/acceptance.h"
#include "semantics/accumulation_model.h"
#include "semantics/reductions.h"
#include "semantics/row_facts.h"
#include "truth/reductions.h"

namespace hallmark {

/// How a row's acceptance came about.
enum class BoundTier : std::uint8_t {
  special,   ///< NaN, infinities or zeros alone decide
  exact,     ///< every order of every step is exact: one result is right, but for a zero's sign
  bounded,   ///< fl(s - E) to fl(s + E)
  overflow,  ///< the same, and the infinities and NaN that an intermediate overflow may lead to
  open       ///< sums that stop at the largest value and come back: any result
};

struct ReductionAcceptance {
  Acceptance accepted;
  BoundTier tier = BoundTier::special;
};

/// Holds MPFR numbers so that they are made once. Not for several threads at once. The answers do not depend on the
/// floating-point environment.
class ReductionBound {
 public:
  /// Throws InternalError where the semantics' accumulator states no model (accumulation_model).
  ReductionBound(const Reduction& reduction, const Semantics& semantics);
  ~ReductionBound();
  ReductionBound(const ReductionBound&) = delete;
  ReductionBound& operator=(const ReductionBound&) = delete;

  ReductionAcceptance accept(const ReductionRow& row);
  /// The same of a row that the oracle has just summed (SumOracle::sum, which was true): MPFR adds no terms, all else
  /// is as above.
  ReductionAcceptance accept(const SumOracle& sums, std::size_t depth, bool has_initial);

  /// s, S and E, the bound of the accumulator's error, of the last row that was not special; E rounded up, 0 in the
  /// exact tier.
  mpfr_srcptr exact() const { return exact_; }
  mpfr_srcptr magnitude() const { return magnitude_; }
  mpfr_srcptr error() const { return error_; }
  /// Of a row that the oracle summed, as far as SumOracle::facts() goes.
  const RowFacts& facts() const { return facts_; }

 private:
  ReductionAcceptance accept_sum(std::size_t depth, bool has_initial, const RowSpecials& specials);
  bool infinite_row_may_be_nan(const RowSpecials& specials) const;
  bool every_order_is_exact() const;
  bool in_range(const mpfr_t sum) const;
  void bound_error(std::size_t depth, bool has_initial);
  void bound_block_error(std::size_t depth);
  void add_underflow(std::size_t depth, std::size_t roundings);
  void add_passes();
  /// Powers computed last: of one accumulator there are few, and exponentials are slow.
  struct Power {
    mpfr_t base, result;  ///< of `bound_precision`
    unsigned long times = 0;
  };
  void power_less_one(mpfr_t to, unsigned long times);
  RoundedEnd end(mpfr_rnd_t toward);
  Acceptance everything() const;

  Reduction reduction_;
  Semantics semantics_;
  AccumulationModel model_;
  ReductionTruth truth_;
  mpfr_t summed_exact_, summed_magnitude_;  ///< the oracle's
  mpfr_srcptr exact_ = nullptr, magnitude_ = nullptr;
  RowFacts facts_;
  std::array<Power, 8> powers_;
  std::size_t next_power_ = 0;
  mpfr_t error_, factor_, term_, end_, cut_;
};

}  // namespace hallmark
