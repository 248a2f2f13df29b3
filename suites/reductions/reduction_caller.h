// SPDX-License-Identifier: Apache-2.0
// One kernel call of a reduction with all its hygiene: matrices that can only be read, poisoned results, guard pages,
// canaries.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backends/arrays.h"
#include "caller.h"
#include "reductions/calls.h"

namespace hallmark {

class ReductionCaller {
 public:
  /// operation: index in the backend's table.
  ReductionCaller(PartContext& context, const Reduction& reduction, std::size_t operation);

  /// Places the arrays of a call, row-major, as near to the guard pages as its gap says, and writes the operands. Rows
  /// are padded to the granularity with repeated ones.
  void place(const CallOperands& operands);

  /// Fills every result with a code; sets one.
  void fill_results(std::uint64_t code);
  void set_result(const OutputPlace& place, std::uint64_t code);
  std::uint64_t result(const OutputPlace& place) const;

  /// As KernelCaller's: number is the call's within the part.
  std::optional<std::string> call(std::uint64_t number);
  /// The same call on part of the rows: to narrow a crash.
  void call_rows(std::uint64_t number, std::size_t from, std::size_t rows);

  std::size_t misalignment() const;  ///< of the first operand, modulo 64 bytes

 private:
  struct Matrix {
    Format format;
    GuardedArray array;
    std::size_t capacity = 0;  ///< bytes
    Access access = Access::read_only;
    std::size_t row_elements = 0;  ///< 0: the same for all rows
  };
  void place(Matrix& matrix, std::size_t elements, std::size_t row_elements);
  void write(Matrix& matrix, std::span<const std::uint64_t> codes, std::size_t elements);

  PartContext& context_;
  Reduction reduction_;
  std::size_t operation_, alignment_, granularity_;
  std::vector<Matrix> operands_;
  Matrix results_;
  std::size_t rows_ = 0, padded_ = 0, columns_ = 1, gap_ = 0;
  std::size_t row_results_ = 1;  ///< of a row: one a column, or one an element
  hallmark_arguments arguments_{};
};

}  // namespace hallmark
