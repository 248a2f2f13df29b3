// SPDX-License-Identifier: Apache-2.0
// The right conversions between integers and floating-point formats, from which faulty backends deviate.
#ifndef HALLMARK_TESTS_KERNELS_INTEGERS_H
#define HALLMARK_TESTS_KERNELS_INTEGERS_H

#include <limits>

#include "convert.h"

namespace hallmark::kernels {

template <class Integer, Format to, Policy policy = Policy{}>
constexpr Word<to> from_integer(Integer value) {
  if (value == 0) return 0;
  const bool negative = value < 0;
  const std::uint64_t whole = static_cast<std::uint64_t>(value);
  const std::uint64_t bits = negative ? 0 - whole : whole;
  const int exponent = static_cast<int>(std::bit_width(bits)) - 1;
  // Left-justified in 63 bits: round_shift needs the top one free; the bit that falls out stays as sticky.
  const std::uint64_t significand = exponent == 63 ? (bits >> 1) | (bits & 1) : bits << (62 - exponent);
  return pack<to, policy>(negative, significand, exponent, 62);
}

// Rounds (truncates, unless told otherwise), then saturates; NaN becomes 0.
template <Format from, class Integer, Rounding rounding = Rounding::rtz>
constexpr Integer to_integer(Word<from> word) {
  using Limits = std::numeric_limits<Integer>;
  const bool negative = is_negative<from>(word);
  if (is_nan<from>(word)) return 0;
  const std::uint64_t bits = magnitude<from>(word);
  const int field = static_cast<int>(bits >> from.fraction_bits);
  const int exponent = (field == 0 ? 1 : field) - from.bias;
  const std::uint64_t significand = (bits & from.fraction_mask()) | (field == 0 ? 0 : from.smallest_normal());
  const std::uint64_t limit = static_cast<std::uint64_t>(Limits::max()) + (negative && Limits::is_signed ? 1 : 0);
  const int shift = from.fraction_bits - exponent;
  std::uint64_t rounded = limit;
  if (shift > 0) {
    rounded = round_shift(significand, std::min(shift, from.fraction_bits + 2), negative, rounding);
  } else if (exponent < 64 && !is_infinite<from>(word)) {
    rounded = significand << -shift;
  }
  rounded = std::min(rounded, negative && !Limits::is_signed ? std::uint64_t{0} : limit);
  return static_cast<Integer>(negative ? 0 - rounded : rounded);
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_INTEGERS_H
