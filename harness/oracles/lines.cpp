// SPDX-License-Identifier: Apache-2.0
#include "oracles/lines.h"

#include <algorithm>
#include <bit>

namespace hallmark {
namespace {

/// Operand codes with the same sign and leading bit's exponent.
struct Binade {
  std::uint64_t first, last;
  Decoded value;  ///< of the operand asked about
};

Binade binade_of(const Format& from, std::uint64_t operand) {
  const Decoded value = decode(from, operand);
  if (!from.is_integer()) {
    return {operand & ~from.fraction_mask(), operand | from.fraction_mask(), value};
  }
  const int length = bit_length(value.significand);
  const std::uint64_t least = std::uint64_t{1} << (length - 1);
  const std::uint64_t most = 2 * least - 1;
  if (!value.negative) return {least, std::min(most, from.magnitude_mask()), value};
  const auto code = [&](std::uint64_t magnitude) { return (~magnitude + 1) & from.code_mask(); };
  return {code(std::min(most, from.sign_mask())), code(least), value};
}

Line::Cut cut_of(Rounding rounding, bool negative) {
  switch (rounding) {
    case Rounding::rne:
      return Line::Cut::nearest_even;
    case Rounding::rna:
      return Line::Cut::nearest_away;
    case Rounding::rup:
      return negative ? Line::Cut::toward_zero : Line::Cut::away;
    case Rounding::rdn:
      return negative ? Line::Cut::away : Line::Cut::toward_zero;
    case Rounding::rto:
      return Line::Cut::odd;
    case Rounding::rtz:
    case Rounding::stochastic:
      break;
  }
  return Line::Cut::toward_zero;
}

bool round_alike(std::span<const Semantics> alternatives) {
  return std::all_of(alternatives.begin(), alternatives.end(), [&](const Semantics& s) {
    return s.rounding == alternatives.front().rounding && s.rounding != Rounding::stochastic && s.evaluate_in.empty();
  });
}

bool keep_subnormal_results(std::span<const Semantics> alternatives) {
  return std::all_of(alternatives.begin(), alternatives.end(),
                     [](const Semantics& s) { return s.subnormal_results == SubnormalResults::keep; });
}

}  // namespace

Line Line::from(std::uint64_t operand) const {
  Line rest = *this;
  rest.significand = descending ? significand - (operand - first) : significand + (operand - first);
  rest.first = operand;
  return rest;
}

std::optional<Line> line_at(const Conversion& conversion, std::span<const Semantics> alternatives,
                            std::uint64_t operand, std::uint64_t last) {
  const auto& [from, to] = conversion;
  if (from.width() > 32 || !round_alike(alternatives) || classify(from, operand) != Category::normal) {
    return std::nullopt;
  }
  const Binade binade = binade_of(from, operand);
  const Decoded& value = binade.value;
  if (value.negative && !to.is_signed) return std::nullopt;
  const int leading = value.exponent + bit_length(value.significand) - 1;

  Line line;
  line.first = operand;
  line.last = std::min(last, binade.last);
  line.significand = value.significand;
  line.descending = from.is_integer() && value.negative;
  int quantum = 0;
  if (to.is_integer()) {
    // The binade's largest magnitude may round up to 2^(leading + 1), which must fit.
    if (leading + 1 >= to.width() - 1) return std::nullopt;
    line.negative_integer = value.negative;
  } else {
    if (!to.has_zero() || !to.subnormals) return std::nullopt;
    const Decoded top = decode(to, to.largest_finite());
    if (leading + 1 > top.exponent + bit_length(top.significand) - 1) return std::nullopt;
    const bool normal = leading >= to.min_exponent();
    if (!normal && !keep_subnormal_results(alternatives)) return std::nullopt;
    // What rounds to a negative zero is no code on the line where there is none.
    if (!normal && value.negative && !to.negative_zero) return std::nullopt;
    quantum = (normal ? leading : to.min_exponent()) - to.significand_bits;
    line.offset = value.negative ? to.sign_mask() : 0;
    // Units of a normal result count from 2^significand_bits; a carry runs into the exponent field as it should.
    if (normal) {
      line.offset += (static_cast<std::uint64_t>(leading + to.bias) - 1) << to.significand_bits;
    }
  }
  const int shift = quantum - value.exponent;
  if (shift <= 0) {
    if (-shift > 31) return std::nullopt;
    line.left = -shift;
  } else {
    if (shift > 31) return std::nullopt;
    line.right = shift;
    line.cut = cut_of(alternatives.front().rounding, value.negative);
  }
  return line;
}

std::uint64_t code_on_line(const Line& line, std::uint64_t operand) {
  const std::uint64_t significand = line.from(operand).significand;
  std::uint64_t units = significand << line.left;
  const std::uint64_t mask = (std::uint64_t{1} << line.right) - 1;
  const std::uint64_t half = (mask + 1) >> 1;
  switch (line.cut) {
    case Line::Cut::none:
      break;
    case Line::Cut::toward_zero:
      units = significand >> line.right;
      break;
    case Line::Cut::away:
      units = (significand + mask) >> line.right;
      break;
    case Line::Cut::nearest_even:
      units = (significand + half - 1 + (significand >> line.right & 1)) >> line.right;
      break;
    case Line::Cut::nearest_away:
      units = (significand + half) >> line.right;
      break;
    case Line::Cut::odd:
      units = (significand >> line.right) | ((significand & mask) != 0 ? 1 : 0);
      break;
  }
  return line.negative_integer ? line.offset - units : line.offset + units;
}

}  // namespace hallmark
