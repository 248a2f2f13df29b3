// SPDX-License-Identifier: Apache-2.0
#include "oracles/arithmetic.h"

#include <bit>
#include <utility>

#include "formats/internal_error.h"

namespace hallmark {
namespace {

__extension__ using Wide = unsigned __int128;

/// A magnitude of up to 128 bits: significand * 2^exponent; bits lost below are in sticky.
struct Magnitude {
  Wide significand = 0;
  int exponent = 0;
  bool negative = false;
  bool sticky = false;
};

int length(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + bit_length(high) : bit_length(static_cast<std::uint64_t>(value));
}

Magnitude of(const Decoded& value) { return {value.significand, value.exponent, value.negative, false}; }

Magnitude product(const Decoded& x, const Decoded& y) {
  return {Wide{x.significand} * y.significand, x.exponent + y.exponent, x.negative != y.negative, false};
}

/// The upper 64 bits, what is below them in sticky.
Real cut(const Magnitude& x) {
  const int excess = length(x.significand) - 64;
  if (excess <= 0) return {x.negative, static_cast<std::uint64_t>(x.significand), x.exponent, x.sticky};
  const bool lost = (x.significand & ((Wide{1} << excess) - 1)) != 0;
  return {x.negative, static_cast<std::uint64_t>(x.significand >> excess), x.exponent + excess, x.sticky || lost};
}

/// x + y, exact but for bits more than 100 places below the larger operand, which a sticky bit stands for: they lie
/// below every bit that is rounded at, because operands that far apart cancel at most one leading bit. Operands of at
/// most 106 bits (a product).
Magnitude sum(Magnitude x, Magnitude y) {
  if (x.significand == 0) return y;
  if (y.significand == 0) return x;
  if (x.exponent + length(x.significand) < y.exponent + length(y.significand)) std::swap(x, y);
  // Leading bit at place 126: room for a carry.
  const int up = 127 - length(x.significand);
  x.significand <<= up;
  x.exponent -= up;
  const int shift = y.exponent - x.exponent;
  bool sticky = false;
  if (shift >= 0) {
    y.significand <<= shift;
  } else if (-shift >= 128) {
    sticky = true;
    y.significand = 0;
  } else {
    sticky = (y.significand & ((Wide{1} << -shift) - 1)) != 0;
    y.significand >>= -shift;
  }
  if (x.negative == y.negative) {
    x.significand += y.significand;
  } else if (x.significand >= y.significand) {
    // What is lost below makes the difference smaller: one less, and something beyond.
    x.significand -= y.significand + (sticky ? 1 : 0);
  } else {  // leading bits at one place: nothing was shifted out
    x.significand = y.significand - x.significand;
    x.negative = y.negative;
  }
  x.sticky = sticky;
  return x;
}

Magnitude quotient(const Decoded& x, const Decoded& y) {
  // 128 bits over 64 with both leading bits set leave a quotient of 64 or 65 bits.
  const int x_up = std::countl_zero(x.significand), y_up = std::countl_zero(y.significand);
  const Wide dividend = Wide{x.significand << x_up} << 64;
  const std::uint64_t divisor = y.significand << y_up;
  const Wide result = dividend / divisor;
  return {result, x.exponent - x_up - 64 - (y.exponent - y_up), x.negative != y.negative, dividend % divisor != 0};
}

Magnitude root(const Decoded& x) {
  // An even exponent and a leading bit at place 126 or 127 give a root of 64 bits.
  int up = 64 + std::countl_zero(x.significand);
  if (((x.exponent - up) & 1) != 0) --up;
  const Wide value = Wide{x.significand} << up;
  std::uint64_t result = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const std::uint64_t candidate = result | (std::uint64_t{1} << bit);
    if (Wide{candidate} * candidate <= value) result = candidate;
  }
  return {result, (x.exponent - up) / 2, false, Wide{result} * result != value};
}

/// 2^power modulo m, times x; x < m.
Wide shifted_modulo(Wide x, std::uint64_t power, Wide m) {
  while (power > 0 && x != 0) {
    const int room = 128 - length(x);
    const int step = power < static_cast<std::uint64_t>(room) ? static_cast<int>(power) : room;
    x = (x << step) % m;
    power -= static_cast<std::uint64_t>(step);
  }
  return x;
}

/// x - n y with n the quotient cut (fmod) or rounded to nearest, ties to even (remainder). Always exact.
Magnitude remaining(const Decoded& x, const Decoded& y, bool nearest) {
  Wide divisor = y.significand, rest = x.significand;
  int exponent = y.exponent;
  bool odd = false;
  if (x.exponent >= y.exponent) {
    // Modulo twice the divisor, so that the last bit of the quotient is known.
    const Wide twice = divisor << 1;
    rest = shifted_modulo(rest % twice, static_cast<std::uint64_t>(x.exponent - y.exponent), twice);
    odd = rest >= divisor;
    if (odd) rest -= divisor;
  } else {
    const int shift = y.exponent - x.exponent;
    exponent = x.exponent;
    if (shift + length(divisor) > 120) {  // |x| < |y| / 2: x itself remains
      return {rest, exponent, x.negative, false};
    }
    divisor <<= shift;
    odd = ((rest / divisor) & 1) != 0;
    rest %= divisor;
  }
  bool negative = x.negative;
  if (nearest && (2 * rest > divisor || (2 * rest == divisor && odd))) {
    rest = divisor - rest;
    negative = !negative;
  }
  return {rest, exponent, negative, false};
}

Magnitude integral(Operator code, const Decoded& x) {
  if (x.exponent >= 0) return of(x);
  const int shift = -x.exponent;
  const std::uint64_t whole = shift >= 64 ? 0 : x.significand >> shift;
  const bool rest = shift >= 64 || (x.significand << (64 - shift)) != 0;
  bool away = false;
  if (code == Operator::floor) away = rest && x.negative;
  if (code == Operator::ceil) away = rest && !x.negative;
  if (code == Operator::round_even && shift <= 64) {
    const std::uint64_t below = shift == 64 ? x.significand : x.significand << (64 - shift);
    constexpr std::uint64_t half = std::uint64_t{1} << 63;
    away = below > half || (below == half && (whole & 1) != 0);
  }
  return {Wide{whole} + (away ? 1 : 0), 0, x.negative, false};
}

Magnitude negated(Magnitude x) {
  x.negative = !x.negative;
  return x;
}

}  // namespace

Real IntegerArithmetic::compute(Operator code, std::span<const Decoded> operands, int) {
  const Decoded& x = operands[0];
  switch (code) {
    case Operator::add:
      return cut(sum(of(x), of(operands[1])));
    case Operator::subtract:
      return cut(sum(of(x), negated(of(operands[1]))));
    case Operator::multiply:
      return cut(product(x, operands[1]));
    case Operator::divide:
      return cut(quotient(x, operands[1]));
    case Operator::sqrt:
      return cut(root(x));
    case Operator::fma:
      return cut(sum(product(x, operands[1]), of(operands[2])));
    case Operator::remainder:
      return cut(remaining(x, operands[1], true));
    case Operator::fmod:
      return cut(remaining(x, operands[1], false));
    case Operator::floor:
    case Operator::ceil:
    case Operator::round_even:
    case Operator::trunc:
      return cut(integral(code, x));
    default:
      throw InternalError("not a numeric operator");
  }
}

}  // namespace hallmark
