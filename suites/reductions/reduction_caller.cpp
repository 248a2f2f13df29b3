// SPDX-License-Identifier: Apache-2.0
#include "reductions/reduction_caller.h"

#include <algorithm>
#include <utility>

#include "judging/compare.h"

namespace hallmark {
namespace {

constexpr std::size_t usual_bytes = 1 << 16;

}  // namespace

ReductionCaller::ReductionCaller(PartContext& context, const Reduction& reduction, std::size_t operation)
    : context_(context),
      reduction_(reduction),
      operation_(operation),
      alignment_(std::max<std::size_t>(1, context.backend.description().alignment)),
      granularity_(std::max<std::size_t>(1, context.backend.description().granularity)),
      results_{reduction.result, GuardedArray(usual_bytes, Access::writable), usual_bytes, Access::writable, 0} {
  std::vector<Format> formats{reduction.left};
  if (reduction.has_two_factors()) formats.push_back(reduction.right);
  if (reduction.initial) formats.push_back(*reduction.initial);
  for (const Format& format : formats) {
    operands_.push_back({format, GuardedArray(usual_bytes, Access::read_only), usual_bytes, Access::read_only, 0});
  }
}

void ReductionCaller::place(Matrix& matrix, std::size_t elements, std::size_t row_elements) {
  const std::size_t bytes = elements * matrix.format.bytes();
  if (bytes > matrix.capacity) {
    matrix.array = GuardedArray(bytes, matrix.access);
    matrix.capacity = bytes;
  }
  matrix.array.place(bytes, std::max(alignment_, matrix.format.bytes()), gap_ * matrix.format.bytes());
  matrix.row_elements = row_elements;
}

void ReductionCaller::write(Matrix& matrix, std::span<const std::uint64_t> codes, std::size_t elements) {
  std::byte* fill = matrix.array.fill();
  for (std::size_t i = 0; i < elements; ++i) {
    // Past the end come the first rows again.
    store_code(fill, matrix.format.bytes(), i, codes[i % codes.size()]);
  }
}

void ReductionCaller::place(const CallOperands& operands) {
  const ReductionCall& call = operands.call();
  rows_ = call.rows;
  padded_ = (rows_ + granularity_ - 1) / granularity_ * granularity_;
  columns_ = call.columns;
  row_results_ = reduction_.has_result_of_each_element() ? call.depth : columns_;
  gap_ = call.gap;
  const bool is_matmul = reduction_.kind == ReductionKind::matmul;
  std::size_t next = 0;
  const auto add = [&](std::span<const std::uint64_t> codes, std::size_t elements, std::size_t row_elements) {
    Matrix& matrix = operands_[next];
    place(matrix, elements, row_elements);
    write(matrix, codes, elements);
    arguments_.operand[next++] = matrix.array.view();
  };
  add(operands.left(), padded_ * call.depth, call.depth);
  if (reduction_.has_two_factors()) {
    add(operands.right(), is_matmul ? call.depth * columns_ : padded_ * call.depth, is_matmul ? 0 : call.depth);
  }
  if (reduction_.initial) add(operands.initial(), padded_ * columns_, columns_);
  place(results_, padded_ * row_results_, row_results_);
  arguments_.result = results_.array.view();
  arguments_.rows = padded_;
  arguments_.columns = columns_;
  arguments_.depth = call.depth;
}

void ReductionCaller::fill_results(std::uint64_t code) {
  compare_kernels().fill(results_.array.fill(), results_.format.bytes(), padded_ * row_results_, code);
}

void ReductionCaller::set_result(const OutputPlace& place, std::uint64_t code) {
  store_code(results_.array.fill(), results_.format.bytes(), place.row * row_results_ + place.column, code);
}

std::uint64_t ReductionCaller::result(const OutputPlace& place) const {
  return load_code(results_.array.view(), results_.format.bytes(), place.row * row_results_ + place.column);
}

std::optional<std::string> ReductionCaller::call(std::uint64_t number) {
  return call_kernel(context_, operation_, arguments_, results_.array, number, rows_);
}

void ReductionCaller::call_rows(std::uint64_t number, std::size_t from, std::size_t rows) {
  hallmark_arguments arguments = arguments_;
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    const Matrix& matrix = operands_[i];
    arguments.operand[i] =
        static_cast<const std::byte*>(matrix.array.view()) + from * matrix.row_elements * matrix.format.bytes();
  }
  arguments.result =
      static_cast<std::byte*>(results_.array.view()) + from * results_.row_elements * results_.format.bytes();
  const std::size_t padded = (rows + granularity_ - 1) / granularity_ * granularity_;
  arguments.rows = std::min(padded, padded_ - from);
  call_kernel(context_, operation_, arguments, results_.array, number, rows);
}

std::size_t ReductionCaller::misalignment() const {
  return reinterpret_cast<std::uintptr_t>(arguments_.operand[0]) % 64;
}

}  // namespace hallmark
