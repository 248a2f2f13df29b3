// SPDX-License-Identifier: Apache-2.0
// How far a row can be scaled before anything of it stops being normal.
#include <algorithm>
#include <bit>
#include <climits>
#include <variant>

#include "formats/formats.h"
#include "reductions/symmetries.h"

namespace hallmark {
namespace {

int leading_exponent(const Decoded& value) { return value.exponent + bit_length(value.significand) - 1; }
int lowest_bit(const Decoded& value) { return value.exponent + std::countr_zero(value.significand); }
int top_exponent(const Format& format) { return leading_exponent(decode(format, format.largest_finite())); }

/// Exponents that every bit of every partial sum lies between.
struct StepRange {
  int lowest = INT_MIN, highest = INT_MAX;

  void restrict_to(const Format& format) {
    lowest = std::max(lowest, format.min_exponent());
    highest = std::min(highest, top_exponent(format) - 1);  // a power of two below, as rounding may carry
  }
};

StepRange step_range(const Semantics& semantics) {
  const auto stated = accumulation_model(semantics);
  const auto& model = std::get<AccumulationModel>(stated);
  StepRange range;
  range.restrict_to(model.accumulator.format);
  if (model.rounds_products) range.restrict_to(model.product.format);
  if (model.partial_count > 0) range.restrict_to(model.partial.format);
  if (model.order == SummationOrder::block) range.lowest = std::max(range.lowest, model.lowest_exponent);
  // Parts of an operand reach 24 bits below its leading one.
  if (model.operand_passes > 0) range.lowest = std::max(range.lowest, bfloat16.min_exponent() + 24);
  return range;
}

}  // namespace

std::optional<ScaleRange> scale_range(const TriedReduction& tried, const HardDot& row) {
  const Reduction& reduction = tried.reduction;
  StepRange steps;
  for (const Semantics& semantics : tried.alternatives) {
    const StepRange its = step_range(semantics);
    steps.lowest = std::max(steps.lowest, its.lowest);
    steps.highest = std::min(steps.highest, its.highest);
  }
  // Of the squares of scaled operands the power is squared too.
  const int power = reduction.kind == ReductionKind::sum_of_squares ? 2 : 1;
  ScaleRange range{INT_MIN / 4, INT_MAX / 4};
  int low = INT_MAX, high = INT_MIN;
  std::size_t terms = 0;
  const auto restrict_operand = [&](const Format& format, const Decoded& value, int its_power) {
    range.lowest = std::max(range.lowest, (format.min_exponent() - leading_exponent(value)) / its_power);
    range.highest = std::min(range.highest, (top_exponent(format) - 1 - leading_exponent(value)) / its_power);
    return value.category == Category::normal;
  };
  const Decoded one{Category::normal, false, 1, 0};
  for (std::size_t i = 0; i < row.left.size(); ++i) {
    const Decoded x = decode(reduction.left, row.left[i]);
    const Decoded y = reduction.kind == ReductionKind::sum_of_squares ? x
                      : reduction.has_two_factors()                   ? decode(reduction.right, row.right[i])
                                                                      : one;
    if (x.significand != 0 && !restrict_operand(reduction.left, x, 1)) return {};
    if (y.significand != 0 && y.category != Category::normal) return {};
    if (x.significand == 0 || y.significand == 0) continue;
    ++terms;
    low = std::min(low, lowest_bit(x) + lowest_bit(y));
    high = std::max(high, leading_exponent(x) + leading_exponent(y) + 1);
  }
  if (row.initial) {
    const Decoded value = decode(*reduction.initial, *row.initial);
    if (value.significand != 0) {
      if (!restrict_operand(*reduction.initial, value, power)) return {};
      ++terms;
      low = std::min(low, lowest_bit(value));
      high = std::max(high, leading_exponent(value));
    }
  }
  if (terms == 0) return {};
  // A mean is a sum divided by the depth, or one of elements that were divided before.
  if (reduction.kind == ReductionKind::mean) steps.lowest += bit_length(row.left.size());
  // Every partial sum is a multiple of 2^low, rounded or not, and at most terms * 2^(high + 1).
  range.lowest = std::max(range.lowest, (steps.lowest - low) / power);
  range.highest = std::min(range.highest, (steps.highest - high - 1 - bit_length(terms)) / power);
  const bool row_itself = low >= steps.lowest && high + 1 + bit_length(terms) <= steps.highest;
  if (!row_itself || range.lowest > 0 || range.highest < 0) return {};
  return range;
}

}  // namespace hallmark
