// SPDX-License-Identifier: Apache-2.0
// How far a result lies from the exact value, by integers: no floating-point instruction, no rounding routine.
#pragma once

#include <cstdint>
#include <optional>

#include "formats/format.h"

namespace hallmark {

/// -1, 0 or 1: |a| against |b|, both finite.
int compare_magnitudes(const Decoded& a, const Decoded& b);

struct ResultDistance {
  /// Result minus value, away from zero, in quarters of the target's unit in the last place at the value. The value is
  /// rounded to odd to such a quarter, so that comparisons with even numbers are those of the exact difference.
  int quarters = 0;
  bool odd = false;  ///< whether the result is an odd number of units

  bool exact() const { return quarters == 0; }
};

/// Nothing where the result is more than two units away, has the other sign, or is no multiple of the unit. The value
/// is finite and nonzero, the result finite.
std::optional<ResultDistance> result_distance(const Format& to, const Decoded& value, const Decoded& result);

}  // namespace hallmark
