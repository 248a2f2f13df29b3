// SPDX-License-Identifier: Apache-2.0
// Products of matrices by the code that libxsmm generates for one shape, as lines of a table of kernels.
#ifndef HALLMARK_ADAPTERS_LIBXSMM_PRODUCTS_H
#define HALLMARK_ADAPTERS_LIBXSMM_PRODUCTS_H

#include <libxsmm.h>

#include <cstddef>
#include <cstring>
#include <vector>

#include "hallmark/backend.h"

namespace hallmark {

// libxsmm's matrices are stored by columns, so that it is asked for C^T = B^T A^T: its first operand is `right`, its
// second `left`, and each of them lies as it is.
struct LibxsmmShape {
  libxsmm_blasint rows, columns, depth;
};

inline libxsmm_smmfunction generated_product(const LibxsmmShape& shape, float beta, const float*, const float*) {
  const float alpha = 1;
  return libxsmm_smmdispatch(shape.columns, shape.rows, shape.depth, nullptr, nullptr, nullptr, &alpha, &beta, nullptr,
                             nullptr);
}
inline libxsmm_bsmmfunction generated_product(const LibxsmmShape& shape, float beta, const libxsmm_bfloat16*,
                                              const float*) {
  const float alpha = 1;
  return libxsmm_bsmmdispatch(shape.columns, shape.rows, shape.depth, nullptr, nullptr, nullptr, &alpha, &beta, nullptr,
                              nullptr);
}
inline libxsmm_bmmfunction generated_product(const LibxsmmShape& shape, float beta, const libxsmm_bfloat16*,
                                             const libxsmm_bfloat16*) {
  const float alpha = 1;
  return libxsmm_bmmdispatch(shape.columns, shape.rows, shape.depth, nullptr, nullptr, nullptr, &alpha, &beta, nullptr,
                             nullptr);
}

/// Elements as the generated code reads them: float32 in place, bfloat16 of `right` in pairs along the depth, which is
/// filled up to an even number with zeros.
struct LibxsmmOperands {
  LibxsmmShape shape;
  std::vector<libxsmm_bfloat16> left_copy, right_copy;

  const float* left(const float* operand) const { return operand; }
  const float* right(const float* operand) const { return operand; }
  const libxsmm_bfloat16* left(const libxsmm_bfloat16* operand) const {
    return left_copy.empty() ? operand : left_copy.data();
  }
  const libxsmm_bfloat16* right(const libxsmm_bfloat16*) const { return right_copy.data(); }
};

inline LibxsmmOperands packed(const hallmark_arguments& arguments, const float*) {
  return {{static_cast<libxsmm_blasint>(arguments.rows), static_cast<libxsmm_blasint>(arguments.columns),
           static_cast<libxsmm_blasint>(arguments.depth)},
          {},
          {}};
}
inline LibxsmmOperands packed(const hallmark_arguments& arguments, const libxsmm_bfloat16*) {
  const auto* left = static_cast<const libxsmm_bfloat16*>(arguments.operand[0]);
  const auto* right = static_cast<const libxsmm_bfloat16*>(arguments.operand[1]);
  const std::size_t rows = arguments.rows, columns = arguments.columns, depth = arguments.depth;
  const std::size_t even = depth + depth % 2;
  LibxsmmOperands operands{
      {static_cast<libxsmm_blasint>(rows), static_cast<libxsmm_blasint>(columns), static_cast<libxsmm_blasint>(even)},
      {},
      std::vector<libxsmm_bfloat16>(even * columns)};
  for (std::size_t i = 0; i < depth; ++i) {
    for (std::size_t column = 0; column < columns; ++column) {
      operands.right_copy[(i / 2 * columns + column) * 2 + i % 2] = right[i * columns + column];
    }
  }
  if (even == depth) return operands;
  operands.left_copy.resize(rows * even);
  for (std::size_t row = 0; row < rows; ++row) {
    std::memcpy(&operands.left_copy[row * even], left + row * depth, depth * sizeof *left);
  }
  return operands;
}

/// C = A B, or C = A B + C where C holds the initial values, which are of the result's type. Fails where libxsmm
/// generates no code for the shape.
template <typename Element, typename Result>
int libxsmm_matmul(void*, const hallmark_arguments* arguments) {
  const std::size_t results = arguments->rows * arguments->columns;
  if (results == 0) return 0;
  const bool has_initial = arguments->operand[2] != nullptr;
  auto* result = static_cast<Result*>(arguments->result);
  if (has_initial) {
    std::memcpy(result, arguments->operand[2], results * sizeof(Result));
  } else if (arguments->depth == 0) {  // it generates nothing for empty operands
    std::memset(result, 0, results * sizeof(Result));
  }
  if (arguments->depth == 0) return 0;
  const auto* left = static_cast<const Element*>(arguments->operand[0]);
  const auto* right = static_cast<const Element*>(arguments->operand[1]);
  const LibxsmmOperands operands = packed(*arguments, left);
  const auto multiply = generated_product(operands.shape, has_initial ? 1.0f : 0.0f, left, result);
  if (multiply == nullptr) return 1;
  multiply(operands.right(right), operands.left(left), result);
  return 0;
}

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_LIBXSMM_PRODUCTS_H
