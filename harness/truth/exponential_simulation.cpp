// SPDX-License-Identifier: Apache-2.0
#include "truth/exponential_simulation.h"

#include <string>

#include "formats/formats.h"
#include "formats/internal_error.h"
#include "truth/accumulators.h"
#include "truth/reductions.h"

namespace hallmark {
namespace {

constexpr mpfr_prec_t precision = 128;

RoundingStep accumulator_of(const Semantics& semantics) {
  auto model = accumulation_model(semantics);
  if (const auto* reason = std::get_if<std::string>(&model))
    throw InternalError("no accumulator to simulate: " + *reason);
  return std::get<AccumulationModel>(model).accumulator;
}

void set_operand(mpfr_t to, const Operand& operand) {
  const Decoded& value = operand.value;
  if (is_nan(operand)) {
    mpfr_set_nan(to);
  } else if (is_infinite(operand)) {
    mpfr_set_inf(to, value.negative ? -1 : 1);
  } else {
    mpfr_set_ui_2exp(to, value.significand, value.exponent, MPFR_RNDN);
    mpfr_setsign(to, to, value.negative, MPFR_RNDN);
  }
}

}  // namespace

ExponentialSimulation::ExponentialSimulation(const Reduction& reduction, const Semantics& semantics,
                                             const ExponentialWeakness& weakness)
    : reduction_(reduction),
      semantics_(semantics),
      weakness_(weakness),
      step_(accumulator_of(semantics)),
      power_step_(step_),
      sum_step_(step_) {
  if (weakness.bfloat16_exponentials) power_step_.format = bfloat16;
  if (weakness.bfloat16_sum) sum_step_.format = bfloat16;
  if (weakness.flushes) {
    semantics_.subnormal_results = SubnormalResults::flush_after_rounding;
    for (RoundingStep* step : {&step_, &power_step_, &sum_step_}) {
      step->semantics.subnormal_results = SubnormalResults::flush_after_rounding;
    }
  }
  mpfr_inits2(precision, largest_, power_, sum_, static_cast<mpfr_ptr>(nullptr));
  mpfr_init2(cut_, 64);
}

ExponentialSimulation::~ExponentialSimulation() {
  mpfr_clears(largest_, power_, sum_, cut_, static_cast<mpfr_ptr>(nullptr));
}

void ExponentialSimulation::round(mpfr_t x, const RoundingStep& step) {
  if (mpfr_regular_p(x) == 0) return;
  const ExactTerm kept = rounded(step, cut_to_real(x, cut_));
  if (kept.category == Category::infinity) {
    mpfr_set_inf(x, kept.negative ? -1 : 1);
  } else {
    mpfr_set_ui_2exp(x, static_cast<unsigned long>(kept.magnitude), kept.exponent, MPFR_RNDN);
    mpfr_setsign(x, x, kept.negative, MPFR_RNDN);
  }
}

/// e^(x - m), the difference and the power rounded; what MPFR cannot hold is 0 or infinity.
void ExponentialSimulation::set_power(mpfr_t to, const ReductionRow& row, std::size_t i) {
  set_operand(to, factors_of(reduction_, semantics_, row, i).left);
  if (weakness_.subtracts_largest) {
    mpfr_sub(to, to, largest_, MPFR_RNDN);
    round(to, step_);
  }
  constexpr long beyond = 32768;
  if (mpfr_regular_p(to) != 0 && mpfr_cmpabs_ui(to, beyond) > 0) mpfr_set_inf(to, mpfr_sgn(to));
  mpfr_exp(to, to, MPFR_RNDN);
  round(to, power_step_);
}

CodeSet ExponentialSimulation::deliver(const mpfr_t x) const {
  const Format& to = reduction_.result;
  if (mpfr_nan_p(x)) return generated_nan(to, semantics_);
  if (mpfr_inf_p(x)) return infinity_result(to, semantics_, mpfr_sgn(x) < 0);
  if (mpfr_zero_p(x)) return zero_result(to, semantics_, false);
  mpfr_t cut;
  mpfr_init2(cut, 64);
  const Real real = cut_to_real(x, cut);
  mpfr_clear(cut);
  return round_real(to, semantics_, real);
}

CodeSet ExponentialSimulation::result(const ReductionRow& row) {
  mpfr_set_inf(largest_, -1);
  for (std::size_t i = 0; i < row.depth(); ++i) {
    set_operand(power_, factors_of(reduction_, semantics_, row, i).left);
    if (mpfr_nan_p(power_)) return nans_of_row(reduction_, semantics_, row, false).sets[0];
    if (mpfr_greater_p(power_, largest_)) mpfr_set(largest_, power_, MPFR_RNDN);
  }
  const bool is_softmax = reduction_.kind == ReductionKind::softmax;
  // An infinite largest element is kept by logsumexp and subtracted by softmax.
  if (!is_softmax && mpfr_inf_p(largest_)) return deliver(largest_);
  mpfr_set_zero(sum_, 1);
  for (std::size_t i = 0; i < row.depth(); ++i) {
    set_power(power_, row, i);
    mpfr_add(sum_, sum_, power_, MPFR_RNDN);
    round(sum_, sum_step_);
  }
  if (is_softmax) {
    set_power(power_, row, row.element);
    mpfr_div(power_, power_, sum_, MPFR_RNDN);
  } else {
    mpfr_log(power_, sum_, MPFR_RNDN);
    round(power_, step_);
    if (weakness_.subtracts_largest) mpfr_add(power_, power_, largest_, MPFR_RNDN);
  }
  round(power_, step_);
  return deliver(power_);
}

}  // namespace hallmark
