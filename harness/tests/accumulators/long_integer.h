// SPDX-License-Identifier: Apache-2.0
// One long two's complement integer that holds every sum of products exactly.
#ifndef HALLMARK_TESTS_ACCUMULATORS_LONG_INTEGER_H
#define HALLMARK_TESTS_ACCUMULATORS_LONG_INTEGER_H

#include <array>

#include "number.h"

namespace hallmark::accumulators {

// In units of 2^-320: the least product of two bfloat16 is 2^-266, and 2^64 of the largest stay below 2^320.
class LongInteger {
 public:
  static constexpr int lowest = -320, bits = 704;

  void add(const Number& x) { add(x.negative, x.significand, x.exponent); }
  void add(bool negative, std::uint64_t significand, int exponent) {
    const auto place = static_cast<std::size_t>(exponent - lowest);
    const std::size_t word = place / 64, shift = place % 64;
    add_word(negative, significand << shift, word);
    if (shift != 0) add_word(negative, significand >> (64 - shift), word + 1);
  }
  void add(const LongInteger& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::uint64_t partial = words_[i] + carry;
      carry = partial < carry ? 1 : 0;
      words_[i] = partial + other.words_[i];
      carry += words_[i] < partial ? 1 : 0;
    }
  }

  bool is_negative() const { return words_.back() >> 63 != 0; }
  bool is_zero() const { return words_ == std::array<std::uint64_t, count>{}; }

  LongInteger magnitude() const {
    if (!is_negative()) return *this;
    LongInteger negated;
    bool carry = true;
    for (std::size_t i = 0; i < count; ++i) {
      negated.words_[i] = ~words_[i] + (carry ? 1 : 0);
      carry = carry && negated.words_[i] == 0;
    }
    return negated;
  }

  // Rounded down to a multiple of 2^exponent.
  void cut_below(int exponent) {
    for (std::size_t i = 0; i < count; ++i) words_[i] &= ~mask_below(exponent, i);
  }

  // The rest is of numbers that are not negative. Where the leading bit stands; there must be one.
  int leading() const {
    std::size_t top = count - 1;
    while (words_[top] == 0) --top;
    return lowest + static_cast<int>(64 * top) + static_cast<int>(std::bit_width(words_[top])) - 1;
  }
  // The bits from 2^exponent upward, which must be 64 or fewer.
  std::uint64_t bits_from(int exponent) const {
    const auto place = static_cast<std::size_t>(exponent - lowest);
    const std::size_t word = place / 64, shift = place % 64;
    const std::uint64_t above = shift == 0 || word + 1 == count ? 0 : words_[word + 1] << (64 - shift);
    return words_[word] >> shift | above;
  }
  bool any_below(int exponent) const {
    for (std::size_t i = 0; i < count; ++i) {
      if ((words_[i] & mask_below(exponent, i)) != 0) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t count = bits / 64;

  static std::uint64_t mask_below(int exponent, std::size_t word) {
    const int place = exponent - lowest - static_cast<int>(64 * word);
    return place <= 0 ? 0 : place >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << place) - 1;
  }
  void add_word(bool negative, std::uint64_t part, std::size_t word) {
    for (; part != 0 && word < count; ++word) {
      const std::uint64_t before = words_[word];
      words_[word] = negative ? before - part : before + part;
      part = (negative ? before < part : words_[word] < before) ? 1 : 0;
    }
  }

  std::array<std::uint64_t, count> words_{};
};

}  // namespace hallmark::accumulators

#endif  // HALLMARK_TESTS_ACCUMULATORS_LONG_INTEGER_H
