// SPDX-License-Identifier: Apache-2.0
// The one integer routine that rounds a real number to a format under a semantics (design section 4, steps 5 and 6).
#pragma once

#include <cstdint>
#include <optional>

#include "formats/format.h"
#include "semantics/semantics.h"

namespace hallmark {

/// A nonzero real: |x| = significand * 2^exponent, or strictly between that and the next significand when `sticky`.
/// With sticky set the significand needs two bits more than the target's precision, or 64 bits.
struct Real {
  bool negative = false;
  std::uint64_t significand = 1;
  int exponent = 0;
  bool sticky = false;
};

/// -1, 0, 1: |x| against a nonzero value's magnitude. With sticky set x has the value's precision or more.
int compare_magnitude(const Real& x, const Decoded& bound);

/// The codes that are right for x. Overflow is judged after rounding with unbounded exponent (IEEE 754-2019 7.4).
CodeSet round_real(const Format& to, const Semantics& semantics, const Real& x);

/// The codes that are right for a NaN result. `negative` is the sign to preserve, if the NaN `has_sign` (fnuz formats
/// and e8m0 have one without), `payload` the operand's fraction bits aligned to bit 63 downward if it is
/// `from_operand`.
struct NanOrigin {
  bool negative = false;
  std::uint64_t payload = 0;
  bool from_operand = false;
  bool has_sign = true;
};
CodeSet nan_result(const Format& to, const Semantics& semantics, const NanOrigin& origin);

/// Zero of that sign, as far as the format has it; what e8m0 does instead of zero.
CodeSet zero_result(const Format& to, const Semantics& semantics, bool negative);
/// The zero a flush delivers.
CodeSet flushed_zero_result(const Format& to, const Semantics& semantics, bool negative);
/// An infinite operand delivered to the format.
CodeSet infinity_result(const Format& to, const Semantics& semantics, bool negative);

}  // namespace hallmark
