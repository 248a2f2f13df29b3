// SPDX-License-Identifier: Apache-2.0
#include "tests/reductions/fixed_point.h"

#include <bit>
#include <stdexcept>

namespace hallmark::test {
namespace {

constexpr int lowest = -4400;  // below the product of two smallest float64
constexpr std::size_t word_count = 140;

}  // namespace

FixedPoint::FixedPoint() : words_(word_count) {}

void FixedPoint::add_word(std::uint64_t word, std::size_t place, bool subtract) {
  while (word != 0) {
    if (place == words_.size()) return;  // the carry out of a two's complement number
    const std::uint64_t before = words_[place];
    words_[place] = subtract ? before - word : before + word;
    word = (subtract ? before < word : words_[place] < before) ? 1 : 0;
    ++place;
  }
}

void FixedPoint::add_product(const Decoded& left, const Decoded& right) {
  __extension__ using Product = unsigned __int128;
  const Product product = static_cast<Product>(left.significand) * right.significand;
  if (product == 0) return;
  const int place = left.exponent + right.exponent - lowest;
  if (place < 0) throw std::logic_error("below the accumulator's lowest bit");
  const auto word = static_cast<std::size_t>(place / 64);
  const int shift = place % 64;
  const bool subtract = left.negative != right.negative;
  const auto low = static_cast<std::uint64_t>(product), high = static_cast<std::uint64_t>(product >> 64);
  add_word(low << shift, word, subtract);
  add_word(high << shift | (shift == 0 ? 0 : low >> (64 - shift)), word + 1, subtract);
  add_word(shift == 0 ? 0 : high >> (64 - shift), word + 2, subtract);
}

int FixedPoint::sign() const {
  if (words_.back() >> 63 != 0) return -1;
  for (const std::uint64_t word : words_) {
    if (word != 0) return 1;
  }
  return 0;
}

Real FixedPoint::real() const {
  std::vector<std::uint64_t> magnitude = words_;
  const bool negative = sign() < 0;
  if (negative) {
    bool carry = true;
    for (std::uint64_t& word : magnitude) {
      word = ~word + (carry ? 1 : 0);
      carry = carry && word == 0;
    }
  }
  std::size_t top = magnitude.size() - 1;
  while (magnitude[top] == 0) --top;
  const int shift = std::countl_zero(magnitude[top]);
  const std::uint64_t below = top == 0 ? 0 : magnitude[top - 1];
  Real real{negative, magnitude[top] << shift | (shift == 0 ? 0 : below >> (64 - shift)),
            lowest + static_cast<int>(top) * 64 - shift, shift != 64 && below << shift != 0};
  for (std::size_t i = 0; i + 1 < top; ++i) real.sticky = real.sticky || magnitude[i] != 0;
  return real;
}

}  // namespace hallmark::test
