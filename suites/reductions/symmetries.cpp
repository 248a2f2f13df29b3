// SPDX-License-Identifier: Apache-2.0
#include "reductions/symmetries.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "inputs/initial_values.h"

namespace hallmark {
namespace {

constexpr std::size_t depths[] = {13, 64, 257, 1024};
constexpr std::size_t row_count = 16;
// Powers farther away say no more.
constexpr int farthest = 30;

enum class Change : std::uint8_t { none, scaled_down, scaled_up, scaled_between, negated, permuted };
constexpr std::size_t change_count = 6;
// The rows as they are come once more at the end.
constexpr std::size_t calls_of_depth = change_count + 1;

std::string_view trait_of(Change change) {
  switch (change) {
    case Change::negated:
      return "sign_symmetric";
    case Change::permuted:
      return "order_independent";
    default:
      return "scales_by_powers_of_two";
  }
}

/// What a change made of a row. One that it cannot change stays as it is in its place: what else a call has may change
/// results too.
struct ChangedRow {
  HardDot row;
  bool is_changed = true;
  int exponent = 0;  ///< log2 of what the result is multiplied by
};

/// The rows of a depth and what became of each, by the change.
using RowGroup = std::array<std::vector<ChangedRow>, change_count>;

std::optional<std::uint64_t> scaled(const Format& format, std::uint64_t code, int exponent) {
  const Decoded value = decode(format, code);
  if (value.significand == 0) return code;
  return encode(format, value.negative, value.significand, value.exponent + exponent);
}

std::uint64_t negated(const Format& format, std::uint64_t code) {
  const bool has_other_sign = (code & format.magnitude_mask()) != 0 || format.has_negative_zero();
  return has_other_sign ? code ^ format.sign_mask() : code;
}

std::optional<HardDot> scaled_row(const Reduction& reduction, const HardDot& row, int exponent) {
  HardDot made = row;
  const auto scale = [&](const Format& format, std::uint64_t& code, int by) {
    const auto to = scaled(format, code, by);
    if (to) code = *to;
    return to.has_value();
  };
  const int power = reduction.kind == ReductionKind::sum_of_squares ? 2 : 1;
  for (std::uint64_t& code : made.left) {
    if (!scale(reduction.left, code, exponent)) return {};
  }
  if (made.initial && !scale(*reduction.initial, *made.initial, power * exponent)) return {};
  return made;
}

void add_scaled(const TriedReduction& tried, std::size_t index, Random& random, RowGroup& group) {
  const HardDot& row = group[0][index].row;
  for (const Change change : {Change::scaled_down, Change::scaled_up, Change::scaled_between}) {
    group[static_cast<std::size_t>(change)].push_back({row, false, 0});
  }
  const auto range = scale_range(tried, row);
  if (!range) return;
  const int low = std::max(range->lowest, -farthest), high = std::min(range->highest, farthest);
  const int between = low + static_cast<int>(random.below(static_cast<std::uint64_t>(high - low + 1)));
  const std::pair<Change, int> wanted[] = {
      {Change::scaled_down, low}, {Change::scaled_up, high}, {Change::scaled_between, between}};
  for (const auto& [change, exponent] : wanted) {
    if (exponent == 0 || (change == Change::scaled_between && (exponent == low || exponent == high))) continue;
    const int power = tried.reduction.kind == ReductionKind::sum_of_squares ? 2 : 1;
    if (auto made = scaled_row(tried.reduction, row, exponent)) {
      group[static_cast<std::size_t>(change)].back() = {std::move(*made), true, power * exponent};
    }
  }
}

HardDot negated_row(const Reduction& reduction, const HardDot& row) {
  HardDot made = row;
  for (std::uint64_t& code : made.left) code = negated(reduction.left, code);
  if (made.initial) made.initial = negated(*reduction.initial, *made.initial);
  return made;
}

HardDot permuted_row(const HardDot& row, Random& random) {
  HardDot made = row;
  for (std::size_t i = made.left.size(); i > 1; --i) {  // Fisher and Yates
    const auto other = static_cast<std::size_t>(random.below(i));
    std::swap(made.left[i - 1], made.left[other]);
    if (!made.right.empty()) std::swap(made.right[i - 1], made.right[other]);
  }
  return made;
}

RowGroup group_of(const TriedReduction& tried, std::size_t depth) {
  Random random(tried.seed, fmt::format("{}@symmetries {}", tried.signature, depth));
  RowGroup group;
  // Elements have fewer bits than products: they lie farther apart, that their sums have to be rounded.
  const bool has_elements = tried.reduction.kind == ReductionKind::mean || tried.reduction.has_result_of_each_element();
  const int spreads[] = {0, has_elements ? 20 : 4};
  for (std::size_t i = 0; i < row_count; ++i) {
    auto row = spread_dot_with_initial(tried.reduction, depth, random, spreads[i % std::size(spreads)]);
    if (!row) return {};
    group[0].push_back({std::move(*row), true, 0});
  }
  for (std::size_t i = 0; i < row_count; ++i) {
    const HardDot& row = group[0][i].row;
    add_scaled(tried, i, random, group);
    group[static_cast<std::size_t>(Change::negated)].push_back({negated_row(tried.reduction, row), true, 0});
    group[static_cast<std::size_t>(Change::permuted)].push_back({permuted_row(row, random), true, 0});
  }
  return group;
}

std::uint64_t first_of(std::size_t depth_index, std::size_t change) {
  return (depth_index * change_count + change) * row_count;
}

class Symmetries {
 public:
  Symmetries(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single)
      : tried_(tried),
        single_(single),
        rows_(context, tried, symmetries_part, single),
        bound_(tried.reduction, tried.alternatives.front()) {}

