// SPDX-License-Identifier: Apache-2.0
#include "conversions/property_rules.h"

#include <algorithm>
#include <bit>

#include "conversions/result_distance.h"
#include "formats/formats.h"

namespace hallmark {
namespace {

Rounding mode_of(E8m0Rounding rounding) {
  switch (rounding) {
    case E8m0Rounding::rne:
      return Rounding::rne;
    case E8m0Rounding::rna:
      return Rounding::rna;
    case E8m0Rounding::rtz:
      return Rounding::rtz;
    case E8m0Rounding::rup:
      return Rounding::rup;
  }
  return Rounding::rne;
}

/// A format of bare powers of two: no zero, and rules of its own.
bool is_scale(const Format& format) { return !format.is_integer() && !format.has_zero(); }

bool keeps_results(const Format& to, const Semantics& semantics) {
  return to.is_integer() || is_scale(to) || (to.subnormals && semantics.subnormal_results == SubnormalResults::keep);
}

bool keeps_operands(const Format& from, const Semantics& semantics) {
  return from.is_integer() || semantics.subnormal_operands == SubnormalOperands::keep;
}

bool is_subnormal(const Format& format, const Decoded& value) {
  // Not by the code of the smallest normal: a format may have none.
  return !format.is_integer() && compare_magnitudes(value, {Category::normal, false, 1, format.min_exponent()}) < 0;
}

/// The codes of one value of each binade, or of each bit length, with 1 first: where a promise holds, it holds of one
/// of them.
std::vector<std::uint64_t> binade_starts(const Format& format) {
  std::vector<std::uint64_t> codes;
  if (format.is_integer()) {
    for (int bit = 0; bit < format.width() - (format.is_signed ? 1 : 0); ++bit)
      codes.push_back(std::uint64_t{1} << bit);
    return codes;
  }
  const std::uint64_t fields = (format.largest_finite() >> format.significand_bits) + 1;
  const std::uint64_t start = std::min<std::uint64_t>(static_cast<std::uint64_t>(std::max(format.bias, 0)), fields - 1);
  for (std::uint64_t i = 0; i < fields; ++i) codes.push_back((start + i) % fields << format.significand_bits);
  return codes;
}

}  // namespace

int compare_values(const Format& format, std::uint64_t a, std::uint64_t b) {
  const bool zeros = classify(format, a) == Category::zero && classify(format, b) == Category::zero;
  const std::uint64_t x = to_ordered(format, a), y = to_ordered(format, b);
  return zeros || x == y ? 0 : x < y ? -1 : 1;
}

std::uint64_t negative_of(const Format& format, std::uint64_t code) {
  return format.is_integer() ? (~code + 1) & format.code_mask() : code ^ format.sign_mask();
}

std::optional<std::uint64_t> scaled_by(const Format& format, std::uint64_t code, int scale) {
  const Decoded value = decode(format, code);
  if (value.category != Category::normal) return std::nullopt;
  const auto scaled = encode(format, value.negative, value.significand, value.exponent + scale);
  if (!scaled || classify(format, *scaled) != Category::normal) return std::nullopt;
  return scaled;
}

PropertyRules::PropertyRules(const Conversion& conversion, const Semantics& semantics,
                             const std::vector<Semantics>& widening)
    : conversion_(conversion) {
  const auto& [from, to] = conversion_;
  facts_.mode = is_scale(to) ? mode_of(semantics.e8m0_rounding) : semantics.rounding;
  facts_.direct = semantics.evaluate_in.empty();
  if (const Format* between = find_format(semantics.evaluate_in)) {
    facts_.between_known = between->is_signed && !between->is_integer() && between->has_zero();
    facts_.between_largest = decode(*between, between->largest_finite());
  }
  facts_.keeps_operands = keeps_operands(from, semantics);
  facts_.keeps_results = keeps_results(to, semantics);
  facts_.keeps_zero_sign = semantics.flushed_zero == FlushedZero::keep_sign ||
                           (facts_.keeps_operands && semantics.subnormal_results == SubnormalResults::keep);
  if (to.is_integer()) {
    facts_.ordered_overflow = facts_.ordered_infinity = semantics.integer_overflow == IntegerOverflow::saturate;
    facts_.symmetric_infinity = false;  // two's complement has one negative more
  } else {
    // Without a NaN of its own a format gets some number in its place, which stands in no order.
    facts_.ordered_overflow = semantics.overflow != Overflow::nan || to.has_nan();
    facts_.symmetric_infinity =
        to.infinities || semantics.infinity_operand == InfinityOperand::saturate || to.has_nan();
    facts_.ordered_zero = !is_scale(to) || to.has_nan() || semantics.e8m0_zero == E8m0Zero::minimum;
    // A clamped infinity lies below the infinity that a large number overflows to.
    facts_.ordered_infinity = to.infinities ? semantics.infinity_to_infinity == InfinityToInfinity::keep ||
                                                  semantics.overflow == Overflow::saturate
                                            : facts_.symmetric_infinity;
  }
  facts_.widens = !widening.empty() && hallmark::widens(to, from);
  facts_.infinity_comes_back = semantics.infinity_to_infinity == InfinityToInfinity::keep;
  for (const Semantics& wide : widening) {
    facts_.widens &= wide.evaluate_in.empty();
    facts_.widening_keeps_operands &= keeps_operands(to, wide);
    facts_.widening_keeps_results &= keeps_results(from, wide);
    facts_.infinity_comes_back &= wide.infinity_to_infinity == InfinityToInfinity::keep;
  }
}

bool PropertyRules::within_range(const Decoded& value) const {
  const Format& to = conversion_.to;
  if (to.is_integer() && value.negative) {
    return value.significand == 0 ||
           (to.is_signed && compare_magnitudes(value, {Category::normal, true, to.sign_mask(), 0}) <= 0);
  }
  return compare_magnitudes(value, decode(to, to.largest_finite())) <= 0;
}

bool PropertyRules::ordered(std::uint64_t operand) const {
  const auto& [from, to] = conversion_;
  const Decoded value = decode(from, operand);
  if (value.category == Category::nan) return false;
  if (!to.is_integer() && !to.is_signed && from.is_negative(operand)) return false;
  if (value.category == Category::infinity) return facts_.direct && facts_.ordered_infinity;
  if (!facts_.ordered_zero && !bounded(operand)) return false;
  if (facts_.direct) return facts_.ordered_overflow || within_range(value);
  // Rounding to the format in between may leave the target's range, not its own.
  return facts_.between_known && facts_.ordered_overflow && within_range(value) &&
         compare_magnitudes(value, facts_.between_largest) <= 0;
}

bool PropertyRules::has_negative(std::uint64_t operand) const {
  const auto& [from, to] = conversion_;
  const Decoded value = decode(from, operand);
  switch (value.category) {
    case Category::nan:
      return false;
    case Category::zero:
      return from.has_negative_zero() && !is_scale(to);
    case Category::infinity:
      return facts_.symmetric_infinity;
    case Category::subnormal:
    case Category::normal:
      break;
  }
  if (from.is_integer() && operand == from.sign_mask()) return false;
  if (is_scale(to)) return bounded(operand);  // below its least power of two comes that one, whatever the sign
  if (!to.is_integer() && facts_.ordered_overflow) return true;
  return compare_magnitudes(value, decode(to, to.largest_finite())) <= 0;
}

bool PropertyRules::bounded(std::uint64_t operand) const {
  const auto& [from, to] = conversion_;
  const Decoded value = decode(from, operand);
  if (value.significand == 0 || (value.category == Category::subnormal && !facts_.keeps_operands)) return false;
  if (value.negative && !to.is_signed && !to.is_integer()) return false;
  if (!within_range(value)) return false;
  // Stochastic rounding leaves zero and a neighbour whose codes are far apart: the set that truth accepts holds more.
  if (facts_.mode == Rounding::stochastic && value.negative && !to.has_negative_zero() &&
      compare_magnitudes(value, decode(to, to.smallest_magnitude())) < 0) {
    return false;
  }
  if (is_scale(to)) return compare_magnitudes(value, decode(to, 0)) >= 0;
  return facts_.keeps_results || !is_subnormal(to, value);
}

bool PropertyRules::scales(std::uint64_t operand) const {
  const auto& [from, to] = conversion_;
  const Decoded value = decode(from, operand);
  if (value.category != Category::normal || (value.negative && !to.is_signed)) return false;
  return !is_subnormal(to, value) && within_range(value);
}

bool PropertyRules::comes_back(std::uint64_t narrow) const {
  const auto& [wide_format, narrow_format] = conversion_;
  const Decoded value = decode(narrow_format, narrow);
  if (value.category == Category::nan) return false;
  if (value.category == Category::infinity) return facts_.infinity_comes_back;
  if (value.category == Category::zero) {
    return narrow == 0 || (narrow_format.has_negative_zero() && narrow == narrow_format.sign_mask());
  }
  const bool narrow_subnormal = value.category == Category::subnormal;
  if (narrow_subnormal && !(facts_.widening_keeps_operands && facts_.keeps_results)) return false;
  const bool wide_subnormal = is_subnormal(wide_format, value);
  return !wide_subnormal || (facts_.widening_keeps_results && facts_.keeps_operands);
}

bool PropertyRules::gives_number(std::uint64_t operand) const {
  const auto& [from, to] = conversion_;
  const Decoded value = decode(from, operand);
  return value.significand != 0 && (is_scale(to) ? facts_.direct && bounded(operand) : within_range(value));
}

bool PropertyRules::promises(Property property) const {
  const Format &from = conversion_.from, &to = conversion_.to;
  const std::vector<std::uint64_t> codes = binade_starts(property == Property::widen_then_narrow ? to : from);
  return std::any_of(codes.begin(), codes.end(), [&](std::uint64_t code) {
    PropertyCase one{property, code, code, 0};
    if (property == Property::monotone) one.second = next_up(from, code);
    if (property == Property::odd_symmetry) one.second = negative_of(from, code);
    if (property == Property::scaling) {
      one.scale = 2;
      const auto scaled = scaled_by(from, code, one.scale);
      if (!scaled) return false;
      one.second = *scaled;
    }
    return promises(one) && (property == Property::widen_then_narrow || gives_number(code)) &&
           (!one.has_second() || gives_number(one.second));
  });
}

bool PropertyRules::promises(const PropertyCase& one) const {
  const auto& [from, to] = conversion_;
  const bool repeatable = facts_.mode != Rounding::stochastic;
  switch (one.property) {
    case Property::monotone:
      return repeatable && one.first != one.second && ordered(one.first) && ordered(one.second);
    case Property::odd_symmetry:
      return repeatable && facts_.direct && from.is_signed && to.is_signed && facts_.mode != Rounding::rup &&
             facts_.mode != Rounding::rdn && has_negative(one.first);
    case Property::within_ulp:
      return facts_.direct && bounded(one.first);
    case Property::scaling:
      // A scale's tie goes to the even exponent, so that only even powers leave ties as they are.
      return repeatable && facts_.direct && !to.is_integer() && one.first != one.second &&
             scaled_by(from, one.first, one.scale) == one.second && scales(one.first) && scales(one.second) &&
             (!is_scale(to) || facts_.mode != Rounding::rne || one.scale % 2 == 0);
    case Property::widen_then_narrow:
      return facts_.direct && facts_.widens && comes_back(one.first);
  }
  return false;
}

bool PropertyRules::is_negative_of(std::uint64_t operand, std::uint64_t first, std::uint64_t second) const {
  const auto& [from, to] = conversion_;
  if (to.is_integer()) return second == negative_of(to, first);
  const bool zeros = classify(to, first) == Category::zero && classify(to, second) == Category::zero;
  if (!zeros) return classify(to, first) != Category::zero && second == negative_of(to, first);
  // A zero operand is not flushed: its sign stays wherever the target has signed zeros.
  const bool signs_kept = facts_.keeps_zero_sign || classify(from, operand) == Category::zero;
  return !signs_kept || second == (to.has_negative_zero() ? negative_of(to, first) : first);
}

PropertyRules::Verdict PropertyRules::judge_ulp(const PropertyCase& one, std::uint64_t result) const {
  const auto& [from, to] = conversion_;
  const Decoded value = decode(from, one.first), got = decode(to, result);
  if (got.category == Category::nan || got.category == Category::infinity) return Verdict::broken;
  const auto error = result_distance(to, value, got);
  if (!error) return Verdict::broken;
  const int away = error->quarters;
  const auto verdict = [](bool kept) { return kept ? Verdict::kept : Verdict::broken; };
  switch (facts_.mode) {
    case Rounding::rne:
    case Rounding::rna:
      return verdict(-2 <= away && away <= 2);
    case Rounding::rtz:
      return verdict(-4 < away && away <= 0);
    case Rounding::rup:
      return verdict(value.negative ? -4 < away && away <= 0 : 0 <= away && away < 4);
    case Rounding::rdn:
      return verdict(value.negative ? 0 <= away && away < 4 : -4 < away && away <= 0);
    case Rounding::rto:
      return verdict(-4 < away && away < 4 && (error->exact() || error->odd));
    case Rounding::stochastic:
      return verdict(-4 < away && away < 4);
  }
  return Verdict::silent;
}

PropertyRules::Verdict PropertyRules::judge(const PropertyCase& one, std::uint64_t first, std::uint64_t second) const {
  if (!promises(one)) return Verdict::silent;
  const Format& to = conversion_.to;
  const bool first_nan = to.is_nan(first), second_nan = to.is_nan(second);
  bool kept = false;
  switch (one.property) {
    case Property::monotone:
      if (first_nan || second_nan) return Verdict::silent;
      kept = compare_values(to, first, second) <= 0;
      break;
    case Property::odd_symmetry:
      if (first_nan && second_nan) return Verdict::silent;
      kept = !first_nan && !second_nan && is_negative_of(one.first, first, second);
      break;
    case Property::within_ulp:
      return judge_ulp(one, first);
    case Property::scaling: {
      const auto scaled = first_nan ? std::nullopt : scaled_by(to, first, one.scale);
      kept = scaled && *scaled == second;
      break;
    }
    case Property::widen_then_narrow:
      kept = first == one.first;
      break;
  }
  return kept ? Verdict::kept : Verdict::broken;
}

}  // namespace hallmark
