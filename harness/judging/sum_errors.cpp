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
    : reduction_(reduction), semantics_(semantics), bound_(reduction, semantics) {
  const RoundingStep accumulator = std::get<AccumulationModel>(accumulation_model(semantics)).accumulator;
  rounds_result_ = !(accumulator.format == reduction.result);
  unit_exponent_ = (accumulator.is_nearest() ? 0 : 1) - accumulator.format.precision();
  mpfr_inits2(error_precision, relative_, result_, row_bound_, term_, magnitude_, largest_, sum_, largest_bound_,
              static_cast<mpfr_ptr>(nullptr));
  for (mpfr_t* total : {&largest_, &sum_, &largest_bound_}) mpfr_set_zero(*total, 1);
}

SumErrors::~SumErrors() {
  mpfr_clears(relative_, result_, row_bound_, term_, magnitude_, largest_, sum_, largest_bound_,
              static_cast<mpfr_ptr>(nullptr));
}

bool SumErrors::measure(const ReductionRow& row, std::uint64_t got) {
  const Decoded result = decode(reduction_.result, got);
  if (result.category == Category::nan || result.category == Category::infinity) return false;
  const BoundTier tier = bound_.accept(row).tier;
  if (tier != BoundTier::exact && tier != BoundTier::bounded) return false;
  if (mpfr_zero_p(bound_.magnitude())) return false;
  bound_result();
  // A result beyond its format's largest number is rounded by other rules.
  const Decoded top = decode(reduction_.result, reduction_.result.largest_finite());
  mpfr_abs(term_, bound_.exact(), MPFR_RNDU);
  mpfr_add(term_, term_, row_bound_, MPFR_RNDU);
  if (mpfr_cmp_ui_2exp(term_, top.significand, top.exponent) > 0) return false;
  // MPFR rounds a difference of exact numbers once: cancellation loses nothing.
  mpfr_set_ui_2exp(result_, result.significand, result.exponent, MPFR_RNDN);
  mpfr_setsign(result_, result_, result.negative, MPFR_RNDN);
  mpfr_sub(relative_, result_, bound_.exact(), MPFR_RNDN);
  mpfr_div(relative_, relative_, bound_.magnitude(), MPFR_RNDN);
  mpfr_div(row_bound_, row_bound_, bound_.magnitude(), MPFR_RNDU);
  return true;
}

/// Accumulation.md 2.6, the linear form: |result - s| <= (1 + u')E + u'|s|, and below the smallest normal a quantum.
void SumErrors::bound_result() {
  mpfr_set(row_bound_, bound_.error(), MPFR_RNDU);
  if (!rounds_result_) return;
  const Format& to = reduction_.result;
  mpfr_abs(term_, bound_.exact(), MPFR_RNDU);
  mpfr_add(term_, term_, bound_.error(), MPFR_RNDU);
  const bool may_be_subnormal = mpfr_cmp_ui_2exp(term_, 1, to.min_exponent() + 1) < 0;
  mpfr_mul_2si(term_, term_, (is_nearest(semantics_.rounding) ? 0 : 1) - to.precision(), MPFR_RNDU);
  mpfr_add(row_bound_, row_bound_, term_, MPFR_RNDU);
  if (!may_be_subnormal) return;
  const bool flushes = semantics_.subnormal_results != SubnormalResults::keep || !to.subnormals;
  mpfr_set_ui_2exp(term_, 1, to.min_exponent() - (flushes ? 0 : to.significand_bits), MPFR_RNDU);
  mpfr_add(row_bound_, row_bound_, term_, MPFR_RNDU);
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
