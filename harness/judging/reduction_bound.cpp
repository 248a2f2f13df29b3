// SPDX-License-Identifier: Apache-2.0
#include "judging/reduction_bound.h"

#include <algorithm>
#include <climits>
#include <string>

#include "formats/formats.h"
#include "formats/internal_error.h"

namespace hallmark {
namespace {

// Bounds need few bits: they are rounded up at every step.
constexpr mpfr_prec_t bound_precision = 64;

AccumulationModel stated_model(const Semantics& semantics) {
  auto model = accumulation_model(semantics);
  if (const auto* reason = std::get_if<std::string>(&model))
    throw InternalError("no accumulator to judge by: " + *reason);
  return std::get<AccumulationModel>(model);
}

int leading_exponent(const Format& format) {
  const Decoded top = decode(format, format.largest_finite());
  return top.exponent + bit_length(top.significand) - 1;
}

/// Exponent of the relative error of one rounding.
int unit_exponent(const RoundingStep& step) { return (step.is_nearest() ? 0 : 1) - step.format.precision(); }
/// Exponent of the absolute error of one rounding below the smallest normal.
int underflow_exponent(const RoundingStep& step) { return quantum_exponent(step.format) - (step.is_nearest() ? 1 : 0); }

bool flushes(const RoundingStep& step) { return step.semantics.subnormal_results != SubnormalResults::keep; }

bool rounds_up_to_infinity(const RoundingStep& step) { return step.is_nearest() || step.always_overflows_to_infinity; }

}  // namespace

ReductionBound::ReductionBound(const Reduction& reduction, const Semantics& semantics)
    : reduction_(reduction), semantics_(semantics), model_(stated_model(semantics)) {
  mpfr_inits2(bound_precision, error_, factor_, term_, end_, cut_, static_cast<mpfr_ptr>(nullptr));
  mpfr_inits2(exact_precision(reduction), summed_exact_, summed_magnitude_, static_cast<mpfr_ptr>(nullptr));
  for (Power& power : powers_) mpfr_inits2(bound_precision, power.base, power.result, static_cast<mpfr_ptr>(nullptr));
}

ReductionBound::~ReductionBound() {
  mpfr_clears(error_, factor_, term_, end_, cut_, static_cast<mpfr_ptr>(nullptr));
  mpfr_clears(summed_exact_, summed_magnitude_, static_cast<mpfr_ptr>(nullptr));
  for (Power& power : powers_) mpfr_clears(power.base, power.result, static_cast<mpfr_ptr>(nullptr));
}

/// Beside an infinity, finite terms of the other sign may overflow to the other infinity before they meet.
bool ReductionBound::infinite_row_may_be_nan(const RowSpecials& specials) const {
  if (specials.positive_infinity ? !specials.negative : !specials.positive) return false;
  const int carries = bit_length(facts_.terms);
  return facts_.highest_bit + 1 + carries > leading_exponent(model_.accumulator.format);
}

/// Accumulation.md 2.2: with S <= 2^(g+p), 2^g dividing every term, no step of any order has anything to round.
bool ReductionBound::every_order_is_exact() const {
  if (facts_.terms == 0) return true;
  if (model_.operand_passes > 0 && facts_.needs_passes) return false;
  int precision = model_.accumulator.format.precision();
  int lowest = flushes(model_.accumulator) ? model_.accumulator.format.min_exponent()
                                           : quantum_exponent(model_.accumulator.format);
  const auto restrict_to = [&](const RoundingStep& step) {
    precision = std::min(precision, step.format.precision());
    lowest = std::max(lowest, flushes(step) ? step.format.min_exponent() : quantum_exponent(step.format));
  };
  if (model_.rounds_products) restrict_to(model_.product);
  if (model_.partial_count > 0) restrict_to(model_.partial);
  if (model_.flushes_products) lowest = std::max(lowest, model_.accumulator.format.min_exponent());
  if (model_.order == SummationOrder::block) {
    for (const int bits : {model_.fraction_bits, model_.sum_fraction_bits, model_.initial_fraction_bits}) {
      if (bits > 0) precision = std::min(precision, bits + 1);
    }
    // Exponents that a unit sees may lie above the values themselves.
    const int unit = std::max({facts_.highest_unit, model_.lowest_exponent});
    if (unit - model_.fraction_bits > facts_.lowest_bit) return false;
  }
  return facts_.lowest_bit >= lowest && mpfr_cmp_ui_2exp(magnitude_, 1, facts_.lowest_bit + precision) <= 0 &&
         in_range(magnitude_);
}

/// Whether a sum of magnitudes lies within every format that a step rounds to.
bool ReductionBound::in_range(const mpfr_t sum) const {
  const auto fits = [&](const RoundingStep& step) {
    const Decoded largest = decode(step.format, step.format.largest_finite());
    return mpfr_cmp_ui_2exp(sum, largest.significand, largest.exponent) <= 0;
  };
  return fits(model_.accumulator) && (!model_.rounds_products || fits(model_.product)) &&
         (model_.partial_count == 0 || fits(model_.partial));
}

/// Sets `to` to (1 + to)^times - 1, rounded up.
void ReductionBound::power_less_one(mpfr_t to, unsigned long times) {
  for (const Power& known : powers_) {
    if (known.times != times || mpfr_equal_p(known.base, to) == 0) continue;
    mpfr_set(to, known.result, MPFR_RNDU);
    return;
  }
  Power& power = powers_[next_power_++ % powers_.size()];
  mpfr_set(power.base, to, MPFR_RNDU);
  power.times = times;
  // In full precision 1 + 2^-24 would lose its distance from 1: expm1 and log1p keep it.
  mpfr_log1p(to, to, MPFR_RNDU);
  mpfr_mul_ui(to, to, times, MPFR_RNDU);
  mpfr_expm1(to, to, MPFR_RNDU);
  mpfr_set(power.result, to, MPFR_RNDU);
}

/// Accumulation.md 2.4. Every block loses less than (b+1) 2^-F of the largest exponent's power, then rounds once; by
/// induction over q blocks E <= (((1 + (b+1) 2^-F)(1 + u))^q - 1) G, where G bounds S and every such power of a term.
void ReductionBound::bound_block_error(std::size_t depth) {
  const std::size_t blocks = std::max<std::size_t>(1, (depth + model_.group - 1) / model_.group);
  mpfr_set_ui_2exp(factor_, model_.group + 1, -model_.fraction_bits, MPFR_RNDU);
  mpfr_set_ui_2exp(term_, 1, unit_exponent(model_.block_final), MPFR_RNDU);
  mpfr_fma(factor_, factor_, term_, factor_, MPFR_RNDU);
  mpfr_add(factor_, factor_, term_, MPFR_RNDU);
  power_less_one(factor_, blocks);
  const int unit = std::max({facts_.highest_unit, model_.lowest_exponent, model_.accumulator.format.min_exponent()});
  mpfr_set_ui_2exp(term_, 1, unit, MPFR_RNDU);
  if (mpfr_cmp(term_, magnitude_) < 0) mpfr_set(term_, magnitude_, MPFR_RNDU);
  mpfr_mul(error_, factor_, term_, MPFR_RNDU);
  add_underflow(depth, blocks);
}

/// Accumulation.md 2.5, each loss enlarged by the roundings after it.
void ReductionBound::add_underflow(std::size_t depth, std::size_t roundings) {
  const auto add = [&](std::size_t times, int exponent) {
    if (times == 0) return;
    mpfr_set_ui_2exp(term_, 1, unit_exponent(model_.accumulator) + 1, MPFR_RNDU);
    power_less_one(term_, roundings + 2);
    mpfr_add_ui(term_, term_, 1, MPFR_RNDU);
    mpfr_mul_ui(term_, term_, times, MPFR_RNDU);
    mpfr_mul_2si(term_, term_, exponent, MPFR_RNDU);
    mpfr_add(error_, error_, term_, MPFR_RNDU);
  };
  const Format& accumulator = model_.accumulator.format;
  const bool block = model_.order == SummationOrder::block;
  if (flushes(model_.accumulator) && facts_.lowest_bit < accumulator.min_exponent()) {
    add(facts_.terms + roundings + (model_.rounds_products ? depth : 0), accumulator.min_exponent());
  } else {
    add(block ? roundings : facts_.terms_below_grid,
        underflow_exponent(block ? model_.block_final : model_.accumulator));
  }
  if (model_.flushes_products) add(facts_.tiny_products, accumulator.min_exponent());
  if (model_.rounds_products) add(facts_.products_below_grid, underflow_exponent(model_.product));
  if (model_.partial_count > 0) {
    add(model_.partial_count,
        flushes(model_.partial) ? model_.partial.format.min_exponent() : underflow_exponent(model_.partial));
  }
}

/// Accumulation.md 2.8: products of the parts that 1, 3 and 6 passes leave out, and parts too small for bfloat16.
void ReductionBound::add_passes() {
  switch (model_.operand_passes) {
    case 1:
      mpfr_set_ui_2exp(factor_, (2 << 8) + 1, -16, MPFR_RNDU);
      break;
    case 3:
      mpfr_set_ui_2exp(factor_, 3 * ((1 << 7) + 1), -23, MPFR_RNDU);
      break;
    default:
      mpfr_set_ui_2exp(factor_, (1 << 9) + 1, -32, MPFR_RNDU);
  }
  mpfr_mul(factor_, factor_, magnitude_, MPFR_RNDU);
  mpfr_add(error_, error_, factor_, MPFR_RNDU);
  if (facts_.products > 0 && facts_.lowest_operand < bfloat16.min_exponent() + 3 * bfloat16.precision()) {
    mpfr_set_ui_2exp(factor_, facts_.products, bfloat16.min_exponent() + facts_.highest_operand + 4, MPFR_RNDU);
    mpfr_add(error_, error_, factor_, MPFR_RNDU);
  }
}

void ReductionBound::bound_error(std::size_t depth, bool has_initial) {
  mpfr_set_zero(error_, 1);
  const bool passes = model_.operand_passes > 0 && facts_.needs_passes;
  if (model_.order == SummationOrder::block) {
    bound_block_error(depth);
    if (passes) add_passes();
    return;
  }
  const std::size_t multiple = passes ? static_cast<std::size_t>(model_.operand_passes) : 1;
  const std::size_t addends = facts_.terms + facts_.products * (multiple - 1);
  // Jeannerod and Rump, SIAM J. Matrix Anal. 34, 2013: one unit of S for each addition but the first.
  std::size_t roundings = addends > 0 ? addends - 1 : 0;
  if (model_.order == SummationOrder::pairwise) {
    // Lange and Rump 2017: the height of the tree in its place.
    roundings = std::min<std::size_t>(roundings, static_cast<std::size_t>(bit_length(depth)) + (has_initial ? 1 : 0));
  }
  if (model_.order == SummationOrder::exact) roundings = 1;
  // A fused chain rounds its first product, of one or of several lanes: of no product twice.
  if (facts_.inexact_terms > 0 && !model_.rounds_products) ++roundings;
  const bool own_products = model_.rounds_products && !(model_.product.format == model_.accumulator.format);
  if (model_.rounds_products && !own_products) roundings += facts_.inexact_products;
  const bool compound = own_products || model_.partial_count > 0;
  mpfr_set_ui_2exp(factor_, 1, unit_exponent(model_.accumulator), MPFR_RNDU);
  if (model_.accumulator.is_nearest() && !compound) {
    mpfr_mul_ui(factor_, factor_, roundings, MPFR_RNDU);
  } else {
    // Higham's Lemma 3.1 for roundings that are not to nearest: each term has so many factors 1 + d.
    power_less_one(factor_, roundings);
    const auto times = [&](int exponent) {
      mpfr_set_ui_2exp(term_, 1, exponent, MPFR_RNDU);
      mpfr_fma(factor_, factor_, term_, factor_, MPFR_RNDU);
      mpfr_add(factor_, factor_, term_, MPFR_RNDU);
    };
    if (own_products && facts_.inexact_products > 0) times(unit_exponent(model_.product));
    if (model_.partial_count > 0) times(unit_exponent(model_.partial));
  }
  if (passes) {  // the parts' magnitudes sum to more than the operands': (1 + 2^-7 + 2^-16)^2
    mpfr_set_ui_2exp(term_, (1 << 16) + (1 << 9) + 1, -16, MPFR_RNDU);
    mpfr_mul(factor_, factor_, term_, MPFR_RNDU);
    mpfr_mul(factor_, factor_, term_, MPFR_RNDU);
  }
  const bool one_rounding = model_.order == SummationOrder::exact && !compound && !model_.rounds_products && !passes;
  if (one_rounding) {
    mpfr_set_ui_2exp(factor_, 1, unit_exponent(model_.accumulator), MPFR_RNDU);
    mpfr_abs(term_, exact_, MPFR_RNDU);
    mpfr_mul(error_, factor_, term_, MPFR_RNDU);
  } else {
    mpfr_mul(error_, factor_, magnitude_, MPFR_RNDU);
  }
  add_underflow(depth, roundings);
  if (passes) add_passes();
}

RoundedEnd ReductionBound::end(mpfr_rnd_t toward) {
  const mpfr_prec_t precision = mpfr_get_prec(exact_) + bound_precision;
  if (mpfr_get_prec(end_) != precision) mpfr_set_prec(end_, precision);
  if (toward == MPFR_RNDD) {
    mpfr_sub(end_, exact_, error_, toward);
  } else {
    mpfr_add(end_, exact_, error_, toward);
  }
  if (mpfr_zero_p(end_)) return {zero_result(reduction_.result, semantics_, false), false};
  const bool negative = mpfr_sgn(end_) < 0;
  // Beyond every format, and beyond what an int holds: MPFR's exponents reach 2^62.
  constexpr mpfr_exp_t far = 1 << 20;
  const mpfr_exp_t exponent = mpfr_inf_p(end_) ? far : std::clamp(mpfr_get_exp(end_), -far, far);
  Real real{negative, 1, static_cast<int>(exponent), false};
  if (exponent > -far && exponent < far) real = cut_to_real(end_, cut_);
  return {round_real(reduction_.result, semantics_, real), negative};
}

Acceptance ReductionBound::everything() const {
  const Format& to = reduction_.result;
  const std::uint64_t top = to.infinities ? to.infinity_magnitude() : to.largest_finite();
  Acceptance acceptance{to_ordered(to, top | to.sign_mask()), to_ordered(to, top), {}};
  if (to.has_nan()) acceptance.others = generated_nan(to, semantics_);
  return acceptance;
}

ReductionAcceptance ReductionBound::accept(const ReductionRow& row) {
  const RowSpecials specials = specials_of(reduction_, semantics_, row);
  if (const auto sets = reduction_special(reduction_, semantics_, row, specials)) {
    ReductionAcceptance answer;
    answer.accepted.others = *sets;
    const bool number = !specials.nan_operand && !specials.invalid;
    if (!number || !(specials.positive_infinity || specials.negative_infinity)) return answer;
    facts_ = facts_of(reduction_, semantics_, model_, row);
    if (infinite_row_may_be_nan(specials)) {
      answer.accepted.others.add(generated_nan(reduction_.result, semantics_));
    }
    return answer;
  }
  facts_ = facts_of(reduction_, semantics_, model_, row);
  truth_.sum(reduction_, semantics_, row);
  exact_ = truth_.exact();
  magnitude_ = truth_.magnitude();
  return accept_sum(row.depth(), row.initial.has_value(), specials);
}

ReductionAcceptance ReductionBound::accept(const SumOracle& sums, std::size_t depth, bool has_initial) {
  const auto set = [&](mpfr_t to, const SumOracle::Sum& sum) {
    static_assert(sizeof(mp_limb_t) == sizeof(std::uint64_t) && GMP_NAIL_BITS == 0);
    mp_limb_t words[std::tuple_size_v<SumOracle::Sum>];
    std::copy(sum.begin(), sum.end(), words);
    mpz_t integer;
    mpz_srcptr read_only = mpz_roinit_n(integer, words, static_cast<mp_size_t>(sum.size()));
    if (mpfr_set_z_2exp(to, read_only, sums.lowest_exponent(), MPFR_RNDN) != 0) {
      throw InternalError("an oracle's sum has more bits than it can have");
    }
  };
  set(summed_exact_, sums.exact());
  if (sums.exact_is_negative()) mpfr_neg(summed_exact_, summed_exact_, MPFR_RNDN);
  set(summed_magnitude_, sums.magnitude());
  exact_ = summed_exact_;
  magnitude_ = summed_magnitude_;
  facts_ = sums.facts(model_);
  RowSpecials specials;
  specials.positive = sums.has_positive();
  specials.negative = sums.has_negative();
  return accept_sum(depth, has_initial, specials);
}

/// Of a row of finite terms, not all of them zeros; facts_, exact_ and magnitude_ are its own.
ReductionAcceptance ReductionBound::accept_sum(std::size_t depth, bool has_initial, const RowSpecials& specials) {
  const Format& to = reduction_.result;
  mpfr_set_zero(error_, 1);
  if (every_order_is_exact()) return {accept_between(to, end(MPFR_RNDD), end(MPFR_RNDU)), BoundTier::exact};
  bound_error(depth, has_initial);
  const RoundedEnd low = end(MPFR_RNDD), high = end(MPFR_RNDU);
  ReductionAcceptance answer{accept_between(to, low, high), BoundTier::bounded};

  // Accumulation.md 2.6: no intermediate overflow where S + E is in range.
  mpfr_add(term_, magnitude_, error_, MPFR_RNDU);
  const bool passes = model_.operand_passes > 0 && facts_.needs_passes;
  const bool splits_overflow = passes && facts_.highest_operand >= leading_exponent(bfloat16);
  if (in_range(term_) && !splits_overflow) return answer;
  answer.tier = BoundTier::overflow;
  const bool both = specials.positive && specials.negative;
  if (!rounds_up_to_infinity(model_.accumulator) || splits_overflow) {
    // Sums stop at the largest value: from there the way back leads anywhere.
    if (both || splits_overflow) return {everything(), BoundTier::open};
    const Format& from = model_.accumulator.format;
    const Decoded largest = decode(from, from.largest_finite());
    const Real stop{specials.negative, largest.significand, largest.exponent, false};
    const RoundedEnd at_stop{round_real(to, semantics_, stop), specials.negative};
    const CodeSets others = answer.accepted.others;
    const Acceptance wider = specials.negative ? accept_between(to, low, at_stop) : accept_between(to, at_stop, high);
    if (wider.low <= wider.high) {
      const bool empty = answer.accepted.low > answer.accepted.high;
      answer.accepted.low = empty ? wider.low : std::min(answer.accepted.low, wider.low);
      answer.accepted.high = empty ? wider.high : std::max(answer.accepted.high, wider.high);
    }
    answer.accepted.others = others;
  }
  const auto add = [&](const CodeSet& set) {
    CodeSets& others = answer.accepted.others;
    if (others.count < others.sets.size()) others.add(set);
  };
  if (both) add(generated_nan(to, semantics_));
  if (specials.positive) add(infinity_result(to, semantics_, false));
  if (specials.negative) add(infinity_result(to, semantics_, true));
  return answer;
}

}  // namespace hallmark
