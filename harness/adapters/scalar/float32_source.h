// SPDX-License-Identifier: Apache-2.0
// The scalar backend's fast path from float32, whose 2^32 operands are all swept: straight-line code that a compiler
// turns into vector instructions of the baseline. It cannot shift each lane by a count of its own, so operands that
// need that (a band of exponents: results that are subnormal, or integers) send their group of rows to the general
// path.
#ifndef HALLMARK_ADAPTERS_SCALAR_FLOAT32_SOURCE_H
#define HALLMARK_ADAPTERS_SCALAR_FLOAT32_SOURCE_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "exact.h"
#include "hallmark/backend.h"

namespace hallmark::scalar {

// Signed, because the baseline compares signed words only; every constant here is below 2^31.
constexpr std::int32_t float32_infinity = static_cast<std::int32_t>(float32::infinity);
constexpr std::int32_t float32_code_of_power_of_two(int exponent) { return (exponent + 127) << 23; }

/// Each of the following has the band [band_begin, band_end) of magnitude codes for which `outside_band`, which gives
/// the result's code, must not be asked.
template <typename Target, Rounding rounding, bool saturate>
struct FromFloat32 {
  using End = Ends<Target, rounding, saturate>;
  static constexpr bool same_exponents = Target::minimum_exponent == float32::minimum_exponent;
  static constexpr int drop = 23 - Target::fraction_bits;
  static constexpr std::int32_t band_end = same_exponents ? 0 : float32_code_of_power_of_two(Target::minimum_exponent);
  static constexpr std::int32_t band_begin =  // half the smallest subnormal
      same_exponents ? 0 : float32_code_of_power_of_two(Target::minimum_exponent - Target::fraction_bits - 1);

  static std::uint32_t outside_band(std::uint32_t word) { return same_exponents ? shortened(word) : rebiased(word); }

 private:
  /// For a target with float32's exponents and infinity: rounding the whole word carries into infinity by itself, and
  /// leaves the sign alone. Only a NaN must not be rounded.
  static std::uint32_t shortened(std::uint32_t word) {
    static_assert(!same_exponents || (Target::special == Special::ieee && !saturate));
    const std::uint32_t nan = word >> drop | static_cast<std::uint32_t>(Target::hidden >> 1);
    const std::uint32_t code = rounded<rounding>(word, drop, word >> 31 != 0);
    const bool is_nan = static_cast<std::int32_t>(word & 0x7fffffffu) > float32_infinity;
    return is_nan ? nan : code;
  }

  static std::uint32_t rebiased(std::uint32_t word) {
    constexpr auto rebias = static_cast<std::uint32_t>(127 - Target::bias) << Target::fraction_bits;
    constexpr auto above = static_cast<std::uint32_t>(End::overflow(false));
    constexpr auto below = static_cast<std::uint32_t>(End::overflow(true));
    constexpr auto infinity = static_cast<std::uint32_t>(End::infinity);
    const bool negative = word >> 31 != 0;
    const std::uint32_t a = word & 0x7fffffffu;
    const auto magnitude = static_cast<std::int32_t>(a);
    std::uint32_t code = rounded<rounding>(a, drop, negative) - rebias;
    const bool is_above = static_cast<std::int32_t>(code) > static_cast<std::int32_t>(Target::largest);
    code = is_above ? (negative ? below : above) : code;
    code = magnitude >= band_begin ? code : magnitude != 0 ? static_cast<std::uint32_t>(End::tiny(negative)) : 0u;
    if (above != infinity || below != infinity) code = magnitude == float32_infinity ? infinity : code;
    const bool is_nan = magnitude > float32_infinity;
    code = is_nan ? static_cast<std::uint32_t>(End::nan((a >> drop) & Target::fraction)) : code;
    std::uint32_t sign = negative ? static_cast<std::uint32_t>(Target::sign) : 0u;
    if (Target::special == Special::none) sign = is_nan ? 0u : sign;
    if (Target::special == Special::nan_minus_zero) sign = code == 0 ? 0u : sign;
    return code | sign;
  }
};

template <Rounding rounding, bool saturate>
struct FromFloat32<float64, rounding, saturate> {
  static constexpr std::int32_t band_begin = 1, band_end = static_cast<std::int32_t>(float32::hidden);  // subnormals

