// SPDX-License-Identifier: Apache-2.0
// A fixed-point accumulator after Kulisch: one long two's complement integer of 64-bit words; no MPFR, no GMP.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/format.h"
#include "semantics/round.h"

namespace hallmark::test {

/// Holds sums of products of any two codes of the formats from 2^-4400 upward, exactly.
class FixedPoint {
 public:
  FixedPoint();
  /// Adds the product of two finite values.
  void add_product(const Decoded& left, const Decoded& right);
  /// -1, 0, 1.
  int sign() const;
  /// The value, which is not zero, with 64 leading bits and the rest as sticky bit.
  Real real() const;

 private:
  void add_word(std::uint64_t word, std::size_t place, bool subtract);
  std::vector<std::uint64_t> words_;
};

}  // namespace hallmark::test
