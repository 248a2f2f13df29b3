// SPDX-License-Identifier: Apache-2.0
#include "judging/sum_errors.h"

#include <variant>

#include "judging/decimal.h"

namespace hallmark {
namespace {

constexpr mpfr_prec_t error_precision = 128;
constexpr int digits = 4;

bool is_nearest(Rounding rounding) { return rounding == Rounding::rne || rounding == Rounding::rna; }

}  // namespace

SumErrors::SumErrors(const Reduction& reduction, const Semantics& semantics)
    : reduction_(reduction),
      semantics_(semantics),
      bound_(reduction, semantics),
      accumulator_(std::get<AccumulationModel>(accumulation_model(semantics)).accumulator),
      is_mean_(reduction.kind == ReductionKind::mean) {
  rounds_result_ = !(accumulator_.format == reduction.result);
  unit_exponent_ = (accumulator_.is_nearest() ? 0 : 1) - accumulator_.format.precision();
  mpfr_inits2(error_precision, relative_, result_, row_bound_, term_, magnitude_, largest_, sum_, largest_bound_,
              quantum_, static_cast<mpfr_ptr>(nullptr));
  for (mpfr_t* total : {&largest_, &sum_, &largest_bound_}) mpfr_set_zero(*total, 1);
}

SumErrors::~SumErrors() {
  mpfr_clears(relative_, result_, row_bound_, term_, magnitude_, largest_, sum_, largest_bound_, quantum_,
              static_cast<mpfr_ptr>(nullptr));
}

bool SumErrors::measure(const ReductionRow& row, std::uint64_t got) {
  const Decoded result = decode(reduction_.result, got);
  if (result.category == Category::nan || result.category == Category::infinity) return false;
  const BoundTier tier = bound_.accept(row).tier;
  if (tier != BoundTier::exact && tier != BoundTier::bounded) return false;
  if (mpfr_zero_p(bound_.magnitude())) return false;
  const std::size_t divisor = is_mean_ ? row.depth() : 1;
  bound_result(divisor);
  // A result beyond its format's largest number is rounded by other rules.
  const Decoded top = decode(reduction_.result, reduction_.result.largest_finite());
  mpfr_abs(term_, bound_.exact(), MPFR_RNDU);
  mpfr_add(term_, term_, row_bound_, MPFR_RNDU);
  mpfr_div_ui(term_, term_, divisor, MPFR_RNDU);
  if (mpfr_cmp_ui_2exp(term_, top.significand, top.exponent) > 0) return false;
  // MPFR rounds a difference of exact numbers once: cancellation loses nothing.
  mpfr_set_ui_2exp(result_, result.significand, result.exponent, MPFR_RNDN);
  mpfr_setsign(result_, result_, result.negative, MPFR_RNDN);
  mpfr_mul_ui(result_, result_, divisor, MPFR_RNDN);  // exact: two integers of 64 bits
  mpfr_sub(relative_, result_, bound_.exact(), MPFR_RNDN);
  mpfr_div(relative_, relative_, bound_.magnitude(), MPFR_RNDN);
  mpfr_div(row_bound_, row_bound_, bound_.magnitude(), MPFR_RNDU);
  return true;
}

/// Accumulation.md 2.6, the linear form: |result - s| <= (1 + u')E + u'|s|, and below the smallest normal a quantum. Of
/// a mean times its depth (2.10) the same with three roundings more: of the reciprocal, of the product with it, and to
/// the accumulator's format; a quantum counts as often as there are elements.
void SumErrors::bound_result(std::size_t divisor) {
  mpfr_set(row_bound_, bound_.error(), MPFR_RNDU);
  mpfr_abs(magnitude_, bound_.exact(), MPFR_RNDU);
  mpfr_add(magnitude_, magnitude_, bound_.error(), MPFR_RNDU);
  if (is_mean_) add_roundings(accumulator_.format, accumulator_.semantics, 3, divisor);
  if (rounds_result_) add_roundings(reduction_.result, semantics_, 1, divisor);
}

/// Of |magnitude_| / divisor, so many in a row; times the divisor. magnitude_ grows by what was added.
void SumErrors::add_roundings(const Format& to, const Semantics& semantics, int count, std::size_t divisor) {
  const bool flushes = semantics.subnormal_results != SubnormalResults::keep || !to.subnormals;
  for (int i = 0; i < count; ++i) {
    mpfr_mul_2si(term_, magnitude_, (is_nearest(semantics.rounding) ? 0 : 1) - to.precision(), MPFR_RNDU);
    if (may_be_below(to.min_exponent() + 1, divisor)) {
      mpfr_set_ui_2exp(quantum_, 1, to.min_exponent() - (flushes ? 0 : to.significand_bits), MPFR_RNDU);
      mpfr_mul_ui(quantum_, quantum_, divisor, MPFR_RNDU);
      mpfr_add(term_, term_, quantum_, MPFR_RNDU);
    }
    mpfr_add(row_bound_, row_bound_, term_, MPFR_RNDU);
    mpfr_add(magnitude_, magnitude_, term_, MPFR_RNDU);
  }
}

bool SumErrors::may_be_below(int exponent, std::size_t divisor) {
  mpfr_set_ui_2exp(quantum_, divisor, exponent, MPFR_RNDD);
  return mpfr_cmp(magnitude_, quantum_) < 0;
}

void SumErrors::add_to_point() {
  ++counted_;
  mpfr_abs(magnitude_, relative_, MPFR_RNDU);
  mpfr_max(largest_, largest_, magnitude_, MPFR_RNDU);
  mpfr_max(largest_bound_, largest_bound_, row_bound_, MPFR_RNDU);
  mpfr_add(sum_, sum_, magnitude_, MPFR_RNDN);
}

bool SumErrors::take_point(ErrorGrowth::Point& point) {
  if (counted_ == 0) return false;
  point.results = counted_;
  mpfr_div_ui(term_, sum_, counted_, MPFR_RNDN);
  point.maximum = decimal_text(largest_, digits, MPFR_RNDU);
  point.mean = decimal_text(term_, digits, MPFR_RNDN);
  point.bound = decimal_text(largest_bound_, digits, MPFR_RNDU);
  counted_ = 0;
  for (mpfr_t* total : {&largest_, &sum_, &largest_bound_}) mpfr_set_zero(*total, 1);
  return true;
}

}  // namespace hallmark