  Tally run() {
    for (std::size_t i = 0; i < std::size(depths); ++i) {
      if (!single_ || *single_ / (change_count * row_count) == i) try_depth(i);
    }
    Tally& tally = rows_.tally();
    if (tally.calls == 0) return std::move(tally);
    for (const Change change : {Change::scaled_down, Change::negated, Change::permuted}) {
      const std::string trait(trait_of(change));
      const Compared& compared = compared_[trait];
      if (single_ && !compared.contradiction) continue;
      tally.traits[trait] = text_of(change, compared);
    }
    return std::move(tally);
  }

 private:
  struct Compared {
    std::uint64_t results = 0;
    std::optional<std::uint64_t> contradiction;  ///< a row's number
  };

  void try_depth(std::size_t index) {
    const RowGroup group = group_of(tried_, depths[index]);
    if (group[0].empty()) return;
    std::vector<std::uint64_t> before;
    for (std::size_t c = 0; c < change_count; ++c) {
      const std::uint64_t first = first_of(index, c), number = index * calls_of_depth + c;
      if (single_ && c != 0 && *single_ / row_count != first / row_count) continue;
      const auto got = rows_.call(number, rows_of(group[c]), first, changed_of(group[c]));
      if (!got) continue;
      if (c == 0) before = *got;
      for (std::size_t i = 0; c != 0 && !before.empty() && i < got->size(); ++i) {
        if (group[c][i].is_changed) compare(static_cast<Change>(c), group[c][i], before[i], (*got)[i], first + i);
      }
    }
    const std::uint64_t first = first_of(index, 0);
    const auto again = rows_.call(index * calls_of_depth + change_count, rows_of(group[0]), first,
                                  std::vector<bool>(row_count, false));
    repeats_ = repeats_ && (!again || before.empty() || *again == before);
  }

  static std::vector<HardDot> rows_of(const std::vector<ChangedRow>& changed) {
    std::vector<HardDot> rows;
    for (const ChangedRow& one : changed) rows.push_back(one.row);
    return rows;
  }

  static std::vector<bool> changed_of(const std::vector<ChangedRow>& changed) {
    std::vector<bool> list;
    for (const ChangedRow& one : changed) list.push_back(one.is_changed);
    return list;
  }

  void compare(Change change, const ChangedRow& row, std::uint64_t before, std::uint64_t got, std::uint64_t number) {
    const Format& to = tried_.reduction.result;
    const Decoded value = decode(to, before);
    if (value.category == Category::nan || value.category == Category::infinity) return;
    bool agrees = got == before;
    if (change == Change::negated) {
      const bool is_even = tried_.reduction.kind == ReductionKind::sum_of_squares;
      const bool both_zero = value.significand == 0 && decode(to, got).category == Category::zero;
      agrees = both_zero || got == (is_even ? before : negated(to, before));
    } else if (change == Change::permuted) {
      if (bound_.accept(row.row).tier == BoundTier::exact) return;
    } else {
      // The result's own rounding is the same only where both results are normal, and not by having been rounded up.
      const int leading = value.exponent + bit_length(value.significand) - 1;
      const Decoded top = decode(to, to.largest_finite());
      const int highest = top.exponent + bit_length(top.significand) - 2;
      const auto is_inside = [&](int exponent) { return exponent > to.min_exponent() && exponent <= highest; };
      if (value.significand == 0 || !is_inside(leading) || !is_inside(leading + row.exponent)) return;
      agrees = scaled(to, before, row.exponent) == got;
    }
    Compared& compared = compared_[std::string(trait_of(change))];
    ++compared.results;
    if (!agrees && !compared.contradiction) compared.contradiction = number;
  }

  std::string text_of(Change change, const Compared& compared) const {
    if (compared.contradiction && !repeats_) return "unknown: results change from call to call";
    if (compared.contradiction) {
      return fmt::format("no: {}@{}/{}", tried_.signature, symmetries_part.name, *compared.contradiction);
    }
    if (compared.results > 0) return fmt::format("yes: {} results compared", compared.results);
    return change == Change::permuted ? "not measured: no sum had to be rounded"
                                      : "not measured: no sum stays within the formats' normal range";
  }

  const TriedReduction& tried_;
  std::optional<std::uint64_t> single_;
  DrawnRows rows_;
  ReductionBound bound_;
  std::map<std::string, Compared> compared_;
  bool repeats_ = true;
};

}  // namespace

Tally try_symmetries(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single) {
  return Symmetries(context, tried, single).run();
}

std::uint64_t cost_of_symmetries(const TriedReduction&) {
  std::uint64_t terms = 0;
  for (const std::size_t depth : depths) terms += depth * row_count * calls_of_depth;
  return terms;
}

std::optional<FoundResult> find_symmetry_row(const TriedReduction& tried, std::uint64_t number) {
  const auto index = static_cast<std::size_t>(number / (change_count * row_count));
  if (index >= std::size(depths)) return {};
  RowGroup group = group_of(tried, depths[index]);
  std::vector<ChangedRow>& rows = group[static_cast<std::size_t>(number / row_count % change_count)];
  const auto row = static_cast<std::size_t>(number % row_count);
  if (row >= rows.size() || !rows[row].is_changed) return {};
  return found_row(tried.reduction, std::move(rows[row].row));
}

std::uint64_t number_of_symmetry_row(std::uint64_t call, std::uint64_t row) {
  const auto index = static_cast<std::size_t>(call / calls_of_depth), change = call % calls_of_depth;
  return first_of(index, change == change_count ? 0 : change) + std::min<std::uint64_t>(row, row_count - 1);
}

}  // namespace hallmark
