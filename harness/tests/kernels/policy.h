// SPDX-License-Identifier: Apache-2.0
// What a test conversion does where contracts differ: rounding, overflow, NaN results and flushing.
#ifndef HALLMARK_TESTS_KERNELS_POLICY_H
#define HALLMARK_TESTS_KERNELS_POLICY_H

#include <algorithm>

namespace hallmark::kernels {

enum class Rounding { rne, rna, rtz, rup, rdn, rto };
enum class Overflow { infinity, saturate };  // infinity: NaN where the format has none
enum class Nan {
  quiet_payload,  // sign and leading fraction bits kept, quiet bit set
  payload,        // the same, but the quiet bit set only where nothing else would keep it a NaN
  positive,
  negative,
  all_ones,
};
enum class Flush { keep, operands, after_rounding, delivered };

struct Policy {
  Rounding rounding = Rounding::rne;
  Overflow overflow = Overflow::infinity;
  Nan nan = Nan::quiet_payload;
  Flush flush = Flush::keep;
  bool positive_zero = false;  // a flushed zero loses its sign
};

// significand / 2^shift rounded to an integer; 0 <= shift, and one bit above the significand must be free.
template <class Work>
constexpr Work round_shift(Work significand, int shift, bool negative, Rounding rounding) {
  if (shift == 0) return significand;
  const Work one = 1, mask = static_cast<Work>((one << shift) - 1);
  const Work quotient = significand >> shift;
  switch (rounding) {
    case Rounding::rne:
      return static_cast<Work>(significand + (mask >> 1) + (quotient & 1)) >> shift;
    case Rounding::rna:
      return static_cast<Work>(significand + (one << (shift - 1))) >> shift;
    case Rounding::rtz:
      return quotient;
    case Rounding::rup:
      return negative ? quotient : static_cast<Work>(significand + mask) >> shift;
    case Rounding::rdn:
      return negative ? static_cast<Work>(significand + mask) >> shift : quotient;
    case Rounding::rto:
      return quotient | ((significand & mask) != 0 ? one : Work{0});
  }
  return quotient;
}

// Whether a finite value above the largest one becomes the largest one (IEEE 754 section 7.4; to odd never overflows).
constexpr bool clamps(Policy policy, bool negative) {
  return policy.overflow == Overflow::saturate || policy.rounding == Rounding::rtz ||
         policy.rounding == Rounding::rto || policy.rounding == (negative ? Rounding::rup : Rounding::rdn);
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_POLICY_H
