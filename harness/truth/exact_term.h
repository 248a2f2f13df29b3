// SPDX-License-Identifier: Apache-2.0
// An exact number that a sum is made of, and the sum of two, by integers of 128 bits.
#pragma once

#include <algorithm>
#include <cstdint>

#include "formats/format.h"
#include "semantics/round.h"

namespace hallmark {

__extension__ using Wide = unsigned __int128;

constexpr int bit_length(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + bit_length(high) : bit_length(static_cast<std::uint64_t>(value));
}

/// |x| = magnitude * 2^exponent for a finite nonzero one: an operand, a product of two (at most 106 bits), or a step's
/// rounded result. `category` is normal for all of those.
struct ExactTerm {
  Category category = Category::zero;
  bool negative = false;
  Wide magnitude = 0;
  int exponent = 0;
  /// The exponent as a unit that does not normalise sees it: of the leading bit an operand would have if it were
  /// normal; of a product the sum of its factors'.
  int unit_exponent = 0;
  /// Which operand a NaN comes from: 2i and 2i+1 for the factors of product i, or one of these.
  std::int64_t origin = generated;

  static constexpr std::int64_t generated = -1, initial = -2, several = -3;
};

/// A nonzero sum cut to 128 bits or more than any precision needs, the rest in `sticky`; magnitude 0 for zero.
struct CutSum {
  bool negative = false;
  Wide magnitude = 0;
  int exponent = 0;
  bool sticky = false;
};

/// The sum of two finite nonzero terms of at most 106 bits.
inline CutSum sum_of(const ExactTerm& x, const ExactTerm& y) {
  // The larger one's leading bit comes to bit 120. What the smaller one then loses lies 120 bits below it or more, and
  // it loses nothing unless it is smaller by 2^14: a difference keeps 118 bits.
  constexpr int top = 120;
  const ExactTerm* large = &x;
  const ExactTerm* small = &y;
  if (large->exponent + bit_length(large->magnitude) < small->exponent + bit_length(small->magnitude)) {
    std::swap(large, small);
  }
  const int up = top + 1 - bit_length(large->magnitude);
  const Wide a = large->magnitude << up;
  const int exponent = large->exponent - up;
  const int shift = small->exponent - exponent;
  Wide b = 0;
  bool sticky = false;
  if (shift >= 0) {
    b = small->magnitude << shift;
  } else if (shift <= -128) {
    sticky = true;
  } else {
    b = small->magnitude >> -shift;
    sticky = b << -shift != small->magnitude;
  }
  if (x.negative == y.negative) return {x.negative, a + b, exponent, sticky};
  if (b > a) return {small->negative, b - a, exponent, false};  // equal leading bits: nothing was cut
  return {large->negative, a - b - (sticky ? 1 : 0), exponent, sticky};
}

/// The sum as the rounding routine takes it: 64 bits and the rest as sticky bit.
inline Real real_of(const CutSum& sum) {
  const int extra = std::max(0, bit_length(sum.magnitude) - 64);
  const Wide kept = sum.magnitude >> extra;
  return {sum.negative, static_cast<std::uint64_t>(kept), sum.exponent + extra,
          sum.sticky || kept << extra != sum.magnitude};
}

}  // namespace hallmark
