// SPDX-License-Identifier: Apache-2.0
#include "judging/exponential_bound.h"

#include <algorithm>
#include <string>

#include "formats/internal_error.h"
#include "truth/accumulators.h"
#include "truth/reductions.h"
#include "truth/split.h"

namespace hallmark {
namespace {

constexpr mpfr_prec_t bound_precision = 64;  // every step rounded up

AccumulationModel stated_model(const Semantics& semantics) {
  auto model = accumulation_model(semantics);
  if (const auto* reason = std::get_if<std::string>(&model))
    throw InternalError("no accumulator to judge by: " + *reason);
  return std::get<AccumulationModel>(model);
}

int quantum_exponent(const Format& format) { return format.min_exponent() - format.significand_bits; }

/// Whether numbers below the smallest normal may become zero on their way.
bool flushes(const Semantics& semantics, const AccumulationModel& model) {
  return semantics.subnormal_results != SubnormalResults::keep ||
         model.accumulator.semantics.subnormal_results != SubnormalResults::keep;
}

bool is_number(const ExponentialSpecials& specials) {
  return !specials.nan && !specials.positive_infinity && specials.finite;
}

}  // namespace

ExponentialBound::ExponentialBound(const Reduction& reduction, const Semantics& semantics)
    : reduction_(reduction), semantics_(semantics), model_(stated_model(semantics)) {
  unit_ = (model_.accumulator.is_nearest() ? 0 : 1) - model_.accumulator.format.precision();
  mpfr_inits2(bound_precision, error_, sum_error_, factor_, term_, cut_, static_cast<mpfr_ptr>(nullptr));
  mpfr_inits2(ExponentialSums::precision, exact_, end_, static_cast<mpfr_ptr>(nullptr));
}

ExponentialBound::~ExponentialBound() {
  mpfr_clears(exact_, error_, sum_error_, factor_, term_, end_, cut_, static_cast<mpfr_ptr>(nullptr));
}

/// Accumulation.md 2.10. Softmax: NaN of any NaN, of +infinity (infinity less infinity) and of -infinity alone (0/0).
/// Logsumexp: -infinity of -infinity alone and of nothing, the logarithm of 0; of +infinity it is that.
Acceptance ExponentialBound::special(const ReductionRow& row, const ExponentialSpecials& specials) const {
  Acceptance accepted;
  if (specials.nan) {
    accepted.others = nans_of_row(reduction_, semantics_, row, true);
  } else if (reduction_.kind == ReductionKind::softmax) {
    accepted.others = generated_nan(reduction_.result, semantics_);
  } else {
    accepted.others = infinity_result(reduction_.result, semantics_, !specials.positive_infinity);
  }
  return accepted;
}

/// Sets `to` to an upper bound of the relative error with which e^(x - m) comes. The difference is rounded unless it
/// needs no more bits than the accumulator has: d(1 + u), and e^(ud) - 1 relative. Then exp errs by L ulp of at most
/// 2^(1-p) each. e^0 is 1 (C23 F.10.3.1).
void ExponentialBound::set_exponential_error(mpfr_t to, std::size_t x) {
  mpfr_set_zero(to, 1);
  mpfr_srcptr difference = sums_.difference(x);
  if (mpfr_zero_p(difference) || sums_.is_absent(x)) return;
  const Format& accumulator = model_.accumulator.format;
  const bool is_exact = mpfr_min_prec(difference) <= accumulator.precision();
  if (!is_exact) {
    mpfr_abs(to, difference, MPFR_RNDU);
    mpfr_mul_2si(to, to, unit_, MPFR_RNDU);
  }
  if (reduction_.left.precision() > accumulator.precision()) {  // both operands are rounded before
    mpfr_abs(term_, sums_.largest(), MPFR_RNDU);
    mpfr_mul_ui(term_, term_, 2, MPFR_RNDU);
    mpfr_sub(term_, term_, difference, MPFR_RNDU);  // |m| + |x| at most
    mpfr_mul_2si(term_, term_, unit_, MPFR_RNDU);
    mpfr_add(to, to, term_, MPFR_RNDU);
  }
  mpfr_expm1(to, to, MPFR_RNDU);
  mpfr_set_d(term_, reduction_.exponential_ulp, MPFR_RNDU);
  mpfr_mul_2si(term_, term_, 1 - accumulator.precision(), MPFR_RNDU);
  mpfr_fma(to, to, term_, to, MPFR_RNDU);  // (1 + to)(1 + term) - 1
  mpfr_add(to, to, term_, MPFR_RNDU);
}

/// Reads a row and sets sum_error_ to the relative error of its sum: the exponentials' errors weighted by their shares,
/// then that of summation, (k-1) u (Jeannerod and Rump) for nearest, (1+u)^(k-1) - 1 for the others, by blocks as in
/// accumulation.md 2.4.
void ExponentialBound::read_sum(const ReductionRow& row) {
  sums_.read(reduction_, semantics_, row);
  const Format& accumulator = model_.accumulator.format;
  present_ = 0;
  all_equal_ = true;
  std::size_t tiny = 0;
  mpfr_set_zero(sum_error_, 1);
  for (std::size_t x = 0; x < sums_.distinct(); ++x) {
    if (sums_.is_absent(x)) continue;
    present_ += sums_.count(x);
    all_equal_ = all_equal_ && mpfr_zero_p(sums_.difference(x)) != 0;
    set_exponential_error(factor_, x);
    mpfr_mul(factor_, factor_, sums_.exponential(x), MPFR_RNDU);
    mpfr_mul_ui(factor_, factor_, sums_.count(x), MPFR_RNDU);
    mpfr_add(sum_error_, sum_error_, factor_, MPFR_RNDU);
    tiny += mpfr_cmp_ui_2exp(sums_.exponential(x), 1, accumulator.min_exponent()) < 0 ? sums_.count(x) : 0;
  }
  if (tiny > 0) {  // each may be lost, or err by L units of the subnormal numbers
    mpfr_set_d(factor_, std::max(1.0, reduction_.exponential_ulp), MPFR_RNDU);
    mpfr_mul_ui(factor_, factor_, tiny, MPFR_RNDU);
    const int unit = flushes(semantics_, model_) ? accumulator.min_exponent() : quantum_exponent(accumulator);
    mpfr_mul_2si(factor_, factor_, unit, MPFR_RNDU);
    mpfr_add(sum_error_, sum_error_, factor_, MPFR_RNDU);
  }
  mpfr_div(sum_error_, sum_error_, sums_.sum(), MPFR_RNDU);
  set_sum_error(present_);
  mpfr_fma(sum_error_, sum_error_, factor_, sum_error_, MPFR_RNDU);
  mpfr_add(sum_error_, sum_error_, factor_, MPFR_RNDU);
  mpfr_set_ui_2exp(term_, 1, -sums_.slack_exponent(), MPFR_RNDU);
  mpfr_add(sum_error_, sum_error_, term_, MPFR_RNDU);
}

/// Sets factor_ to the relative error of summing so many positive terms.
void ExponentialBound::set_sum_error(std::size_t terms) {
  const auto power_less_one = [&](std::size_t times) {  // (1 + factor_)^times - 1
    mpfr_log1p(factor_, factor_, MPFR_RNDU);
    mpfr_mul_ui(factor_, factor_, times, MPFR_RNDU);
    mpfr_expm1(factor_, factor_, MPFR_RNDU);
  };
  const std::size_t roundings = terms > 0 ? terms - 1 : 0;
  const bool plain = model_.partial_count == 0 && model_.order != SummationOrder::block;
  const int precision = model_.accumulator.format.precision();
  if (plain && all_equal_ && (precision >= 63 || terms <= std::size_t{1} << precision)) {
    mpfr_set_zero(factor_, 1);  // a sum of ones
    return;
  }
  mpfr_set_ui_2exp(factor_, 1, unit_, MPFR_RNDU);
  if (model_.order == SummationOrder::block) {
    mpfr_set_ui_2exp(term_, model_.group + 1, -model_.fraction_bits, MPFR_RNDU);
    mpfr_fma(factor_, factor_, term_, factor_, MPFR_RNDU);
    mpfr_add(factor_, factor_, term_, MPFR_RNDU);
    power_less_one((terms + model_.group - 1) / model_.group);
  } else if (model_.accumulator.is_nearest() && plain) {
    mpfr_mul_ui(factor_, factor_, roundings, MPFR_RNDU);
  } else {
    power_less_one(roundings);
  }
  if (model_.partial_count > 0) {
    const int unit = (model_.partial.is_nearest() ? 0 : 1) - model_.partial.format.precision();
    mpfr_set_ui_2exp(term_, 1, unit, MPFR_RNDU);
    mpfr_fma(factor_, factor_, term_, factor_, MPFR_RNDU);
    mpfr_add(factor_, factor_, term_, MPFR_RNDU);
  }
}

RoundedEnd ExponentialBound::end(const mpfr_t value) {
  const Format& to = reduction_.result;
  if (mpfr_zero_p(value)) return {zero_result(to, semantics_, false), false};
  const bool negative = mpfr_sgn(value) < 0;
  constexpr mpfr_exp_t far = 1 << 20;  // beyond every format
  const mpfr_exp_t exponent = mpfr_inf_p(value) ? far : std::clamp(mpfr_get_exp(value), -far, far);
  Real real{negative, 1, static_cast<int>(exponent), false};
  if (exponent > -far && exponent < far) real = cut_to_real(value, cut_);
  return {round_real(to, semantics_, real), negative};
}

/// fl(exact - E) to fl(exact + E).
Acceptance ExponentialBound::between() {
  mpfr_sub(end_, exact_, error_, MPFR_RNDD);
  // What is no difference is not negative, however much it errs.
  if (reduction_.kind == ReductionKind::softmax && mpfr_sgn(end_) < 0) mpfr_set_zero(end_, 1);
  const RoundedEnd low = end(end_);
  mpfr_add(end_, exact_, error_, MPFR_RNDU);
  return accept_between(reduction_.result, low, end(end_));
}

/// Equal elements: 1/k, or that rounded to the accumulator's format first; nothing else is rounded.
Acceptance ExponentialBound::one_over_count() const {
  mpfr_t quotient;
  mpfr_init2(quotient, 64);
  mpfr_set_ui(quotient, present_, MPFR_RNDN);
  const bool rest = mpfr_ui_div(quotient, 1, quotient, MPFR_RNDZ) != 0;
  const Real real = split(quotient, rest);
  mpfr_clear(quotient);
  const Format& to = reduction_.result;
  const RoundedEnd at_once{round_real(to, semantics_, real), false};
  const ExactTerm kept = rounded(model_.accumulator, real);
  RoundedEnd in_two{zero_result(to, semantics_, false), false};
  if (kept.category == Category::normal) {
    in_two.codes =
        round_real(to, semantics_, {false, static_cast<std::uint64_t>(kept.magnitude), kept.exponent, false});
  }
  const Acceptance one = accept_between(to, at_once, at_once), other = accept_between(to, in_two, in_two);
  return {std::min(one.low, other.low), std::max(one.high, other.high), one.others};
}

/// e_i / S with e_i (1 + a) and S (1 + t): (1 + a)(1 + u)^2 / (1 - t) - 1 relative, the two roundings those of a
/// reciprocal and a product; and what is lost below the smallest normal number.
Acceptance ExponentialBound::softmax(const ReductionRow& row) {
  const std::size_t element = sums_.distinct_of(row.element);
  if (sums_.is_absent(element)) {
    Acceptance zero;
    zero.others = zero_result(reduction_.result, semantics_, false);
    return zero;
  }
  mpfr_div(exact_, sums_.exponential(element), sums_.sum(), MPFR_RNDN);
  mpfr_set_zero(error_, 1);
  const bool is_plain = model_.partial_count == 0 && model_.order != SummationOrder::block;
  if (all_equal_ && is_plain && model_.accumulator.is_nearest() &&
      bit_length(present_) <= model_.accumulator.format.precision()) {
    return one_over_count();
  }
  mpfr_ui_sub(factor_, 1, sum_error_, MPFR_RNDD);
  if (mpfr_sgn(factor_) <= 0) {
    mpfr_set_inf(error_, 1);  // the bound says nothing
    return between();
  }
  mpfr_t relative;
  mpfr_init2(relative, bound_precision);
  set_exponential_error(relative, element);
  mpfr_add_ui(relative, relative, 1, MPFR_RNDU);
  mpfr_set_ui_2exp(term_, 1, unit_, MPFR_RNDU);
  mpfr_add_ui(term_, term_, 1, MPFR_RNDU);
  mpfr_mul(relative, relative, term_, MPFR_RNDU);
  mpfr_mul(relative, relative, term_, MPFR_RNDU);
  mpfr_div(relative, relative, factor_, MPFR_RNDU);
  mpfr_sub_ui(relative, relative, 1, MPFR_RNDU);
  mpfr_set_ui_2exp(term_, 1, -sums_.slack_exponent(), MPFR_RNDU);
  mpfr_add(relative, relative, term_, MPFR_RNDU);
  mpfr_mul(error_, relative, exact_, MPFR_RNDU);
  mpfr_clear(relative);
  const Format& accumulator = model_.accumulator.format;
  const bool flush = flushes(semantics_, model_);
  const int lost = flush ? accumulator.min_exponent() : quantum_exponent(accumulator);
  if (mpfr_cmp_ui_2exp(sums_.exponential(element), 1, accumulator.min_exponent()) < 0) {
    mpfr_set_d(term_, std::max(1.0, reduction_.exponential_ulp), MPFR_RNDU);
    mpfr_mul_2si(term_, term_, lost, MPFR_RNDU);
    mpfr_div(term_, term_, factor_, MPFR_RNDU);
    mpfr_add(error_, error_, term_, MPFR_RNDU);
  }
  mpfr_sub(end_, exact_, error_, MPFR_RNDD);
  if (mpfr_cmp_si_2exp(end_, 1, accumulator.min_exponent()) < 0) {
    mpfr_set_ui_2exp(term_, 1, lost, MPFR_RNDU);
    mpfr_add(error_, error_, term_, MPFR_RNDU);
  }
  return between();
}

/// m + log S: log errs by log(1 + t) <= t/(1 - t) through S and by L ulp of its own; the sum is rounded, and the
/// largest element may have been (accumulation.md 2.10: u (|max| + |result|)).
Acceptance ExponentialBound::logsumexp() {
  mpfr_log(exact_, sums_.sum(), MPFR_RNDN);
  mpfr_ui_sub(factor_, 1, sum_error_, MPFR_RNDD);
  if (mpfr_sgn(factor_) <= 0) {
    mpfr_set_inf(error_, 1);
    mpfr_add(exact_, exact_, sums_.largest(), MPFR_RNDN);
    return between();
  }
  mpfr_div(error_, sum_error_, factor_, MPFR_RNDU);
  mpfr_add(factor_, exact_, error_, MPFR_RNDU);
  mpfr_set_d(term_, reduction_.logarithm_ulp, MPFR_RNDU);
  mpfr_mul_2si(term_, term_, 1 - model_.accumulator.format.precision(), MPFR_RNDU);
  mpfr_mul(factor_, factor_, term_, MPFR_RNDU);
  mpfr_add(error_, error_, factor_, MPFR_RNDU);
  mpfr_abs(term_, sums_.largest(), MPFR_RNDU);
  // The exact sum of m and a logarithm of 128 bits needs more; what it loses is far below a unit of either.
  mpfr_add(exact_, exact_, sums_.largest(), MPFR_RNDN);
  mpfr_abs(factor_, exact_, MPFR_RNDU);
  mpfr_add(term_, term_, factor_, MPFR_RNDU);
  mpfr_add(term_, term_, error_, MPFR_RNDU);
  mpfr_mul_2si(term_, term_, unit_, MPFR_RNDU);
  mpfr_add(error_, error_, term_, MPFR_RNDU);
  const Format& accumulator = model_.accumulator.format;
  mpfr_set_ui_2exp(term_, 1, flushes(semantics_, model_) ? accumulator.min_exponent() : quantum_exponent(accumulator),
                   MPFR_RNDU);
  mpfr_add(error_, error_, term_, MPFR_RNDU);
  return between();
}

Acceptance ExponentialBound::accept(const ReductionRow& row) {
  // Results of one row come one after another.
  const bool is_known = !row_.empty() && std::equal(row_.begin(), row_.end(), row.left.begin(), row.left.end());
  if (!is_known) {
    row_.assign(row.left.begin(), row.left.end());
    specials_ = exponential_specials(reduction_, semantics_, row);
    if (is_number(specials_)) read_sum(row);
  }
  if (!is_number(specials_)) return special(row, specials_);
  return reduction_.kind == ReductionKind::softmax ? softmax(row) : logsumexp();
}

}  // namespace hallmark
