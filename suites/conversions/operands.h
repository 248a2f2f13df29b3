// SPDX-License-Identifier: Apache-2.0
// Which operands a conversion is tried on at each level, and how they are divided into parts.
#pragma once

#include <cstdint>
#include <vector>

#include "inputs/intervals.h"
#include "plan.h"
#include "semantics/conversion.h"

namespace hallmark {

/// A part's share of the operand codes. Shares do not overlap: counts of distinct operands add up.
struct Share {
  std::vector<Interval> codes;  ///< one interval, or two
  bool exhaustive = false;      ///< every code; else the boundary operands among them
  std::uint64_t operands = 0;   ///< exact if exhaustive, else an estimate for the order of work
};

/// Sources of 16 bits or fewer are one share; 32-bit sources are swept in 16 shares, each a stretch
/// of codes and the same stretch with the sign (or uppermost bit) set; of 64-bit sources, and of 32-bit
/// sources at quick, the boundary operands are listed.
std::vector<Share> divide(const Conversion& conversion, Level level);

/// The operands of a share, in ascending order. `stream` names the signature: with the seed it fixes the random ones.
Intervals operands_of(const Conversion& conversion, const Share& share, Level level, std::uint64_t seed,
                      const std::string& stream);

}  // namespace hallmark
