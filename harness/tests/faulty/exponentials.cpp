// SPDX-License-Identifier: Apache-2.0
// Faulty backends of softmax and logsumexp: no largest element subtracted, exponentials and sums too short, elements
// that do not count.
#include "../kernels/exponentials.h"

#include <algorithm>

namespace {
using namespace hallmark::kernels;

Values without_subtraction(const Values& x) {
  Values powers(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) powers[i] = in_float32(std::exp(x[i]));
  return shares(powers, chain(powers));
}
double log_without_subtraction(const Values& x) {
  Values powers(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) powers[i] = in_float32(std::exp(x[i]));
  return in_float32(std::log(chain(powers)));
}
Values short_exponentials(const Values& x) {
  Values powers = powers_of(x, largest(x));
  for (double& power : powers) power = value<bfloat16>(rounded<bfloat16>(power));
  return shares(powers, chain(powers));
}
double log_short_exponentials(const Values& x) {
  Values powers = powers_of(x, largest(x));
  for (double& power : powers) power = value<bfloat16>(rounded<bfloat16>(power));
  return log_of_sum(x, chain(powers));
}
Values short_sum(const Values& x) {
  const Values powers = powers_of(x, largest(x));
  return shares(powers, chain<bfloat16>(powers));
}
double log_short_sum(const Values& x) { return log_of_sum(x, chain<bfloat16>(powers_of(x, largest(x)))); }
// The differences in the operands' own format.
Values short_differences(const Values& x) {
  const double most = largest(x);
  Values powers(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    powers[i] = in_float32(std::exp(value<bfloat16>(rounded<bfloat16>(exact_difference(x[i], most)))));
  }
  return shares(powers, chain(powers));
}
// e^x as 2^(x log2 e), scaled before the subtraction: large elements lose what tells them apart.
Values scaled_before_subtraction(const Values& x) {
  constexpr double log2_of_e = 1.44269504;
  const double top = largest(x), most = in_float32(top * log2_of_e);
  Values powers(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double scaled = in_float32(x[i] * log2_of_e);
    powers[i] = in_float32(std::exp2(in_float32(exact_difference(scaled, most))));
  }
  return shares(powers, chain(powers));
}
// Vectors of eight are summed; the tail gets its share, but nobody counts it.
Values tail_not_counted(const Values& x) {
  const Values powers = powers_of(x, largest(x));
  return shares(powers, chain(powers, 0, x.size() - x.size() % 8));
}
double log_tail_not_counted(const Values& x) {
  const Values powers = powers_of(x, largest(x));
  return log_of_sum(x, chain(powers, 0, x.size() - x.size() % 8));
}
double log_without_last(const Values& x) {
  const Values rest(x.begin(), x.end() - (x.empty() ? 0 : 1));
  return log_sum(rest);
}
// As where a mask and a missing number are the same.
Values nan_is_masked(const Values& x) {
  Values masked = x;
  for (double& one : masked) one = std::isnan(one) ? -INFINITY : one;
  return softmax_of(masked);
}
double log_nan_is_masked(const Values& x) {
  Values masked = x;
  for (double& one : masked) one = std::isnan(one) ? -INFINITY : one;
  return log_sum(masked);
}
// Attention's kernels give a row of zeros where everything is masked.
Values masked_row_is_zero(const Values& x) {
  const bool is_masked = std::all_of(x.begin(), x.end(), [](double one) { return one == -INFINITY; });
  return is_masked ? Values(x.size(), 0.0) : softmax_of(x);
}
Values infinity_clamped(const Values& x) {
  Values clamped = x;
  for (double& one : clamped) one = std::isinf(one) ? std::copysign(0x1.fep127, one) : one;
  return softmax_of(clamped);
}
Values flushed_results(const Values& x) {
  Values results = softmax_of(x);
  for (double& one : results) one = std::abs(one) < 0x1p-126 ? 0 : one;
  return results;
}
// The sum of the shares is made 1 by force: the last element takes what is left over.
Values last_takes_the_rest(const Values& x) {
  Values results = softmax_of(x);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < results.size(); ++i) sum = added(sum, results[i]);
  if (!results.empty()) results.back() = added(1, -sum);
  return results;
}
double log_of_masked_is_nan(const Values& x) {
  return in_float32(largest(x) + std::log(chain(powers_of(x, largest(x)))));
}
double log_to_base_two(const Values& x) { return log_sum(x) * 1.4426950408889634; }

#define SOFTMAX(name)                                                                                                 \
  {                                                                                                                   \
#name, "ieee754", {                                                                                               \
      {softmax_wide, of_elements<name, bfloat16, float32>}, { softmax_narrow, of_elements<name, bfloat16, bfloat16> } \
    }                                                                                                                 \
  }
#define LOGSUMEXP(name)                                                                                         \
  {                                                                                                             \
#name, "ieee754", {                                                                                         \
      {logsumexp_wide, of_row<name, bfloat16, float32>}, { logsumexp_narrow, of_row<name, bfloat16, bfloat16> } \
    }                                                                                                           \
  }

const TestBackend faults[] = {
    SOFTMAX(without_subtraction),
    SOFTMAX(short_exponentials),
    SOFTMAX(short_sum),
    SOFTMAX(short_differences),
    SOFTMAX(tail_not_counted),
    SOFTMAX(nan_is_masked),
    SOFTMAX(masked_row_is_zero),
    SOFTMAX(infinity_clamped),
    SOFTMAX(flushed_results),
    SOFTMAX(last_takes_the_rest),
    {"scaled_before_subtraction",
     "ieee754",
     {{softmax_float32, of_elements<scaled_before_subtraction, float32, float32>}}},
    LOGSUMEXP(log_without_subtraction),
    LOGSUMEXP(log_short_exponentials),
    LOGSUMEXP(log_short_sum),
    LOGSUMEXP(log_tail_not_counted),
    LOGSUMEXP(log_without_last),
    LOGSUMEXP(log_nan_is_masked),
    LOGSUMEXP(log_of_masked_is_nan),
    LOGSUMEXP(log_to_base_two),
};

}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
