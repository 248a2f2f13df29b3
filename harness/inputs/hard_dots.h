// SPDX-License-Identifier: Apache-2.0
// Rows of products that are hard to sum: each kind shows what some weaker accumulator gets wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "inputs/random.h"
#include "semantics/reductions.h"

namespace hallmark {

enum class HardDotKind : std::uint8_t {
  full_window,       ///< one sign, odd, partial sums that need every bit of the accumulator: no order rounds
  ill_conditioned,   ///< everything cancels exactly but one small product
  exponent_spread,   ///< random signs, exponents far apart
  random_walk,       ///< random signs, exponents alike
  all_positive,      ///< sums that only grow
  alternating,       ///< x, then -x (1 + an ulp)
  increasing,        ///< magnitudes sorted upward
  decreasing,        ///< and downward
  huge_and_tiny,     ///< one large, then many of nearly a unit in its last place, or of hardly one
  ties,              ///< partial sums halfway between two values
  subnormal_ladder,  ///< products and sums around the smallest normal and subnormal numbers
  overflow_ladder,   ///< sums around the largest number
  probes,            ///< a few terms each that ask one question of the accumulator
  special_values,    ///< NaN, infinities, zeros of both signs: first, in the middle, last
};

struct HardDotInfo {
  HardDotKind kind;
  std::string_view name;  ///< as case ids name it
  /// Weaker models that bfloat16 rows of this kind, 64 deep or more, are there to catch: of named_accumulators, or
  /// `dropped_tail`, `doubled_tail`, `nan_skipped`, `infinity_clamped`.
  std::vector<std::string_view> catches;
};

std::span<const HardDotInfo> hard_dot_kinds();
const HardDotInfo& info_of(HardDotKind kind);

struct HardDot {
  std::vector<std::uint64_t> left, right;  ///< right is empty where the reduction has one operand
  std::optional<std::uint64_t> initial;    ///< where the reduction has one
  int condition = 0;                       ///< log2 of 2S/|s|, of ill_conditioned

  operator ReductionRow() const { return {left, right, initial}; }
};

/// A row of that depth for an accumulator of that precision (24: float32); nothing where the formats are too narrow
/// for the kind, or the depth too small. `sum` and its kin have products x * 1.
std::optional<HardDot> hard_dot(HardDotKind kind, const Reduction& reduction, std::size_t depth, Random& random,
                                int precision = 24);

/// A row of random signs whose factors' exponents lie within `spread` of that of one, as far as the formats have them.
std::optional<HardDot> spread_dot(const Reduction& reduction, std::size_t depth, Random& random, int spread);

}  // namespace hallmark
