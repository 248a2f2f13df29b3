// SPDX-License-Identifier: Apache-2.0
#include "inputs/boundaries.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace hallmark {
namespace {

/// The source code nearest to x toward zero, if the source has that sign; beyond its range, the outermost finite code.
std::optional<std::uint64_t> source_code(const Format& from, const Real& x) {
  if (x.negative && !from.is_signed) return std::nullopt;
  static const Semantics toward_zero = [] {
    Semantics semantics;
    semantics.rounding = Rounding::rtz;
    semantics.overflow = Overflow::saturate;
    return semantics;
  }();
  return round_real(from, toward_zero, x).low;
}

/// Last code that shares the centre's sign (floating) or the whole range (integers).
Interval same_side(const Format& from, std::uint64_t code) {
  if (from.is_integer()) return {0, from.code_mask()};
  const std::uint64_t sign = code & from.sign_mask();
  return {sign, sign | from.magnitude_mask()};
}

void add_code(Intervals& operands, const Format& from, const Real& x, std::uint64_t radius) {
  if (const auto code = source_code(from, x)) {
    const Interval side = same_side(from, *code);
    operands.add_around(*code, radius, side.first, side.last);
  }
}

void add_value_and_midpoint(Intervals& operands, const Conversion& conversion, const Decoded& value,
                            std::uint64_t radius) {
  if (value.category == Category::nan || value.category == Category::infinity) return;
  if (value.significand != 0) {
    add_code(operands, conversion.from, {value.negative, value.significand, value.exponent, false}, radius);
  }
  // Halfway to the next magnitude of the same quantum; at the top this is the overflow threshold. An integer of 64 bits
  // has no midpoint in any source.
  if (bit_length(value.significand) > 62) return;
  const int quantum =
      value.significand != 0 || conversion.to.is_integer()
          ? value.exponent
          : conversion.to.min_exponent() - (conversion.to.subnormals ? conversion.to.significand_bits : 0);
  add_code(operands, conversion.from, {value.negative, 2 * value.significand + 1, quantum - 1, false}, radius);
}

void add_both_signs(Intervals& operands, const Format& from, Real x, std::uint64_t radius) {
  for (const bool negative : {false, true}) {
    x.negative = negative;
    add_code(operands, from, x, radius);
  }
}

}  // namespace

void add_special_values(Intervals& operands, const Format& from, std::uint64_t radius) {
  const std::uint64_t last = from.code_mask();
  for (const std::uint64_t sign : {std::uint64_t{0}, from.sign_mask()}) {
    operands.add_around(sign, radius, 0, last);
    operands.add_around(sign | from.magnitude_mask(), radius, 0, last);
    if (from.is_integer()) continue;
    operands.add_around(sign | from.smallest_normal(), radius, 0, last);
    operands.add_around(sign | from.largest_finite(), radius, 0, last);
    if (!from.has_signalling_nan()) continue;
    const std::uint64_t infinity = sign | from.infinity_magnitude();
    operands.add_around(infinity, radius, 0, last);
    operands.add_around(infinity | from.quiet_bit(), radius, 0, last);
    for (int bit = 0; bit < from.significand_bits; ++bit) {
      const std::uint64_t payload = std::uint64_t{1} << bit;
      operands.add(infinity | payload, infinity | payload);
      operands.add(infinity | (2 * payload - 1), infinity | (2 * payload - 1));  // low bits only
      const std::uint64_t high = from.fraction_mask() & ~(payload - 1);
      operands.add(infinity | high, infinity | high);
    }
  }
}

void add_thresholds(Intervals& operands, const Conversion& conversion, std::uint64_t radius) {
  const Format& to = conversion.to;
  for (std::uint64_t target = 0; target <= to.code_mask(); ++target) {
    Decoded value = decode(to, target);
    add_value_and_midpoint(operands, conversion, value, radius);
    if (to.is_signed || to.is_integer()) continue;
    value.negative = true;  // a scale may be taken of the magnitude
    add_value_and_midpoint(operands, conversion, value, radius);
  }
  add_target_ends(operands, conversion, radius);
}

