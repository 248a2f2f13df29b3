// SPDX-License-Identifier: Apache-2.0
// Right backends of means, prefix sums and predicates: each keeps a float32 accumulator or a better one, and goes its
// own way.
#include "../kernels/row_reductions.h"

#include <algorithm>

#include "../kernels/thread_runtime.h"

namespace {
using namespace hallmark::kernels;
using Values = std::vector<double>;

double count_of(const Values& x) { return static_cast<double>(x.size()); }
double in_float32(double x) { return value<float32>(rounded<float32>(x)); }

// Divided in float32, then rounded once more to a narrower result.
double mean_by_quotient(const Values& x) { return in_float32(exact_quotient(chain(x), count_of(x))); }
double mean_by_reciprocal(const Values& x) {
  const double reciprocal = in_float32(exact_quotient(1.0, count_of(x)));
  return in_float32(x.empty() ? NAN : exact_product(chain(x), reciprocal));
}
// As wide as the machine has it, rounded once.
double mean_in_float64(const Values& x) {
  double sum = 0;
  for (const double one : x) sum += one;
  return exact_quotient(sum, count_of(x));
}
double mean_backward(const Values& x) {
  const Values turned(x.rbegin(), x.rend());
  return in_float32(exact_quotient(chain(turned), count_of(x)));
}

// As many partial sums as there are threads to make them.
double mean_split_by_threads(const Values& x) {
  const auto parts = static_cast<std::size_t>(omp_get_max_threads());
  double sum = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    sum = added(sum, chain(x, x.size() * part / parts, x.size() * (part + 1) / parts));
  }
  return in_float32(exact_quotient(sum, count_of(x)));
}
// Two bits more than float32's, rounded up: each step's error stays within a float32 rounding, but the mean of -x is
// another than that of x.
double mean_rounded_up(const Values& x) {
  constexpr Format bits_26{11, 25, 1023};
  constexpr Policy up{.rounding = Rounding::rup};
  double sum = 0;
  for (const double one : x) sum = value<bits_26>(rounded<bits_26, up>(exact_sum(sum, one)));
  return exact_quotient(sum, count_of(x));
}
// Backward where the first element is large: any order is right, but this one depends on a power of two.
double mean_by_size(const Values& x) {
  return !x.empty() && std::abs(x[0]) >= 64 ? mean_backward(x) : mean_by_quotient(x);
}

Values prefixes_in_sequence(const Values& x) {
  Values sums(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sums[i] = sum = added(sum, x[i]);
  return sums;
}
Values prefixes_in_float64(const Values& x) {
  Values sums(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sums[i] = sum += x[i];
  return sums;
}
// Hillis and Steele, Communications of the ACM 29, 1986: each step adds what stands twice as far before.
Values prefixes_in_parallel(const Values& x) {
  Values sums = x;
  for (std::size_t distance = 1; distance < x.size(); distance *= 2) {
    for (std::size_t i = x.size(); i-- > distance;) sums[i] = added(sums[i - distance], sums[i]);
  }
  return sums;
}
// Tiles of 32, each by itself, then with the sum of all before it.
Values prefixes_of_tiles_with_carry(const Values& x) {
  Values sums(x.size());
  double carry = 0, sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i % 32 == 0 && i > 0) {
      carry = added(carry, sum);
      sum = 0;
    }
    sum = added(sum, x[i]);
    sums[i] = added(carry, sum);
  }
  return sums;
}

// Another order where the first element is negative.
Values prefixes_by_sign(const Values& x) {
  return !x.empty() && std::signbit(x[0]) ? prefixes_in_parallel(x) : prefixes_in_sequence(x);
}
// A tile for each thread, and the sum of those before it.
Values prefixes_split_by_threads(const Values& x) {
  const auto parts = static_cast<std::size_t>(omp_get_max_threads());
  Values sums(x.size());
  double carry = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    double sum = 0;
    for (std::size_t i = x.size() * part / parts; i < x.size() * (part + 1) / parts; ++i) {
      sum = added(sum, x[i]);
      sums[i] = added(carry, sum);
    }
    carry = added(carry, sum);
  }
  return sums;
}

unsigned finite_each(const Values& x) {
  return std::all_of(x.begin(), x.end(), [](double one) { return std::isfinite(one); });
}
// x - x is 0 of every number and NaN of the others; any NaN stays in the sum.
unsigned finite_by_difference(const Values& x) {
  double sum = 0;
  for (const double one : x) sum += one - one;
  return sum == 0;
}

// Right with as many threads as it has, not with more.
unsigned finite_of_four_threads(const Values& x) {
  const auto parts = static_cast<std::size_t>(omp_get_max_threads());
  const std::size_t seen = parts > 4 ? x.size() / parts * parts : x.size();
  return std::all_of(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(seen),
                     [](double one) { return std::isfinite(one); });
}

#define MEAN(name)                                                                                    \
  {                                                                                                   \
#name, "ieee754", {                                                                               \
      {mean_wide, of_row<name, bfloat16, float32>}, { mean_narrow, of_row<name, bfloat16, bfloat16> } \
    }                                                                                                 \
  }
#define PREFIXES(name)                                           \
  {                                                              \
#name, "ieee754", {                                          \
      {cumulative_wide, of_elements<name, bfloat16, float32>}, { \
        cumulative_narrow, of_elements<name, bfloat16, bfloat16> \
      }                                                          \
    }                                                            \
  }
#define FINITE(name)                                                                             \
  {                                                                                              \
#name, "ieee754", {                                                                          \
      {finite_bfloat16, predicate<name, bfloat16>}, { finite_float32, predicate<name, float32> } \
    }                                                                                            \
  }

const TestBackend backends[] = {
    MEAN(mean_by_quotient),
    MEAN(mean_by_reciprocal),
    MEAN(mean_in_float64),
    MEAN(mean_backward),
    MEAN(mean_split_by_threads),
    MEAN(mean_rounded_up),
    MEAN(mean_by_size),
    PREFIXES(prefixes_in_sequence),
    PREFIXES(prefixes_in_float64),
    PREFIXES(prefixes_in_parallel),
    PREFIXES(prefixes_of_tiles_with_carry),
    PREFIXES(prefixes_by_sign),
    PREFIXES(prefixes_split_by_threads),
    FINITE(finite_each),
    FINITE(finite_by_difference),
    FINITE(finite_of_four_threads),
};

}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
