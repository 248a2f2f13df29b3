// SPDX-License-Identifier: Apache-2.0
#include "semantics/acceptance.h"

#include <algorithm>
#include <bit>

#include "formats/formats.h"
#include "semantics/round.h"

namespace hallmark {
namespace {

/// A NaN, or the many codes that a format without NaN allows instead.
bool is_no_number(const Format& format, const CodeSet& set) { return !set.is_single() || format.is_nan(set.low); }

/// Keys of the ends of a format's values, and of its zeros.
std::uint64_t outermost(const Format& format, bool negative) {
  const std::uint64_t magnitude = format.infinities ? format.infinity_magnitude() : format.largest_finite();
  return to_ordered(format, magnitude | (negative ? format.sign_mask() : 0));
}
std::uint64_t lower_zero(const Format& format) {
  return to_ordered(format, format.has_negative_zero() ? format.sign_mask() : 0);
}
std::uint64_t upper_zero(const Format& format) { return to_ordered(format, 0); }

std::uint64_t low_key(const Format& format, std::uint64_t code) {
  return classify(format, code) == Category::zero ? lower_zero(format) : to_ordered(format, code);
}
std::uint64_t high_key(const Format& format, std::uint64_t code) {
  return classify(format, code) == Category::zero ? upper_zero(format) : to_ordered(format, code);
}

/// The code of a bound, rounded inward.
CodeSet inward(const Format& to, double bound, Rounding rounding) {
  Semantics semantics;
  semantics.rounding = rounding;
  const Decoded value = decode(float64, std::bit_cast<std::uint64_t>(bound));
  if (value.category == Category::infinity) return infinity_result(to, semantics, value.negative);
  if (value.significand == 0) return zero_result(to, semantics, value.negative);
  return round_real(to, semantics, {value.negative, value.significand, value.exponent, false});
}

}  // namespace

CodeSets code_sets(const Format& format, const Acceptance& acceptance) {
  CodeSets sets;
  const auto add = [&](const CodeSet& set) {
    if (sets.count < sets.sets.size()) sets.add(set);
  };
  const auto& [low, high, others] = acceptance;
  const std::uint64_t first_positive = to_ordered(format, 0);
  if (low <= high && low < first_positive) {  // of negative codes the order is the other way round
    add(CodeSet::interval(from_ordered(format, std::min(high, first_positive - 1)), from_ordered(format, low)));
  }
  if (low <= high && high >= first_positive) {
    add(CodeSet::interval(from_ordered(format, std::max(low, first_positive)), from_ordered(format, high)));
  }
  for (std::size_t i = 0; i < others.count; ++i) add(others.sets[i]);
  return sets;
}

Acceptance accept_between(const Format& to, const RoundedEnd& low, const RoundedEnd& high) {
  Acceptance acceptance;
  const bool no_low = is_no_number(to, low.codes), no_high = is_no_number(to, high.codes);
  if (no_low) acceptance.others.add(low.codes);
  if (no_high) acceptance.others.add(high.codes);
  // The lower end above all numbers, or the upper one below them: none lies between.
  if ((no_low && !low.negative) || (no_high && high.negative)) return acceptance;
  acceptance.low = no_low ? outermost(to, true) : low_key(to, low.codes.low);
  acceptance.high = no_high ? outermost(to, false) : high_key(to, high.codes.low);
  return acceptance;
}

Acceptance accept_sign(const Format& to, const CodeSet& nearest, bool negative) {
  Acceptance acceptance;
  if (is_no_number(to, nearest)) acceptance.others = nearest;
  acceptance.low = negative ? outermost(to, true) : lower_zero(to);
  acceptance.high = negative ? upper_zero(to) : outermost(to, false);
  return acceptance;
}

void restrict_to_range(const Format& to, const Limits& limits, Acceptance& acceptance) {
  if (acceptance.low > acceptance.high) return;
  // A bound that is no value of the format restricts nothing: it lies beyond all of them.
  const CodeSet low = inward(to, limits.range_low, Rounding::rup);
  const CodeSet high = inward(to, limits.range_high, Rounding::rdn);
  if (!is_no_number(to, low)) acceptance.low = std::max(acceptance.low, low_key(to, low.low));
  if (!is_no_number(to, high)) acceptance.high = std::min(acceptance.high, high_key(to, high.low));
}

}  // namespace hallmark
