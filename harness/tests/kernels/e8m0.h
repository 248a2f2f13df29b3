// SPDX-License-Identifier: Apache-2.0
// The right conversions of float8_e8m0fnu, the format of bare powers of two from 2^-127 to 2^127.
#ifndef HALLMARK_TESTS_KERNELS_E8M0_H
#define HALLMARK_TESTS_KERNELS_E8M0_H

#include "format.h"

namespace hallmark::kernels {

inline constexpr std::uint8_t e8m0_nan = 0xff;

// Nearest power of two, ties to the even code; zero and everything below 2^-127 become 2^-127, negatives NaN.
constexpr std::uint8_t float32_to_e8m0(std::uint32_t word) {
  const std::uint32_t bits = magnitude<float32>(word);
  if (bits == 0) return 0;
  if (word >= float32.infinity()) return e8m0_nan;
  const std::uint32_t field = bits >> 23, fraction = bits & 0x7fffff;
  // A float32 subnormal is a multiple of 2^-149: 2^-127 is 0x400000, and 0x600000 the tie with 2^-126.
  if (field == 0) return fraction > 0x600000 ? 1 : 0;
  return static_cast<std::uint8_t>(field + (fraction > 0x400000 || (fraction == 0x400000 && (field & 1) != 0) ? 1 : 0));
}

// Every code is a value of float32 and of bfloat16; 2^-127 is subnormal in both.
template <Format to>
constexpr Word<to> e8m0_to(std::uint8_t code) {
  if (code == e8m0_nan) return static_cast<Word<to>>(to.infinity() | to.quiet_bit());
  return static_cast<Word<to>>(code == 0 ? to.quiet_bit() : std::uint64_t{code} << to.fraction_bits);
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_E8M0_H
