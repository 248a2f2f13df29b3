// SPDX-License-Identifier: Apache-2.0
#include "judging/mean_bound.h"

#include <algorithm>

#include "formats/formats.h"
#include "truth/split.h"

namespace hallmark {
namespace {

/// The sum that a mean divides, to a format of the caller's.
Reduction sum_of(const Reduction& mean, const Format& result) {
  Reduction sum = mean;
  sum.kind = ReductionKind::sum;
  sum.result = result;
  return sum;
}

/// Adds what another way to compute allows; between the two lies what either may give.
void widen(Acceptance& acceptance, const Acceptance& other) {
  if (other.low <= other.high) {
    const bool empty = acceptance.low > acceptance.high;
    acceptance.low = empty ? other.low : std::min(acceptance.low, other.low);
    acceptance.high = empty ? other.high : std::max(acceptance.high, other.high);
  }
  for (std::size_t i = 0; i < other.others.count; ++i) {
    CodeSets& others = acceptance.others;
    const CodeSet& set = other.others.sets[i];
    const bool known = std::find(others.sets.begin(), others.sets.begin() + static_cast<std::ptrdiff_t>(others.count),
                                 set) != others.sets.begin() + static_cast<std::ptrdiff_t>(others.count);
    if (!known && others.count < others.sets.size()) others.add(set);
  }
}

}  // namespace

MeanBound::MeanBound(const Reduction& mean, const Semantics& semantics)
    : mean_(mean), semantics_(semantics), model_(std::get<AccumulationModel>(accumulation_model(semantics))) {
  if (knows_the_sum(semantics)) {
    Semantics plain = semantics;
    plain.subnormal_results = SubnormalResults::keep;
    plain.rounding = Rounding::rne;
    simulation_ = std::make_unique<AccumulatorSimulation>(sum_of(mean, float64), plain);
  } else {
    sum_ = std::make_unique<ReductionBound>(sum_of(mean, mean.result), semantics);
  }
  mpfr_inits2(64, low_, high_, cut_, static_cast<mpfr_ptr>(nullptr));
}

MeanBound::~MeanBound() { mpfr_clears(low_, high_, cut_, static_cast<mpfr_ptr>(nullptr)); }

bool MeanBound::knows_the_sum(const Semantics& semantics) {
  const auto stated = accumulation_model(semantics);
  const auto& model = std::get<AccumulationModel>(stated);
  const Format& accumulator = model.accumulator.format;
  // An exact sum is rounded with the quotient, and has more bits than float64 before.
  return semantics.accumulator.exact_model && model.is_determined() && model.order != SummationOrder::exact &&
         accumulator.precision() <= float64.precision() && accumulator.exponent_bits <= float64.exponent_bits;
}

/// Sets low_ and high_ to the one sum, or `special` as below.
bool MeanBound::set_simulated(const ReductionRow& row, Acceptance& special) {
  special = {};
  const RowSpecials specials = specials_of(mean_, semantics_, row);
  const bool is_infinite = specials.positive_infinity || specials.negative_infinity;
  // Infinities may meet others on the way, which the simulation sees.
  if (specials.nan_operand || specials.invalid || !(is_infinite || specials.positive || specials.negative)) {
    special.others = reduction_special(mean_, semantics_, row, specials).value();
    return false;
  }
  const Decoded total = decode(float64, simulation_->result(row).low);
  if (total.category == Category::nan) special.others = generated_nan(mean_.result, semantics_);
  if (total.category == Category::infinity) special.others = infinity_result(mean_.result, semantics_, total.negative);
  // Where an accumulator has no infinities, those of operands are right all the same.
  if (special.others.count == 0 && is_infinite) {
    special.others = infinity_result(mean_.result, semantics_, specials.negative_infinity);
  }
  if (special.others.count > 0) return false;
  mpfr_set_prec(low_, 64);
  mpfr_set_prec(high_, 64);
  mpfr_set_ui_2exp(low_, total.significand, total.exponent, MPFR_RNDN);
  mpfr_setsign(low_, low_, total.negative, MPFR_RNDN);
  mpfr_set(high_, low_, MPFR_RNDN);
  return true;
}

/// Sets low_ and high_ to what the sum may be; or `special` to all that is right, and returns false.
bool MeanBound::set_ends(const ReductionRow& row, Acceptance& special) {
  if (simulation_) return set_simulated(row, special);
  const ReductionAcceptance sum = sum_->accept(row);
  special = sum.accepted;
  if (sum.tier == BoundTier::special || sum.tier == BoundTier::open) return false;
  const mpfr_prec_t precision = mpfr_get_prec(sum_->exact()) + 64;
  mpfr_set_prec(low_, precision);
  mpfr_set_prec(high_, precision);
  mpfr_sub(low_, sum_->exact(), sum_->error(), MPFR_RNDD);
  mpfr_add(high_, sum_->exact(), sum_->error(), MPFR_RNDU);
  // Of an intermediate overflow the infinities and NaN remain right; numbers come from the ends.
  if (sum.tier == BoundTier::overflow) stop_at_the_largest(row);
  return true;
}

/// Sums of one sign that are rounded toward zero stop at the largest value (those of both signs are `open`).
void MeanBound::stop_at_the_largest(const ReductionRow& row) {
  const RoundingStep& step = model_.accumulator;
  if (step.is_nearest() || step.always_overflows_to_infinity) return;
  const Decoded largest = decode(step.format, step.format.largest_finite());
  mpfr_t stop;
  mpfr_init2(stop, 64);
  mpfr_set_ui_2exp(stop, largest.significand, largest.exponent, MPFR_RNDN);
  const RowSpecials specials = specials_of(mean_, semantics_, row);
  if (specials.negative) {
    mpfr_neg(stop, stop, MPFR_RNDN);
    mpfr_max(high_, high_, stop, MPFR_RNDU);
  } else {
    mpfr_min(low_, low_, stop, MPFR_RNDD);
  }
  mpfr_clear(stop);
}

RoundedEnd MeanBound::end(const mpfr_t sum, std::size_t count, bool reciprocal, bool through_accumulator) {
  const Format& to = mean_.result;
  if (mpfr_zero_p(sum)) return {zero_result(to, semantics_, false), false};
  const bool negative = mpfr_sgn(sum) < 0;
  constexpr int far = 1 << 20;  // beyond every format
  Real real{negative, 1, far, false};
  if (!mpfr_inf_p(sum)) {
    int ternary = 0;
    if (reciprocal) {
      mpfr_t part;
      mpfr_init2(part, 64);
      mpfr_set_ui(part, count, MPFR_RNDN);
      const bool rest = mpfr_ui_div(part, 1, part, MPFR_RNDZ) != 0;
      const ExactTerm inverse = rounded(model_.accumulator, split(part, rest));
      if (inverse.category == Category::normal) {
        mpfr_set_ui_2exp(part, static_cast<unsigned long>(inverse.magnitude), inverse.exponent, MPFR_RNDN);
        ternary = mpfr_mul(cut_, sum, part, MPFR_RNDZ);
      } else {
        mpfr_set_zero(cut_, 1);
      }
      mpfr_clear(part);
    } else {
      ternary = mpfr_div_ui(cut_, sum, count, MPFR_RNDZ);
    }
    if (mpfr_zero_p(cut_)) return {zero_result(to, semantics_, negative), negative};
    real = split(cut_, ternary != 0);
  }
  if (!through_accumulator) return {round_real(to, semantics_, real), negative};
  const ExactTerm kept = rounded(model_.accumulator, real);
  if (kept.category == Category::infinity) return {infinity_result(to, semantics_, negative), negative};
  if (kept.category == Category::zero) return {zero_result(to, semantics_, negative), negative};
  const Real value{negative, static_cast<std::uint64_t>(kept.magnitude), kept.exponent, false};
  return {round_real(to, semantics_, value), negative};
}

Acceptance MeanBound::accept(const ReductionRow& row, std::size_t count) {
  Acceptance accepted;
  if (count == 0 && row.depth() == 0) {
    accepted.others = generated_nan(mean_.result, semantics_);
    return accepted;
  }
  if (!set_ends(row, accepted)) return accepted;
  if (count == 0) {
    accepted.others = infinity_result(mean_.result, semantics_, mpfr_sgn(low_) < 0);
    return accepted;
  }
  accepted.low = 1;
  accepted.high = 0;
  for (const bool reciprocal : {false, true}) {
    for (const bool through_accumulator : {false, true}) {
      const RoundedEnd low = end(low_, count, reciprocal, through_accumulator);
      const RoundedEnd high = simulation_ ? low : end(high_, count, reciprocal, through_accumulator);
      widen(accepted, accept_between(mean_.result, low, high));
    }
  }
  return accepted;
}

}  // namespace hallmark
