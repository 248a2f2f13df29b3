// SPDX-License-Identifier: Apache-2.0
#include "inputs/initial_values.h"

namespace hallmark {
namespace {

/// Product i as a code of the initial value's format, where that has it.
std::optional<std::uint64_t> product_as_initial(const Reduction& reduction, const HardDot& row, std::size_t i) {
  const Decoded x = decode(reduction.left, row.left[i]);
  const Decoded y =
      reduction.has_two_factors() ? decode(reduction.right, row.right[i]) : Decoded{Category::normal, false, 1, 0};
  const bool negative = x.negative != y.negative;
  if (x.significand == 0 || y.significand == 0) return {};
  if (bit_length(x.significand) + bit_length(y.significand) > 64) return {};
  return encode(*reduction.initial, negative, x.significand * y.significand, x.exponent + y.exponent);
}

/// A product of a row one deeper becomes the initial value.
std::optional<HardDot> take_initial(const Reduction& reduction, std::optional<HardDot> row, std::size_t depth,
                                    Random& random) {
  if (!row) return row;
  // The first product first: of the kinds whose order is their point it is the large one.
  std::size_t chosen = random.below(2) == 0 ? 0 : random.below(depth + 1);
  constexpr int attempts = 8;
  for (int attempt = 0; attempt < attempts; ++attempt, chosen = random.below(depth + 1)) {
    const auto code = product_as_initial(reduction, *row, chosen);
    if (!code) continue;
    row->initial = code;
    break;
  }
  const auto at = static_cast<std::ptrdiff_t>(chosen);
  row->left.erase(row->left.begin() + at);
  if (!row->right.empty()) row->right.erase(row->right.begin() + at);
  return row;
}

}  // namespace

std::optional<HardDot> hard_dot_with_initial(HardDotKind kind, const Reduction& reduction, std::size_t depth,
                                             Random& random, int precision) {
  // Special values and probes say what the initial value is.
  if (!reduction.initial || kind == HardDotKind::special_values || kind == HardDotKind::probes) {
    auto row = hard_dot(kind, reduction, depth, random, precision);
    if (row && row->initial == 0 && reduction.initial->has_negative_zero() && random.below(4) == 0) {
      row->initial = reduction.initial->sign_mask();
    }
    return row;
  }
  return take_initial(reduction, hard_dot(kind, reduction, depth + 1, random, precision), depth, random);
}

std::optional<HardDot> spread_dot_with_initial(const Reduction& reduction, std::size_t depth, Random& random,
                                               int spread) {
  if (!reduction.initial) return spread_dot(reduction, depth, random, spread);
  return take_initial(reduction, spread_dot(reduction, depth + 1, random, spread), depth, random);
}

}  // namespace hallmark
