// SPDX-License-Identifier: Apache-2.0
// The calls that a kind of hard dot products makes of a reduction: shapes, operands, and the numbers of their results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inputs/hard_dots.h"
#include "plan.h"
#include "semantics/reductions.h"

namespace hallmark {

/// One call. All its results are judged (of elements some, judged_elements.h), and numbered over all calls of the kind:
/// a longer list at another level begins with the same calls, so that numbers name results for ever. Of a product of
/// matrices the planted results and a few others, as many as MPFR sums fast, are numbered from `first` on; the rest has
/// numbers far above, of its own.
struct ReductionCall {
  HardDotKind kind = HardDotKind::full_window;
  std::size_t rows = 0, columns = 1, depth = 0;
  std::uint64_t first = 0;       ///< number of its first result
  std::size_t numbered = 0;      ///< how many are numbered from there on
  std::uint64_t rest_first = 0;  ///< number of the first of the rest
  std::size_t gap = 0;           ///< elements between an array's end and the guard page

  std::size_t elements = 1;  ///< of a row whose results are judged, where each element has one

  std::size_t results() const { return rows * columns * elements; }
  /// Of the result that stands at an index of CallOperands::results().
  std::uint64_t number_of(std::size_t index) const {
    return index < numbered ? first + index : rest_first + (index - numbered);
  }
  /// The index, where the call has that number.
  std::optional<std::size_t> index_of(std::uint64_t number) const;
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

  /// The given rows in the given order, and so the columns where there are some.
  CallOperands(const Reduction& reduction, const ReductionCall& call, std::vector<HardDot> dots,
               std::vector<std::size_t> rows, std::vector<std::size_t> columns);

  bool is_empty() const { return dots_.empty(); }
  bool has_result_of_each_element() const { return reduction_.has_result_of_each_element(); }
  const ReductionCall& call() const { return call_; }
  /// The places of all results, in the order of their numbers.
  const std::vector<OutputPlace>& results() const { return results_; }

  /// What the result at a place is made of.
  ReductionRow row(const OutputPlace& place) const;
  /// The vectors that rows are made of, and which of them are a place's factors: so many results share one.
  const std::vector<HardDot>& dots() const { return dots_; }
  std::size_t left_dot(const OutputPlace& place) const { return rows_[place.row]; }
  std::size_t right_dot(const OutputPlace& place) const {
    return is_matmul_ ? columns_[place.column] : rows_[place.row];
  }

  /// Elements as the kernel reads them, row-major; `right` of a product of matrices is depth x columns.
  std::vector<std::uint64_t> left() const;
  std::vector<std::uint64_t> right() const;
  std::vector<std::uint64_t> initial() const;
  /// Of the result at a place, where the reduction has an initial value.
  std::optional<std::uint64_t> initial_at(const OutputPlace& place) const;

 private:
  const HardDot& of_row(std::size_t row) const { return dots_[rows_[row]]; }
  const HardDot& of_column(std::size_t column) const { return dots_[columns_[column]]; }

  ReductionCall call_;
  bool is_matmul_ = false;
  Reduction reduction_;
  std::vector<HardDot> dots_;
  std::vector<std::size_t> rows_, columns_;  ///< which of dots_ stands in each
  std::vector<OutputPlace> results_;
};

}  // namespace hallmark
