// SPDX-License-Identifier: Apache-2.0
// Right backends of softmax and logsumexp: each keeps float32 steps or better ones, and goes its own way.
#include "../kernels/exponentials.h"

#include <algorithm>

namespace {
using namespace hallmark::kernels;

Values softmax_in_sequence(const Values& x) { return softmax_of(x); }
Values softmax_by_reciprocal(const Values& x) {
  Values powers = powers_of(x, largest(x));
  const double reciprocal = in_float32(exact_quotient(1.0, chain(powers)));
  for (double& power : powers) power = in_float32(exact_product(power, reciprocal));
  return powers;
}
Values softmax_in_float64(const Values& x) {
  const double most = largest(x);
  Values powers(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += powers[i] = std::exp(x[i] - most);
  for (double& power : powers) power /= sum;
  return powers;
}
// Sums of eight lanes, then of those, and exponentials that miss by nearly an ulp.
Values softmax_of_lanes(const Values& x) {
  Values powers = powers_of(x, largest(x));
  for (double& power : powers) {
    const bool is_exact = power == 1 || power == 0 || !std::isfinite(power) || power < 0x1p-126;
    if (!is_exact) power = std::nextafter(static_cast<float>(power), 0.0f);
  }
  double lanes[8] = {};
  for (std::size_t i = 0; i < powers.size(); ++i) lanes[i % 8] = added(lanes[i % 8], powers[i]);
  double sum = 0;
  for (const double lane : lanes) sum = added(sum, lane);
  return shares(powers, sum);
}

double log_in_sequence(const Values& x) { return log_sum(x); }
double log_in_float64(const Values& x) {
  const double most = largest(x);
  if (std::isinf(most)) return most;
  double sum = 0;
  for (const double one : x) sum += std::exp(one - most);
  return most + std::log(sum);
}
// The largest element's own 1 is left to log1p.
double log_beside_one(const Values& x) {
  const double most = largest(x);
  if (std::isinf(most) || std::isnan(most)) return most;
  Values powers = powers_of(x, most);
  powers.erase(std::find(powers.begin(), powers.end(), 1.0));
  return in_float32(exact_sum(most, in_float32(std::log1p(chain(powers)))));
}

#define SOFTMAX(name)                                                                                                \
  {                                                                                                                  \
#name, "ieee754", {                                                                                              \
      {softmax_wide, of_elements<name, bfloat16, float32>}, {softmax_narrow, of_elements<name, bfloat16, bfloat16>}, \
          {softmax_float32, of_elements<name, float32, float32>},                                                    \
    }                                                                                                                \
  }
#define LOGSUMEXP(name)                                                                                        \
  {                                                                                                            \
#name, "ieee754", {                                                                                        \
      {logsumexp_wide, of_row<name, bfloat16, float32>}, {logsumexp_narrow, of_row<name, bfloat16, bfloat16>}, \
          {logsumexp_float32, of_row<name, float32, float32>},                                                 \
    }                                                                                                          \
  }

const TestBackend backends[] = {
    SOFTMAX(softmax_in_sequence), SOFTMAX(softmax_by_reciprocal), SOFTMAX(softmax_in_float64),
    SOFTMAX(softmax_of_lanes),    LOGSUMEXP(log_in_sequence),     LOGSUMEXP(log_in_float64),
    LOGSUMEXP(log_beside_one),
};

}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
