// SPDX-License-Identifier: Apache-2.0
// Dot products of bfloat16 and sums, one accumulator step at a time, from which faulty backends deviate.
#ifndef HALLMARK_TESTS_KERNELS_REDUCTIONS_H
#define HALLMARK_TESTS_KERNELS_REDUCTIONS_H

#include <cstddef>
#include <vector>

#include "arithmetic.h"
#include "test_backend.h"

namespace hallmark::kernels {

// The factors of one result; the step is 1 but in a matrix's column.
struct Factors {
  const std::uint16_t* left;
  const std::uint16_t* right;
  std::size_t depth, right_step;

  double x(std::size_t i) const { return value<bfloat16>(left[i]); }
  double y(std::size_t i) const { return value<bfloat16>(right[i * right_step]); }
  double product(std::size_t i) const { return x(i) * y(i); }  // exact: 16 bits
};

// One accumulator step: the exact sum rounded to the format. Named formats of the tests below are wider than none of
// float64's 51 bits, so that rounding to odd first loses nothing.
template <Format format, Policy policy = Policy{}>
double step(double accumulator, double term) {
  return value<format>(rounded<format, policy>(exact_sum(accumulator, term)));
}

template <Format format, Policy policy = Policy{}>
double chain(const Factors& factors, double start, std::size_t from, std::size_t to) {
  double accumulator = start;
  for (std::size_t i = from; i < to; ++i) accumulator = step<format, policy>(accumulator, factors.product(i));
  return accumulator;
}
template <Format format, Policy policy = Policy{}>
double chain(const Factors& factors, double start) {
  return chain<format, policy>(factors, start, 0, factors.depth);
}

// Kernels of a double function(const Factors&, double start), whose result is rounded to float32.
template <auto function>
int dot(void*, const hallmark_arguments* arguments) {
  const auto* left = static_cast<const std::uint16_t*>(arguments->operand[0]);
  const auto* right = static_cast<const std::uint16_t*>(arguments->operand[1]);
  const auto* initial = static_cast<const std::uint32_t*>(arguments->operand[2]);
  auto* result = static_cast<std::uint32_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const std::size_t at = row * arguments->depth;
    const Factors factors{left + at, right + at, arguments->depth, 1};
    result[row] = rounded<float32>(function(factors, initial == nullptr ? 0.0 : value<float32>(initial[row])));
  }
  return 0;
}
template <auto function>
int matmul(void*, const hallmark_arguments* arguments) {
  const auto* left = static_cast<const std::uint16_t*>(arguments->operand[0]);
  const auto* right = static_cast<const std::uint16_t*>(arguments->operand[1]);
  const auto* initial = static_cast<const std::uint32_t*>(arguments->operand[2]);
  auto* result = static_cast<std::uint32_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    for (std::size_t column = 0; column < arguments->columns; ++column) {
      const std::size_t at = row * arguments->columns + column;
      const Factors factors{left + row * arguments->depth, right + column, arguments->depth, arguments->columns};
      result[at] = rounded<float32>(function(factors, initial == nullptr ? 0.0 : value<float32>(initial[at])));
    }
  }
  return 0;
}

inline constexpr char dot_bfloat16[] = "dot(bfloat16,bfloat16)->float32";
inline constexpr char dot_bfloat16_initial[] = "dot(bfloat16,bfloat16,float32)->float32";
inline constexpr char matmul_bfloat16[] = "matmul(bfloat16,bfloat16)->float32";
inline constexpr char matmul_bfloat16_initial[] = "matmul(bfloat16,bfloat16,float32)->float32";

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_REDUCTIONS_H
