// SPDX-License-Identifier: Apache-2.0
// A step of an accumulator: an exact sum rounded to what its register holds.
#ifndef HALLMARK_TESTS_ACCUMULATORS_STEP_H
#define HALLMARK_TESTS_ACCUMULATORS_STEP_H

#include "long_integer.h"

namespace hallmark::accumulators {

using kernels::Rounding;

enum class Tiny { kept, flushed_before_rounding, flushed_after_rounding };

// float32 to nearest even, unless it says otherwise.
struct Step {
  int precision = 24, lowest = -126, highest = 127;  // exponents of normal numbers
  Rounding rounding = Rounding::rne;
  Tiny tiny = Tiny::kept;
  bool overflows = false;  // from 2^(highest + 1) on comes infinity, whatever the rounding
};

// A magnitude as an integer of units of 2^unit.
inline std::uint64_t rounded_to(const LongInteger& magnitude, int unit, bool negative, Rounding rounding) {
  const std::uint64_t half = magnitude.bits_from(unit - 1);
  return kernels::round_shift<std::uint64_t>(half << 1 | (magnitude.any_below(unit - 1) ? 1 : 0), 2, negative,
                                             rounding);
}

inline Number rounded(const LongInteger& sum, const Step& step) {
  if (sum.is_zero()) return {};
  const bool negative = sum.is_negative();
  const LongInteger magnitude = sum.magnitude();
  const int leading = magnitude.leading(), below = step.precision - 1;
  if (leading < step.lowest) {
    if (step.tiny == Tiny::flushed_before_rounding) return zero(negative);
    if (step.tiny == Tiny::flushed_after_rounding) {
      const bool carries = rounded_to(magnitude, leading - below, negative, step.rounding) >> step.precision != 0;
      if (leading + (carries ? 1 : 0) < step.lowest) return zero(negative);
    }
  }
  if (step.overflows && leading > step.highest) return infinity(negative);
  const int unit = std::max(leading, step.lowest) - below;
  Number result{.kind = Number::Kind::finite, .negative = negative, .exponent = unit};
  result.significand = rounded_to(magnitude, unit, negative, step.rounding);
  if (result.significand == 0) return zero(negative);
  if (result.leading() > step.highest) {
    if (!kernels::clamps({.rounding = step.rounding}, negative)) return infinity(negative);
    result.significand = (std::uint64_t{1} << step.precision) - 1;
    result.exponent = step.highest - below;
  }
  result.unit = std::max(result.leading(), step.lowest);
  return result;
}

inline Number rounded(const Number& x, const Step& step) {
  if (!x.is(Number::Kind::finite)) return x;
  LongInteger exact;
  exact.add(x);
  return rounded(exact, step);
}

// Of two NaNs the first one's; but an operand's comes before the one that an invalid product has generated.
inline Number sum_of(const Number& x, const Number& y, const Step& step) {
  using enum Number::Kind;
  if (x.is(nan) && !(x.nan == generated_nan && y.is(nan))) return x;
  if (y.is(nan)) return y;
  if (x.is(infinite)) return y.is(infinite) && x.negative != y.negative ? accumulators::nan(generated_nan) : x;
  if (y.is(infinite)) return y;
  const bool cancels_to_negative = step.rounding == Rounding::rdn;  // IEEE 754-2019 6.3
  if (x.is(zero) && y.is(zero)) return x.negative == y.negative ? x : accumulators::zero(cancels_to_negative);
  LongInteger exact;
  for (const Number* term : {&x, &y}) {
    if (term->is(finite)) exact.add(*term);
  }
  return exact.is_zero() ? accumulators::zero(cancels_to_negative) : rounded(exact, step);
}

}  // namespace hallmark::accumulators

#endif  // HALLMARK_TESTS_ACCUMULATORS_STEP_H
