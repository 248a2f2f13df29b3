// SPDX-License-Identifier: Apache-2.0
#include "semantics/round.h"

#include <bit>

#include "formats/internal_error.h"

namespace hallmark {
namespace {

struct Units {
  std::uint64_t floor = 0;    ///< magnitude in units of 2^quantum, cut
  int compared_to_half = -1;  ///< -1 below, 0 a tie, 1 above: what was cut, against half a unit
  bool exact = true;
};

Units cut(const Real& x, int quantum) {
  const int shift = quantum - x.exponent;
  if (shift <= 0) {
    if (x.sticky || -shift >= std::countl_zero(x.significand) + 1) {
      throw InternalError("a real number was given with too few bits to round");
    }
    return {x.significand << -shift, -1, true};
  }
  Units units;
  units.floor = shift >= 64 ? 0 : x.significand >> shift;
  const std::uint64_t rest = shift >= 64 ? x.significand : x.significand & ((std::uint64_t{1} << shift) - 1);
  units.exact = rest == 0 && !x.sticky;
  if (shift <= 64) {
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    units.compared_to_half = rest < half ? -1 : rest > half || x.sticky ? 1 : 0;
  }
  return units;
}

/// Rounds a cut magnitude to an integer; may carry into the next power of two.
std::uint64_t round_units(const Units& units, Rounding rounding, bool negative, bool odd) {
  bool up = false;
  switch (rounding) {
    case Rounding::rne:
      up = units.compared_to_half > 0 || (units.compared_to_half == 0 && odd);
      break;
    case Rounding::rna:
      up = units.compared_to_half >= 0;
      break;
    case Rounding::rtz:
      break;
    case Rounding::rup:
      up = !units.exact && !negative;
      break;
    case Rounding::rdn:
      up = !units.exact && negative;
      break;
    case Rounding::rto:
      up = !units.exact && !odd;
      break;
    case Rounding::stochastic:
      throw InternalError("stochastic rounding has two right answers");
  }
  return units.floor + (up ? 1 : 0);
}

bool overflows_to_infinity(const Semantics& semantics, bool negative) {
  switch (semantics.rounding) {
    case Rounding::rne:
    case Rounding::rna:
    case Rounding::stochastic:
      return true;
    case Rounding::rtz:
      return false;
    case Rounding::rup:
      return !negative;
    case Rounding::rdn:
      return negative;
    case Rounding::rto:
      return semantics.rto_overflow == RtoOverflow::infinity;
  }
  return true;
}

CodeSet largest(const Format& to, bool negative) {
  return CodeSet::single(to.largest_finite() | (negative ? to.sign_mask() : 0));
}

CodeSet overflow_result(const Format& to, const Semantics& semantics, bool negative) {
  if (semantics.overflow == Overflow::saturate || !overflows_to_infinity(semantics, negative)) {
    return largest(to, negative);
  }
  if (semantics.overflow == Overflow::infinity) {
    if (to.infinities) return CodeSet::single(to.infinity_magnitude() | (negative ? to.sign_mask() : 0));
    if (!to.has_nan()) return largest(to, negative);
  }
  // A NaN for a number too large keeps that number's sign where the rule says so.
  return nan_result(to, semantics, {.negative = negative});
}

Rounding e8m0_mode(const Semantics& semantics) {
  switch (semantics.e8m0_rounding) {
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

CodeSet round_to_scale(const Format& to, const Semantics& semantics, const Real& x) {
  const int leading = x.exponent + bit_length(x.significand) - 1;
  // A tie goes to the even code: the exponent's own last bit decides, there is no fraction.
  const bool odd = ((leading + to.bias) & 1) != 0;
  const Units units = cut(x, leading);
  const std::uint64_t rounded = round_units(units, e8m0_mode(semantics), x.negative, odd);
  const std::uint64_t sign = x.negative ? to.sign_mask() : 0;  // of a user's own scale: e8m0 has none
  const std::int64_t code = std::int64_t{leading} + to.bias + (rounded == 2 ? 1 : 0);
  if (code < 0) {
    return semantics.e8m0_underflow == E8m0Underflow::as_zero ? zero_result(to, semantics, false)
                                                              : CodeSet::single(sign);
  }
  if (static_cast<std::uint64_t>(code) > to.largest_finite()) return overflow_result(to, semantics, x.negative);
  return CodeSet::single(static_cast<std::uint64_t>(code) | sign);
}

CodeSet round_to_integer(const Format& to, const Semantics& semantics, const Real& x) {
  const int leading = x.exponent + bit_length(x.significand) - 1;
  const std::uint64_t limit = !x.negative ? to.magnitude_mask() : to.is_signed ? to.magnitude_mask() + 1 : 0;
  if (leading < 64) {
    const Units units = cut(x, 0);
    const std::uint64_t rounded = round_units(units, semantics.rounding, x.negative, (units.floor & 1) != 0);
    // A carry out of 64 bits wraps to 0 with a nonzero floor: out of range as well.
    if (rounded <= limit && (rounded != 0 || units.floor == 0)) {
      return CodeSet::single((x.negative ? ~rounded + 1 : rounded) & to.code_mask());
    }
  }
  switch (semantics.integer_overflow) {
    case IntegerOverflow::saturate:
      if (x.negative) return CodeSet::single(to.is_signed ? to.sign_mask() : 0);
      return CodeSet::single(to.magnitude_mask());
    case IntegerOverflow::indefinite:
      return CodeSet::single(to.is_signed ? to.sign_mask() : to.code_mask());
    case IntegerOverflow::wrap: {
      if (x.exponent >= 64) return CodeSet::single(0);
      const Units units = x.exponent >= 0 ? Units{x.significand << x.exponent, -1, true} : cut(x, 0);
      const std::uint64_t rounded = round_units(units, semantics.rounding, x.negative, (units.floor & 1) != 0);
      return CodeSet::single((x.negative ? ~rounded + 1 : rounded) & to.code_mask());
    }
    case IntegerOverflow::unspecified:
      break;
  }
  return CodeSet::interval(0, to.code_mask());
}

/// Whether both neighbours of |x| lie above the largest finite value, if the exponent had no bound.
bool surely_overflows(const Format& to, const Real& x) {
  if (to.is_integer()) return false;
  const Decoded top = decode(to, to.largest_finite());
  const int leading = x.exponent + bit_length(x.significand);
  const int top_leading = top.exponent + bit_length(top.significand);
  return leading != top_leading ? leading > top_leading : cut(x, top.exponent).floor > top.significand;
}

/// One of the two neighbours that stochastic rounding chooses between; `outer` is the one away from zero.
CodeSet either(const CodeSet& inner, const CodeSet& outer) {
  if (inner == outer) return inner;
  if (!outer
           .is_single()) {  // overflow to a NaN: the least set of this shape that holds it and the largest finite value
    const std::uint64_t finite = inner.low & outer.mask;
    return CodeSet::interval(finite < outer.low ? finite : outer.low, finite > outer.high ? finite : outer.high,
                             outer.mask);
  }
  // Nearly always consecutive codes of one sign, negative integers downward.
  if (outer.low - inner.low == 1) return CodeSet::interval(inner.low, outer.low);
  if (inner.low - outer.low == 1) return CodeSet::interval(outer.low, inner.low);
  // A zero and a value far from it in code: bits that differ are free. Exact for a flush up to the smallest normal.
  const std::uint64_t mask = ~(inner.low ^ outer.low);
  return CodeSet::interval(inner.low & mask, inner.low & mask, mask);
}

CodeSet round_in_range(const Format& to, const Semantics& semantics, const Real& x) {
  const int precision = to.precision();
  const int leading = x.exponent + bit_length(x.significand) - 1;
  const std::uint64_t sign = x.negative ? to.sign_mask() : 0;
  const int quantum = leading - (precision - 1);
  const Units unbounded = cut(x, quantum);
  std::uint64_t rounded = round_units(unbounded, semantics.rounding, x.negative, (unbounded.floor & 1) != 0);
  int rounded_leading = leading;
  if (rounded >> precision != 0) {
    rounded >>= 1;
    ++rounded_leading;
  }
  const Decoded top = decode(to, to.largest_finite());
  const int top_leading = top.exponent + bit_length(top.significand) - 1;
  if (leading >= to.min_exponent()) {
    if (rounded_leading > top_leading || (rounded_leading == top_leading && rounded > top.significand)) {
      return overflow_result(to, semantics, x.negative);
    }
    const auto field = static_cast<std::uint64_t>(rounded_leading + to.bias);
    return CodeSet::single((field << to.significand_bits) | (rounded & to.fraction_mask()) | sign);
  }
  if (semantics.subnormal_results == SubnormalResults::flush_before_rounding ||
      (semantics.subnormal_results == SubnormalResults::flush_after_rounding && rounded_leading < to.min_exponent())) {
    return flushed_zero_result(to, semantics, x.negative);
  }
  if (!to.subnormals) {  // the neighbours are zero and the smallest normal
    const Units units = cut(x, to.min_exponent());
    const bool up = round_units(units, semantics.rounding, x.negative, false) != 0;
    return up ? CodeSet::single(to.smallest_normal() | sign) : zero_result(to, semantics, x.negative);
  }
  const Units units = cut(x, to.min_exponent() - to.significand_bits);
  const std::uint64_t magnitude = round_units(units, semantics.rounding, x.negative, (units.floor & 1) != 0);
  if (magnitude == 0) return zero_result(to, semantics, x.negative);
  // A format may have no normal number: then its subnormals overflow.
  if (magnitude > to.largest_finite()) return overflow_result(to, semantics, x.negative);
  if (semantics.subnormal_results == SubnormalResults::flush_delivered && magnitude < to.smallest_normal()) {
    return flushed_zero_result(to, semantics, x.negative);
  }
  return CodeSet::single(magnitude | sign);
}

}  // namespace

int compare_magnitude(const Real& x, const Decoded& bound) {
  const int x_leading = x.exponent + bit_length(x.significand);
  const int bound_leading = bound.exponent + bit_length(bound.significand);
  if (x_leading != bound_leading) return x_leading < bound_leading ? -1 : 1;
  const std::uint64_t a = x.significand << std::countl_zero(x.significand);
  const std::uint64_t b = bound.significand << std::countl_zero(bound.significand);
  return a < b ? -1 : a > b || x.sticky ? 1 : 0;
}

CodeSet zero_result(const Format& to, const Semantics& semantics, bool negative) {
  if (!to.has_zero()) {
    if (semantics.e8m0_zero == E8m0Zero::nan) return nan_result(to, semantics, {.negative = negative});
    return CodeSet::single(0);
  }
  return CodeSet::single(negative && !to.is_integer() && to.negative_zero ? to.sign_mask() : 0);
}

CodeSet flushed_zero_result(const Format& to, const Semantics& semantics, bool negative) {
  return zero_result(to, semantics, negative && semantics.flushed_zero == FlushedZero::keep_sign);
}

CodeSet infinity_result(const Format& to, const Semantics& semantics, bool negative) {
  if (to.is_integer()) {
    // Out of any range: as a number too large, except that no bits of it could wrap.
    return semantics.integer_overflow == IntegerOverflow::wrap
               ? CodeSet::single(0)
               : round_to_integer(to, semantics, {.negative = negative, .significand = 1, .exponent = 1 << 20});
  }
  if (negative && !to.is_signed) {
    return semantics.e8m0_negative == E8m0Negative::magnitude ? infinity_result(to, semantics, false)
                                                              : round_real(to, semantics, {.negative = true});
  }
  if (to.infinities) {
    if (semantics.infinity_to_infinity == InfinityToInfinity::saturate) return largest(to, negative);
    return CodeSet::single(to.infinity_magnitude() | (negative ? to.sign_mask() : 0));
  }
  if (semantics.infinity_operand == InfinityOperand::saturate) return largest(to, negative);
  return nan_result(to, semantics, {.negative = negative});
}

CodeSet nan_result(const Format& to, const Semantics& semantics, const NanOrigin& origin) {
  if (to.is_integer()) {
    switch (semantics.nan_to_integer) {
      case NanToInteger::zero:
        return CodeSet::single(0);
      case NanToInteger::minimum:
        return CodeSet::single(to.is_signed ? to.sign_mask() : 0);
      case NanToInteger::maximum:
        return CodeSet::single(to.magnitude_mask());
      case NanToInteger::unspecified:
        break;
    }
    return CodeSet::interval(0, to.code_mask());
  }
  const std::uint64_t operand_sign = origin.negative ? to.sign_mask() : 0;
  if (semantics.nan == Nan::infinity && to.infinities) {
    return CodeSet::single(to.infinity_magnitude() | operand_sign);
  }
  if (!to.has_nan()) {
    switch (semantics.nan_without_nan) {
      case NanWithoutNan::max:
        return largest(to, false);
      // A scale has its least power of two for zero: its own rule for zero may ask for a NaN, which it has not.
      case NanWithoutNan::zero:
        return to.has_zero() ? zero_result(to, semantics, false) : CodeSet::single(0);
      case NanWithoutNan::negative_zero:
        return to.has_zero() ? zero_result(to, semantics, true) : CodeSet::single(0);
      case NanWithoutNan::unspecified:
        break;
    }
    return CodeSet::interval(0, to.code_mask());
  }
  if (semantics.nan == Nan::canonical) {
    const auto own = semantics.canonical_nan.find(std::string(to.name));
    const std::uint64_t code = own == semantics.canonical_nan.end() ? to.default_nan() : own->second;
    if (semantics.nan_sign == NanSign::preserve && to.nan_has_sign() && origin.has_sign) {
      return CodeSet::single((code & to.magnitude_mask()) | operand_sign);
    }
    return CodeSet::single(code);
  }
  // The magnitudes that are right, then the sign.
  std::uint64_t low = to.nan_codes.low;
  std::uint64_t high = to.nan_codes.high;
  if (to.has_signalling_nan() && semantics.nan != Nan::any) {
    low = to.infinity_magnitude() | to.quiet_bit();
    if (semantics.nan == Nan::quiet_payload && origin.from_operand) {
      low |= origin.payload >> (64 - to.significand_bits);
      high = low;
    }
  }
  if (!to.nan_has_sign()) return CodeSet::interval(low, high, to.nan_codes.mask);
  enum class Sign { any, positive, negative } sign = Sign::any;
  if (semantics.nan_sign == NanSign::positive) sign = Sign::positive;
  if (semantics.nan_sign == NanSign::preserve && origin.has_sign) {
    sign = origin.negative ? Sign::negative : Sign::positive;
  }
  // Bits above the format's width must be zero in a NaN too.
  const std::uint64_t mask = to.nan_codes.mask | to.sign_mask() | ~to.code_mask();
  if (sign == Sign::any) return CodeSet::interval(low, high, mask & ~to.sign_mask());
  const std::uint64_t bit = sign == Sign::negative ? to.sign_mask() : 0;
  if (low == high) return CodeSet::single(low | bit);
  return CodeSet::interval(low | bit, high | bit);
}

CodeSet round_real(const Format& to, const Semantics& semantics, const Real& x) {
  if (semantics.rounding == Rounding::stochastic && to.has_zero()) {  // a scale has a rounding of its own
    if (surely_overflows(to, x)) return overflow_result(to, semantics, x.negative);
    Semantics neighbour = semantics;
    neighbour.rounding = Rounding::rtz;
    const CodeSet inner = round_real(to, neighbour, x);
    neighbour.rounding = x.negative ? Rounding::rdn : Rounding::rup;
    const CodeSet outer = round_real(to, neighbour, x);
    return either(inner, outer);
  }
  if (to.is_integer()) return round_to_integer(to, semantics, x);
  if (x.negative && !to.is_signed) {
    switch (semantics.e8m0_negative) {
      case E8m0Negative::nan:
        return nan_result(to, semantics, {.negative = true});
      case E8m0Negative::minimum:
        return CodeSet::single(0);
      case E8m0Negative::magnitude:
        break;
    }
    Real magnitude = x;
    magnitude.negative = false;
    return round_real(to, semantics, magnitude);
  }
  return to.has_zero() ? round_in_range(to, semantics, x) : round_to_scale(to, semantics, x);
}

}  // namespace hallmark
