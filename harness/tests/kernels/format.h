// SPDX-License-Identifier: Apache-2.0
// The floating-point formats of the test backends, described by integers known at compile time.
#ifndef HALLMARK_TESTS_KERNELS_FORMAT_H
#define HALLMARK_TESTS_KERNELS_FORMAT_H

#include <cstdint>
#include <type_traits>

// Written apart from harness/formats on purpose: a mistake shared by both would hide a fault from the tests.
namespace hallmark::kernels {

enum class Specials {
  ieee,  // the largest exponent means infinity (fraction 0) or NaN
  fn,    // no infinity; NaN is all ones
  fnuz,  // no infinity, no negative zero; NaN is the code of the negative zero
};

struct Format {
  int exponent_bits, fraction_bits, bias;
  Specials specials = Specials::ieee;

  friend constexpr bool operator==(const Format&, const Format&) = default;

  constexpr int width() const { return 1 + exponent_bits + fraction_bits; }
  constexpr std::uint64_t sign_bit() const { return std::uint64_t{1} << (width() - 1); }
  constexpr std::uint64_t smallest_normal() const { return std::uint64_t{1} << fraction_bits; }
  constexpr std::uint64_t fraction_mask() const { return smallest_normal() - 1; }
  constexpr std::uint64_t quiet_bit() const { return smallest_normal() >> 1; }
  // Magnitude of the infinity of an ieee format.
  constexpr std::uint64_t infinity() const { return sign_bit() - smallest_normal(); }
  constexpr std::uint64_t largest() const {
    return specials == Specials::ieee ? infinity() - 1 : specials == Specials::fn ? sign_bit() - 2 : sign_bit() - 1;
  }
};

inline constexpr Format float64{11, 52, 1023}, float32{8, 23, 127}, float16{5, 10, 15}, bfloat16{8, 7, 127},
    float8_e5m2{5, 2, 15}, float8_e4m3fn{4, 3, 7, Specials::fn}, float8_e4m3fnuz{4, 3, 8, Specials::fnuz},
    float8_e5m2fnuz{5, 2, 16, Specials::fnuz};

template <Format format>
using Word =
    std::conditional_t<format.width() == 8, std::uint8_t,
                       std::conditional_t<format.width() == 16, std::uint16_t,
                                          std::conditional_t<format.width() == 32, std::uint32_t, std::uint64_t>>>;

template <Format format>
constexpr Word<format> magnitude(Word<format> word) {
  return static_cast<Word<format>>(word & (format.sign_bit() - 1));
}

template <Format format>
constexpr bool is_negative(Word<format> word) {
  return (word & format.sign_bit()) != 0;
}

template <Format format>
constexpr bool is_nan(Word<format> word) {
  if constexpr (format.specials == Specials::ieee) return magnitude<format>(word) > format.infinity();
  if constexpr (format.specials == Specials::fn) return magnitude<format>(word) == format.sign_bit() - 1;
  return word == format.sign_bit();
}

template <Format format>
constexpr bool is_infinite(Word<format> word) {
  return format.specials == Specials::ieee && magnitude<format>(word) == format.infinity();
}

template <Format format>
constexpr bool is_subnormal(Word<format> word) {
  return magnitude<format>(word) != 0 && magnitude<format>(word) < format.smallest_normal();
}

template <Format format>
constexpr Word<format> signed_word(bool negative, std::uint64_t magnitude_bits) {
  if (format.specials == Specials::fnuz && magnitude_bits == 0) return 0;
  return static_cast<Word<format>>(magnitude_bits | (negative ? format.sign_bit() : 0));
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_FORMAT_H
