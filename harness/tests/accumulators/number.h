// SPDX-License-Identifier: Apache-2.0
// The numbers that accumulators sum: operands, their products, and what a step has rounded.
#ifndef HALLMARK_TESTS_ACCUMULATORS_NUMBER_H
#define HALLMARK_TESTS_ACCUMULATORS_NUMBER_H

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "../kernels/convert.h"

namespace hallmark::accumulators {

// x86's default NaN, what an invalid operation gives where a unit has no NaN of its own.
inline constexpr std::uint32_t generated_nan = 0xffc00000;

// |x| = significand * 2^exponent where it is finite and not zero.
struct Number {
  enum class Kind { zero, finite, infinite, nan } kind = Kind::zero;
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
  // The exponent by which a unit aligns that does not normalise: a subnormal number has the smallest normal one's, a
  // product the sum of its factors'.
  int unit = 0;
  std::uint32_t nan = 0;  // the float32 that a NaN becomes

  bool is(Kind wanted) const { return kind == wanted; }
  int leading() const { return exponent + static_cast<int>(std::bit_width(significand)) - 1; }
};

inline Number zero(bool negative) { return {.negative = negative}; }
inline Number infinity(bool negative) { return {.kind = Number::Kind::infinite, .negative = negative}; }
inline Number nan(std::uint32_t code) { return {.kind = Number::Kind::nan, .nan = code}; }

// Formats here have float32's exponents or fewer.
template <kernels::Format format>
Number number_of(kernels::Word<format> word, bool flushes) {
  const bool negative = kernels::is_negative<format>(word);
  const std::uint64_t bits = kernels::magnitude<format>(word);
  if (kernels::is_nan<format>(word)) return nan(kernels::convert<format, kernels::float32>(word));
  if (kernels::is_infinite<format>(word)) return infinity(negative);
  const bool is_normal = bits >= format.smallest_normal();
  if (bits == 0 || (!is_normal && flushes)) return zero(negative);
  const int field = is_normal ? static_cast<int>(bits >> format.fraction_bits) : 1;
  return {.kind = Number::Kind::finite,
          .negative = negative,
          .significand = (bits & format.fraction_mask()) | (is_normal ? format.smallest_normal() : 0),
          .exponent = field - format.bias - format.fraction_bits,
          .unit = field - format.bias};
}

inline Number product_of(const Number& x, const Number& y) {
  using enum Number::Kind;
  const bool negative = x.negative != y.negative;
  if (x.is(nan)) return x;
  if (y.is(nan)) return y;
  if (x.is(infinite) || y.is(infinite)) {
    return x.is(zero) || y.is(zero) ? accumulators::nan(generated_nan) : infinity(negative);
  }
  if (x.is(zero) || y.is(zero)) return accumulators::zero(negative);
  return {.kind = finite,
          .negative = negative,
          .significand = x.significand * y.significand,
          .exponent = x.exponent + y.exponent,
          .unit = x.unit + y.unit};
}

// A finite number has float32's bits or fewer, so that float64 holds it and one conversion rounds it. A canonical NaN
// of 0 stands for the number's own.
template <kernels::Format to>
kernels::Word<to> word_of(const Number& x, std::uint32_t canonical_nan) {
  using enum Number::Kind;
  switch (x.kind) {
    case zero:
      return kernels::signed_word<to>(x.negative, 0);
    case infinite:
      return kernels::signed_word<to>(x.negative, to.infinity());
    case nan:
      return kernels::convert<kernels::float32, to>(canonical_nan != 0 ? canonical_nan : x.nan);
    case finite:
      break;
  }
  const double value = std::ldexp(static_cast<double>(x.significand), x.exponent);
  return kernels::convert<kernels::float64, to>(std::bit_cast<std::uint64_t>(x.negative ? -value : value));
}

}  // namespace hallmark::accumulators

#endif  // HALLMARK_TESTS_ACCUMULATORS_NUMBER_H
