// SPDX-License-Identifier: Apache-2.0
// One lane of VDPBF16PS in integers, written from Intel's pseudocode and sharing nothing with the harness: fast enough
// for 10^8 of them.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

namespace hallmark::test {

/// c + a[1] b[1] + a[0] b[0], bfloat16 and float32 codes.
struct DotBlock {
  std::uint16_t a[2], b[2];
  std::uint32_t c;
};

/// What a wrong unit might do instead.
struct BlockVariant {
  bool even_first = false;            ///< the order of the pair
  bool keeps_operands = false;        ///< subnormal operands are not flushed
  bool tiny_before_rounding = false;  ///< results are flushed by their exact value
  bool rounds_gradually = false;      ///< results are flushed that are subnormal when rounded as subnormals are
  bool value_first = false;           ///< a NaN of the running value comes before those of the factors
};

namespace block {

constexpr std::uint32_t infinity = 0x7f800000, quiet = 0x00400000, default_nan = 0xffc00000;
constexpr std::uint32_t magnitude_of(std::uint32_t code) { return code & 0x7fffffff; }
constexpr bool is_nan(std::uint32_t code) { return magnitude_of(code) > infinity; }
constexpr bool is_infinite(std::uint32_t code) { return magnitude_of(code) == infinity; }
constexpr bool is_subnormal(std::uint32_t code) { return code << 1 != 0 && magnitude_of(code) < 0x00800000; }

/// significand x 2^(exponent - 62), with bit 62 set; a zero has significand 0.
struct Number {
  bool negative;
  int exponent;
  std::uint64_t significand;
};
inline Number normalised(bool negative, int exponent, std::uint64_t significand) {
  if (significand == 0) return {negative, 0, 0};
  const int shift = std::countl_zero(significand) - 1;
  return {negative, exponent - shift, significand << shift};
}
/// Of a finite code.
inline Number number_of(std::uint32_t code) {
  const auto field = static_cast<int>(code >> 23 & 0xff);
  const std::uint64_t fraction = code & 0x007fffff;
  // 2^-149 is one unit of the last place of exponent 1; at bit 62 it would stand for exponent 62.
  return normalised(code >> 31 != 0, (field == 0 ? 1 : field) - 150 + 62, fraction | (field == 0 ? 0u : 0x00800000u));
}
inline Number product_of(const Number& x, const Number& y) {
  const bool negative = x.negative != y.negative;
  if (x.significand == 0 || y.significand == 0) return {negative, 0, 0};
  // bfloat16 has 8 bits, at the top; their product has 16.
  return normalised(negative, x.exponent + y.exponent + 1, (x.significand >> 47) * (y.significand >> 47) << 31);
}

/// The sum, its lowest bit set where bits below it were lost.
inline Number sum_of(Number x, Number y) {
  if (x.significand == 0 && y.significand == 0) return {x.negative && y.negative, 0, 0};
  if (x.significand == 0) return y;
  if (y.significand == 0) return x;
  if (y.exponent > x.exponent || (y.exponent == x.exponent && y.significand > x.significand)) std::swap(x, y);
  const int distance = x.exponent - y.exponent;
  std::uint64_t aligned = 1;
  if (distance < 63) {
    aligned = y.significand >> distance;
    if (aligned << distance != y.significand) aligned |= 1;
  }
  if (x.negative != y.negative)
    return normalised(x.significand != aligned && x.negative, x.exponent, x.significand - aligned);
  const std::uint64_t sum = x.significand + aligned;  // below 2^64
  if (sum >> 63 == 0) return {x.negative, x.exponent, sum};
  return {x.negative, x.exponent + 1, sum >> 1 | (sum & 1)};
}

/// To nearest even, 24 bits. Tiny results are flushed to signed zeros.
inline std::uint32_t rounded(const Number& x, const BlockVariant& variant) {
  const std::uint32_t sign = x.negative ? 0x80000000u : 0;
  if (x.significand == 0) return sign;
  constexpr int dropped = 39;  // of the 63 bits
  const auto round = [](std::uint64_t bits, int drop) {
    const std::uint64_t kept = bits >> drop, rest = bits & ((std::uint64_t{1} << drop) - 1);
    const std::uint64_t half = std::uint64_t{1} << (drop - 1);
    return kept + (rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0);
  };
  if (x.exponent < -126) {
    if (variant.tiny_before_rounding) return sign;
    if (variant.rounds_gradually) {
      const int drop = dropped - 126 - x.exponent;
      return sign | (drop > 63 ? 0 : static_cast<std::uint32_t>(round(x.significand, drop)));
    }
  }
  std::uint64_t significand = round(x.significand, dropped);
  int exponent = x.exponent;
  if (significand >> 24 != 0) {
    significand >>= 1;
    ++exponent;
  }
  if (exponent < -126) return sign;
  if (exponent > 127) return sign | infinity;
  return sign | (static_cast<std::uint32_t>(exponent + 127) << 23) | (significand & 0x007fffff);
}

/// RNE(value + x y), operands and result flushed; NaNs as x86 takes them: x, y, then the value.
inline std::uint32_t fused(std::uint32_t value, std::uint32_t x, std::uint32_t y, const BlockVariant& variant) {
  if (!variant.keeps_operands) {
    for (std::uint32_t* const operand : {&value, &x, &y}) {
      if (is_subnormal(*operand)) *operand &= 0x80000000;
    }
  }
  if (variant.value_first && is_nan(value)) return value | quiet;
  for (const std::uint32_t operand : {x, y, value}) {
    if (is_nan(operand)) return operand | quiet;
  }
  const std::uint32_t sign = (x ^ y) & 0x80000000;
  if (is_infinite(x) || is_infinite(y)) {
    if (x << 1 == 0 || y << 1 == 0) return default_nan;
    return is_infinite(value) && (value & 0x80000000) != sign ? default_nan : sign | infinity;
  }
  if (is_infinite(value)) return value;
  return rounded(sum_of(number_of(value), product_of(number_of(x), number_of(y))), variant);
}

}  // namespace block

/// The lane's result.
inline std::uint32_t dot_block(const DotBlock& operands, const BlockVariant& variant = {}) {
  const auto widened = [](std::uint16_t code) { return std::uint32_t{code} << 16; };
  const int first = variant.even_first ? 0 : 1;
  std::uint32_t value = operands.c;
  for (const int i : {first, 1 - first}) {
    value = block::fused(value, widened(operands.a[i]), widened(operands.b[i]), variant);
  }
  return block::is_subnormal(value) ? value & 0x80000000 : value;  // only where a variant left it
}

}  // namespace hallmark::test
