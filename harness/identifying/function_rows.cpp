// SPDX-License-Identifier: Apache-2.0
#include "identifying/function_rows.h"

#include <algorithm>

#include "identifying/operation_truth.h"
#include "judging/ulp_error.h"

namespace hallmark {
namespace {

constexpr std::size_t most_compared = 768;  ///< rows of a kind for which several semantics are compared

Limits limit_of(int tenths) {
  Limits limits;
  limits.max_ulp = tenths / 10.0;
  return limits;
}

}  // namespace

void FunctionRows::take(const Columns& columns, std::vector<std::uint64_t> results) {
  columns_ = columns;
  results_ = std::move(results);
  for (std::size_t row = 0; row < results_.size(); ++row) kinds_[static_cast<std::size_t>(kind_of(row))].push_back(row);
  // Where the senses of a flush differ comes first: just under the smallest normal.
  auto& tiny = kinds_[static_cast<std::size_t>(RowKind::tiny)];
  std::stable_partition(tiny.begin(), tiny.end(), [&](std::size_t row) { return is_just_tiny(row); });
}

bool FunctionRows::is_just_tiny(std::size_t row) {
  const Format& to = operation_.result;
  const FunctionAnswer answer = truth_.answer(operation_, {}, {}, operands(row));
  const Decoded edge{Category::normal, false, (std::uint64_t{1} << to.precision()) - 2,
                     to.min_exponent() - to.precision()};
  return answer.has_value && compare_magnitude(answer.value, edge) >= 0;
}

OperandTuple FunctionRows::operands(std::size_t row) const {
  OperandTuple tuple;
  for (const auto& column : columns_) tuple.push_back(column[row]);
  return tuple;
}

RowKind FunctionRows::kind_of(std::size_t row) {
  const OperandTuple tuple = operands(row);
  const Format& to = operation_.result;
  bool subnormal = false;
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    subnormal = subnormal || classify(operation_.operands[i], tuple[i]) == Category::subnormal;
  }
  if (subnormal) return RowKind::tiny;
  const FunctionAnswer answer = truth_.answer(operation_, {}, {}, tuple);
  if (!answer.has_value) {
    const CodeSets& sets = answer.accepted.others;
    if (sets.count > 0 && (to.is_nan(sets.sets[0].high) || sets.sets[0].empty())) return RowKind::nan;
    if (sets.count > 0 && sets.sets[0].is_single() && classify(to, sets.sets[0].low) == Category::infinity) {
      return RowKind::beyond;
    }
    return RowKind::special;
  }
  if (compare_magnitude(answer.value, {Category::normal, false, 1, to.min_exponent()}) <= 0) return RowKind::tiny;
  if (compare_magnitude(answer.value, decode(to, to.largest_finite())) >= 0) return RowKind::beyond;
  return RowKind::ordinary;
}

std::vector<std::size_t> FunctionRows::some_of(RowKind kind, std::size_t most) const {
  const std::vector<std::size_t>& all = of_kind(kind);
  if (all.size() <= most) return all;
  // Some of the first, and the others from all over.
  std::vector<std::size_t> some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most / 4));
  const std::size_t rest = most - some.size(), left = all.size() - some.size();
  for (std::size_t i = 0; i < rest; ++i) some.push_back(all[most / 4 + i * left / rest]);
  return some;
}

bool FunctionRows::meets(const Semantics& semantics, std::size_t row, int tenths) {
  return truth_.answer(operation_, semantics, limit_of(tenths), operands(row))
      .accepted.contains(operation_.result, results_[row]);
}

int FunctionRows::raise(const Semantics& semantics, std::size_t row, int first) {
  if (meets(semantics, row, first)) return first;
  int below = first, above = first;
  do {
    below = above;
    if (above >= unbounded / 2) return unbounded;
    above *= 2;
  } while (!meets(semantics, row, above));
  while (above - below > 1) {
    const int middle = below + (above - below) / 2;
    (meets(semantics, row, middle) ? above : below) = middle;
  }
  return above;
}

int FunctionRows::least_limit(const Semantics& semantics, RowKind kind, int first) {
  int limit = first;
  for (const std::size_t row : of_kind(kind)) {
    limit = raise(semantics, row, limit);
    if (limit == unbounded) break;
  }
  return limit;
}

std::vector<int> FunctionRows::needed_limits(const std::vector<Semantics>& list, RowKind kind) {
  std::vector<int> needed(list.size(), 1);
  for (const std::size_t row : some_of(kind, most_compared)) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (needed[i] < unbounded) needed[i] = raise(list[i], row, needed[i]);
    }
  }
  return needed;
}

bool FunctionRows::all_rounded(const Semantics& semantics, RowKind kind) {
  Limits limits;
  limits.correctly_rounded = true;
  const auto& rows = of_kind(kind);
  return std::all_of(rows.begin(), rows.end(), [&](std::size_t row) {
    return truth_.answer(operation_, semantics, limits, operands(row))
        .accepted.contains(operation_.result, results_[row]);
  });
}

CodeSets FunctionRows::special_of(const Semantics& semantics, std::size_t row) const {
  const OperandTuple tuple = operands(row);
  const auto special = function_special(operation_, semantics, read_operands(operation_, semantics, tuple));
  return special ? *special : CodeSets();
}

