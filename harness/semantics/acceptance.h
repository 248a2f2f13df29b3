// SPDX-License-Identifier: Apache-2.0
// Which results a limit on accuracy accepts: an interval of values, and codes beside it.
#pragma once

#include <cstdint>

#include "formats/format.h"
#include "semantics/operands.h"
#include "semantics/semantics.h"

namespace hallmark {

/// Of a format with a sign. Accepted are the values from `low` to `high`, keys of the ordered view (formats/format.h),
/// and the codes of `others`: NaN, or what a special operand alone allows.
struct Acceptance {
  std::uint64_t low = 1, high = 0;  ///< empty when low > high
  CodeSets others;

  bool contains(const Format& format, std::uint64_t code) const {
    if (others.count != 0 && others.contains(code)) return true;
    if (low > high || (code & ~format.code_mask()) != 0 || format.is_nan(code)) return false;
    const std::uint64_t key = to_ordered(format, code);
    return low <= key && key <= high;
  }

  friend bool operator==(const Acceptance&, const Acceptance&) = default;
};

/// The same as sets of codes: an interval of each sign, and the others as far as there is room for them.
CodeSets code_sets(const Format& format, const Acceptance& acceptance);

/// An end of an interval of reals: rounded, and its sign.
struct RoundedEnd {
  CodeSet codes;
  bool negative = false;
};

/// What lies between two rounded ends, zeros compared as equal. Where an end is a NaN (a format's answer to overflow)
/// that NaN is right too, and the numbers go as far as the format has them on that side.
Acceptance accept_between(const Format& to, const RoundedEnd& low, const RoundedEnd& high);

/// Everything but NaN and the numbers of the opposite sign; a NaN where the rounded exact value is one.
Acceptance accept_sign(const Format& to, const CodeSet& nearest, bool negative);

/// Leaves the values from range_low to range_high; the codes of `others` stay.
void restrict_to_range(const Format& to, const Limits& limits, Acceptance& acceptance);

}  // namespace hallmark
