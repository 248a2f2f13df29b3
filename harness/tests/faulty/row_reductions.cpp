// SPDX-License-Identifier: Apache-2.0
// Faulty backends of means, prefix sums and predicates: weaker accumulators, wrong counts, carries lost between tiles,
// elements nobody looks at.
#include "../kernels/row_reductions.h"

#include <algorithm>

namespace {
using namespace hallmark::kernels;
using Values = std::vector<double>;

double count_of(const Values& x) { return static_cast<double>(x.size()); }
double divided(double sum, double count) { return value<float32>(rounded<float32>(exact_quotient(sum, count))); }

double mean_in_bfloat16(const Values& x) { return divided(chain<bfloat16>(x), count_of(x)); }
// The sample variance's divisor in the mean's place.
double mean_by_one_less(const Values& x) { return divided(chain(x), count_of(x) - 1); }
double mean_of_whole_vectors(const Values& x) { return divided(chain(x, 0, x.size() - x.size() % 8), count_of(x)); }
// As nanmean does, which is another operation.
double mean_of_numbers(const Values& x) {
  Values numbers;
  std::copy_if(x.begin(), x.end(), std::back_inserter(numbers), [](double one) { return !std::isnan(one); });
  return divided(chain(numbers), count_of(numbers));
}
double mean_of_none_is_zero(const Values& x) { return x.empty() ? 0.0 : divided(chain(x), count_of(x)); }
// A reciprocal as wide as the result, not as the accumulator.
double mean_by_short_reciprocal(const Values& x) {
  return chain(x) * value<bfloat16>(rounded<bfloat16>(exact_quotient(1.0, count_of(x))));
}

template <Format format>
Values prefixes(const Values& x) {
  Values sums(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sums[i] = sum = added<format>(sum, x[i]);
  return sums;
}
Values prefixes_in_bfloat16(const Values& x) { return prefixes<bfloat16>(x); }
Values prefixes_before(const Values& x) {  // the exclusive sum
  Values sums = prefixes<float32>(x);
  std::rotate(sums.begin(), sums.end() - (sums.empty() ? 0 : 1), sums.end());
  if (!sums.empty()) sums[0] = 0;
  return sums;
}
Values prefixes_of_tiles(const Values& x) {  // nobody carries on from tile to tile
  Values sums(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) sums[i] = i % 64 == 0 ? x[i] : added(sums[i - 1], x[i]);
  return sums;
}
Values prefixes_without_nan(const Values& x) {
  Values sums(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sums[i] = sum = std::isnan(x[i]) ? sum : added(sum, x[i]);
  return sums;
}
// A scan of vectors of eight that leaves the tail as it was.
int prefixes_of_whole_vectors(void*, const hallmark_arguments* arguments) {
  auto* result = static_cast<std::uint32_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const Values sums = prefixes<float32>(values_of_row<bfloat16>(arguments, row));
    for (std::size_t i = 0; i < sums.size() - sums.size() % 8; ++i) {
      result[row * arguments->depth + i] = rounded<float32>(sums[i]);
    }
  }
  return 0;
}

// Few rows take one scan, many another: both are right, and what a row gives depends on how many there are.
Values prefixes_of_halves(const Values& x) {
  const std::size_t half = x.size() / 2;
  Values sums = prefixes<float32>(x);
  double sum = 0;
  for (std::size_t i = half; i < x.size(); ++i) {
    sum = added(sum, x[i]);
    sums[i] = half == 0 ? sum : added(sums[half - 1], sum);
  }
  return sums;
}
int prefixes_by_rows(void* state, const hallmark_arguments* arguments) {
  return arguments->rows < 8 ? of_elements<prefixes<float32>, bfloat16, float32>(state, arguments)
                             : of_elements<prefixes_of_halves, bfloat16, float32>(state, arguments);
}

bool finite(double x) { return std::isfinite(x); }
unsigned finite_whole_vectors(const Values& x) {
  return std::all_of(x.begin(), x.end() - static_cast<std::ptrdiff_t>(x.size() % 8), finite);
}
unsigned finite_but_first(const Values& x) { return x.empty() || std::all_of(x.begin() + 1, x.end(), finite); }
unsigned only_no_nan(const Values& x) {
  return std::none_of(x.begin(), x.end(), [](double one) { return std::isnan(one); });
}
unsigned only_no_infinity(const Values& x) {
  return std::none_of(x.begin(), x.end(), [](double one) { return std::isinf(one); });
}
unsigned below_infinity(const Values& x) {  // and so is -infinity
  return std::all_of(x.begin(), x.end(), [](double one) { return one < INFINITY; });
}
// Largest numbers add to infinity.
// One thread's share of a long row begins one element late.
unsigned finite_but_600th(const Values& x) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i != 600 && !finite(x[i])) return 0;
  }
  return 1;
}
unsigned finite_sum(const Values& x) { return std::isfinite(chain(x)); }
unsigned any_finite(const Values& x) { return std::any_of(x.begin(), x.end(), finite); }
unsigned any_not_finite(const Values& x) { return !std::all_of(x.begin(), x.end(), finite); }
unsigned none_is_not_finite(const Values& x) { return !x.empty() && std::all_of(x.begin(), x.end(), finite); }
unsigned finite_as_a_mask(const Values& x) { return std::all_of(x.begin(), x.end(), finite) ? 0xff : 0; }

#define MEAN(name)                                                                                    \
  {                                                                                                   \
#name, "ieee754", {                                                                               \
      {mean_wide, of_row<name, bfloat16, float32>}, { mean_narrow, of_row<name, bfloat16, bfloat16> } \
    }                                                                                                 \
  }
#define PREFIXES(name)                                          \
  {                                                             \
#name, "ieee754", {                                         \
      { cumulative_wide, of_elements<name, bfloat16, float32> } \
    }                                                           \
  }
#define FINITE(name)                                                                             \
  {                                                                                              \
#name, "ieee754", {                                                                          \
      {finite_bfloat16, predicate<name, bfloat16>}, { finite_float32, predicate<name, float32> } \
    }                                                                                            \
  }

const TestBackend faults[] = {
    MEAN(mean_in_bfloat16),
    MEAN(mean_by_one_less),
    MEAN(mean_of_whole_vectors),
    MEAN(mean_of_numbers),
    MEAN(mean_of_none_is_zero),
    MEAN(mean_by_short_reciprocal),
    PREFIXES(prefixes_in_bfloat16),
    PREFIXES(prefixes_before),
    PREFIXES(prefixes_of_tiles),
    PREFIXES(prefixes_without_nan),
    {"prefixes_of_whole_vectors", "ieee754", {{cumulative_wide, prefixes_of_whole_vectors}}},
    {"prefixes_by_rows", "ieee754", {{cumulative_wide, prefixes_by_rows}}},
    FINITE(finite_whole_vectors),
    FINITE(finite_but_first),
    FINITE(finite_but_600th),
    FINITE(only_no_nan),
    FINITE(only_no_infinity),
    FINITE(below_infinity),
    FINITE(finite_sum),
    FINITE(any_finite),
    FINITE(any_not_finite),
    FINITE(none_is_not_finite),
    FINITE(finite_as_a_mask),
};

}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
