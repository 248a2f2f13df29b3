// SPDX-License-Identifier: Apache-2.0
// The scalar backend's exponential and logarithm in fixed point: exact to some 2^-55, far below a unit of float32.
#ifndef HALLMARK_ADAPTERS_SCALAR_EXPONENTIALS_H
#define HALLMARK_ADAPTERS_SCALAR_EXPONENTIALS_H

#include <cstdint>

#include "softfloat.h"

namespace hallmark::scalar {

constexpr int fraction_width = 62;  // of fixed-point numbers
constexpr std::uint64_t fixed_one = std::uint64_t{1} << fraction_width;
// ln 2 * 2^100, of which ln 2 * 2^62 are the leading bits.
constexpr Word128 ln2_of_100_bits = Word128{0xb17217f7d} << 64 | 0x1cf79abc9e3b3980;
constexpr std::uint64_t ln2_fixed = static_cast<std::uint64_t>(ln2_of_100_bits >> (100 - fraction_width));

inline std::uint64_t fixed_product(std::uint64_t x, std::uint64_t y) {
  return static_cast<std::uint64_t>(Word128{x} * y >> fraction_width);
}

/// e^x of an x that is not positive.
inline Exact exponential_below_one(const Exact& x) {
  if (x.kind == Kind::nan) return x;
  if (x.kind == Kind::zero) return normalised(false, 63, 1);
  if (x.kind == Kind::infinity || x.exponent > 7) return zero(false);  // e^-256 is no float32
  // |x| in units of 2^-100, as multiples of ln 2 and a rest.
  const int shift = x.exponent - 63 + 100;
  const Word128 magnitude = shift >= 0    ? Word128{x.significand} << shift
                            : shift > -64 ? Word128{x.significand >> -shift}
                                          : Word128{0};
  const auto halvings = static_cast<int>(magnitude / ln2_of_100_bits);
  const auto rest = static_cast<std::uint64_t>(magnitude % ln2_of_100_bits >> (100 - fraction_width));
  // e^-rest by its series: 25 terms of a rest below 0.7 leave less than 2^-95.
  std::uint64_t term = fixed_one, even = 0, odd = 0;
  for (std::uint64_t n = 1; n <= 25; ++n) {
    ((n & 1) != 0 ? even : odd) += term;
    term = fixed_product(term, rest) / n;
  }
  return normalised(false, 63 - fraction_width - halvings, (even - odd) | 1);
}

/// ln x of a finite x from 1 on: e ln 2 + 2 atanh((m - 1)/(m + 1)) of x = m 2^e.
inline Exact logarithm_above_one(const Exact& x) {
  const std::uint64_t m = x.significand >> (63 - fraction_width);
  const auto z = static_cast<std::uint64_t>((Word128{m - fixed_one} << fraction_width) / (m + fixed_one));
  const std::uint64_t square = fixed_product(z, z);
  std::uint64_t power = z, sum = 0;
  for (std::uint64_t n = 1; n <= 41; n += 2) {
    sum += power / n;
    power = fixed_product(power, square);
  }
  const Word128 total = Word128{ln2_fixed} * static_cast<std::uint64_t>(x.exponent) + 2 * Word128{sum};
  return total == 0 ? zero(false) : cut(false, -fraction_width, total);
}

}  // namespace hallmark::scalar

#endif  // HALLMARK_ADAPTERS_SCALAR_EXPONENTIALS_H
