// SPDX-License-Identifier: Apache-2.0
#include "judging/ulp_error.h"

#include <mpfr.h>

#include <algorithm>

#include "judging/decimal.h"

namespace hallmark {
namespace {

__extension__ using Wide = unsigned __int128;

// Of 32 bits, 13 hold the exponent (a float64 result may be 2^2098 ulps off), 19 the fraction.
constexpr int fraction_bits = 19;
constexpr int bias = 4096;
constexpr std::uint32_t no_error = 1;  // zero: less than every other error, more than none

int wide_length(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + bit_length(high) : bit_length(static_cast<std::uint64_t>(value));
}

/// magnitude * 2^exponent, not less than what it stands for.
struct Distance {
  Wide magnitude = 0;
  int exponent = 0;
};

Distance distance(Decoded a, Decoded b) {
  if (a.significand == 0) std::swap(a, b);
  if (b.significand != 0 && a.exponent + bit_length(a.significand) < b.exponent + bit_length(b.significand)) {
    std::swap(a, b);
  }
  if (a.significand == 0) return {};
  // a's leading bit goes to bit 125: room for a sum above it, and for all of b below unless b is far less.
  const int up = 126 - bit_length(a.significand);
  const Wide large = Wide{a.significand} << up;
  const int exponent = a.exponent - up;
  if (b.significand == 0) return {large, exponent};
  const int shift = b.exponent - exponent;
  const Wide small = shift >= 0 ? Wide{b.significand} << shift : shift > -64 ? Wide{b.significand} >> -shift : 0;
  const bool lost = shift < 0 && (shift <= -64 || (small << -shift) != b.significand);
  if (a.negative != b.negative) return {large + small + (lost ? 1 : 0), exponent};
  return {large >= small ? large - small : small - large, exponent};
}

}  // namespace

bool has_ulp_error(const Conversion& conversion, std::uint64_t operand) {
  switch (classify(conversion.from, operand)) {
    case Category::zero:
      return true;
    case Category::infinity:
    case Category::nan:
      return false;
    case Category::subnormal:
    case Category::normal:
      break;
  }
  const Requirement requirement = requirement_of(conversion, operand);
  return requirement == Requirement::rounding || requirement == Requirement::subnormals;
}

UlpError ulp_error(const Conversion& conversion, std::uint64_t operand, std::uint64_t got) {
  return ulp_error(conversion.to, decode(conversion.from, operand), got);
}

UlpError ulp_error(const Format& to, const Decoded& exact, std::uint64_t got) {
  const Decoded result = decode(to, got);
  if (result.category == Category::infinity || result.category == Category::nan) return UlpError::unbounded();
  const Distance off = distance(result, exact);
  if (off.magnitude == 0) return UlpError(no_error);
  // Neighbours of the result format are one quantum apart at the exact value (IEEE 754-2019 2.1, ulp as Goldberg has
  // it).
  int quantum = 0;
  if (!to.is_integer()) {
    const int leading = exact.significand == 0 ? to.min_exponent() : exact.exponent + bit_length(exact.significand) - 1;
    quantum = std::max(leading, to.min_exponent()) - to.significand_bits;
  }
  const int length = wide_length(off.magnitude);
  int exponent = off.exponent + length - 1 - quantum;
  constexpr int kept = fraction_bits + 1;
  Wide significand = length <= kept ? off.magnitude << (kept - length) : off.magnitude >> (length - kept);
  if (length > kept && (significand << (length - kept)) != off.magnitude) ++significand;
  if (significand >> kept != 0) {
    significand >>= 1;
    ++exponent;
  }
  const auto fraction = static_cast<std::uint32_t>(significand) & ((std::uint32_t{1} << fraction_bits) - 1);
  return UlpError(static_cast<std::uint32_t>(exponent + bias) << fraction_bits | fraction);
}

UlpError UlpError::from_eighths(std::uint64_t eighths) {
  if (eighths == 0) return UlpError(no_error);
  const int length = bit_length(eighths), up = fraction_bits + 1 - length;
  const std::uint64_t significand = up >= 0 ? eighths << up : eighths >> -up;
  const auto fraction = static_cast<std::uint32_t>(significand) & ((std::uint32_t{1} << fraction_bits) - 1);
  return UlpError(static_cast<std::uint32_t>(length - 4 + bias) << fraction_bits | fraction);
}

std::uint64_t UlpError::scaled(int bits, std::uint64_t most) const {
  if (bits_ <= no_error) return 0;
  const std::uint64_t significand = (bits_ & ((std::uint32_t{1} << fraction_bits) - 1)) | std::uint32_t{1}
                                                                                              << fraction_bits;
  const int shift = static_cast<int>(bits_ >> fraction_bits) - bias - fraction_bits + bits;
  if (shift <= -64) return 0;
  if (shift <= 0) return std::min(most, significand >> -shift);
  return shift > 63 - fraction_bits ? most : std::min(most, significand << shift);
}

std::string UlpError::text() const {
  if (is_none()) return "";
  if (bits_ == no_error) return "0";
  if (*this == unbounded()) return "inf";
  mpfr_t value;
  mpfr_init2(value, fraction_bits + 1);
  const std::uint32_t significand = (bits_ & ((std::uint32_t{1} << fraction_bits) - 1)) | std::uint32_t{1}
                                                                                              << fraction_bits;
  mpfr_set_ui_2exp(value, significand, static_cast<int>(bits_ >> fraction_bits) - bias - fraction_bits, MPFR_RNDU);
  std::string text = decimal_text(value, 4, MPFR_RNDU);
  mpfr_clear(value);
  return text;
}

}  // namespace hallmark