std::optional<std::uint64_t> FunctionRows::accepted_codes(const Semantics& semantics, RowKind kind) {
  std::uint64_t accepted = 0;
  for (const std::size_t row : some_of(kind, 2 * most_compared)) {
    const CodeSets right = special_of(semantics, row);
    if (!right.contains(results_[row])) return std::nullopt;
    accepted += size_of(right, operation_.result);
  }
  return accepted;
}

std::vector<std::size_t> FunctionRows::wrong_rows(const Semantics& semantics, RowKind kind) {
  std::vector<std::size_t> wrong;
  for (const std::size_t row : of_kind(kind)) {
    if (!meets(semantics, row, 1)) wrong.push_back(row);
  }
  return wrong;
}

std::vector<std::size_t> FunctionRows::hardest(const Semantics& semantics, std::size_t count) {
  std::vector<std::pair<UlpError, std::size_t>> errors;
  for (const std::size_t row : of_kind(RowKind::ordinary)) {
    const FunctionAnswer answer = truth_.answer(operation_, semantics, {}, operands(row));
    const Real& value = answer.value;
    const Decoded exact{Category::normal, value.negative, value.significand, value.exponent};
    errors.emplace_back(ulp_error(operation_.result, exact, results_[row]), row);
  }
  count = std::min(count, errors.size());
  std::partial_sort(
      errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(count), errors.end(),
      [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back(errors[i].second);
  return rows;
}

std::vector<std::size_t> FunctionRows::not_rounded(const Semantics& semantics, std::size_t count) {
  std::vector<std::size_t> rows;
  for (const RowKind kind : {RowKind::ordinary, RowKind::tiny, RowKind::beyond}) {
    for (const std::size_t row : of_kind(kind)) {
      if (rows.size() == count) return rows;
      const CodeSet right = truth_.answer(operation_, semantics, {}, operands(row)).rounded;
      if (!right.contains(results_[row])) rows.push_back(row);
    }
  }
  return rows;
}

std::vector<std::size_t> FunctionRows::telling_rounding(const Semantics& semantics, std::size_t count) {
  std::vector<std::size_t> rows;
  const bool nearest = semantics.rounding == Rounding::rne || semantics.rounding == Rounding::rna;
  for (const std::size_t row : of_kind(RowKind::ordinary)) {
    if (rows.size() == count) break;
    // Toward zero tells from away; every second row is asked the one, the others the other.
    Semantics other = semantics;
    other.rounding = nearest ? (rows.size() % 2 == 0 ? Rounding::rtz : Rounding::rup) : Rounding::rne;
    if (!truth_.answer(operation_, other, {}, operands(row)).rounded.contains(results_[row])) rows.push_back(row);
  }
  return rows;
}

bool FunctionRows::fits(const Semantics& semantics, RowKind kind, int tenths) {
  const std::vector<std::size_t> rows = some_of(kind, most_compared);
  return std::all_of(rows.begin(), rows.end(), [&](std::size_t row) { return meets(semantics, row, tenths); });
}

std::optional<std::size_t> FunctionRows::telling(const Semantics& semantics, const Semantics& variation, int tenths) {
  for (const RowKind kind : {RowKind::nan, RowKind::beyond, RowKind::tiny, RowKind::special}) {
    for (const std::size_t row : some_of(kind, most_compared / 2)) {
      const OperandTuple tuple = operands(row);
      const Limits limits = limit_of(std::min(tenths, 1000));
      const Acceptance mine = truth_.answer(operation_, semantics, limits, tuple).accepted;
      const Acceptance other = truth_.answer(operation_, variation, limits, tuple).accepted;
      if (mine == other || !mine.contains(operation_.result, results_[row])) continue;
      if (!other.contains(operation_.result, results_[row])) return row;
      const bool numbers = mine.low <= mine.high || other.low <= other.high;
      if (!numbers && size_of(other.others, operation_.result) > size_of(mine.others, operation_.result)) return row;
    }
  }
  return std::nullopt;
}

std::optional<FunctionRows::Order> FunctionRows::monotone() const {
  const FunctionInfo& info = info_of(operation_.code);
  if (operation_.operand_count != 1 || (info.slope_below == 0 && info.slope_above == 0)) return std::nullopt;
  const Format &from = operation_.operands[0], &to = operation_.result;
  std::vector<std::size_t> order;
  for (std::size_t row = 0; row < results_.size(); ++row) {
    if (!from.is_nan(columns_[0][row]) && !to.is_nan(results_[row])) order.push_back(row);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return to_ordered(from, columns_[0][a]) < to_ordered(from, columns_[0][b]);
  });
  // -0 and +0 are one value.
  const auto key = [&](std::size_t row) {
    const std::uint64_t code = results_[row];
    return to_ordered(to, classify(to, code) == Category::zero ? 0 : code);
  };
  Order found;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const bool below = from.is_negative(columns_[0][order[i - 1]]), above = from.is_negative(columns_[0][order[i]]);
    if (below != above && !info.across_zero) continue;
    const int slope = above ? info.slope_below : info.slope_above;
    const std::uint64_t first = key(order[i - 1]), second = key(order[i]);
    if (slope == 0 || first == second) continue;
    const bool right = (first < second) == (slope > 0);
    if (right && !found.witnesses.empty()) continue;
    if (!right && !found.monotone) continue;
    found.monotone = right;
    found.witnesses = {order[i - 1], order[i]};
  }
  if (found.witnesses.empty()) return std::nullopt;
  return found;
}

}  // namespace hallmark
