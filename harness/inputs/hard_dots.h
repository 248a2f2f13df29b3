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
  one_not_finite,    ///< of predicates: numbers, and at one place, each in turn, a NaN or an infinity
  finite_extremes,   ///< of predicates: numbers alone, largest and subnormal ones and zeros among them
  // Of exponentials, special_values too:
  exponential_spread,  ///< elements up to 10 below the largest
  equal_elements,      ///< all the same
  large_magnitude,     ///< so large, of either sign, that their exponentials overflow or underflow float32
  dominant_element,    ///< one large, the others' exponentials each a unit in bfloat16's last place or less
  underflow_ladder,    ///< shares around the result's smallest normal and subnormal numbers
  // Of every reduction:
  each_place,  ///< a NaN or an infinity at each place of either factor in turn, beside ordinary numbers
};

struct HardDotInfo {
  HardDotKind kind;
  std::string_view name;  ///< as case ids name it
  /// Weaker models that bfloat16 rows of this kind, 64 deep or more, are there to catch: of named_accumulators, or
  /// `dropped_tail`, `doubled_tail`, `nan_skipped`, `infinity_clamped`; of predicates also `sum_is_finite`;
  /// of exponentials also `no_max_subtraction` and `exp_bfloat16`, and `bfloat16_chain` and `flushed_chain` by name.
  std::vector<std::string_view> catches;
};

/// The kinds of sums.
std::span<const HardDotInfo> hard_dot_kinds();
/// Those that a reduction has rows of: of a predicate and of exponentials, kinds of their own; each_place last.
std::vector<HardDotInfo> hard_row_kinds(const Reduction& reduction);
const HardDotInfo& info_of(HardDotKind kind);

struct HardDot {
  std::vector<std::uint64_t> left, right;  ///< right is empty where the reduction has one operand
  std::optional<std::uint64_t> initial;    ///< where the reduction has one
  int condition = 0;                       ///< log2 of 2S/|s|, of ill_conditioned

  operator ReductionRow() const { return {left, right, initial}; }
};

/// A row of that depth, of one of hard_row_kinds(), for an accumulator of that precision (24: float32); nothing where
/// the formats are too narrow for the kind, or the depth too small. `sum` and its kin have products x * 1.
std::optional<HardDot> hard_dot(HardDotKind kind, const Reduction& reduction, std::size_t depth, Random& random,
                                int precision = 24);

/// A row of random signs whose factors' exponents lie within `spread` of that of one, as far as the formats have them.
std::optional<HardDot> spread_dot(const Reduction& reduction, std::size_t depth, Random& random, int spread);

}  // namespace hallmark
