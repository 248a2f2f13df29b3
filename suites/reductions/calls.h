// SPDX-License-Identifier: Apache-2.0
// The calls that a kind of hard dot products makes of a reduction: shapes, operands, and which results are judged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inputs/hard_dots.h"
#include "plan.h"
#include "semantics/reductions.h"

namespace hallmark {

/// One call. Its results are numbered from `first` on, over all calls of the kind: a longer list at another level
/// begins with the same calls, so that numbers name results for ever.
struct ReductionCall {
  HardDotKind kind = HardDotKind::full_window;
  std::size_t rows = 0, columns = 1, depth = 0;
  std::uint64_t first = 0;  ///< number of its first judged result
  std::size_t judged = 0;   ///< how many are judged
  std::size_t gap = 0;      ///< elements between an array's end and the guard page
};

/// In order of depth, as far as the level goes: to 4,096 at quick, 65,536 at standard, 2^20 at exhaustive.
std::vector<ReductionCall> calls_of(const Reduction& reduction, HardDotKind kind, Level level);

/// A result's place; the column is the element's where each element of a row has a result.
struct OutputPlace {
  std::size_t row = 0, column = 0;
};

/// The operands of one call: `left` by row, `right` by row too, or of a product of matrices by column.
class CallOperands {
 public:
  /// name: of the operation, whose rows are drawn for it alone. precision: of the accumulator. Empty where the
  /// formats are too narrow for the kind at this depth.
  CallOperands(const Reduction& reduction, const std::string& name, const ReductionCall& call, std::uint64_t seed,
               int precision);

  /// The given rows in the given order, and so the columns where there are some; all results are judged.
  CallOperands(const Reduction& reduction, const ReductionCall& call, std::vector<HardDot> dots,
               std::vector<std::size_t> rows, std::vector<std::size_t> columns);

  bool is_empty() const { return dots_.empty(); }
  const ReductionCall& call() const { return call_; }
  /// The places of the judged results, in the order of their numbers.
  const std::vector<OutputPlace>& judged() const { return judged_; }

  /// What the result at a place is made of.
  ReductionRow row(const OutputPlace& place) const;

  /// Elements as the kernel reads them, row-major; `right` of a product of matrices is depth x columns.
  std::vector<std::uint64_t> left() const;
  std::vector<std::uint64_t> right() const;
  std::vector<std::uint64_t> initial() const;

 private:
  const HardDot& of_row(std::size_t row) const { return dots_[rows_[row]]; }
  const HardDot& of_column(std::size_t column) const { return dots_[columns_[column]]; }

  ReductionCall call_;
  bool is_matmul_ = false;
  Reduction reduction_;
  std::vector<HardDot> dots_;
  std::vector<std::size_t> rows_, columns_;  ///< which of dots_ stands in each
  std::vector<OutputPlace> judged_;
};

}  // namespace hallmark
