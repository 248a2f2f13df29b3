// SPDX-License-Identifier: Apache-2.0
// One kernel call of an elementwise operation with all its hygiene: read-only operands, poisoned results, guard pages,
// canaries.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backends/arrays.h"
#include "inputs/intervals.h"
#include "judging/compare.h"
#include "running/part.h"
#include "semantics/conversion.h"

namespace hallmark {

/// Makes a call, of so many rows, that the supervisor sees as that number of the part. Returns what went wrong besides
/// wrong results ("returned 3", a changed environment, bytes written outside), or nothing.
std::optional<std::string> call_kernel(PartContext& context, std::size_t operation, const hallmark_arguments& arguments,
                                       const GuardedArray& results, std::uint64_t number, std::size_t rows);

class KernelCaller {
 public:
  /// rows: the most a call will have. operation: index in the backend's table. shared: the operand that has one
  /// element, whatever the rows; it ends at the guard page.
  KernelCaller(PartContext& context, std::span<const Format> operands, const Format& result, std::size_t operation,
               std::size_t rows, std::optional<std::size_t> shared = std::nullopt);
  KernelCaller(PartContext& context, const Conversion& conversion, std::size_t operation, std::size_t rows)
      : KernelCaller(context, {&conversion.from, 1}, conversion.to, operation, rows) {}

  /// Rows a full block has: 4,096 (in the first-level cache), or the backend's granularity if that is more.
  static std::size_t block_rows(const BackendDescription& description);

  /// Places the arrays for a call of `rows` rows, ending `gap` elements before the guard pages.
  void place(std::size_t rows, std::size_t gap = 0);
  /// Writes the only operands: consecutive codes, piece by piece; or any codes, of any operand. Those of the shared
  /// operand must be one code.
  void set_operands(std::span<const Interval> pieces);
  void set_operands(std::span<const std::uint64_t> codes, std::size_t operand = 0);
  void set_consecutive(std::uint64_t first, std::size_t operand);
  void set_constant(std::uint64_t code, std::size_t operand);
  /// first, first + 1, ... in every row; rows must be a multiple of the granularity.
  void* operands() const { return operand_fill_; }
  void set_consecutive(std::uint64_t first) { kernels_.iota(operand_fill_, operand_bytes_, rows_, first); }
  /// Fills the results with a code that is no result.
  void poison(std::uint64_t code);
  void set_result(std::size_t row, std::uint64_t code);
  /// The result array, where it may be written.
  void* result_fill() { return results_.fill(); }

  /// Calls the kernel on rows from..from+rows-1 of what was placed, padded to the granularity. Number: the call within
  /// the part, for the supervisor. Returns what went wrong besides wrong results ("returned 3"), or nothing.
  std::optional<std::string> call(std::uint64_t number);
  /// The same call on part of the rows: to narrow a crash.
  void call_rows(std::uint64_t number, std::size_t from, std::size_t rows);

  const void* results() const { return arguments_.result; }
  std::size_t rows() const { return rows_; }
  std::size_t misalignment() const;  ///< of the operands, modulo 64 bytes

 private:
  void pad(std::size_t operand);
  bool is_shared(std::size_t operand) const { return shared_ == operand; }

  PartContext& context_;
  std::vector<std::size_t> bytes_;  ///< of an element of each operand
  std::size_t result_bytes_;
  std::size_t operation_;
  std::optional<std::size_t> shared_;
  std::size_t alignment_, granularity_;
  const CompareKernels& kernels_;
  std::vector<GuardedArray> operands_;
  GuardedArray results_;
  std::size_t rows_ = 0, padded_ = 0;
  // What place() settled, for calls to use as it is.
  std::size_t operand_bytes_;
  std::byte* operand_fill_ = nullptr;
  hallmark_arguments arguments_{};
};

}  // namespace hallmark
