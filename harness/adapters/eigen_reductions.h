// SPDX-License-Identifier: Apache-2.0
// Eigen's products of matrices, dot products and sums, as lines of a table of kernels.
#ifndef HALLMARK_ADAPTERS_EIGEN_REDUCTIONS_H
#define HALLMARK_ADAPTERS_EIGEN_REDUCTIONS_H

#include <Eigen/Core>
#include <cstddef>

#include "hallmark/backend.h"

namespace hallmark::eigen {

template <typename Type>
using Matrix = Eigen::Matrix<Type, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename Type>
using Vector = Eigen::Matrix<Type, Eigen::Dynamic, 1>;

/// Result += left * right, where Result starts from zeros or the initial values. Eigen multiplies and sums in the type
/// Result; operands of another are cast to it.
template <typename Type, typename Result>
int matmul(void*, const hallmark_arguments* arguments) {
  const auto rows = static_cast<Eigen::Index>(arguments->rows), columns = static_cast<Eigen::Index>(arguments->columns);
  const auto depth = static_cast<Eigen::Index>(arguments->depth);
  const Eigen::Map<const Matrix<Type>> left(static_cast<const Type*>(arguments->operand[0]), rows, depth);
  const Eigen::Map<const Matrix<Type>> right(static_cast<const Type*>(arguments->operand[1]), depth, columns);
  Eigen::Map<Matrix<Result>> result(static_cast<Result*>(arguments->result), rows, columns);
  if (arguments->operand[2] == nullptr) {
    result.noalias() = left.template cast<Result>() * right.template cast<Result>();
  } else {
    result = Eigen::Map<const Matrix<Result>>(static_cast<const Result*>(arguments->operand[2]), rows, columns);
    result.noalias() += left.template cast<Result>() * right.template cast<Result>();
  }
  return 0;
}

/// Row by row.
template <typename Type, typename Result>
int dot(void*, const hallmark_arguments* arguments) {
  const auto depth = static_cast<Eigen::Index>(arguments->depth);
  auto* result = static_cast<Result*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const std::size_t at = row * arguments->depth;
    const Eigen::Map<const Vector<Type>> left(static_cast<const Type*>(arguments->operand[0]) + at, depth);
    const Eigen::Map<const Vector<Type>> right(static_cast<const Type*>(arguments->operand[1]) + at, depth);
    result[row] = left.template cast<Result>().dot(right.template cast<Result>());
  }
  return 0;
}

template <typename Type, typename Result>
int sum(void*, const hallmark_arguments* arguments) {
  const auto depth = static_cast<Eigen::Index>(arguments->depth);
  auto* result = static_cast<Result*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const std::size_t at = row * arguments->depth;
    const Eigen::Map<const Vector<Type>> elements(static_cast<const Type*>(arguments->operand[0]) + at, depth);
    result[row] = elements.template cast<Result>().sum();
  }
  return 0;
}

// Results of the operands' own type, as Eigen multiplies them; of float where operands are cast first.
#define HALLMARK_EIGEN_REDUCTIONS(type, name, result_type, result)                         \
  {"matmul(" name "," name ")->" result, eigen::matmul<type, result_type>},                \
      {"matmul(" name "," name "," result ")->" result, eigen::matmul<type, result_type>}, \
      {"dot(" name "," name ")->" result, eigen::dot<type, result_type>}, {                \
    "sum(" name ")->" result, eigen::sum<type, result_type>                                \
  }

}  // namespace hallmark::eigen

#endif  // HALLMARK_ADAPTERS_EIGEN_REDUCTIONS_H
