// SPDX-License-Identifier: Apache-2.0
#include "reductions/calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "inputs/initial_values.h"
#include "inputs/special_places.h"
#include "reductions/judged_elements.h"

namespace hallmark {
namespace {

// Around every power of two up to where vectors and tiles end, and every remainder of small unrolled loops beyond their
// first turn; then fewer.
constexpr std::size_t quick_depths[] = {0,   1,   2,   3,   4,   5,    6,    7,    8,    9,    10,   11,  12,  13,
                                        14,  15,  16,  17,  18,  21,   22,   23,   26,   31,   32,   33,  48,  63,
                                        64,  65,  74,  93,  96,  118,  127,  128,  129,  190,  255,  256, 257, 384,
                                        511, 512, 598, 768, 877, 1000, 1023, 1024, 1150, 1621, 2047, 4096};
constexpr std::size_t standard_depths[] = {8191, 8192, 16385, 32768, 65536};
constexpr std::size_t exhaustive_depths[] = {65535, (1 << 17) + 1, 1 << 18, 1 << 20};

// Of each_place, whose calls have a row for each place.
constexpr std::size_t placed_depths[] = {65, 257}, placed_depths_of_predicates[] = {65, 1024};

struct Shape {
  std::size_t rows, columns;
};

std::size_t rows_at(std::size_t depth) {
  if (depth == 0) return 1;
  if (depth <= 3) return 48;
  if (depth == 10) return 130;  // more rows than a block of a kernel's own, and one, two, three past its end
  if (depth == 14) return 64;
  if (depth == 22) return 98;
  if (depth == 26) return 46;
  if (depth <= 65) return 33;
  if (depth <= 512) return 17;
  if (depth <= 1024) return 9;
  if (depth <= 4096) return 5;
  return depth <= 8192 || depth == 65536 ? 2 : 1;
}

/// One row, one column, odd ones, a tile's edge less and more one.
std::vector<Shape> matrix_shapes(std::size_t depth) {
  if (depth <= 3) return {{1, 1}, {3, 5}, {16, 16}};
  if (depth == 6) return {{5, 130}, {66, 6}, {3, 98}};  // wider than a tile, and two past its end
  if (depth == 18) return {{10, 22}, {34, 66}};
  if (depth == 64) return {{1, 17}, {31, 33}, {64, 16}};
  if (depth == 74) return {{65, 63}};
  if (depth == 128) return {{15, 1}, {16, 64}};
  if (depth <= 65) return {{1, 7}, {5, 1}, {15, 17}};
  if (depth <= 129) return {{16, 16}, {3, 33}};
  if (depth <= 257) return {{8, 9}, {3, 33}};
  if (depth <= 1024) return {{7, 5}};
  if (depth <= 4096) return {{3, 3}};
  return {depth % 2 == 0 ? Shape{2, 1} : Shape{1, 2}};
}

/// A row for each place of the left factor and of the right one; of a product of matrices a column for the latter.
std::vector<Shape> placed_shapes(const Reduction& reduction, std::size_t depth) {
  if (reduction.kind == ReductionKind::matmul) return {{depth, 3}, {3, depth}};
  return {{depth * (reduction.has_two_factors() ? 2 : 1), 1}};
}

std::vector<Shape> shapes_of(const Reduction& reduction, HardDotKind kind, std::size_t depth) {
  if (kind == HardDotKind::each_place) return placed_shapes(reduction, depth);
  if (reduction.kind == ReductionKind::matmul) return matrix_shapes(depth);
  const bool costs_exponentials = reduction.is_of_exponentials() && depth > 4096;  // of MPFR
  return {{costs_exponentials ? 1 : rows_at(depth), 1}};
}

void shuffle(HardDot& row, Random& random) {  // Fisher and Yates
  for (std::size_t i = row.left.size(); i > 1; --i) {
    const auto other = static_cast<std::size_t>(random.below(i));
    std::swap(row.left[i - 1], row.left[other]);
    if (!row.right.empty()) std::swap(row.right[i - 1], row.right[other]);
  }
}

// Numbers below are the planted results', and of those that were judged when MPFR summed every row.
constexpr std::uint64_t rest_numbers = 1'000'000'000;

/// All of a small product; of a large one the planted ones and some others.
std::size_t numbered_of(const Shape& shape, std::size_t depth) {
  constexpr std::size_t terms = 8192;
  const std::size_t all = shape.rows * shape.columns, planted = std::min(shape.rows, shape.columns);
  return std::min(all, std::max(planted, terms / std::max<std::size_t>(1, depth)));
}

}  // namespace

std::optional<std::size_t> ReductionCall::index_of(std::uint64_t number) const {
  if (number >= first && number - first < numbered) return static_cast<std::size_t>(number - first);
  if (number < rest_first || number - rest_first >= results() - numbered) return std::nullopt;
  return numbered + static_cast<std::size_t>(number - rest_first);
}

std::vector<ReductionCall> calls_of(const Reduction& reduction, HardDotKind kind, Level level) {
  std::vector<ReductionCall> calls;
  std::uint64_t first = 0, rest_first = rest_numbers;
  constexpr std::size_t gaps[] = {0, 1, 3, 32};
  const auto add = [&](std::size_t depth) {
    // No term at all is one row, whatever the kind, unless there is an initial value.
    if (depth == 0 && kind != HardDotKind::special_values && !reduction.initial) return;
    if (depth == 0 && reduction.has_result_of_each_element()) return;  // no result either
    for (const Shape& shape : shapes_of(reduction, kind, depth)) {
      const std::size_t elements = judged_elements(reduction, depth);
      const std::size_t numbered =
          reduction.kind == ReductionKind::matmul ? numbered_of(shape, depth) : shape.rows * shape.columns * elements;
      calls.push_back({kind, shape.rows, shape.columns, depth, first, numbered, rest_first,
                       gaps[calls.size() % std::size(gaps)], elements});
      first += numbered;
      rest_first += calls.back().results() - numbered;
    }
  };
  if (kind == HardDotKind::each_place) {
    const auto& depths = reduction.is_predicate() ? placed_depths_of_predicates : placed_depths;
    for (const std::size_t depth : depths) add(depth);
    return calls;
  }
  for (const std::size_t depth : quick_depths) add(depth);
  if (level != Level::quick) {
    for (const std::size_t depth : standard_depths) add(depth);
  }
  if (level == Level::exhaustive) {
    for (const std::size_t depth : exhaustive_depths) add(depth);
  }
  return calls;
}

CallOperands::CallOperands(const Reduction& reduction, const std::string& name, const ReductionCall& call,
                           std::uint64_t seed, int precision)
    : call_(call), is_matmul_(reduction.kind == ReductionKind::matmul), reduction_(reduction) {
  const HardDotInfo& info = info_of(call.kind);
  Random random(seed, fmt::format("{}@{} {}x{}x{}", name, info.name, call.rows, call.columns, call.depth));
  const std::size_t wanted = is_matmul_ ? std::max(call.rows, call.columns) : call.rows;
  const bool is_placed = call.kind == HardDotKind::each_place;
  const std::size_t first_place = is_matmul_ && call.columns > call.rows ? call.depth : 0;
  const HardDotKind kind = is_placed ? kind_beside_specials(reduction) : call.kind;
  for (std::size_t i = 0; i < wanted; ++i) {
    auto dot = hard_dot_with_initial(kind, reduction, call.depth, random, precision);
    if (dot && is_placed && !put_special(reduction, *dot, first_place + i, random)) dot.reset();
    if (dot) {
      // Permuting an exact sum changes nothing: every other one in an order of its own.
      if (call.kind == HardDotKind::full_window && i % 2 == 1) shuffle(*dot, random);
      dots_.push_back(std::move(*dot));
    } else if (dots_.empty() && i >= 4) {
      return;  // what fails so often fails always
    }
  }
  if (dots_.empty()) return;
  for (std::size_t row = 0; row < call.rows; ++row) rows_.push_back(row % dots_.size());
  for (std::size_t column = 0; column < call.columns; ++column) columns_.push_back(column % dots_.size());
  if (!is_matmul_) {
    for (std::size_t row = 0; row < call.rows; ++row) {
      for (const std::size_t element : elements_of_row(reduction, call.depth, row)) results_.push_back({row, element});
    }
    return;
  }
  // The diagonal is what was planted; the others are factors of different rows.
  std::vector<bool> taken(call.results(), false);
  const auto take = [&](std::size_t row, std::size_t column) {
    if (taken[row * call.columns + column]) return;
    taken[row * call.columns + column] = true;
    results_.push_back({row, column});
  };
  for (std::size_t i = 0; i < std::min(call.rows, call.columns); ++i) take(i, i);
  while (results_.size() < call.numbered && call.numbered < call.results()) {
    const std::uint64_t row = random.below(call.rows), column = random.below(call.columns);
    take(row, column);
  }
  for (std::size_t row = 0; row < call.rows; ++row) {
    for (std::size_t column = 0; column < call.columns; ++column) take(row, column);
  }
}

CallOperands::CallOperands(const Reduction& reduction, const ReductionCall& call, std::vector<HardDot> dots,
                           std::vector<std::size_t> rows, std::vector<std::size_t> columns)
    : call_(call),
      is_matmul_(reduction.kind == ReductionKind::matmul),
      reduction_(reduction),
      dots_(std::move(dots)),
      rows_(std::move(rows)),
      columns_(std::move(columns)) {
  for (std::size_t row = 0; row < call.rows; ++row) {
    if (reduction.has_result_of_each_element()) {
      // By the row's own number, wherever it stands.
      for (const std::size_t element : elements_of_row(reduction, call.depth, rows_[row])) {
        results_.push_back({row, element});
      }
      continue;
    }
    for (std::size_t column = 0; column < call.columns; ++column) results_.push_back({row, column});
  }
}

ReductionRow CallOperands::row(const OutputPlace& place) const {
  const HardDot& mine = of_row(place.row);
  if (reduction_.kind == ReductionKind::cumulative_sum) {
    return {std::span(mine.left).first(place.column + 1), {}, {}};
  }
  if (reduction_.kind == ReductionKind::softmax) return {mine.left, {}, {}, place.column};
  return {mine.left, is_matmul_ ? of_column(place.column).right : mine.right, initial_at(place)};
}

std::vector<std::uint64_t> CallOperands::left() const {
  std::vector<std::uint64_t> codes;
  codes.reserve(call_.rows * call_.depth);
  for (std::size_t row = 0; row < call_.rows; ++row) {
    codes.insert(codes.end(), of_row(row).left.begin(), of_row(row).left.end());
  }
  return codes;
}

std::vector<std::uint64_t> CallOperands::right() const {
  std::vector<std::uint64_t> codes;
  codes.reserve((is_matmul_ ? call_.columns : call_.rows) * call_.depth);
  if (!is_matmul_) {
    for (std::size_t row = 0; row < call_.rows; ++row) {
      codes.insert(codes.end(), of_row(row).right.begin(), of_row(row).right.end());
    }
    return codes;
  }
  for (std::size_t i = 0; i < call_.depth; ++i) {
    for (std::size_t column = 0; column < call_.columns; ++column) codes.push_back(of_column(column).right[i]);
  }
  return codes;
}

std::optional<std::uint64_t> CallOperands::initial_at(const OutputPlace& place) const {
  // A planted row meets its own column with its own value. Others have now the row's, now the column's: neighbours then
  // differ, whichever way a kernel steps aside.
  const std::size_t row = rows_[place.row];
  if (!is_matmul_ || (row + columns_[place.column]) % 2 == 0) return dots_[row].initial;
  return of_column(place.column).initial;
}

std::vector<std::uint64_t> CallOperands::initial() const {
  std::vector<std::uint64_t> codes;
  for (std::size_t row = 0; row < call_.rows; ++row) {
    for (std::size_t column = 0; column < call_.columns; ++column)
      codes.push_back(initial_at({row, column}).value_or(0));
  }
  return codes;
}

}  // namespace hallmark
