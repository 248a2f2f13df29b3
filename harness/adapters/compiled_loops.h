// SPDX-License-Identifier: Apache-2.0
// Dot products, products of matrices, sums and scalings as the loops that everybody writes, for an adapter of a
// compiler to compile.
#ifndef HALLMARK_ADAPTERS_COMPILED_LOOPS_H
#define HALLMARK_ADAPTERS_COMPILED_LOOPS_H

#include <cstddef>

#include "hallmark/backend.h"

namespace hallmark {
// Files compiled with different flags must each have their own instances.
namespace {

/// One running sum of type Accumulator, from the first product to the last; Element and Result are cast.
template <typename Element, typename Accumulator, typename Result>
int dot_loop(void*, const hallmark_arguments* arguments) {
  const auto* left = static_cast<const Element*>(arguments->operand[0]);
  const auto* right = static_cast<const Element*>(arguments->operand[1]);
  const auto* initial = static_cast<const Accumulator*>(arguments->operand[2]);
  auto* result = static_cast<Result*>(arguments->result);
  const std::size_t rows = arguments->rows, depth = arguments->depth;
  for (std::size_t row = 0; row < rows; ++row) {
    Accumulator running = initial == nullptr ? Accumulator(0) : initial[row];
    for (std::size_t i = 0; i < depth; ++i) {
      const auto x = static_cast<Accumulator>(left[row * depth + i]),
                 y = static_cast<Accumulator>(right[row * depth + i]);
      running += x * y;
    }
    result[row] = static_cast<Result>(running);
  }
  return 0;
}

template <typename Element, typename Accumulator, typename Result>
int matmul_loop(void*, const hallmark_arguments* arguments) {
  const auto* left = static_cast<const Element*>(arguments->operand[0]);
  const auto* right = static_cast<const Element*>(arguments->operand[1]);
  const auto* initial = static_cast<const Accumulator*>(arguments->operand[2]);
  auto* result = static_cast<Result*>(arguments->result);
  const std::size_t rows = arguments->rows, columns = arguments->columns, depth = arguments->depth;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      Accumulator running = initial == nullptr ? Accumulator(0) : initial[row * columns + column];
      for (std::size_t i = 0; i < depth; ++i) {
        const auto x = static_cast<Accumulator>(left[row * depth + i]);
        const auto y = static_cast<Accumulator>(right[i * columns + column]);
        running += x * y;
      }
      result[row * columns + column] = static_cast<Result>(running);
    }
  }
  return 0;
}

template <typename Element, typename Accumulator, typename Result>
int sum_loop(void*, const hallmark_arguments* arguments) {
  const auto* elements = static_cast<const Element*>(arguments->operand[0]);
  auto* result = static_cast<Result*>(arguments->result);
  const std::size_t rows = arguments->rows, depth = arguments->depth;
  for (std::size_t row = 0; row < rows; ++row) {
    Accumulator running = Accumulator(0);
    for (std::size_t i = 0; i < depth; ++i) running += static_cast<Accumulator>(elements[row * depth + i]);
    result[row] = static_cast<Result>(running);
  }
  return 0;
}

/// Every row times the one scalar, or divided by it: compilers may divide once and multiply.
template <typename Element, typename Result, bool divides>
int scaling_loop(void*, const hallmark_arguments* arguments) {
  const auto* elements = static_cast<const Element*>(arguments->operand[0]);
  const auto scalar = static_cast<Result>(*static_cast<const float*>(arguments->operand[1]));
  auto* __restrict result = static_cast<Result*>(arguments->result);
  const std::size_t rows = arguments->rows;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto x = static_cast<Result>(elements[row]);
    result[row] = divides ? x / scalar : x * scalar;
  }
  return 0;
}

// Lines of a table of kernels. The accumulator is of the result's type.
#define HALLMARK_LOOPS(type, format, result_type, result)                                        \
  {"dot(" format "," format ")->" result, dot_loop<type, result_type, result_type>},             \
      {"matmul(" format "," format ")->" result, matmul_loop<type, result_type, result_type>}, { \
    "sum(" format ")->" result, sum_loop<type, result_type, result_type>                         \
  }
#define HALLMARK_LOOPS_WITH_INITIAL(type, format, result_type, result)                               \
  {"dot(" format "," format "," result ")->" result, dot_loop<type, result_type, result_type>}, {    \
    "matmul(" format "," format "," result ")->" result, matmul_loop<type, result_type, result_type> \
  }

#define HALLMARK_SCALING_LOOPS(type, format)                                  \
  {"scale(" format ",float32)->float32", scaling_loop<type, float, false>}, { \
    "unscale(" format ",float32)->float32", scaling_loop<type, float, true>   \
  }

}  // namespace
}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_COMPILED_LOOPS_H
