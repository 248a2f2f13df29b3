// SPDX-License-Identifier: Apache-2.0
// The right softmax and logsumexp in float32 steps, from which faulty backends deviate.
#ifndef HALLMARK_TESTS_KERNELS_EXPONENTIALS_H
#define HALLMARK_TESTS_KERNELS_EXPONENTIALS_H

#include "row_reductions.h"

namespace hallmark::kernels {

using Values = std::vector<double>;

inline double in_float32(double x) { return value<float32>(rounded<float32>(x)); }

// The largest element; a NaN where there is one, -infinity of none.
inline double largest(const Values& x) {
  double most = -INFINITY;
  for (const double one : x) {
    if (std::isnan(one)) return one;
    if (one > most) most = one;
  }
  return most;
}

// e^(x - most), difference and exponential rounded to float32: float64's is exact to far less than a unit of that.
inline Values powers_of(const Values& x, double most) {
  Values powers(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) powers[i] = in_float32(std::exp(in_float32(exact_difference(x[i], most))));
  return powers;
}

// Each divided by the sum, in float32.
inline Values shares(const Values& powers, double sum) {
  Values results(powers.size());
  for (std::size_t i = 0; i < powers.size(); ++i) results[i] = in_float32(exact_quotient(powers[i], sum));
  return results;
}
inline Values softmax_of(const Values& x) {
  const Values powers = powers_of(x, largest(x));
  return shares(powers, chain(powers));
}

// The largest element and the logarithm of the sum beside it; an infinite largest one is the result.
inline double log_of_sum(const Values& x, double sum) {
  const double most = largest(x);
  return std::isinf(most) ? most : in_float32(exact_sum(most, in_float32(std::log(sum))));
}
inline double log_sum(const Values& x) { return log_of_sum(x, chain(powers_of(x, largest(x)))); }

inline constexpr char softmax_wide[] = "softmax(bfloat16)->float32";
inline constexpr char softmax_narrow[] = "softmax(bfloat16)->bfloat16";
inline constexpr char softmax_float32[] = "softmax(float32)->float32";
inline constexpr char logsumexp_wide[] = "logsumexp(bfloat16)->float32";
inline constexpr char logsumexp_narrow[] = "logsumexp(bfloat16)->bfloat16";
inline constexpr char logsumexp_float32[] = "logsumexp(float32)->float32";

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_EXPONENTIALS_H
