// SPDX-License-Identifier: Apache-2.0
// What backend libtorch asks of ATen's products of matrices, dot products, sums and what is made of sums.
#ifndef HALLMARK_ADAPTERS_LIBTORCH_REDUCTIONS_H
#define HALLMARK_ADAPTERS_LIBTORCH_REDUCTIONS_H

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "libtorch_tensors.h"

namespace hallmark::libtorch {

/// How many elements the result has: one a row, one a place of rows x columns, one an operand's element.
enum class ResultShape { rows, matrix, elements };

/// A reduction of tensors of two dimensions: x[0] is rows x depth; a product's x[1] is depth x columns.
#define HALLMARK_TORCH_REDUCTION(identifier, signature_name, operand_count, shape, expression) \
  struct identifier {                                                                          \
    static constexpr const char* name = signature_name;                                        \
    static constexpr std::size_t operands = operand_count;                                     \
    static constexpr ResultShape result = ResultShape::shape;                                  \
    static at::Tensor of(const at::Tensor* x, at::ScalarType type) {                           \
      (void)type;                                                                              \
      return expression;                                                                       \
    }                                                                                          \
  };

/// at::dot takes one row.
inline at::Tensor dots_of(const at::Tensor& left, const at::Tensor& right) {
  const std::int64_t rows = left.size(0);
  at::Tensor results = at::empty({rows}, left.options());
  for (std::int64_t row = 0; row < rows; ++row) results.select(0, row).copy_(at::dot(left[row], right[row]));
  return results;
}

// A sum, a mean, a softmax and a cumulative sum take the result's type as an argument; the others return the operands'.
HALLMARK_TORCH_REDUCTION(Product, "matmul", 2, matrix, at::matmul(x[0], x[1]))
HALLMARK_TORCH_REDUCTION(ProductAndSum, "matmul", 3, matrix, at::addmm(x[2], x[0], x[1]))
HALLMARK_TORCH_REDUCTION(Dot, "dot", 2, rows, dots_of(x[0], x[1]))
HALLMARK_TORCH_REDUCTION(Sum, "sum", 1, rows, at::sum(x[0], {1}, false, type))
HALLMARK_TORCH_REDUCTION(Mean, "mean", 1, rows, at::mean(x[0], {1}, false, type))
HALLMARK_TORCH_REDUCTION(Logsumexp, "logsumexp", 1, rows, at::logsumexp(x[0], {1}))
HALLMARK_TORCH_REDUCTION(Softmax, "softmax", 1, elements, at::softmax(x[0], 1, type))
HALLMARK_TORCH_REDUCTION(CumulativeSum, "cumulative_sum", 1, elements, at::cumsum(x[0], 1, type))

inline std::vector<std::int64_t> shape_of(const hallmark_arguments* arguments, ResultShape result,
                                          std::size_t operand) {
  const auto rows = static_cast<std::int64_t>(arguments->rows), columns = static_cast<std::int64_t>(arguments->columns);
  const auto depth = static_cast<std::int64_t>(arguments->depth);
  if (result != ResultShape::matrix || operand == 0) return {rows, depth};
  if (operand == 1) return {depth, columns};
  return {rows, columns};
}

template <typename Operation, at::ScalarType type, at::ScalarType result>
int reduce(void* state, const hallmark_arguments* arguments) {
  auto& library = *static_cast<Library*>(state);
  const std::size_t elements = arguments->rows * (Operation::result == ResultShape::rows     ? 1
                                                  : Operation::result == ResultShape::matrix ? arguments->columns
                                                                                             : arguments->depth);
  return deliver(library, arguments, result, elements, [&] {
    at::Tensor operands[Operation::operands];
    for (std::size_t i = 0; i < std::size(operands); ++i) {
      operands[i] = tensor_of(library, arguments, i, type, shape_of(arguments, Operation::result, i));
    }
    return Operation::of(operands, result);
  });
}

struct OfferedReduction {
  std::string signature;
  hallmark_kernel kernel;
};

template <typename Operation, at::ScalarType type, at::ScalarType result>
OfferedReduction reduction(const std::string& format, const std::string& result_format) {
  std::string signature = std::string(Operation::name) + '(' + format;
  for (std::size_t i = 1; i < Operation::operands; ++i) signature += ',' + format;
  return {signature + ")->" + result_format, reduce<Operation, type, result>};
}

template <at::ScalarType type, at::ScalarType result, typename... Operations>
void append(std::vector<OfferedReduction>& list, const std::string& format, const std::string& result_format) {
  (list.push_back(reduction<Operations, type, result>(format, result_format)), ...);
}

/// All of them, whether this libtorch can do them or not.
inline std::vector<OfferedReduction> all_reductions() {
  std::vector<OfferedReduction> list;
  append<types[0], types[0], Product, ProductAndSum, Dot, Sum, Mean, Logsumexp, Softmax, CumulativeSum>(
      list, type_names[0], type_names[0]);
  append<types[1], types[1], Product, ProductAndSum, Dot, Sum, Mean, Logsumexp, Softmax, CumulativeSum>(
      list, type_names[1], type_names[1]);
  append<types[2], types[2], Product, ProductAndSum, Dot, Sum, Mean, Logsumexp, Softmax, CumulativeSum>(
      list, type_names[2], type_names[2]);
  append<types[0], types[2], Sum, Mean, Softmax, CumulativeSum>(list, type_names[0], type_names[2]);
  append<types[1], types[2], Sum, Mean, Softmax, CumulativeSum>(list, type_names[1], type_names[2]);
  return list;
}

}  // namespace hallmark::libtorch

#endif  // HALLMARK_ADAPTERS_LIBTORCH_REDUCTIONS_H
