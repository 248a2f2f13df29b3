// SPDX-License-Identifier: Apache-2.0
// The scalar backend's elementwise operations on words: correctly rounded arithmetic, choices between operands,
// comparisons and predicates.
#ifndef HALLMARK_ADAPTERS_SCALAR_ELEMENTWISE_H
#define HALLMARK_ADAPTERS_SCALAR_ELEMENTWISE_H

#include <cstdint>

#include "exact.h"
#include "softfloat.h"

namespace hallmark::scalar {

/// A value delivered in the format, to nearest even.
template <typename Format>
typename Format::Word deliver(const Exact& x) {
  return to_float<Format, Rounding::rne, false>(x);
}

template <auto operation, typename Result, typename X>
typename Result::Word unary(typename X::Word x) {
  return deliver<Result>(operation(decode<X>(x)));
}
template <auto operation, typename Result, typename X, typename Y>
typename Result::Word binary(typename X::Word x, typename Y::Word y) {
  return deliver<Result>(operation(decode<X>(x), decode<Y>(y)));
}
template <typename Result, typename X, typename Y, typename Z>
typename Result::Word fma(typename X::Word x, typename Y::Word y, typename Z::Word z) {
  return deliver<Result>(fused(decode<X>(x), decode<Y>(y), decode<Z>(z)));
}
template <bool nearest>
Exact remainder_by(const Exact& x, const Exact& y) {
  return remainder_of(x, y, nearest);
}
template <Integral direction>
Exact to_integral(const Exact& x) {
  return integral(x, direction);
}

/// What is said of one format's words.
template <typename Format>
struct Words {
  using Word = typename Format::Word;

  static constexpr bool is_negative(Word x) { return (x & Format::sign) != 0; }
  static constexpr std::uint64_t magnitude(Word x) { return x & Format::magnitude; }
  static constexpr bool is_number_or_infinity(Word x) {
    return magnitude(x) <= (Format::special == Special::ieee ? Format::infinity : Format::largest);
  }
  static constexpr bool nan(Word x) { return !is_number_or_infinity(x); }
  /// Ascending with the value; both zeros are 0.
  static constexpr std::int64_t place(Word x) {
    const auto distance = static_cast<std::int64_t>(magnitude(x));
    return is_negative(x) ? -distance : distance;
  }
  /// The same with -0 below +0 and NaNs at both ends, as IEEE 754-2019 5.10 orders encodings.
  static constexpr std::int64_t place_of_encoding(Word x) { return is_negative(x) ? place(x) - 1 : place(x); }

  static Word negate(Word x) { return static_cast<Word>(x ^ Format::sign); }
  static Word abs(Word x) { return static_cast<Word>(x & Format::magnitude); }
  static Word copysign(Word x, Word y) { return static_cast<Word>(magnitude(x) | (y & Format::sign)); }

  static Word nextafter(Word x, Word y) {
    if (nan(x) || nan(y)) return deliver<Format>(decode<Format>(nan(x) ? x : y));
    if (place(x) == place(y)) return y;
    const bool up = place(x) < place(y);
    if (magnitude(x) == 0) return static_cast<Word>(up ? 1 : Format::sign | 1);
    return static_cast<Word>(up == is_negative(x) ? x - 1 : x + 1);
  }

  template <bool least, bool number>
  static Word choose(Word x, Word y) {
    if (nan(x) || nan(y)) {
      if (number && nan(x) != nan(y)) return nan(x) ? y : x;
      return deliver<Format>(decode<Format>(nan(x) ? x : y));
    }
    return (place_of_encoding(x) <= place_of_encoding(y)) == least ? x : y;
  }

  static std::uint8_t equal(Word x, Word y) { return unordered(x, y) == 0 && place(x) == place(y); }
  static std::uint8_t not_equal(Word x, Word y) { return unordered(x, y) != 0 || place(x) != place(y); }
  static std::uint8_t less(Word x, Word y) { return unordered(x, y) == 0 && place(x) < place(y); }
  static std::uint8_t less_equal(Word x, Word y) { return unordered(x, y) == 0 && place(x) <= place(y); }
  static std::uint8_t greater(Word x, Word y) { return less(y, x); }
  static std::uint8_t greater_equal(Word x, Word y) { return less_equal(y, x); }
  static std::uint8_t unordered(Word x, Word y) { return nan(x) || nan(y); }
  static std::uint8_t total_order(Word x, Word y) { return place_of_encoding(x) <= place_of_encoding(y); }

  static std::uint8_t is_nan(Word x) { return nan(x); }
  static std::uint8_t is_inf(Word x) { return Format::special == Special::ieee && magnitude(x) == Format::infinity; }
  static std::uint8_t is_finite(Word x) { return magnitude(x) <= Format::largest; }
  static std::uint8_t sign_bit(Word x) { return is_negative(x); }
};

}  // namespace hallmark::scalar

#endif  // HALLMARK_ADAPTERS_SCALAR_ELEMENTWISE_H
