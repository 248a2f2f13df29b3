// SPDX-License-Identifier: Apache-2.0
// Means, prefix sums, predicates and exponentials of rows, from which faulty backends deviate.
#ifndef HALLMARK_TESTS_KERNELS_ROW_REDUCTIONS_H
#define HALLMARK_TESTS_KERNELS_ROW_REDUCTIONS_H

#include <cstddef>
#include <vector>

#include "arithmetic.h"
#include "test_backend.h"

namespace hallmark::kernels {

// The elements of a row; every one is a float64.
template <Format format>
std::vector<double> values_of_row(const hallmark_arguments* arguments, std::size_t row) {
  const auto* words = static_cast<const Word<format>*>(arguments->operand[0]) + row * arguments->depth;
  std::vector<double> values(arguments->depth);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value<format>(words[i]);
  return values;
}

// An addition rounded to the format, which is no wider than float32: rounding to odd first loses nothing.
template <Format format = float32>
double added(double x, double y) {
  return value<format>(rounded<format>(exact_sum(x, y)));
}
template <Format format = float32>
double chain(const std::vector<double>& terms, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i) sum = added<format>(sum, terms[i]);
  return sum;
}
template <Format format = float32>
double chain(const std::vector<double>& terms) {
  return chain<format>(terms, 0, terms.size());
}

// Kernels of a double function(const std::vector<double>&), one result a row.
template <auto function, Format from, Format to>
int of_row(void*, const hallmark_arguments* arguments) {
  auto* result = static_cast<Word<to>*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    result[row] = rounded<to>(function(values_of_row<from>(arguments, row)));
  }
  return 0;
}
// Of a std::vector<double> function(const std::vector<double>&), one result an element.
template <auto function, Format from, Format to>
int of_elements(void*, const hallmark_arguments* arguments) {
  auto* result = static_cast<Word<to>*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const std::vector<double> results = function(values_of_row<from>(arguments, row));
    for (std::size_t i = 0; i < results.size(); ++i) result[row * arguments->depth + i] = rounded<to>(results[i]);
  }
  return 0;
}
// Of an unsigned function(const std::vector<double>&), a truth value.
template <auto function, Format from>
int predicate(void*, const hallmark_arguments* arguments) {
  auto* result = static_cast<std::uint8_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    result[row] = static_cast<std::uint8_t>(function(values_of_row<from>(arguments, row)));
  }
  return 0;
}

inline constexpr char mean_wide[] = "mean(bfloat16)->float32";
inline constexpr char mean_narrow[] = "mean(bfloat16)->bfloat16";
inline constexpr char cumulative_wide[] = "cumulative_sum(bfloat16)->float32";
inline constexpr char cumulative_narrow[] = "cumulative_sum(bfloat16)->bfloat16";
inline constexpr char finite_bfloat16[] = "all_finite(bfloat16)->uint8";
inline constexpr char finite_float32[] = "all_finite(float32)->uint8";

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_ROW_REDUCTIONS_H
