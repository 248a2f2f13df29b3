// SPDX-License-Identifier: Apache-2.0
// What a bit pattern means: one data-driven descriptor for every format, and the questions one asks of it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "formats/code_set.h"

namespace hallmark {

/// Bits up to the leading one; 0 for 0. (std::bit_width of g++ 12 still returns the unsigned type.)
constexpr int bit_length(std::uint64_t value) { return 64 - std::countl_zero(value); }

enum class Kind : std::uint8_t { floating, integer };

/// IEEE 754's classes without the sign.
enum class Category : std::uint8_t { zero, subnormal, normal, infinity, nan };

/// A code's value: significand * 2^exponent with the sign; significand is 0 for zero, infinity and NaN.
struct Decoded {
  Category category = Category::zero;
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;

  friend constexpr bool operator==(const Decoded&, const Decoded&) = default;
};

/// A format: sign (if any), exponent field and trailing significand field, from high bits to low; or a two's complement
/// integer. A code lies in the low `width()` bits of its storage, the bits above are zero. Finite magnitudes are one
/// interval, the same in both signs: a NaN code lies above them (with infinities: is exactly every code above infinity)
/// in every sign the format has, or is the one code that would be -0.
struct Format {
  std::string_view name;
  Kind kind = Kind::floating;
  int storage_bits = 0;      ///< bits an element occupies; less than 8 still takes one byte
  int exponent_bits = 0;     ///< width of the exponent field
  int significand_bits = 0;  ///< width of the trailing significand field: the precision is one more
  int bias = 0;              ///< a normal value is 1.f * 2^(field - bias)
  bool is_signed = true;
  bool infinities = false;    ///< exponent field all ones with fraction zero is infinity
  CodeSet nan_codes = {};     ///< every NaN code
  bool negative_zero = true;  ///< whether a zero with the sign bit set is -0; says nothing of an unsigned format
  bool subnormals = true;     ///< exponent field zero holds subnormals; without them it holds zeros, or a normal where
                              ///< there is no fraction

  friend constexpr bool operator==(const Format&, const Format&) = default;

  constexpr bool is_integer() const { return kind == Kind::integer; }
  /// Bits a code uses.
  constexpr int width() const {
    return is_integer() ? storage_bits : (is_signed ? 1 : 0) + exponent_bits + significand_bits;
  }
  /// Bytes an element takes in an array.
  constexpr std::size_t bytes() const {
    return storage_bits <= 8 ? 1 : storage_bits <= 16 ? 2 : storage_bits <= 32 ? 4 : 8;
  }
  constexpr std::uint64_t code_mask() const { return ~std::uint64_t{0} >> (64 - width()); }
  constexpr std::uint64_t sign_mask() const { return is_signed ? std::uint64_t{1} << (width() - 1) : 0; }
  constexpr std::uint64_t magnitude_mask() const { return code_mask() & ~sign_mask(); }
  constexpr std::uint64_t fraction_mask() const { return (std::uint64_t{1} << significand_bits) - 1; }

  /// Floating formats only, from here on, but for what names integers.
  constexpr int precision() const { return significand_bits + 1; }
  /// Whether code 0 is zero: e8m0 has none.
  constexpr bool has_zero() const { return is_integer() || subnormals || significand_bits > 0; }
  constexpr bool has_negative_zero() const { return !is_integer() && is_signed && negative_zero && has_zero(); }
  /// Exponent of the smallest normal: its value is 2^min_exponent().
  constexpr int min_exponent() const { return (has_zero() ? 1 : 0) - bias; }
  constexpr std::uint64_t infinity_magnitude() const {
    return ((std::uint64_t{1} << exponent_bits) - 1) << significand_bits;
  }
  constexpr std::uint64_t smallest_normal() const { return has_zero() ? std::uint64_t{1} << significand_bits : 0; }
  /// The code of the least positive value.
  constexpr std::uint64_t smallest_magnitude() const { return is_integer() || subnormals ? 1 : smallest_normal(); }
  /// The positive code of the greatest value; every magnitude up to it is finite.
  constexpr std::uint64_t largest_finite() const {
    if (is_integer()) return magnitude_mask();
    if (infinities) return infinity_magnitude() - 1;
    const std::uint64_t top = magnitude_mask();
    return is_nan(top) ? (nan_codes.low & top) - 1 : top;
  }
  constexpr bool has_nan() const { return !is_integer() && !nan_codes.empty(); }
  /// Whether NaN codes come in quiet and signalling kinds that a fraction bit tells apart (IEEE 754-2019 6.2.1).
  constexpr bool has_signalling_nan() const {
    return has_nan() && infinities && significand_bits > 1;  // one fraction bit makes one NaN, a quiet one
  }
  constexpr std::uint64_t quiet_bit() const {
    return has_signalling_nan() ? std::uint64_t{1} << (significand_bits - 1) : 0;
  }
  /// Whether both signs of a NaN exist as codes (fnuz formats and e8m0 have one code only).
  constexpr bool nan_has_sign() const { return has_nan() && is_signed && (nan_codes.mask & sign_mask()) == 0; }
  /// The positive quiet NaN without payload; for formats with one NaN magnitude, that one.
  constexpr std::uint64_t default_nan() const {
    return has_signalling_nan() ? infinity_magnitude() | quiet_bit() : nan_codes.low;
  }

