// SPDX-License-Identifier: Apache-2.0
// Which results of a reduction its accumulator allows: the exact sum, give or take a proven bound of the error.
#pragma once

#include <mpfr.h>

#include <cstdint>

#include "semantics/acceptance.h"
#include "semantics/accumulation_model.h"
#include "semantics/reductions.h"
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

/// What the terms of a row say about its sums' rounding. Exponents are of powers of two.
struct RowFacts {
  std::size_t terms = 0, products = 0;          ///< the nonzero ones; terms count the initial value too
  int lowest_bit = 0, highest_bit = 0;          ///< of the nonzero terms; meaningless without any
  int highest_unit = 0;                         ///< the largest exponent that a unit which does not normalise sees
  std::size_t inexact_terms = 0;                ///< terms that the accumulator cannot hold, underflow apart
  std::size_t inexact_products = 0;             ///< products that their own format cannot hold, underflow apart
  std::size_t terms_below_grid = 0;             ///< terms with bits below the accumulator's smallest unit
  std::size_t products_below_grid = 0;          ///< likewise, of the products' own format
  std::size_t tiny_products = 0;                ///< products below the accumulator's smallest normal
  int highest_operand = 0, lowest_operand = 0;  ///< exponents of leading bits of factors, of nonzero products
  bool needs_passes = false;                    ///< an operand has more bits than bfloat16
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

  /// s, S and E, the bound of the accumulator's error, of the last row that was not special; E rounded up, 0 in the
  /// exact tier.
  mpfr_srcptr exact() const { return truth_.exact(); }
  mpfr_srcptr magnitude() const { return truth_.magnitude(); }
  mpfr_srcptr error() const { return error_; }
  const RowFacts& facts() const { return facts_; }

 private:
  RowFacts read(const ReductionRow& row) const;
  bool infinite_row_may_be_nan(const RowSpecials& specials) const;
  bool every_order_is_exact() const;
  bool in_range(const mpfr_t sum) const;
  void bound_error(std::size_t depth, bool has_initial);
  void bound_block_error(std::size_t depth);
  void add_underflow(std::size_t depth, std::size_t roundings);
  void add_passes();
  void power_less_one(mpfr_t to, unsigned long times);
  RoundedEnd end(mpfr_rnd_t toward);
  Acceptance everything() const;

  Reduction reduction_;
  Semantics semantics_;
  AccumulationModel model_;
  ReductionTruth truth_;
  RowFacts facts_;
  mpfr_t error_, factor_, term_, end_, cut_;
};

}  // namespace hallmark
