// SPDX-License-Identifier: Apache-2.0
// The formats Hallmark knows, named as ml_dtypes, ONNX and StableHLO name them, and how a user's own joins them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "formats/format.h"

namespace hallmark {

namespace detail {

/// A format with IEEE 754's specials: exponent field all ones is infinity or NaN.
constexpr Format ieee(std::string_view name, int exponent_bits, int significand_bits) {
  Format format{.name = name,
                .storage_bits = 1 + exponent_bits + significand_bits,
                .exponent_bits = exponent_bits,
                .significand_bits = significand_bits,
                .bias = (1 << (exponent_bits - 1)) - 1,
                .infinities = true};
  format.nan_codes =
      CodeSet::interval(format.infinity_magnitude() + 1, format.magnitude_mask(), format.magnitude_mask());
  return format;
}

/// A format without infinities; its NaN codes are given.
constexpr Format finite(std::string_view name, int exponent_bits, int significand_bits, int bias, CodeSet nan_codes,
                        bool negative_zero = true) {
  return {.name = name,
          .storage_bits = 1 + exponent_bits + significand_bits,
          .exponent_bits = exponent_bits,
          .significand_bits = significand_bits,
          .bias = bias,
          .nan_codes = nan_codes,
          .negative_zero = negative_zero};
}

constexpr Format integer(std::string_view name, int bits, bool is_signed) {
  return {.name = name, .kind = Kind::integer, .storage_bits = bits, .is_signed = is_signed, .negative_zero = false};
}

}  // namespace detail

inline constexpr Format float64 = detail::ieee("float64", 11, 52);
inline constexpr Format float32 = detail::ieee("float32", 8, 23);
inline constexpr Format float16 = detail::ieee("float16", 5, 10);
inline constexpr Format bfloat16 = detail::ieee("bfloat16", 8, 7);
inline constexpr Format float8_e5m2 = detail::ieee("float8_e5m2", 5, 2);
// OCP OFP8 E4M3: NaN is 0x7f and 0xff, 448 the largest finite.
inline constexpr Format float8_e4m3fn = detail::finite("float8_e4m3fn", 4, 3, 7, CodeSet::interval(0x7f, 0x7f, 0x7f));
// "fnuz": finite, unsigned zero; the code of -0 is the one NaN, and the bias is one more than IEEE's.
inline constexpr Format float8_e4m3fnuz = detail::finite("float8_e4m3fnuz", 4, 3, 8, CodeSet::single(0x80), false);
inline constexpr Format float8_e5m2fnuz = detail::finite("float8_e5m2fnuz", 5, 2, 16, CodeSet::single(0x80), false);
// OCP MX scale: powers of two from 2^-127 to 2^127, no sign, no zero, 0xff is NaN.
inline constexpr Format float8_e8m0fnu = {.name = "float8_e8m0fnu",
                                          .storage_bits = 8,
                                          .exponent_bits = 8,
                                          .significand_bits = 0,
                                          .bias = 127,
                                          .is_signed = false,
                                          .nan_codes = CodeSet::single(0xff),
                                          .negative_zero = false,
                                          .subnormals = false};
inline constexpr Format float6_e2m3fn = detail::finite("float6_e2m3fn", 2, 3, 1, CodeSet::none());
inline constexpr Format float6_e3m2fn = detail::finite("float6_e3m2fn", 3, 2, 3, CodeSet::none());
inline constexpr Format float4_e2m1fn = detail::finite("float4_e2m1fn", 2, 1, 1, CodeSet::none());

inline constexpr std::array floating_formats = {float64,        float32,       float16,         bfloat16,
                                                float8_e5m2,    float8_e4m3fn, float8_e4m3fnuz, float8_e5m2fnuz,
                                                float8_e8m0fnu, float6_e2m3fn, float6_e3m2fn,   float4_e2m1fn};

inline constexpr std::array integer_formats = {
    detail::integer("int8", 8, true),     detail::integer("uint8", 8, false),  detail::integer("int16", 16, true),
    detail::integer("uint16", 16, false), detail::integer("int32", 32, true),  detail::integer("uint32", 32, false),
    detail::integer("int64", 64, true),   detail::integer("uint64", 64, false)};

/// The built-in format of that name, or nullptr.
const Format* find_format(std::string_view name);

/// A copy of the name that lives as long as the process: a Format holds only a view.
std::string_view intern_name(std::string name);

}  // namespace hallmark
