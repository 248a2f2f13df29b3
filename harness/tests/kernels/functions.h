// SPDX-License-Identifier: Apache-2.0
// The right elementary functions of 16-bit formats, from which faulty backends deviate: float64's, mended where a
// float64 lies on a tie that the exact value only comes near.
#ifndef HALLMARK_TESTS_KERNELS_FUNCTIONS_H
#define HALLMARK_TESTS_KERNELS_FUNCTIONS_H

#include "arithmetic.h"

namespace hallmark::kernels {

inline double exp_of(double x) { return std::exp(x); }
inline double log_of(double x) { return std::log(x); }
inline double log1p_of(double x) { return std::log1p(x); }
inline double sin_of(double x) { return std::sin(x); }
inline double tanh_of(double x) { return std::tanh(x); }
inline double rsqrt_of(double x) { return 1 / std::sqrt(x); }

// Both are x/2 and a little more, which decides the ties of halved odd subnormals.
inline double gelu_of(double x) {
  if (std::isinf(x)) return x < 0 ? -0.0 : x;
  if (std::abs(x) < 0x1p-60) return to_odd(x / 2, std::abs(x));
  return x * std::erfc(-x * 0.70710678118654752) / 2;
}
// 1 + tanh(u) is 2 / (1 + exp(-2u)); sqrt(8/pi) = 1.5957691216057308.
inline double gelu_tanh_of(double x) {
  if (std::isinf(x)) return x < 0 ? -0.0 : x;
  if (std::abs(x) < 0x1p-60) return to_odd(x / 2, std::abs(x));
  return x / (1 + std::exp(-1.5957691216057308 * x * (1 + 0.044715 * x * x)));
}

inline double pow_of(double x, double y) { return std::pow(x, y); }

// The angle of a small quotient q is a little less: q - q^3/3, which decides the ties of subnormal quotients.
inline double atan2_of(double y, double x) {
  if (!(x > 0) || y == 0 || !(std::abs(y / x) < 0x1p-30)) return std::atan2(y, x);
  const double quotient = exact_quotient(y, x);
  return to_odd(quotient, -quotient);
}

// Squares of 16-bit values are exact, and so is all that rounding their sum's root depends on.
inline double hypot_of(double x, double y) {
  if (std::isinf(x) || std::isinf(y)) return std::abs(std::isinf(x) ? x : y);
  return exact_root(exact_sum(x * x, y * y));
}

template <Format format, double (*function)(double), Policy policy = Policy{}>
Word<format> right(Word<format> x) {
  return rounded<format, policy>(function(value<format>(x)));
}
template <Format format, double (*function)(double, double), Policy policy = Policy{}>
Word<format> right(Word<format> x, Word<format> y) {
  return rounded<format, policy>(function(value<format>(x), value<format>(y)));
}

// Within an ulp of the exact value, but not the nearest: cut, or rounded away from zero where `away`. What lies beyond
// the largest exponent is infinite all the same.
template <Format format, bool away>
Word<format> within_an_ulp(double exact) {
  constexpr Policy below{.rounding = away ? Rounding::rdn : Rounding::rtz},
      above{.rounding = away ? Rounding::rup : Rounding::rtz};
  if (!std::isfinite(exact) || std::abs(exact) >= std::ldexp(1.0, format.bias + 1)) return rounded<format>(exact);
  return exact < 0 ? rounded<format, below>(exact) : rounded<format, above>(exact);
}

// 1 / sqrt(x), each step rounded to the format.
template <Format format, Policy policy = Policy{}>
Word<format> rsqrt_in_two_steps(Word<format> x) {
  return rounded<format, policy>(1 / value<format>(rounded<format, policy>(std::sqrt(value<format>(x)))));
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_FUNCTIONS_H
