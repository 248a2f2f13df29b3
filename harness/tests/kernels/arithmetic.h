// SPDX-License-Identifier: Apache-2.0
// The right arithmetic of formats of 32 bits and fewer, from which faulty backends deviate: float64 rounded to odd,
// then once to the format.
#ifndef HALLMARK_TESTS_KERNELS_ARITHMETIC_H
#define HALLMARK_TESTS_KERNELS_ARITHMETIC_H

#include <bit>
#include <cmath>

#include "convert.h"

namespace hallmark::kernels {

// The value of a word; every one is a float64.
template <Format from>
double value(Word<from> word) {
  if constexpr (from == float32) return std::bit_cast<float>(word);
  return std::bit_cast<double>(convert<from, float64>(word));
}

template <Format to, Policy policy = Policy{}>
Word<to> rounded(double value) {
  return convert<float64, to, policy>(std::bit_cast<std::uint64_t>(value));
}

// A float64 that missed the exact value by `error`, rounded to odd instead: rounding it again to 51 bits or fewer then
// goes where rounding the exact value would (Boldo and Melquiond, IEEE Transactions on Computers 57, 2008).
inline double to_odd(double nearest, double error) {
  const auto word = std::bit_cast<std::uint64_t>(nearest);
  if (error == 0 || !std::isfinite(nearest) || (word & 1) != 0) return nearest;
  return std::bit_cast<double>((error > 0) == (nearest > 0) ? word + 1 : word - 1);
}

inline double exact_sum(double x, double y) {
  const double sum = x + y, second = sum - x;
  return to_odd(sum, (x - (sum - second)) + (y - second));  // Knuth's two-sum
}
inline double exact_difference(double x, double y) { return exact_sum(x, -y); }
inline double exact_product(double x, double y) { return x * y; }  // 48 bits at most
inline double exact_fma(double x, double y, double z) { return exact_sum(x * y, z); }
inline double exact_quotient(double x, double y) {
  const double quotient = x / y;
  if (!std::isfinite(quotient) || !std::isfinite(y)) return quotient;
  const double rest = std::fma(-quotient, y, x);
  return to_odd(quotient, (y > 0) == (rest > 0) ? std::abs(rest) : -std::abs(rest));
}
inline double exact_root(double x) {
  const double root = std::sqrt(x);
  return std::isfinite(root) ? to_odd(root, std::fma(-root, root, x)) : root;
}

template <Format format, Policy policy = Policy{}>
Word<format> add(Word<format> x, Word<format> y) {
  return rounded<format, policy>(exact_sum(value<format>(x), value<format>(y)));
}
template <Format format, Policy policy = Policy{}>
Word<format> subtract(Word<format> x, Word<format> y) {
  return rounded<format, policy>(exact_difference(value<format>(x), value<format>(y)));
}
template <Format format, Policy policy = Policy{}>
Word<format> multiply(Word<format> x, Word<format> y) {
  return rounded<format, policy>(exact_product(value<format>(x), value<format>(y)));
}
template <Format format, Policy policy = Policy{}>
Word<format> divide(Word<format> x, Word<format> y) {
  return rounded<format, policy>(exact_quotient(value<format>(x), value<format>(y)));
}
template <Format format, Policy policy = Policy{}>
Word<format> root(Word<format> x) {
  return rounded<format, policy>(exact_root(value<format>(x)));
}
template <Format format, Policy policy = Policy{}>
Word<format> fused(Word<format> x, Word<format> y, Word<format> z) {
  return rounded<format, policy>(exact_fma(value<format>(x), value<format>(y), value<format>(z)));
}

// Subnormal words become zeros.
template <Format format, bool positive_zero = false>
Word<format> flushed(Word<format> word) {
  return is_subnormal<format>(word) ? signed_word<format>(is_negative<format>(word) && !positive_zero, 0) : word;
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_ARITHMETIC_H
