// SPDX-License-Identifier: Apache-2.0
// The formats of the scalar backend, stated for it alone: it must not share a mistake with the harness that judges it.
#ifndef HALLMARK_ADAPTERS_SCALAR_FORMATS_H
#define HALLMARK_ADAPTERS_SCALAR_FORMATS_H

#include <cstdint>
#include <string_view>

namespace hallmark::scalar {

enum class Special {
  ieee,            // exponent fields of ones are infinities and NaNs
  nan_all_ones,    // no infinities; all ones are NaN
  nan_minus_zero,  // no infinities and no -0, whose code is the NaN
  none             // no infinities, no NaN
};

template <typename WordType, int exponent_width, int fraction_width, int exponent_bias, Special special_codes>
struct Float {
  using Word = WordType;
  static constexpr bool is_float = true;
  static constexpr Special special = special_codes;
  static constexpr int fraction_bits = fraction_width, bias = exponent_bias, minimum_exponent = 1 - exponent_bias;
  static constexpr std::uint64_t sign = std::uint64_t{1} << (exponent_width + fraction_width), magnitude = sign - 1;
  static constexpr std::uint64_t hidden = std::uint64_t{1} << fraction_width, fraction = hidden - 1;
  static constexpr std::uint64_t infinity = magnitude - fraction;  // only where special is ieee
  static constexpr std::uint64_t largest = special == Special::ieee           ? infinity - 1
                                           : special == Special::nan_all_ones ? magnitude - 1
                                                                              : magnitude;
};

struct float64 : Float<std::uint64_t, 11, 52, 1023, Special::ieee> {
  static constexpr std::string_view name = "float64";
};
struct float32 : Float<std::uint32_t, 8, 23, 127, Special::ieee> {
  static constexpr std::string_view name = "float32";
};
struct float16 : Float<std::uint16_t, 5, 10, 15, Special::ieee> {
  static constexpr std::string_view name = "float16";
};
struct bfloat16 : Float<std::uint16_t, 8, 7, 127, Special::ieee> {
  static constexpr std::string_view name = "bfloat16";
};
struct float8_e4m3fn : Float<std::uint8_t, 4, 3, 7, Special::nan_all_ones> {
  static constexpr std::string_view name = "float8_e4m3fn";
};
struct float8_e5m2 : Float<std::uint8_t, 5, 2, 15, Special::ieee> {
  static constexpr std::string_view name = "float8_e5m2";
};
struct float8_e4m3fnuz : Float<std::uint8_t, 4, 3, 8, Special::nan_minus_zero> {
  static constexpr std::string_view name = "float8_e4m3fnuz";
};
struct float8_e5m2fnuz : Float<std::uint8_t, 5, 2, 16, Special::nan_minus_zero> {
  static constexpr std::string_view name = "float8_e5m2fnuz";
};
struct float6_e2m3fn : Float<std::uint8_t, 2, 3, 1, Special::none> {
  static constexpr std::string_view name = "float6_e2m3fn";
};
struct float6_e3m2fn : Float<std::uint8_t, 3, 2, 3, Special::none> {
  static constexpr std::string_view name = "float6_e3m2fn";
};
struct float4_e2m1fn : Float<std::uint8_t, 2, 1, 1, Special::none> {
  static constexpr std::string_view name = "float4_e2m1fn";
};

/// Powers of two, 2^(code - 127): no sign, no zero; 0xff is NaN.
struct float8_e8m0fnu {
  using Word = std::uint8_t;
  static constexpr bool is_float = false;
  static constexpr std::string_view name = "float8_e8m0fnu";
};

template <typename WordType>
struct Integer {
  using Word = WordType;
  static constexpr bool is_float = false;
};
struct int8 : Integer<std::int8_t> {
  static constexpr std::string_view name = "int8";
};
struct uint8 : Integer<std::uint8_t> {
  static constexpr std::string_view name = "uint8";
};
struct int16 : Integer<std::int16_t> {
  static constexpr std::string_view name = "int16";
};
struct uint16 : Integer<std::uint16_t> {
  static constexpr std::string_view name = "uint16";
};
struct int32 : Integer<std::int32_t> {
  static constexpr std::string_view name = "int32";
};
struct uint32 : Integer<std::uint32_t> {
  static constexpr std::string_view name = "uint32";
};
struct int64 : Integer<std::int64_t> {
  static constexpr std::string_view name = "int64";
};
struct uint64 : Integer<std::uint64_t> {
  static constexpr std::string_view name = "uint64";
};

}  // namespace hallmark::scalar

#endif  // HALLMARK_ADAPTERS_SCALAR_FORMATS_H
