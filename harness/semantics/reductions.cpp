// SPDX-License-Identifier: Apache-2.0
#include "semantics/reductions.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "formats/formats.h"
#include "semantics/round.h"

namespace hallmark {
namespace {

struct ReductionInfo {
  std::string_view name;
  ReductionKind kind;
  std::size_t operands;
};

constexpr std::array reductions{ReductionInfo{"sum", ReductionKind::sum, 1},
                                ReductionInfo{"sum_of_squares", ReductionKind::sum_of_squares, 1},
                                ReductionInfo{"cumulative_sum", ReductionKind::cumulative_sum, 1},
                                ReductionInfo{"dot", ReductionKind::dot, 2},
                                ReductionInfo{"matmul", ReductionKind::matmul, 2},
                                ReductionInfo{"mean", ReductionKind::mean, 1},
                                ReductionInfo{"all_finite", ReductionKind::all_finite, 1},
                                ReductionInfo{"logsumexp", ReductionKind::logsumexp, 1},
                                ReductionInfo{"softmax", ReductionKind::softmax, 1}};

constexpr Operand one{{Category::normal, false, 1, 0}, 0};

/// Adds a set; where there is no room for one more, every quiet NaN stands for all of them.
void add_nan(CodeSets& sets, const CodeSet& set, const Format& result, const Semantics& semantics) {
  const auto end = sets.sets.begin() + static_cast<std::ptrdiff_t>(sets.count);
  // A set that begins within another is not yet that one.
  if (sets.count < sets.sets.size() || std::find(sets.sets.begin(), end, set) != end) {
    sets.add(set);
    return;
  }
  sets = any_quiet_nan(result, semantics);
}

}  // namespace

std::optional<Reduction> reduction_of(const Signature& signature) {
  const auto info = std::find_if(reductions.begin(), reductions.end(),
                                 [&](const ReductionInfo& known) { return known.name == signature.name; });
  if (info == reductions.end()) return {};
  const std::size_t count = signature.operands.size();
  const bool with_initial = info->operands == 2 && count == 3;
  if (count != info->operands && !with_initial) return {};
  const auto computes = [](const Format& format) { return !format.is_integer() && format.is_signed; };
  if (!std::all_of(signature.operands.begin(), signature.operands.end(), computes)) return {};
  if (info->kind == ReductionKind::all_finite) {
    const Format* byte = find_format("uint8");
    if (byte == nullptr || !(signature.result == *byte) || !signature.modifiers.empty()) return {};
  } else if (!computes(signature.result)) {
    return {};
  }
  const auto known = [](const std::string& modifier) {
    constexpr std::string_view modifiers[] = {"rne", "rna", "rtz", "rup", "rdn", "rto", "saturate"};
    return std::find(std::begin(modifiers), std::end(modifiers), modifier) != std::end(modifiers);
  };
  if (!std::all_of(signature.modifiers.begin(), signature.modifiers.end(), known)) return {};
  Reduction reduction;
  reduction.kind = info->kind;
  reduction.left = signature.operands[0];
  reduction.right = signature.operands[info->operands - 1];
  reduction.result = signature.result;
  if (with_initial) reduction.initial = signature.operands[2];
  return reduction;
}

CodeSet all_finite_result(const Reduction& reduction, const ReductionRow& row) {
  const bool all = std::all_of(row.left.begin(), row.left.end(), [&](std::uint64_t code) {
    const Category category = classify(reduction.left, code);
    return category != Category::nan && category != Category::infinity;
  });
  return CodeSet::single(all ? 1 : 0);
}

bool flushes_operands(const Semantics& semantics) {
  return semantics.subnormal_operands == SubnormalOperands::flush ||
         std::string_view(semantics.accumulator.subnormal_operands) == "flush";  // compares lengths first
}

Factors factors_of(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row, std::size_t i) {
  const bool flush = flushes_operands(semantics);
  const Operand left = read_operand(reduction.left, semantics, row.left[i], flush);
  if (reduction.has_two_factors()) return {left, read_operand(reduction.right, semantics, row.right[i], flush)};
  return {left, reduction.kind == ReductionKind::sum_of_squares ? left : one};
}

Operand initial_of(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row) {
  return read_operand(*reduction.initial, semantics, *row.initial, flushes_operands(semantics));
}

Category product_category(const Factors& factors) {
  const auto& [x, y] = factors;
  if (is_nan(x) || is_nan(y)) return Category::nan;
  if (is_infinite(x) || is_infinite(y)) return is_zero(x) || is_zero(y) ? Category::nan : Category::infinity;
  return is_zero(x) || is_zero(y) ? Category::zero : Category::normal;
}

RowSpecials specials_of(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row) {
  RowSpecials specials;
  const auto count = [&](Category category, bool negative) {
    switch (category) {
      case Category::infinity:
        (negative ? specials.negative_infinity : specials.positive_infinity) = true;
        break;
      case Category::zero:
        (negative ? specials.negative_zero : specials.positive_zero) = true;
        break;
      default:
        (negative ? specials.negative : specials.positive) = true;
    }
  };
  for (std::size_t i = 0; i < row.depth(); ++i) {
    const Factors factors = factors_of(reduction, semantics, row, i);
    const Category category = product_category(factors);
    if (category == Category::nan) {
      (is_nan(factors.left) || is_nan(factors.right) ? specials.nan_operand : specials.invalid) = true;
    } else {
      count(category, product_is_negative(factors));
    }
  }
  if (row.initial) {
    const Operand initial = initial_of(reduction, semantics, row);
    if (is_nan(initial)) {
      specials.nan_operand = true;
    } else {
      count(initial.value.category, initial.value.negative);
    }
  }
  if (specials.positive_infinity && specials.negative_infinity) specials.invalid = true;
  return specials;
}

CodeSets nans_of_row(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row, bool invalid) {
  CodeSets sets;
  const auto add = [&](const Format& format, const Operand& operand) {
    if (is_nan(operand)) {
      add_nan(sets, nan_of(format, operand, reduction.result, semantics), reduction.result, semantics);
    }
  };
  for (std::size_t i = 0; i < row.depth(); ++i) {
    const Factors factors = factors_of(reduction, semantics, row, i);
    add(reduction.left, factors.left);
    if (reduction.has_two_factors()) add(reduction.right, factors.right);
  }
  if (row.initial) add(*reduction.initial, initial_of(reduction, semantics, row));
  if (invalid) add_nan(sets, generated_nan(reduction.result, semantics), reduction.result, semantics);
  return sets;
}

CodeSet any_quiet_nan(const Format& result, const Semantics& semantics) {
  Semantics quiet = semantics;
  quiet.nan = Nan::quiet;
  quiet.nan_sign = NanSign::any;
  return nan_result(result, quiet, {.has_sign = false});
}

std::optional<CodeSets> reduction_special(const Reduction& reduction, const Semantics& semantics,
                                          const ReductionRow& row, const RowSpecials& specials) {
  if (specials.nan_operand) return nans_of_row(reduction, semantics, row, specials.invalid);
  if (specials.invalid) return generated_nan(reduction.result, semantics);
  if (specials.positive_infinity || specials.negative_infinity) {
    return infinity_result(reduction.result, semantics, specials.negative_infinity);
  }
  if (specials.positive || specials.negative) return {};
  CodeSets zeros = zero_result(reduction.result, semantics, false);
  // Of zeros of both signs the sum is -0 where it is rounded down, and there only (IEEE 754-2019 6.3).
  const bool down = semantics.rounding == Rounding::rdn || semantics.accumulator.rounding == "rdn";
  if (specials.negative_zero && (!specials.positive_zero || down)) {
    zeros.add(zero_result(reduction.result, semantics, true));
  }
  return zeros;
}

}  // namespace hallmark
