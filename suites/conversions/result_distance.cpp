// SPDX-License-Identifier: Apache-2.0
#include "conversions/result_distance.h"

#include <algorithm>
#include <bit>

namespace hallmark {
namespace {

__extension__ using Wide = unsigned __int128;

int leading_exponent(const Decoded& value) { return value.exponent + bit_length(value.significand) - 1; }

/// |value| / 2^unit, rounded to odd.
Wide in_units(const Decoded& value, int unit) {
  if (value.significand == 0) return 0;  // whatever its exponent, which may be further off than a shift may go
  const int shift = unit - value.exponent;
  if (shift <= 0) return Wide{value.significand} << -shift;
  if (shift >= 64) return 1;
  const std::uint64_t rest = value.significand & ((std::uint64_t{1} << shift) - 1);
  return (value.significand >> shift) | (rest != 0 ? 1 : 0);
}

}  // namespace

int compare_magnitudes(const Decoded& a, const Decoded& b) {
  if (a.significand == 0 || b.significand == 0) return (a.significand != 0) - (b.significand != 0);
  const int difference = leading_exponent(a) - leading_exponent(b);
  if (difference != 0) return difference < 0 ? -1 : 1;
  const std::uint64_t x = a.significand << std::countl_zero(a.significand);
  const std::uint64_t y = b.significand << std::countl_zero(b.significand);
  return x < y ? -1 : x > y ? 1 : 0;
}

std::optional<ResultDistance> result_distance(const Format& to, const Decoded& value, const Decoded& result) {
  const int leading = leading_exponent(value);
  int ulp = 0;
  if (!to.is_integer()) ulp = (to.has_zero() ? std::max(leading, to.min_exponent()) : leading) - to.significand_bits;
  if (result.significand != 0) {
    if (result.negative != value.negative) return std::nullopt;
    if (result.exponent + std::countr_zero(result.significand) < ulp) return std::nullopt;
    // Rounding reaches the next power of two at most, which also bounds the shifts that follow.
    if (leading_exponent(result) > std::max(leading + 1, ulp)) return std::nullopt;
  }
  const Wide exact = in_units(value, ulp - 2);
  // A multiple of the unit: no bit is lost.
  const Wide got = in_units(result, ulp) << 2;
  const Wide distance = got > exact ? got - exact : exact - got;
  if (distance > 8) return std::nullopt;
  return ResultDistance{got > exact ? static_cast<int>(distance) : -static_cast<int>(distance), (got >> 2 & 1) != 0};
}

}  // namespace hallmark
