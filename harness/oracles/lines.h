// SPDX-License-Identifier: Apache-2.0
// Within a binade a conversion is one shift: the oracle for results with more codes than runs are worth.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "semantics/conversion.h"

namespace hallmark {

/// The right codes for consecutive operands first..last whose significands are consecutive integers:
///   code(i) = offset + units(i), or offset - units(i) when `negative_integer`,
///   units(i) = significand(i) << left, or significand(i) >> right, rounded,
///   significand(i) = significand + i, or - i when `descending`.
struct Line {
  enum class Cut : std::uint8_t { none, toward_zero, away, nearest_even, nearest_away, odd };
  std::uint64_t first = 0, last = 0;  ///< operand codes
  std::uint64_t significand = 0;      ///< of the first operand, below 2^32
  bool descending = false;
  int left = 0, right = 0;
  Cut cut = Cut::none;
  std::uint64_t offset = 0;
  bool negative_integer = false;

  /// The line from a later operand of it on.
  Line from(std::uint64_t operand) const;
};

/// The line that the operand starts or lies on, cut off at `last`; nothing where flushing, overflow or a special value
/// may come in, where alternatives round differently, and for sources wider than 32 bits. Follows from design section
/// 4: for a normal operand whose binade is within the target's range only the rounding matters.
std::optional<Line> line_at(const Conversion& conversion, std::span<const Semantics> alternatives,
                            std::uint64_t operand, std::uint64_t last);

/// One code of a line, for tests and for checking its ends against truth.
std::uint64_t code_on_line(const Line& line, std::uint64_t operand);

}  // namespace hallmark
