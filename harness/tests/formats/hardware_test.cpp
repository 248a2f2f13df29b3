// SPDX-License-Identifier: Apache-2.0
// float32, float64 and the wide integers against the processor's own, on boundaries and a million random codes each.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "formats/formats.h"

namespace hallmark::test {
namespace {

template <class Number>
using WordOf = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;

/// Codes around every power of two and its negative, one bit short of and beyond it, zero and the ends; then random
/// ones.
template <class Number>
std::vector<WordOf<Number>> codes(unsigned random_codes) {
  using Word = WordOf<Number>;
  constexpr int width = std::numeric_limits<Word>::digits;
  std::vector<Word> list;
  constexpr int fraction_bits = std::is_integral_v<Number> ? 0 : width == 32 ? 23 : 52;
  for (Word sign : {Word{0}, static_cast<Word>(Word{1} << (width - 1))}) {
    for (Word step = 0; step <= 4; ++step) {
      for (int bit = 0; bit < width; ++bit) {
        list.push_back(static_cast<Word>(sign + (Word{1} << bit) + step - 2));
      }
      if constexpr (!std::is_integral_v<Number>) {
        for (Word field = 0; field < (Word{1} << (width - 1 - fraction_bits)); ++field) {
          list.push_back(static_cast<Word>(sign + (field << fraction_bits) + step - 2));
        }
      }
    }
  }
  std::mt19937_64 random(20240713);
  for (unsigned i = 0; i < random_codes; ++i) list.push_back(static_cast<Word>(random()));
  return list;
}

Category category_of(int classification) {
  switch (classification) {
    case FP_ZERO:
      return Category::zero;
    case FP_SUBNORMAL:
      return Category::subnormal;
    case FP_NORMAL:
      return Category::normal;
    case FP_INFINITE:
      return Category::infinity;
    default:
      return Category::nan;
  }
}

template <class Number>
void check_floating(const Format& format) {
  using Word = WordOf<Number>;
  mpfr_t truth, mine;
  mpfr_inits2(64, truth, mine, static_cast<mpfr_ptr>(nullptr));
  const Number infinity = std::numeric_limits<Number>::infinity();
  Word before = 0;
  std::size_t classes[5] = {};
  for (const Word code : codes<Number>(1'000'000)) {
    const Number number = std::bit_cast<Number>(code);
    const Decoded decoded = decode(format, code);
    ASSERT_EQ(decoded.category, category_of(std::fpclassify(number))) << std::hex << code;
    ASSERT_EQ(decoded.negative, std::signbit(number)) << std::hex << code;
    ASSERT_EQ(format.is_nan(code), std::isnan(number)) << std::hex << code;
    ASSERT_EQ(from_ordered(format, to_ordered(format, code)), code) << std::hex << code;
    ++classes[static_cast<std::size_t>(decoded.category)];
    if (std::isnan(number)) {
      ASSERT_EQ(next_up(format, code), code);
      ASSERT_EQ(next_down(format, code), code);
      continue;
    }
    if (std::isfinite(number)) {
      mpfr_set_d(truth, number, MPFR_RNDN);
      mpfr_set_ui_2exp(mine, decoded.significand, decoded.exponent, MPFR_RNDN);
      if (decoded.negative) mpfr_neg(mine, mine, MPFR_RNDN);
      ASSERT_TRUE(mpfr_equal_p(truth, mine)) << std::hex << code;
      ASSERT_EQ(encode(format, decoded.negative, decoded.significand, decoded.exponent), code) << std::hex << code;
    }
    ASSERT_EQ(next_up(format, code), std::bit_cast<Word>(std::nextafter(number, infinity))) << std::hex << code;
    ASSERT_EQ(next_down(format, code), std::bit_cast<Word>(std::nextafter(number, -infinity))) << std::hex << code;
    const Number earlier = std::bit_cast<Number>(before);
    if (number != earlier && !std::isnan(earlier)) {
      ASSERT_EQ(to_ordered(format, before) < to_ordered(format, code), earlier < number)
          << std::hex << before << " and " << code;
    }
    before = code;
  }
  for (const std::size_t count : classes) EXPECT_GT(count, 0u);
  mpfr_clears(truth, mine, static_cast<mpfr_ptr>(nullptr));
}

TEST(Hardware, agrees_on_float32) { check_floating<float>(float32); }
TEST(Hardware, agrees_on_float64) { check_floating<double>(float64); }

template <class Number>
void check_integer(const char* name) {
  using Word = WordOf<Number>;
  const Format* format = find_format(name);
  ASSERT_NE(format, nullptr);
  constexpr Number least = std::numeric_limits<Number>::min(), greatest = std::numeric_limits<Number>::max();
  Number earlier = 0;
  for (const Word code : codes<Number>(1'000'000)) {
    const Number number = std::bit_cast<Number>(code);
    const Decoded decoded = decode(*format, code);
    ASSERT_EQ(decoded.negative, number < 0) << number;
    ASSERT_EQ(decoded.category, number == 0 ? Category::zero : Category::normal) << number;
    const std::uint64_t magnitude = static_cast<Word>(number < 0 ? Word{0} - code : code);
    ASSERT_EQ(decoded.significand, magnitude) << number;
    ASSERT_EQ(decoded.exponent, 0) << number;
    ASSERT_EQ(encode(*format, number < 0, magnitude, 0), code) << number;
    ASSERT_EQ(from_ordered(*format, to_ordered(*format, code)), code) << number;
    ASSERT_EQ(to_ordered(*format, std::bit_cast<Word>(earlier)) < to_ordered(*format, code), earlier < number)
        << earlier << " and " << number;
    ASSERT_EQ(next_up(*format, code), number == greatest ? code : static_cast<Word>(code + 1)) << number;
    ASSERT_EQ(next_down(*format, code), number == least ? code : static_cast<Word>(code - 1)) << number;
    earlier = number;
  }
}

TEST(Hardware, agrees_on_int32) { check_integer<std::int32_t>("int32"); }
TEST(Hardware, agrees_on_uint32) { check_integer<std::uint32_t>("uint32"); }
TEST(Hardware, agrees_on_int64) { check_integer<std::int64_t>("int64"); }
TEST(Hardware, agrees_on_uint64) { check_integer<std::uint64_t>("uint64"); }

}  // namespace
}  // namespace hallmark::test