void add_target_ends(Intervals& operands, const Conversion& conversion, std::uint64_t radius) {
  const Format& to = conversion.to;
  const auto add = [&](std::uint64_t significand, int exponent) {
    add_both_signs(operands, conversion.from, {false, significand, exponent, false}, radius);
  };
  if (to.is_integer()) {
    add(1, -1);  // what rounds to zero, or to minus one: out of range where there is no sign
    add(1, 0);
    if (to.width() > 62) {
      add(1, to.is_signed ? to.width() - 1 : to.width());
      return;
    }
    for (std::uint64_t past = 0; past <= 2; ++past) {  // the first integers out of range: where truncation overflows
      add(to.magnitude_mask() + past, 0);
      add(2 * (to.magnitude_mask() + past) + 1, -1);
    }
    return;
  }
  const Decoded top = decode(to, to.largest_finite());
  add(top.significand, top.exponent);
  add(2 * top.significand + 1, top.exponent - 1);
  add(top.significand + 1, top.exponent);  // where even truncation, were the exponent unbounded, is beyond the range
  const Decoded least = decode(to, to.smallest_magnitude());
  add(least.significand, least.exponent);
  add(least.significand, least.exponent - 1);
  if (!to.has_zero()) {
    add(3, to.min_exponent() - 2);  // the middle of the binade under the smallest scale
    return;
  }
  // With full precision: the last value below the smallest normal, and the midpoint between them (flush after
  // rounding).
  const std::uint64_t all_ones = (std::uint64_t{2} << to.significand_bits) - 1;
  add(all_ones, to.min_exponent() - to.precision());
  add(2 * all_ones + 1, to.min_exponent() - to.precision() - 1);
}

Interval target_range(const Conversion& conversion, bool negative) {
  const auto& [from, to] = conversion;
  const std::uint64_t sign = negative ? from.sign_mask() : 0;
  if (from.is_integer()) {
    return negative ? Interval{from.sign_mask(), from.code_mask()} : Interval{0, from.magnitude_mask()};
  }
  const Decoded top = decode(to, to.largest_finite());
  const int lowest = to.is_integer() ? -2 : to.min_exponent() - to.significand_bits - 2;
  const std::uint64_t first = source_code(from, {false, 1, lowest, false}).value_or(0);
  const std::uint64_t last = source_code(from, {false, top.significand, top.exponent + 1, false}).value_or(0);
  return {first | sign, last | sign};
}

void add_binades(Intervals& operands, const Format& from, std::uint64_t radius) {
  if (from.is_integer()) {
    for (int bit = 0; bit < from.width(); ++bit) {
      const std::uint64_t power = std::uint64_t{1} << bit;
      operands.add_around(power, radius, 0, from.code_mask());
      if (from.is_signed) operands.add_around((~power + 1) & from.code_mask(), radius, 0, from.code_mask());
    }
    return;
  }
  const std::uint64_t fields = std::uint64_t{1} << from.exponent_bits;
  for (const std::uint64_t sign : {std::uint64_t{0}, from.sign_mask()}) {
    for (std::uint64_t field = 0; field < fields; ++field) {
      const std::uint64_t first = sign | (field << from.significand_bits);
      const Interval side = same_side(from, first);
      operands.add_around(first, radius, side.first, side.last);
      operands.add_around(first | from.fraction_mask(), radius, side.first, side.last);
    }
  }
}

void add_seeded_thresholds(Intervals& operands, const Conversion& conversion, std::uint64_t count, std::uint64_t first,
                           std::uint64_t last, Random& random) {
  const auto& [from, to] = conversion;
  Intervals near;
  for (std::uint64_t i = 0; i < count; ++i) {
    // A random operand fixes the binade; what it becomes in the target fixes the threshold.
    std::uint64_t code = random.between(first, last);
    if (from.is_integer()) code >>= random.below(static_cast<std::uint64_t>(from.width()));  // every bit length alike
    code = std::clamp(code, first, last);
    const Decoded value = decode(from, code);
    if (value.significand == 0) continue;
    Semantics toward_zero;
    toward_zero.rounding = Rounding::rtz;
    toward_zero.overflow = Overflow::saturate;
    toward_zero.integer_overflow = IntegerOverflow::saturate;
    const CodeSet target = round_real(to, toward_zero, {value.negative, value.significand, value.exponent, false});
    if (!target.is_single()) continue;
    near.clear();
    add_value_and_midpoint(near, conversion, decode(to, target.low), 1);
    bool inside = false;
    for (const Interval& interval : near.intervals()) {
      if (interval.first < first || interval.last > last) continue;
      operands.add(interval.first, interval.last);
      inside = true;
    }
    if (!inside) operands.add(code, code);
  }
}

void add_random(Intervals& operands, std::uint64_t count, std::uint64_t first, std::uint64_t last, Random& random) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t code = random.between(first, last);
    operands.add(code, code);
  }
}

}  // namespace hallmark
