// SPDX-License-Identifier: Apache-2.0
// The scalar backend's general path: any format's code to an exact value, an exact value to any format's code.
#ifndef HALLMARK_ADAPTERS_SCALAR_EXACT_H
#define HALLMARK_ADAPTERS_SCALAR_EXACT_H

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "formats.h"
#include "rounding.h"

namespace hallmark::scalar {

/// The value significand * 2^(exponent - 63), the significand's top bit set; of a NaN, its fraction moved to the top.
struct Exact {
  enum class Kind { zero, finite, infinity, nan } kind;
  bool negative;
  int exponent;
  std::uint64_t significand;
};

/// The value significand * 2^(exponent - 63) of any significand.
inline Exact normalised(bool negative, int exponent, std::uint64_t significand) {
  if (significand == 0) return {Exact::Kind::zero, negative, 0, 0};
  const int shift = std::countl_zero(significand);
  return {Exact::Kind::finite, negative, exponent - shift, significand << shift};
}

template <typename Source>
Exact decode(typename Source::Word word) {
  if constexpr (Source::is_float) {
    const bool negative = (word & Source::sign) != 0;
    const std::uint64_t code = word & Source::magnitude, fraction = code & Source::fraction;
    if constexpr (Source::special == Special::ieee) {
      if (code == Source::infinity) return {Exact::Kind::infinity, negative, 0, 0};
      if (code > Source::infinity) return {Exact::Kind::nan, negative, 0, fraction << (64 - Source::fraction_bits)};
    } else if constexpr (Source::special == Special::nan_all_ones) {
      if (code == Source::magnitude) return {Exact::Kind::nan, negative, 0, 0};
    } else if constexpr (Source::special == Special::nan_minus_zero) {
      if (word == Source::sign) return {Exact::Kind::nan, false, 0, 0};
    }
    const int field = static_cast<int>(code >> Source::fraction_bits);
    const std::uint64_t significand = field == 0 ? fraction : fraction | Source::hidden;
    const int exponent = field == 0 ? Source::minimum_exponent : field - Source::bias;
    return normalised(negative, exponent + 63 - Source::fraction_bits, significand);
  } else if constexpr (std::is_same_v<Source, float8_e8m0fnu>) {
    if (word == 0xff) return {Exact::Kind::nan, false, 0, 0};
    return {Exact::Kind::finite, false, word - 127, std::uint64_t{1} << 63};
  } else {
    const auto value = static_cast<std::uint64_t>(word);  // the sign extended, where there is one
    const bool negative = std::is_signed_v<typename Source::Word> && value >> 63 != 0;
    return normalised(negative, 63, negative ? 0 - value : value);
  }
}

template <typename Target, Rounding rounding, bool saturate>
typename Target::Word to_float(const Exact& x) {
  using End = Ends<Target, rounding, saturate>;
  std::uint64_t code = 0;
  if (x.kind == Exact::Kind::nan) {
    code = End::nan(x.significand >> (64 - Target::fraction_bits));
    if (Target::special == Special::none) return static_cast<typename Target::Word>(code);
  } else if (x.kind == Exact::Kind::infinity) {
    code = End::infinity;
  } else if (x.kind == Exact::Kind::finite) {
    // A bit of headroom for the rounding's carry; a lost bit sticks to the last one, far below where rounding looks.
    std::uint64_t significand = x.significand >> 1 | (x.significand & 1);
    const int below = Target::minimum_exponent - x.exponent;
    if (below >= 63) {
      significand = 1;
    } else if (below > 0) {
      const std::uint64_t lost = significand & ((std::uint64_t{1} << below) - 1);
      significand = significand >> below | std::uint64_t{lost != 0};
    }
    code = rounded<rounding>(significand, 62 - Target::fraction_bits, x.negative);
    // The hidden bit is one more in the exponent field, so a carry out of the fraction needs no case of its own.
    if (below < 0) code += static_cast<std::uint64_t>(-below) << Target::fraction_bits;
    if (code > Target::largest) code = End::overflow(x.negative);
  }
  if (Target::special == Special::nan_minus_zero && code == 0) return 0;
  return static_cast<typename Target::Word>(code | (x.negative ? Target::sign : 0));
}

/// To the nearest power of two, a tie (1.5 times one) to the even code.
inline std::uint8_t to_e8m0(const Exact& x) {
  if (x.kind == Exact::Kind::zero) return 0x00;
  if (x.kind != Exact::Kind::finite || x.negative || x.exponent > 127) return 0xff;
  if (x.exponent < -127) return 0x00;
  const int code = x.exponent + 127;
  constexpr std::uint64_t tie = std::uint64_t{3} << 62;
  const bool up = x.significand > tie || (x.significand == tie && (code & 1) != 0);
  return static_cast<std::uint8_t>(code + (up ? 1 : 0));
}

/// Truncated, clamped to the type's range; NaN is 0.
template <typename Word>
Word to_integer(const Exact& x) {
  using Limits = std::numeric_limits<Word>;
  if (x.kind == Exact::Kind::nan || x.kind == Exact::Kind::zero) return 0;
  const std::uint64_t limit =
      static_cast<std::uint64_t>(Limits::max()) + (std::is_signed_v<Word> && x.negative ? 1 : 0);
  std::uint64_t magnitude = limit;
  if (x.kind == Exact::Kind::finite && x.exponent < 0) return 0;
  if (x.kind == Exact::Kind::finite && x.exponent < 64) magnitude = x.significand >> (63 - x.exponent);
  if (magnitude > limit) magnitude = limit;
  if (!x.negative) return static_cast<Word>(magnitude);
  return std::is_signed_v<Word> ? static_cast<Word>(0 - magnitude) : Word{0};
}

/// One conversion on the general path.
template <typename Source, typename Target, Rounding rounding = Rounding::rne, bool saturate = false>
typename Target::Word convert_one(typename Source::Word word) {
  const Exact x = decode<Source>(word);
  if constexpr (Target::is_float) {
    return to_float<Target, rounding, saturate>(x);
  } else if constexpr (std::is_same_v<Target, float8_e8m0fnu>) {
    return to_e8m0(x);
  } else {
    return to_integer<typename Target::Word>(x);
  }
}

}  // namespace hallmark::scalar

#endif  // HALLMARK_ADAPTERS_SCALAR_EXACT_H
