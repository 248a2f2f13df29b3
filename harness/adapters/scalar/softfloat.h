// SPDX-License-Identifier: Apache-2.0
// The scalar backend's arithmetic on exact values: results of 64 bits, the last of which stands for all that is lost.
// Significands of operands have 24 bits at most, as those of float32.
#ifndef HALLMARK_ADAPTERS_SCALAR_SOFTFLOAT_H
#define HALLMARK_ADAPTERS_SCALAR_SOFTFLOAT_H

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "exact.h"

namespace hallmark::scalar {

using Word128 = unsigned __int128;
using Kind = Exact::Kind;

constexpr int operand_bits = 24;

inline Exact invalid() { return {Kind::nan, false, 0, 0}; }
inline Exact zero(bool negative) { return {Kind::zero, negative, 0, 0}; }
inline Exact infinity(bool negative) { return {Kind::infinity, negative, 0, 0}; }

inline Exact negated(Exact x) {
  x.negative = !x.negative;
  return x;
}

/// The value significand * 2^exponent of a nonzero significand, cut to 64 bits; what is cut sticks to the last bit.
inline Exact cut(bool negative, int exponent, Word128 significand) {
  const auto high = static_cast<std::uint64_t>(significand >> 64), low = static_cast<std::uint64_t>(significand);
  const int width = high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(low);
  std::uint64_t kept = low;
  if (const int excess = width - 64; excess > 0) {
    const Word128 lost = significand & ((Word128{1} << excess) - 1);
    kept = static_cast<std::uint64_t>(significand >> excess) | std::uint64_t{lost != 0};
  } else {
    kept = low << -excess;
  }
  return {Kind::finite, negative, exponent + width - 1, kept};
}

/// A finite nonzero value with its leading bit at bit 125 of the significand, so that two of them can be added.
struct Wide {
  bool negative;
  int exponent;  ///< of the leading bit
  Word128 significand;
};

inline Wide widened(const Exact& x) { return {x.negative, x.exponent, Word128{x.significand} << 62}; }

inline Wide wide_product(const Exact& x, const Exact& y) {
  // Both factors have zeros below their 24 bits, so what is shifted out is zero.
  const Word128 product = Word128{x.significand} * y.significand;
  const bool carried = product >> 127 != 0;
  return {x.negative != y.negative, x.exponent + y.exponent + (carried ? 1 : 0), product >> (carried ? 2 : 1)};
}

/// Bits are lost only from an addend so far below the other that the two cannot cancel: the last one is then sticky.
inline Exact wide_sum(Wide x, Wide y) {
  if (x.exponent < y.exponent) std::swap(x, y);
  const int distance = x.exponent - y.exponent;
  Word128 aligned = 1;
  if (distance < 126) {
    const Word128 lost = y.significand & ((Word128{1} << distance) - 1);
    aligned = y.significand >> distance | Word128{lost != 0};
  }
  const int unit = x.exponent - 125;
  if (x.negative == y.negative) return cut(x.negative, unit, x.significand + aligned);
  if (x.significand == aligned) return zero(false);  // IEEE 754-2019 6.3, to nearest
  const bool flipped = x.significand < aligned;
  return cut(x.negative != flipped, unit, flipped ? aligned - x.significand : x.significand - aligned);
}

inline Exact sum(const Exact& x, const Exact& y) {
  if (x.kind == Kind::nan) return x;
  if (y.kind == Kind::nan) return y;
  if (x.kind == Kind::infinity) return y.kind == Kind::infinity && x.negative != y.negative ? invalid() : x;
  if (y.kind == Kind::infinity) return y;
  if (x.kind == Kind::zero && y.kind == Kind::zero) return zero(x.negative && y.negative);
  if (x.kind == Kind::zero) return y;
  if (y.kind == Kind::zero) return x;
  return wide_sum(widened(x), widened(y));
}

inline Exact difference(const Exact& x, const Exact& y) { return sum(x, y.kind == Kind::nan ? y : negated(y)); }

/// The product where a NaN, an infinity or a zero decides it; `finite` means that none does.
inline Exact special_product(const Exact& x, const Exact& y) {
  const bool negative = x.negative != y.negative;
  if (x.kind == Kind::nan) return x;
  if (y.kind == Kind::nan) return y;
  if (x.kind == Kind::infinity || y.kind == Kind::infinity) {
    return x.kind == Kind::zero || y.kind == Kind::zero ? invalid() : infinity(negative);
  }
  if (x.kind == Kind::zero || y.kind == Kind::zero) return zero(negative);
  return {Kind::finite, negative, 0, 0};
}

inline Exact product(const Exact& x, const Exact& y) {
  const Exact special = special_product(x, y);
  if (special.kind != Kind::finite) return special;
  const Wide wide = wide_product(x, y);
  return cut(wide.negative, wide.exponent - 125, wide.significand);
}

/// x * y + z of finite numbers whose bits all lie within 63 of each other: z's last bit is `distance` above the
/// product's.
inline Exact near_fused(const Exact& x, const Exact& y, const Exact& z, int distance) {
  constexpr int below = 64 - operand_bits;
  const int raised = std::max(distance, 0), product_raised = std::max(-distance, 0);
  const auto product = static_cast<std::int64_t>((x.significand >> below) * (y.significand >> below) << product_raised);
  const auto addend = static_cast<std::int64_t>((z.significand >> below) << raised);
  const std::int64_t total = (x.negative != y.negative ? -product : product) + (z.negative ? -addend : addend);
  if (total == 0) return zero(false);
  const std::uint64_t magnitude = total < 0 ? 0 - static_cast<std::uint64_t>(total) : static_cast<std::uint64_t>(total);
  const int leading = std::countl_zero(magnitude);
  const int unit = z.exponent - (operand_bits - 1) - raised;
  return {Kind::finite, total < 0, unit + 63 - leading, magnitude << leading};
}

[[gnu::noinline]] inline Exact far_fused(const Exact& x, const Exact& y, const Exact& z) {
  const Exact special = special_product(x, y);
  if (special.kind != Kind::finite) return sum(special, z);
  if (z.kind == Kind::zero) return product(x, y);
  if (z.kind != Kind::finite) return z;
  return wide_sum(wide_product(x, y), widened(z));
}

inline Exact fused(const Exact& x, const Exact& y, const Exact& z) {
  const bool are_finite = x.kind == Kind::finite && y.kind == Kind::finite && z.kind == Kind::finite;
  const int distance = z.exponent - x.exponent - y.exponent + operand_bits - 1;
  // 48 bits raised by 14, 24 by 38: below 2^62 each.
  if (are_finite && distance >= -14 && distance <= 38) return near_fused(x, y, z, distance);
  return far_fused(x, y, z);
}

inline Exact quotient(const Exact& x, const Exact& y) {
  const bool negative = x.negative != y.negative;
  if (x.kind == Kind::nan) return x;
  if (y.kind == Kind::nan) return y;
  if (x.kind == y.kind && x.kind != Kind::finite) return invalid();
  if (x.kind == Kind::infinity || y.kind == Kind::zero) return infinity(negative);
  if (x.kind == Kind::zero || y.kind == Kind::infinity) return zero(negative);
  const std::uint64_t divisor = y.significand >> (64 - operand_bits);
  const std::uint64_t whole = x.significand / divisor;  // 39 bits at least
  return cut(negative, x.exponent - y.exponent - 65 + operand_bits,
             whole << 1 | std::uint64_t{whole * divisor != x.significand});
}

/// The largest integer whose square is at most the radicand, which is below 2^63: one binary digit at a time.
inline std::uint64_t integer_root(std::uint64_t radicand) {
  std::uint64_t root = 0;
  for (std::uint64_t digit = std::uint64_t{1} << 62; digit != 0; digit >>= 2) {
    const std::uint64_t trial = root + digit;
    root >>= 1;
    if (radicand >= trial) {
      radicand -= trial;
      root += digit;
    }
  }
  return root;
}

inline Exact square_root(const Exact& x) {
  if (x.kind == Kind::nan || x.kind == Kind::zero) return x;
  if (x.negative) return invalid();
  if (x.kind == Kind::infinity) return x;
  const bool even = (x.exponent & 1) == 0;
  const std::uint64_t radicand = x.significand >> (even ? 1 : 2);  // exact, and the scale below even
  const int scale = x.exponent - (even ? 62 : 61);
  const std::uint64_t root = integer_root(radicand);  // 31 bits at least
  return cut(false, scale / 2 - 1, root << 1 | std::uint64_t{root * root != radicand});
}

/// The remainder of x / y with the quotient rounded to nearest even (`nearest`, IEEE 754's remainder) or cut (C's
/// fmod).
inline Exact remainder_of(const Exact& x, const Exact& y, bool nearest) {
  if (x.kind == Kind::nan) return x;
  if (y.kind == Kind::nan) return y;
  if (x.kind == Kind::infinity || y.kind == Kind::zero) return invalid();
  if (x.kind == Kind::zero || y.kind == Kind::infinity) return x;
  int distance = x.exponent - y.exponent;
  if (distance < -1) return x;  // less than half of y
  constexpr int below = 64 - operand_bits;
  std::uint64_t rest = x.significand >> below, divisor = y.significand >> below;
  bool odd = false;
  if (distance == -1) {
    divisor <<= 1;
  } else {
    odd = (rest / divisor & 1) != 0;
    rest %= divisor;
    while (distance > 0) {  // as a long division, some binary digits at a time
      const int digits = std::min(distance, below);
      rest <<= digits;
      odd = (rest / divisor & 1) != 0;
      rest %= divisor;
      distance -= digits;
    }
  }
  bool negative = x.negative;
  if (nearest && (2 * rest > divisor || (2 * rest == divisor && odd))) {
    rest = divisor - rest;
    negative = !negative;
  }
  return normalised(negative, std::min(x.exponent, y.exponent) + below, rest);
}

enum class Integral { floor, ceil, nearest_even, trunc };

inline Exact integral(const Exact& x, Integral direction) {
  if (x.kind != Kind::finite || x.exponent >= 63) return x;
  const std::uint64_t whole = x.exponent < 0 ? 0 : x.significand >> (63 - x.exponent);
  // The fraction as 64 bits after the point; below a quarter its bits no longer matter.
  const std::uint64_t fraction = x.exponent < -1    ? 1
                                 : x.exponent == -1 ? x.significand
                                                    : x.significand << (x.exponent + 1);
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  const bool away = direction == Integral::floor          ? x.negative && fraction != 0
                    : direction == Integral::ceil         ? !x.negative && fraction != 0
                    : direction == Integral::nearest_even ? fraction > half || (fraction == half && (whole & 1) != 0)
                                                          : false;
  return normalised(x.negative, 63, whole + (away ? 1 : 0));
}

}  // namespace hallmark::scalar

#endif  // HALLMARK_ADAPTERS_SCALAR_SOFTFLOAT_H