  constexpr bool is_nan(std::uint64_t code) const { return !is_integer() && nan_codes.contains(code); }
  constexpr bool is_negative(std::uint64_t code) const { return (code & sign_mask()) != 0; }
};

constexpr Decoded decode(const Format& format, std::uint64_t code) {
  if (format.is_integer()) {
    const bool negative = format.is_negative(code);
    const std::uint64_t magnitude = negative ? (~code + 1) & format.code_mask() : code;
    return {magnitude == 0 ? Category::zero : Category::normal, negative, magnitude, 0};
  }
  const bool negative = format.is_negative(code);
  if (format.is_nan(code)) return {Category::nan, negative, 0, 0};
  const std::uint64_t magnitude = code & format.magnitude_mask();
  if (format.infinities && magnitude == format.infinity_magnitude()) return {Category::infinity, negative, 0, 0};
  const std::uint64_t fraction = magnitude & format.fraction_mask();
  const int field = static_cast<int>(magnitude >> format.significand_bits);
  if (field == 0 && format.has_zero()) {
    if (fraction == 0 || !format.subnormals) return {Category::zero, negative && format.has_negative_zero(), 0, 0};
    return {Category::subnormal, negative, fraction, format.min_exponent() - format.significand_bits};
  }
  return {Category::normal, negative, fraction | (std::uint64_t{1} << format.significand_bits),
          field - format.bias - format.significand_bits};
}

constexpr Category classify(const Format& format, std::uint64_t code) { return decode(format, code).category; }

/// The code of significand * 2^exponent, or nothing where the format has no such value. An integer format's zero takes
/// either sign; a floating format has -0 only where has_negative_zero().
constexpr std::optional<std::uint64_t> encode(const Format& format, bool negative, std::uint64_t significand,
                                              int exponent) {
  if (significand == 0) {
    if (format.is_integer()) return 0;
    if (!format.has_zero() || (negative && !format.has_negative_zero())) return std::nullopt;
    return negative ? format.sign_mask() : 0;
  }
  if (negative && !format.is_signed) return std::nullopt;
  const int trailing = std::countr_zero(significand);
  significand >>= trailing;
  exponent += trailing;
  const int bits = static_cast<int>(bit_length(significand));
  const int leading = exponent + bits - 1;  // exponent of the leading bit
  if (format.is_integer()) {
    const std::uint64_t limit = format.magnitude_mask() + (negative ? 1 : 0);
    if (exponent < 0 || leading > 63 || (significand << exponent) > limit) return std::nullopt;
    const std::uint64_t magnitude = significand << exponent;
    return negative ? (~magnitude + 1) & format.code_mask() : magnitude;
  }
  const int quantum = (leading < format.min_exponent() ? format.min_exponent() : leading) - format.significand_bits;
  if (exponent < quantum || (leading < format.min_exponent() && !format.subnormals)) return std::nullopt;
  const std::uint64_t scaled = significand << (exponent - quantum);
  const std::int64_t field = leading < format.min_exponent() ? 0 : std::int64_t{leading} + format.bias;
  if (field >= (std::int64_t{1} << format.exponent_bits)) return std::nullopt;
  const std::uint64_t magnitude =
      (static_cast<std::uint64_t>(field) << format.significand_bits) | (scaled & format.fraction_mask());
  if (magnitude > format.largest_finite()) return std::nullopt;
  return magnitude | (negative ? format.sign_mask() : 0);
}

/// The ordered-integer view: an unsigned key that grows with the value; -0 comes just before +0. NaNs lie at the ends,
/// or in the place of -0 where they take its code.
constexpr std::uint64_t to_ordered(const Format& format, std::uint64_t code) {
  if (!format.is_signed) return code;
  if (format.is_integer() || !format.is_negative(code)) return code ^ format.sign_mask();
  return ~code & format.code_mask();
}

constexpr std::uint64_t from_ordered(const Format& format, std::uint64_t key) {
  if (!format.is_signed) return key;
  if (format.is_integer() || (key & format.sign_mask()) != 0) return key ^ format.sign_mask();
  return ~key & format.code_mask();
}

namespace detail {

/// The neighbour of a value above or below it, by a step on the magnitude.
constexpr std::uint64_t step(const Format& format, std::uint64_t code, bool up) {
  if (format.is_nan(code)) return code;
  if (format.is_integer()) {
    const std::uint64_t key = to_ordered(format, code);
    if (key == (up ? format.code_mask() : 0)) return code;
    return from_ordered(format, up ? key + 1 : key - 1);
  }
  const std::uint64_t magnitude = code & format.magnitude_mask();
  const bool negative = format.is_negative(code);
  const std::uint64_t first = format.smallest_magnitude();
  if (magnitude < first) {  // a zero: without subnormals there are many codes of it
    if (!up && !format.is_signed) return code;
    return first | (up ? 0 : format.sign_mask());
  }
  const std::uint64_t top = format.infinities ? format.infinity_magnitude() : format.largest_finite();
  if (negative != up) return magnitude == top ? code : code + 1;  // away from zero; the outermost value stays
  if (magnitude == first) {
    if (!format.has_zero()) return code ^ format.sign_mask();  // no zero between the signs; unsigned stays
    return negative && format.has_negative_zero() ? format.sign_mask() : 0;
  }
  return code - 1;
}

}  // namespace detail

/// IEEE 754's nextUp: the least value greater than the code's. NaN gives itself, and so does the greatest value.
constexpr std::uint64_t next_up(const Format& format, std::uint64_t code) { return detail::step(format, code, true); }
/// IEEE 754's nextDown: the greatest value less than the code's. NaN gives itself, and so does the least value.
constexpr std::uint64_t next_down(const Format& format, std::uint64_t code) {
  return detail::step(format, code, false);
}

/// Whether every value of `from` is a value of `to` (NaN, infinity and -0 included where `from` has them).
bool widens(const Format& from, const Format& to);

}  // namespace hallmark
