// SPDX-License-Identifier: Apache-2.0
#include "truth/functions.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "formats/formats.h"
#include "formats/internal_error.h"
#include "semantics/conversion.h"
#include "truth/split.h"

namespace hallmark {
namespace {

// A value of float64 may need some 2,200 bits (half of the smallest subnormal operand, just off a tie).
constexpr mpfr_prec_t most_precision = 1 << 16;
// Far below and above every format; MPFR's own exponents end near 2^30.
constexpr int vanishing = -(1 << 30), boundless = 1 << 30;

void set(mpfr_t to, const Decoded& value) {
  if (value.category == Category::infinity) {
    mpfr_set_inf(to, value.negative ? -1 : 1);
    return;
  }
  mpfr_set_ui_2exp(to, value.significand, value.exponent, MPFR_RNDN);
  mpfr_setsign(to, to, value.negative, MPFR_RNDN);
}

/// Whether |x| is a power of two.
bool is_power_of_two(const mpfr_t x) { return mpfr_min_prec(x) == 1; }

}  // namespace

FunctionTruth::FunctionTruth(mpfr_prec_t first_precision) : first_precision_(first_precision) {
  for (mpfr_t& x : x_) mpfr_init2(x, 64);
  mpfr_inits2(64, inner_, outer_, low_, high_, sum_, offset_, none_, cut_, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_zero(none_, 1);
}

FunctionTruth::~FunctionTruth() {
  for (mpfr_t& x : x_) mpfr_clear(x);
  mpfr_clears(inner_, outer_, low_, high_, sum_, offset_, none_, cut_, static_cast<mpfr_ptr>(nullptr));
}

void FunctionTruth::enclose(const Asked& asked) {
  if (asked == asked_) return;
  asked_ = {};  // an exception in between leaves nothing that looks known
  for (std::size_t i = 0; i < x_.size(); ++i) set(x_[i], asked.operands[i]);
  for (mpfr_t* number : {&inner_, &outer_, &low_, &high_}) {
    if (mpfr_get_prec(*number) != asked.precision) mpfr_set_prec(*number, asked.precision);
  }
  evaluate(asked.code, asked.precision);
  asked_ = asked;
}

void FunctionTruth::evaluate(ElementaryFunction code, mpfr_prec_t precision) {
  const mpfr_t &x = x_[0], &y = x_[1];
  int ternary = 1;
  bool bounded = false;  // both bounds of |t| are there, and t is none of them
  negative_ = mpfr_signbit(x) != 0;
  switch (code) {
    case ElementaryFunction::exp:
      ternary = mpfr_exp(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::exp2:
      ternary = mpfr_exp2(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::expm1:
      ternary = mpfr_expm1(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::log:
      ternary = mpfr_log(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::log2:
      ternary = mpfr_log2(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::log10:
      ternary = mpfr_log10(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::log1p:
      ternary = mpfr_log1p(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::sin:
      ternary = mpfr_sin(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::cos:
      ternary = mpfr_cos(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::tan:
      ternary = mpfr_tan(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::asin:
      ternary = mpfr_asin(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::acos:
      ternary = mpfr_acos(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::atan:
      ternary = mpfr_atan(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::atan2:
      ternary = mpfr_atan2(inner_, x, y, MPFR_RNDZ);
      break;
    case ElementaryFunction::sinh:
      ternary = mpfr_sinh(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::cosh:
      ternary = mpfr_cosh(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::tanh:
      ternary = mpfr_tanh(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::erf:
      ternary = mpfr_erf(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::erfc:
      ternary = mpfr_erfc(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::pow:
      ternary = mpfr_pow(inner_, x, y, MPFR_RNDZ);
      break;
    case ElementaryFunction::cbrt:
      ternary = mpfr_cbrt(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::rsqrt:
      ternary = mpfr_rec_sqrt(inner_, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::reciprocal:
      ternary = mpfr_ui_div(inner_, 1, x, MPFR_RNDZ);
      break;
    case ElementaryFunction::hypot:
      ternary = mpfr_hypot(inner_, x, y, MPFR_RNDZ);
      break;
    case ElementaryFunction::logistic:
      logistic_bounds(inner_, outer_, x, x);
      negative_ = false;
      bounded = true;
      break;
    case ElementaryFunction::softplus:
      // log1p(exp x); for x > 0 as x + log1p(exp(-x)), where the exponential does not overflow.
      for (const mpfr_rnd_t toward : {MPFR_RNDD, MPFR_RNDU}) {
        mpfr_t& bound = toward == MPFR_RNDD ? inner_ : outer_;
        if (negative_) {
          mpfr_exp(bound, x, toward);
        } else {
          mpfr_neg(low_, x, MPFR_RNDN);
          mpfr_exp(bound, low_, toward);
        }
        mpfr_log1p(bound, bound, toward);
        if (!negative_) mpfr_add(bound, bound, x, toward);
      }
      negative_ = false;
      bounded = true;
      break;
    case ElementaryFunction::silu:
      // |t| = |x| logistic(x).
      logistic_bounds(inner_, outer_, x, x);
      mpfr_mul(inner_, inner_, x, MPFR_RNDZ);
      mpfr_mul(outer_, outer_, x, MPFR_RNDA);
      bounded = true;
      break;
    case ElementaryFunction::gelu:
      gelu_bounds();
      bounded = true;
      break;
    case ElementaryFunction::gelu_tanh:
      gelu_tanh_bounds(precision);
      bounded = true;
      break;
  }
  exact_ = !bounded && ternary == 0;
  if (!bounded) {
    // Where MPFR underflows there is a zero of the right sign, and the ternary value says that it is none.
    negative_ = mpfr_signbit(inner_) != 0;
    mpfr_abs(inner_, inner_, MPFR_RNDN);
    mpfr_set(outer_, inner_, MPFR_RNDN);
    if (!exact_) mpfr_nextabove(outer_);
  } else {
    mpfr_abs(inner_, inner_, MPFR_RNDN);
    mpfr_abs(outer_, outer_, MPFR_RNDN);
  }
}

/// 1 / (1 + exp(-x)) for an x between the two.
void FunctionTruth::logistic_bounds(mpfr_t low, mpfr_t high, const mpfr_t x_low, const mpfr_t x_high) {
  // The exponential of the lower x is the larger, and makes the smaller quotient.
  mpfr_neg(high_, x_high, MPFR_RNDD);
  mpfr_neg(low_, x_low, MPFR_RNDU);
  mpfr_exp(low_, low_, MPFR_RNDU);
  mpfr_add_ui(low_, low_, 1, MPFR_RNDU);
  mpfr_ui_div(low, 1, low_, MPFR_RNDD);
  mpfr_exp(high_, high_, MPFR_RNDD);
  mpfr_add_ui(high_, high_, 1, MPFR_RNDD);
  mpfr_ui_div(high, 1, high_, MPFR_RNDU);
}

/// The bound, of a factor of x/2, becomes one of the product.
void FunctionTruth::times_half(mpfr_t bound, mpfr_rnd_t toward) {
  mpfr_mul(bound, bound, x_[0], toward);
  mpfr_div_2ui(bound, bound, 1, toward);
}

/// |t| = |x|/2 erfc(-x/sqrt 2), the factor rising with x.
void FunctionTruth::gelu_bounds() {
  const mpfr_t& x = x_[0];
  for (const mpfr_rnd_t toward : {MPFR_RNDD, MPFR_RNDU}) {
    const mpfr_rnd_t opposite = toward == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
    mpfr_t& bound = toward == MPFR_RNDD ? inner_ : outer_;
    // -x/sqrt 2 rounded so that its erfc errs to the side that is wanted; erfc falls.
    mpfr_set_ui_2exp(low_, 1, -1, MPFR_RNDN);
    mpfr_sqrt(low_, low_, mpfr_signbit(x) != 0 ? opposite : toward);
    mpfr_mul(low_, low_, x, toward);
    mpfr_neg(low_, low_, MPFR_RNDN);
    mpfr_erfc(bound, low_, toward);
    times_half(bound, toward == MPFR_RNDD ? MPFR_RNDZ : MPFR_RNDA);
  }
}

/// 1 + tanh u = 2 logistic(2u), so |t| = |x| logistic(w), w = sqrt(8/pi) x (1 + 0.044715 x^2).
void FunctionTruth::gelu_tanh_bounds(mpfr_prec_t precision) {
  const mpfr_t& x = x_[0];
  mpfr_t w[2];
  for (mpfr_t& bound : w) mpfr_init2(bound, precision);
  for (const mpfr_rnd_t toward : {MPFR_RNDD, MPFR_RNDU}) {
    const mpfr_rnd_t opposite = toward == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
    mpfr_t& magnitude = w[toward == MPFR_RNDD ? 0 : 1];  // of w, rounded toward
    mpfr_sqr(magnitude, x, toward);
    mpfr_mul_ui(magnitude, magnitude, 44715, toward);
    mpfr_div_ui(magnitude, magnitude, 1000000, toward);
    mpfr_add_ui(magnitude, magnitude, 1, toward);
    mpfr_abs(low_, x, MPFR_RNDN);  // wide enough for any operand
    mpfr_mul(magnitude, magnitude, low_, toward);
    mpfr_const_pi(low_, opposite);
    mpfr_ui_div(low_, 8, low_, toward);
    mpfr_sqrt(low_, low_, toward);
    mpfr_mul(magnitude, magnitude, low_, toward);
  }
  if (negative_) {
    mpfr_neg(w[0], w[0], MPFR_RNDN);
    mpfr_neg(w[1], w[1], MPFR_RNDN);
    mpfr_swap(w[0], w[1]);
  }
  logistic_bounds(inner_, outer_, w[0], w[1]);
  for (mpfr_t& bound : w) mpfr_clear(bound);
  mpfr_mul(inner_, inner_, x, MPFR_RNDZ);
  mpfr_mul(outer_, outer_, x, MPFR_RNDA);
}

Real FunctionTruth::cut(const mpfr_t x, bool sticky) {
  if (mpfr_inf_p(x)) return {mpfr_signbit(x) != 0, 1, boundless, false};
  const int ternary = mpfr_set(cut_, x, MPFR_RNDZ);
  return split(cut_, sticky || ternary != 0);
}

/// The numbers next to x on one side, with nothing in between that a format could tell apart.
Real FunctionTruth::beside(const mpfr_t x, bool above) {
  if (mpfr_zero_p(x)) return {!above, std::uint64_t{1} << 63, vanishing, true};
  const bool negative = mpfr_signbit(x) != 0;
  if (mpfr_inf_p(x)) return {negative, 1, boundless, false};
  Real real = cut(x, false);
  if (negative == above && !real.sticky) {  // toward zero from what 64 bits hold
    if (real.significand == std::uint64_t{1} << 63) {
      real.significand = ~std::uint64_t{0};
      --real.exponent;
    } else {
      --real.significand;
    }
  }
  real.sticky = true;
  return real;
}

/// fl(t + offset), or nothing where the bounds are too far apart to tell.
std::optional<RoundedEnd> FunctionTruth::rounded(const Format& to, const Semantics& semantics, const mpfr_t offset) {
  // Enough for a sum of a bound and a limit to be exact unless they lie far apart, when the sticky bit says the rest.
  const mpfr_prec_t wide = mpfr_get_prec(inner_) + 128;
  if (mpfr_get_prec(sum_) != wide) mpfr_set_prec(sum_, wide);
  const auto round = [&](const Real& real) { return round_conversion({to, to}, semantics, real); };
  const auto add = [&](const mpfr_t& magnitude, mpfr_rnd_t toward) {
    return negative_ ? mpfr_sub(sum_, offset, magnitude, toward) : mpfr_add(sum_, offset, magnitude, toward);
  };
  if (exact_) {
    const int ternary = add(inner_, MPFR_RNDZ);
    if (mpfr_zero_p(sum_) && ternary == 0) return RoundedEnd{zero_result(to, semantics, false), false};
    return RoundedEnd{round(cut(sum_, ternary != 0)), mpfr_signbit(sum_) != 0};
  }
  add(negative_ ? outer_ : inner_, MPFR_RNDD);
  const CodeSet low = round(beside(sum_, true));
  add(negative_ ? inner_ : outer_, MPFR_RNDU);
  const CodeSet high = round(beside(sum_, false));
  if (low == high) return RoundedEnd{low, mpfr_signbit(sum_) != 0};
  return std::nullopt;
}

/// The exponent of ulp(t) in the format, or nothing where the bounds lie in different binades.
std::optional<int> FunctionTruth::ulp_exponent(const Format& to) const {
  const auto leading = [&](const mpfr_t& x) {  // of the binade that x lies in
    return mpfr_zero_p(x) ? vanishing : static_cast<int>(mpfr_get_exp(x)) - 1;
  };
  const int lowest = to.min_exponent();
  const int inner = std::max(leading(inner_), lowest);
  int outer = leading(outer_);
  if (!exact_ && mpfr_regular_p(outer_) && is_power_of_two(outer_)) --outer;  // |t| is less than that power
  if (std::max(outer, lowest) != inner) return std::nullopt;
  return inner - to.significand_bits;
}

bool FunctionTruth::accept(const FunctionOperation& operation, const Semantics& semantics, const Limits& limits,
                           FunctionAnswer& answer) {
  const Format& to = operation.result;
  const auto nearest = rounded(to, semantics, none_);
  if (!nearest) return false;
  answer.rounded = nearest->codes;
  answer.accepted = {};
  if (limits.correctly_rounded) {
    answer.accepted.others = nearest->codes;
  } else if (limits.max_ulp > 0.0 && mpfr_inf_p(outer_)) {
    // Past MPFR's range, and past every format's: a limit of fewer ulps than t has leaves the lower end there too.
    const auto far = [&](bool negative) {
      return RoundedEnd{round_conversion({to, to}, semantics, {negative, 1, boundless, false}), negative};
    };
    const bool small = limits.max_ulp < std::ldexp(1.0, to.significand_bits);
    answer.accepted = accept_between(to, far(!small || negative_), far(small && negative_));
  } else if (limits.max_ulp > 0.0) {
    const auto ulp = ulp_exponent(to);
    if (!ulp) return false;
    const Decoded limit = decode(float64, std::bit_cast<std::uint64_t>(limits.max_ulp));
    mpfr_set_ui_2exp(offset_, limit.significand, limit.exponent + *ulp, MPFR_RNDN);
    // Of two neighbours that a stochastic rounding may take, the outer one.
    Semantics outward = semantics;
    const bool stochastic = semantics.rounding == Rounding::stochastic;
    if (stochastic) outward.rounding = Rounding::rup;
    const auto high = rounded(to, outward, offset_);
    mpfr_neg(offset_, offset_, MPFR_RNDN);
    if (stochastic) outward.rounding = Rounding::rdn;
    const auto low = rounded(to, outward, offset_);
    if (!high || !low) return false;
    answer.accepted = accept_between(to, *low, *high);
  } else {
    answer.accepted = accept_sign(to, nearest->codes, negative_);
  }
  if (limits.has_range) restrict_to_range(to, limits, answer.accepted);
  return true;
}

FunctionAnswer FunctionTruth::answer(const FunctionOperation& operation, const Semantics& semantics,
                                     const Limits& limits, std::span<const std::uint64_t> operands) {
  FunctionAnswer answer;
  const FunctionOperands read = read_operands(operation, semantics, operands);
  if (const auto special = function_special(operation, semantics, read)) {
    answer.accepted.others = *special;
    answer.rounded = special->sets[0];
    return answer;
  }
  Asked asked{operation.code, {}, first_precision_};
  for (std::size_t i = 0; i < operation.operand_count; ++i) asked.operands[i] = read[i].value;
  // Another semantics may have asked for more bits of the same value before.
  if (asked.code == asked_.code && asked.operands == asked_.operands) {
    asked.precision = std::max(asked.precision, asked_.precision);
  }
  while (true) {
    enclose(asked);
    if (accept(operation, semantics, limits, answer)) break;
    asked.precision *= 2;
    if (asked.precision > most_precision) throw InternalError("a function's value cannot be told from a tie");
  }
  answer.has_value = true;
  answer.value = cut(inner_, !exact_);
  answer.value.negative = negative_;
  return answer;
}

}  // namespace hallmark
