// SPDX-License-Identifier: Apache-2.0
#include "conversions/vector_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "formats/formats.h"
#include "judging/describe.h"
#include "oracles/convert.h"

namespace hallmark {
namespace {

/// Where a finite nonzero operand lies on the target's grid, were its exponent unbounded above: between `inner` and
/// inner + 1 units of 2^quantum.
struct Place {
  std::uint64_t inner = 0;
  int quantum = 0;
  bool half = false;  ///< at or beyond the midpoint
  bool rest = false;  ///< and not exactly at it, or not exactly at inner
  bool subnormal = false;

  bool exact() const { return !half && !rest; }
  bool tie() const { return half && !rest; }
  bool rounds_away() const { return half && (rest || (inner & 1) != 0); }
};

Place place_of(const Conversion& conversion, std::uint64_t operand) {
  const auto& [from, to] = conversion;
  const Decoded value = decode(from, operand);
  const int leading = value.exponent + static_cast<int>(bit_length(value.significand)) - 1;
  Place place;
  place.subnormal = to.has_zero() && leading < to.min_exponent();
  place.quantum = (place.subnormal ? to.min_exponent() : leading) - to.significand_bits;
  const int shift = value.exponent - (place.quantum - 1);
  std::uint64_t twice = 0;  // in units of half a quantum
  if (shift >= 0) {
    twice = value.significand << shift;
  } else if (shift > -64) {
    twice = value.significand >> -shift;
    place.rest = (value.significand & ((std::uint64_t{1} << -shift) - 1)) != 0;
  } else {
    place.rest = true;
  }
  place.inner = twice >> 1;
  place.half = (twice & 1) != 0;
  return place;
}

bool is_finite_nonzero(const Format& format, std::uint64_t code) { return decode(format, code).significand != 0; }

bool is_tie(const Conversion& conversion, std::uint64_t operand) {
  return is_finite_nonzero(conversion.from, operand) && place_of(conversion, operand).tie();
}

bool is_exact(const Conversion& conversion, std::uint64_t operand) {
  return is_finite_nonzero(conversion.from, operand) && place_of(conversion, operand).exact();
}

std::string nan_note(const Conversion& conversion, std::uint64_t operand) {
  const auto& [from, to] = conversion;
  if (!from.has_signalling_nan()) return "NaN";
  std::string text = from.is_negative(operand) ? "negative " : "";
  text += (operand & from.quiet_bit()) != 0 ? "quiet NaN" : "signalling NaN";
  const std::uint64_t payload = operand & (from.quiet_bit() - 1);
  if (payload == 0) return text;
  const int dropped = from.significand_bits - to.significand_bits;
  const bool low_only = dropped > 0 && (payload >> dropped) == 0;
  text += low_only ? "; payload only in bits a truncation drops" : fmt::format("; payload 0x{:x}", payload);
  if (low_only && (operand & from.quiet_bit()) == 0) text += ": must not become infinity";
  return text;
}

/// What another rounding in between would make of it, where that is another answer.
std::string double_rounding_note(const Conversion& conversion, std::uint64_t operand) {
  // References, not structured bindings: clang 14 captures none of those.
  const Format &from = conversion.from, &to = conversion.to;
  Semantics nearest;
  nearest.nan = Nan::canonical;
  std::string text;
  const auto through = [&](const Format& middle) {
    // A format in between: its precision lies between the two, and it holds the target's range.
    if (!text.empty() || from.significand_bits <= middle.significand_bits ||
        middle.significand_bits <= to.significand_bits || middle.exponent_bits < to.exponent_bits) {
      return;
    }
    const CodeSet between = oracle_convert({from, middle}, nearest, operand);
    const CodeSet twice = oracle_convert({middle, to}, nearest, between.low);
    const CodeSet once = oracle_convert(conversion, nearest, operand);
    if (twice.is_single() && twice != once)
      text = fmt::format("; rounded twice through {}: {}", middle.name, hex_code(to, twice.low));
  };
  through(float32);
  through(float16);
  through(bfloat16);
  return text;
}

/// Beyond the largest finite value; directions by magnitude need no sign here.
std::string overflow_note(const Conversion& conversion, const Place& place) {
  const Format& to = conversion.to;
  const Decoded largest = decode(to, to.largest_finite());
  const bool first_gap = place.inner == largest.significand && place.quantum == largest.exponent;
  if (!first_gap) return "beyond the overflow threshold";
  if (place.tie()) {
    return place.rounds_away() ? "the overflow threshold: rounds beyond the largest finite"
                               : "halfway beyond the largest finite: tie to even is still it";
  }
  return place.half ? "just above the overflow threshold" : "above the largest finite but rounds to it";
}

std::string subnormal_note(const Conversion& conversion, const Place& place, bool negative, bool kept) {
  const Format& to = conversion.to;
  const bool up = place.rounds_away();
  const bool last = place.inner + 1 == std::uint64_t{1} << to.significand_bits;
  if (!kept) {
    return last && up ? "rounds up to the smallest normal unless it is flushed first"
                      : "below the smallest normal: flushed";
  }
  if (place.exact()) return "subnormal result; exact";
  if (place.inner == 0) {
    if (place.tie()) return "half the smallest subnormal: tie to even gives zero";
    return place.half ? "above half the smallest subnormal" : "below half the smallest subnormal";
  }
  if (last && up) return place.tie() ? "tie to even: the smallest normal" : "rounds up to the smallest normal";
  const char* direction = up == negative ? "down" : "up";
  if (place.tie()) return fmt::format("subnormal result; tie to even: {}", direction);
  return fmt::format("subnormal result; rounds {}", direction);
}

std::string rounding_note(const Conversion& conversion, std::uint64_t operand, const Place& place, bool negative) {
  const Format& to = conversion.to;
  if (place.exact()) return "exact";
  std::string text;
  const bool up = place.rounds_away();
  const char* direction = up == negative ? "down" : "up";
  // A scale's rounding is a choice of its own, and its one significand is neither even nor odd.
  if (!to.has_zero()) return place.tie() ? "tie" : place.half ? "above the midpoint" : "below the midpoint";
  // By magnitude one code up in any format with a sign bit.
  const bool after_tie = is_tie(conversion, operand - 1), before_tie = is_tie(conversion, operand + 1);
  if (place.tie()) {
    text = fmt::format("tie to even: {}", direction);
  } else if (after_tie || before_tie) {
    text = fmt::format("next {} a tie: {}", after_tie == negative ? "below" : "above", direction);
  } else if (is_exact(conversion, operand - 1)) {
    text = fmt::format("next {} a value of the target", negative ? "below" : "above");
  } else if (is_exact(conversion, operand + 1)) {
    text = fmt::format("next {} a value of the target", negative ? "above" : "below");
  } else {
    text = fmt::format("rounds {}", direction);
  }
  if (up && place.inner + 1 == std::uint64_t{2} << to.significand_bits) text += "; carries into the next binade";
  return text;
}

}  // namespace

std::string vector_class(const Conversion& conversion, std::uint64_t operand) {
  const Requirement requirement = requirement_of(conversion, operand);
  if (requirement != Requirement::rounding) return std::string(requirement_name(requirement));
  const Place place = place_of(conversion, operand);
  return place.exact() ? "exact" : place.tie() ? "tie" : "rounding";
}

std::string vector_note(const Conversion& conversion, std::uint64_t operand, bool subnormals) {
  const auto& [from, to] = conversion;
  const Decoded value = decode(from, operand);
  const char* minus = value.negative ? "-" : "";
  switch (value.category) {
    case Category::nan:
      return nan_note(conversion, operand);
    case Category::infinity:
      return fmt::format("{}infinity", minus);
    case Category::zero:
      return fmt::format("{}0", minus);
    default:
      break;
  }
  if (value.negative && !to.is_signed) return "negative: the target has no sign";
  const Place place = place_of(conversion, operand);
  const Requirement requirement = requirement_of(conversion, operand);
  std::string text;
  if (requirement == Requirement::overflow) {
    text = overflow_note(conversion, place);
  } else if (!to.has_zero() && requirement == Requirement::subnormals && value.category == Category::normal) {
    return "below the smallest scale";
  } else {
    text = place.subnormal ? subnormal_note(conversion, place, value.negative, subnormals)
                           : rounding_note(conversion, operand, place, value.negative);
  }
  if (value.category == Category::subnormal) text = "subnormal operand; " + text;
  // Under a flush the steps in between may flush too: what they would give is another story.
  if (to.has_zero() && (subnormals || requirement != Requirement::subnormals))
    text += double_rounding_note(conversion, operand);
  return text;
}

}  // namespace hallmark
