// SPDX-License-Identifier: Apache-2.0
// Rounding by comparing rationals; shares no arithmetic with harness/semantics/round.cpp.
#include "tests/truth/exact_rounding.h"

#include <bit>
#include <map>
#include <vector>

#include "tests/formats/definition.h"

namespace hallmark::test {
namespace {

mpq_class power_of_two(int exponent) {
  mpq_class power(1);
  if (exponent >= 0) {
    mpq_mul_2exp(power.get_mpq_t(), power.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(power.get_mpq_t(), power.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return power;
}

mpq_class small_value(const Format& format, std::uint64_t code) {
  const Definition* definition = find_definition(format.name);
  const Meaning found = meaning(*definition, static_cast<std::uint32_t>(code));
  mpq_class value;
  mpfr_get_q(value.get_mpq_t(), found.value.get());
  return value;
}

/// Magnitudes of a format of 16 bits or fewer, by positive code up to the largest finite.
const std::vector<mpq_class>& table(const Format& format) {
  static std::map<std::string, std::vector<mpq_class>, std::less<>> tables;
  std::vector<mpq_class>& values = tables[std::string(format.name)];
  if (values.empty()) {
    for (std::uint64_t code = 0; code <= format.largest_finite(); ++code) values.push_back(small_value(format, code));
  }
  return values;
}

mpq_class magnitude_of(const Format& format, std::uint64_t code) {
  return format.width() <= 16 ? table(format)[code] : value_of(format, code);
}

int sign_of(int comparison) { return comparison < 0 ? -1 : comparison > 0 ? 1 : 0; }

/// Whether the upper neighbour is chosen.
bool rounds_up(Rounding rounding, bool negative, bool exact, int half, bool odd) {
  if (exact) return false;
  switch (rounding) {
    case Rounding::rne:
      return half == 1 || (half == 0 && odd);
    case Rounding::rna:
      return half >= 0;
    case Rounding::rtz:
      return false;
    case Rounding::rup:
      return !negative;
    case Rounding::rdn:
      return negative;
    case Rounding::rto:
      return !odd;
    case Rounding::stochastic:
      break;
  }
  throw std::logic_error("stochastic rounding has two answers");
}

}  // namespace

mpq_class value_of(const Format& format, std::uint64_t code) {
  if (format.width() <= 16) return small_value(format, code);
  if (format.name == "float32")
    return mpq_class(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(code))));
  if (format.name == "float64") return mpq_class(std::bit_cast<double>(code));
  if (format.name == "int32") return mpq_class(static_cast<long>(static_cast<std::int32_t>(code)));
  if (format.name == "int64") return mpq_class(static_cast<long>(code));
  return mpq_class(static_cast<unsigned long>(code));
}

bool states(const CodeSet& set, const RightAnswer& answer, const Format& format) {
  switch (answer.kind) {
    case RightAnswer::Kind::code:
      return set == CodeSet::single(answer.code);
    case RightAnswer::Kind::anything:
      return set == CodeSet::interval(0, format.code_mask());
    case RightAnswer::Kind::nan:
      break;
  }
  const std::uint64_t sign = format.nan_has_sign() ? format.sign_mask() : 0;
  const std::uint64_t first = format.nan_codes.low;
  const std::uint64_t last = format.nan_codes.high;
  return set.contains(first) && set.contains(first | sign) && set.contains(last) && set.contains(last | sign) &&
         !set.contains(first - 1) && !set.contains((first - 1) | sign) && !set.contains(0) &&
         !set.contains(format.largest_finite());
}

std::string to_text(const RightAnswer& answer) {
  switch (answer.kind) {
    case RightAnswer::Kind::nan:
      return "any NaN";
    case RightAnswer::Kind::anything:
      return "any code";
    case RightAnswer::Kind::code:
      break;
  }
  return std::to_string(answer.code);
}

ExactRounding::ExactRounding(const Format& to, const mpq_class& x) : to_(to), negative_(x < 0), magnitude_(abs(x)) {
  if (to.is_integer()) {
    floor_ = magnitude_.get_num() / magnitude_.get_den();
    exact_ = magnitude_.get_den() == 1;
    half_ = sign_of(cmp(magnitude_ - floor_, mpq_class(1, 2)));
    return;
  }
  find_neighbours();
}

void ExactRounding::find_neighbours() {
  const std::uint64_t top = to_.largest_finite();
  const mpq_class largest = magnitude_of(to_, top);
  // The value after the largest, had the format one more: the same step again, or for a scale twice as much.
  const bool scale = to_.name == "float8_e8m0fnu";
  mpq_class after = largest * 2;
  if (!scale) after -= magnitude_of(to_, top - 1);
  mpq_class below, above;
  if (magnitude_ >= after) {
    beyond_ = true;
    return;
  }
  if (scale && magnitude_ < magnitude_of(to_, 0)) {  // the grid of powers of two goes on downward
    lower_ = 0;
    above = magnitude_of(to_, 0);
    do {
      --lower_;
      below = above / 2;
      if (magnitude_ >= below) break;
      above = below;
    } while (true);
  } else {
    std::uint64_t low = 0, high = top;  // the last code whose value does not exceed the magnitude
    while (low < high) {
      const std::uint64_t middle = low + (high - low + 1) / 2;
      if (magnitude_of(to_, middle) <= magnitude_) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    lower_ = static_cast<std::int64_t>(low);
    below = magnitude_of(to_, low);
    above = low == top ? after : magnitude_of(to_, low + 1);
  }
  exact_ = below == magnitude_;
  half_ = sign_of(cmp(magnitude_ * 2, below + above));
  if (scale) return;
  const mpq_class normal = magnitude_of(to_, to_.smallest_normal());
  tiny_ = magnitude_ < normal;
  // With full precision the value just below the smallest normal is 2^-p nearer to it than one part.
  const mpq_class last = normal * (1 - power_of_two(-to_.precision()));
  tiny_last_ = sign_of(cmp(magnitude_, last));
  tiny_half_ = sign_of(cmp(magnitude_ * 2, last + normal));
}

RightAnswer ExactRounding::under(const Semantics& semantics) const {
  if (to_.is_integer()) return to_integer(semantics);
  return to_.name == "float8_e8m0fnu" ? to_scale(semantics) : to_float(semantics);
}

RightAnswer ExactRounding::zero(bool negative) const {
  const bool has_negative_zero = to_.name.find("fnuz") == std::string_view::npos;
  return {RightAnswer::Kind::code, negative && has_negative_zero ? std::uint64_t{1} << (to_.width() - 1) : 0};
}

RightAnswer ExactRounding::overflow(const Semantics& semantics) const {
  bool to_infinity = true;  // IEEE 754-2019 7.4
  if (semantics.rounding == Rounding::rtz) to_infinity = false;
  if (semantics.rounding == Rounding::rup) to_infinity = !negative_;
  if (semantics.rounding == Rounding::rdn) to_infinity = negative_;
  if (semantics.rounding == Rounding::rto) to_infinity = semantics.rto_overflow == RtoOverflow::infinity;
  const std::uint64_t sign = negative_ ? std::uint64_t{1} << (to_.width() - 1) : 0;
  const RightAnswer largest{RightAnswer::Kind::code, to_.largest_finite() | sign};
  if (!to_infinity || semantics.overflow == Overflow::saturate) return largest;
  if (semantics.overflow == Overflow::infinity && to_.infinities) {
    return {RightAnswer::Kind::code, (to_.largest_finite() + 1) | sign};
  }
  if (to_.has_nan()) return {RightAnswer::Kind::nan, 0};
  // A NaN in a format without one: as the profile says, which here is nothing.
  return semantics.overflow == Overflow::infinity ? largest : RightAnswer{RightAnswer::Kind::anything, 0};
}

RightAnswer ExactRounding::to_float(const Semantics& semantics) const {
  if (beyond_) return overflow(semantics);
  const bool odd = (lower_ & 1) != 0;
  const auto chosen =
      static_cast<std::uint64_t>(lower_ + (rounds_up(semantics.rounding, negative_, exact_, half_, odd) ? 1 : 0));
  if (chosen > to_.largest_finite()) return overflow(semantics);
  if (tiny_) {
    const RightAnswer flushed = zero(negative_ && semantics.flushed_zero == FlushedZero::keep_sign);
    if (semantics.subnormal_results == SubnormalResults::flush_before_rounding) return flushed;
    if (semantics.subnormal_results == SubnormalResults::flush_after_rounding) {
      // Between that last value (all ones: odd) and the smallest normal (even).
      const bool reaches_normal = tiny_last_ > 0 && rounds_up(semantics.rounding, negative_, false, tiny_half_, true);
      if (!reaches_normal) return flushed;
    }
    if (semantics.subnormal_results == SubnormalResults::flush_delivered && chosen != 0 &&
        chosen < to_.smallest_normal()) {
      return flushed;
    }
  }
  if (chosen == 0) return zero(negative_);
  return {RightAnswer::Kind::code, chosen | (negative_ ? std::uint64_t{1} << (to_.width() - 1) : 0)};
}

RightAnswer ExactRounding::to_scale(const Semantics& semantics) const {
  if (negative_) {
    if (semantics.e8m0_negative == E8m0Negative::nan) return {RightAnswer::Kind::nan, 0};
    if (semantics.e8m0_negative == E8m0Negative::minimum) return {RightAnswer::Kind::code, 0};
  }
  Semantics positive = semantics;
  ExactRounding magnitude = *this;
  magnitude.negative_ = false;
  if (beyond_) return magnitude.overflow(positive);
  Rounding rounding = Rounding::rne;
  if (semantics.e8m0_rounding == E8m0Rounding::rna) rounding = Rounding::rna;
  if (semantics.e8m0_rounding == E8m0Rounding::rtz) rounding = Rounding::rtz;
  if (semantics.e8m0_rounding == E8m0Rounding::rup) rounding = Rounding::rup;
  const std::int64_t chosen = lower_ + (rounds_up(rounding, false, exact_, half_, (lower_ & 1) != 0) ? 1 : 0);
  if (chosen > 254) return magnitude.overflow(positive);
  if (chosen >= 0) return {RightAnswer::Kind::code, static_cast<std::uint64_t>(chosen)};
  if (semantics.e8m0_underflow == E8m0Underflow::as_zero && semantics.e8m0_zero == E8m0Zero::nan) {
    return {RightAnswer::Kind::nan, 0};
  }
  return {RightAnswer::Kind::code, 0};
}

RightAnswer ExactRounding::to_integer(const Semantics& semantics) const {
  mpz_class rounded = floor_;
  if (rounds_up(semantics.rounding, negative_, exact_, half_, mpz_odd_p(floor_.get_mpz_t()) != 0)) ++rounded;
  if (negative_) rounded = -rounded;
  const mpz_class modulus = mpz_class(1) << static_cast<unsigned>(to_.width());
  const mpz_class lowest = to_.is_signed ? mpz_class(-modulus / 2) : mpz_class(0);
  const mpz_class highest = to_.is_signed ? mpz_class(modulus / 2 - 1) : mpz_class(modulus - 1);
  if (rounded < lowest || rounded > highest) {
    switch (semantics.integer_overflow) {
      case IntegerOverflow::unspecified:
        return {RightAnswer::Kind::anything, 0};
      case IntegerOverflow::saturate:
        rounded = negative_ ? lowest : highest;
        break;
      case IntegerOverflow::indefinite:
        rounded = to_.is_signed ? lowest : highest;
        break;
      case IntegerOverflow::wrap:
        break;
    }
  }
  mpz_class code;
  mpz_fdiv_r(code.get_mpz_t(), rounded.get_mpz_t(), modulus.get_mpz_t());
  return {RightAnswer::Kind::code, code.get_ui()};
}

}  // namespace hallmark::test
