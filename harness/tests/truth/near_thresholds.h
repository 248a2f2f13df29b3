// SPDX-License-Identifier: Apache-2.0
// Operands of a wide source around values and midpoints of a target, found by rationals, and random ones.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/truth/exact_rounding.h"

namespace hallmark::test {

/// About `count` operand codes, distinct and ascending: the two source neighbours on each side of values and midpoints
/// of the target's codes (all ends, and random ones), the source's own ends, and random codes.
std::vector<std::uint64_t> near_thresholds(const Format& from, const Format& to, std::size_t count);

/// The source code just below or at a rational's magnitude, with its sign.
std::uint64_t source_code_at(const Format& from, const mpq_class& x);

}  // namespace hallmark::test