  static std::uint64_t outside_band(std::uint32_t word) {
    constexpr std::uint32_t rebias = (1023u - 127u) << 20;
    const std::uint32_t a = word & 0x7fffffffu;
    const auto magnitude = static_cast<std::int32_t>(a);
    std::uint32_t high = (a >> 3) + rebias;
    high = magnitude >= float32_infinity ? high + rebias : high;  // 0xff, rebiased once, is 0x47f; once more, 0x7ff
    high = magnitude > float32_infinity ? high | 0x00080000u : high;
    high = magnitude == 0 ? 0u : high;
    high |= word & 0x80000000u;
    return std::uint64_t{high} << 32 | a << 29;
  }
};

template <Rounding rounding, bool saturate>
struct FromFloat32<float8_e8m0fnu, rounding, saturate> {
  static constexpr std::int32_t band_begin = 0, band_end = 0;

  static std::uint32_t outside_band(std::uint32_t word) {
    const auto magnitude = static_cast<std::int32_t>(word & 0x7fffffffu);
    std::int32_t code = static_cast<std::int32_t>(rounded<Rounding::rne>(word & 0x7fffffffu, 23, false));
    // Below 2^-126 the fraction is the value itself: 1.5 * 2^-127 is the tie between codes 0 and 1.
    code = magnitude < 0x00800000 ? (magnitude > 0x00600000 ? 1 : 0) : code;
    code = magnitude >= float32_infinity ? 0xff : code;
    code = static_cast<std::int32_t>(word) < 0 && magnitude != 0 ? 0xff : code;
    return static_cast<std::uint32_t>(code);
  }
};

template <Rounding rounding, bool saturate>
struct FromFloat32<int32, rounding, saturate> {
  static constexpr std::int32_t band_begin = float32_code_of_power_of_two(0),
                                band_end = float32_code_of_power_of_two(31);

  static std::uint32_t outside_band(std::uint32_t word) {
    const auto magnitude = static_cast<std::int32_t>(word & 0x7fffffffu);
    std::int32_t value = static_cast<std::int32_t>(word) < 0 ? std::numeric_limits<std::int32_t>::min()
                                                             : std::numeric_limits<std::int32_t>::max();
    value = magnitude < band_begin ? 0 : value;
    return static_cast<std::uint32_t>(magnitude > float32_infinity ? 0 : value);
  }
};

template <typename Target, Rounding rounding, bool saturate>
int convert_from_float32(void*, const hallmark_arguments* arguments) {
  using Fast = FromFloat32<Target, rounding, saturate>;
  const auto* __restrict operand = static_cast<const std::uint32_t*>(arguments->operand[0]);
  auto* __restrict result = static_cast<typename Target::Word*>(arguments->result);
  const std::size_t rows = arguments->rows;
  constexpr std::size_t group = 32;
  // Codes of the group in full words, shortened in a loop of their own: GCC 12 spends more on mixed widths in one loop.
  using Wide = std::conditional_t<sizeof(typename Target::Word) == 8, std::uint64_t, std::uint32_t>;
  Wide codes[group];
  std::size_t row = 0;
  for (; row + group <= rows; row += group) {
    bool in_band = false;
    if constexpr (Fast::band_begin != Fast::band_end) {
      // One unsigned comparison "a - band_begin < width", moved by 2^31 into a signed one.
      constexpr std::uint32_t move = 0x80000000u - static_cast<std::uint32_t>(Fast::band_begin);
      constexpr auto limit = static_cast<std::int32_t>(static_cast<std::uint32_t>(Fast::band_end) + move);
      std::uint32_t any = 0;
      for (std::size_t i = 0; i < group; ++i) {
        any |= static_cast<std::int32_t>((operand[row + i] & 0x7fffffffu) + move) < limit ? 0xffffffffu : 0u;
      }
      in_band = any != 0;
    }
    if (in_band) {
      for (std::size_t i = 0; i < group; ++i) {
        result[row + i] = convert_one<float32, Target, rounding, saturate>(operand[row + i]);
      }
    } else {
      for (std::size_t i = 0; i < group; ++i) codes[i] = Fast::outside_band(operand[row + i]);
      for (std::size_t i = 0; i < group; ++i) result[row + i] = static_cast<typename Target::Word>(codes[i]);
    }
  }
  for (; row < rows; ++row) result[row] = convert_one<float32, Target, rounding, saturate>(operand[row]);
  return 0;
}

}  // namespace hallmark::scalar

#endif  // HALLMARK_ADAPTERS_SCALAR_FLOAT32_SOURCE_H
