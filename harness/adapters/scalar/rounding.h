// SPDX-License-Identifier: Apache-2.0
// Rounding of a magnitude to fewer bits, and the codes at the ends of a target's range, for the scalar backend.
#ifndef HALLMARK_ADAPTERS_SCALAR_ROUNDING_H
#define HALLMARK_ADAPTERS_SCALAR_ROUNDING_H

#include <cstdint>

#include "formats.h"

namespace hallmark::scalar {

enum class Rounding { rne, rna, rtz, rup, rdn, rto };

/// The magnitude without its last `drop` bits (at least one), rounded. The sum must not overflow the word.
template <Rounding rounding, typename Word>
constexpr Word rounded(Word magnitude, int drop, bool negative) {
  const Word mask = (Word{1} << drop) - 1;
  if constexpr (rounding == Rounding::rne) {
    return (magnitude + (mask >> 1) + ((magnitude >> drop) & 1)) >> drop;
  } else if constexpr (rounding == Rounding::rna) {
    return (magnitude + (mask >> 1) + 1) >> drop;
  } else if constexpr (rounding == Rounding::rup) {
    return (magnitude + (negative ? 0 : mask)) >> drop;
  } else if constexpr (rounding == Rounding::rdn) {
    return (magnitude + (negative ? mask : 0)) >> drop;
  } else if constexpr (rounding == Rounding::rto) {
    return (magnitude >> drop) | Word((magnitude & mask) != 0);
  } else {
    return magnitude >> drop;
  }
}

/// Codes, without their signs, that follow from the target, the rounding direction and saturation alone.
template <typename Target, Rounding rounding, bool saturate>
struct Ends {
  /// Of an infinite operand. A format with neither infinity nor NaN can only saturate.
  static constexpr std::uint64_t infinity = saturate || Target::special == Special::none ? Target::largest
                                            : Target::special == Special::ieee           ? Target::infinity
                                            : Target::special == Special::nan_all_ones   ? Target::magnitude
                                                                                         : Target::sign;

  /// Of a result above the largest finite one: IEEE 754-2019, 7.4; round to odd never leaves the finite numbers.
  static constexpr std::uint64_t overflow(bool negative) {
    const bool away = rounding == Rounding::rne || rounding == Rounding::rna ||
                      (rounding == Rounding::rup && !negative) || (rounding == Rounding::rdn && negative);
    return away ? infinity : Target::largest;
  }

  /// Of a nonzero value below half the smallest subnormal.
  static constexpr std::uint64_t tiny(bool negative) {
    return rounding == Rounding::rto || (rounding == Rounding::rup && !negative) ||
           (rounding == Rounding::rdn && negative);
  }

  /// Of a NaN whose fraction's leading bits, in the target's width, are `payload`: quiet, the payload kept.
  static constexpr std::uint64_t nan(std::uint64_t payload) {
    if (Target::special == Special::ieee) return Target::infinity | Target::hidden >> 1 | payload;
    if (Target::special == Special::nan_all_ones) return Target::magnitude;
    if (Target::special == Special::nan_minus_zero) return Target::sign;
    return Target::largest;
  }
};

}  // namespace hallmark::scalar

#endif  // HALLMARK_ADAPTERS_SCALAR_ROUNDING_H
