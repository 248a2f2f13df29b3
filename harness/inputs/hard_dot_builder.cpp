// SPDX-License-Identifier: Apache-2.0
#include "inputs/hard_dot_builder.h"

#include <algorithm>
#include <tuple>

#include "formats/formats.h"
#include "inputs/nan_codes.h"

namespace hallmark {

FactorRange::FactorRange(const Format& of, bool one) : format(of), is_one(one) {
  if (one) return;
  const Decoded top = decode(of, of.largest_finite());
  lowest = of.min_exponent();
  highest = top.exponent + bit_length(top.significand) - 1;
  // A NaN may take the place of the largest significands.
  if (top.significand != (std::uint64_t{2} << of.significand_bits) - 1) --highest;
  lowest_bit = lowest - of.significand_bits;
  fraction_bits = of.significand_bits;
}

Decoded FactorRange::draw(Random& random, int from, int to) const {
  if (is_one) return {Category::normal, false, 1, 0};
  const int exponent = from + static_cast<int>(random.below(static_cast<std::uint64_t>(to - from + 1)));
  const std::uint64_t leading = std::uint64_t{1} << fraction_bits;
  return {Category::normal, (random.next() & 1) != 0, leading | (random.next() & (leading - 1)),
          exponent - fraction_bits};
}

HardDotBuilder::HardDotBuilder(const Reduction& reduction)
    : left(reduction.left), right(reduction.right, !reduction.has_two_factors()), reduction_(reduction) {
  if (reduction.initial) row_.initial = 0;
}

void HardDotBuilder::clear() {
  row_.left.clear();
  row_.right.clear();
  if (row_.initial) row_.initial = 0;
}

bool HardDotBuilder::add(const Decoded& x, const Decoded& y) {
  const auto code = encode(left.format, x.negative, x.significand, x.exponent);
  if (!code) return false;
  if (right.is_one) {
    if (y.negative || y.significand != 1 || y.exponent != 0) return false;
  } else {
    const auto other = encode(right.format, y.negative, y.significand, y.exponent);
    if (!other) return false;
    row_.right.push_back(*other);
  }
  row_.left.push_back(*code);
  return true;
}

bool HardDotBuilder::add(bool negative, std::uint64_t x, int x_exponent, std::uint64_t y, int y_exponent) {
  return add({Category::normal, negative, x, x_exponent}, {Category::normal, false, y, y_exponent});
}

bool HardDotBuilder::add_scaled(bool negative, std::uint64_t significand, int bits, int exponent) {
  // Half the exponent to each factor, as far as the formats reach.
  int to_right = right.is_one ? 0 : std::clamp(exponent / 2, right.lowest, right.highest);
  const int to_left = std::clamp(exponent - to_right, left.lowest, left.highest);
  if (!right.is_one) to_right = exponent - to_left;
  return add(negative, significand, to_left - bits, 1, to_right);
}

void HardDotBuilder::add_zero() {
  row_.left.push_back(0);
  if (!right.is_one) row_.right.push_back(0);
}

bool HardDotBuilder::set_initial(bool negative, std::uint64_t significand, int exponent) {
  const auto code = encode(*reduction_.initial, negative, significand, exponent);
  if (code) row_.initial = code;
  return code.has_value();
}

void HardDotBuilder::sort(bool upward) {
  struct Sized {
    int exponent;
    std::uint64_t significand;
    std::size_t place;
    bool operator<(const Sized& other) const {
      return std::tie(exponent, significand) < std::tie(other.exponent, other.significand);
    }
  };
  std::vector<Sized> order;
  order.reserve(row_.left.size());
  for (std::size_t i = 0; i < row_.left.size(); ++i) {
    const Decoded x = decode(left.format, row_.left[i]);
    const Decoded y = right.is_one ? Decoded{Category::normal, false, 1, 0} : decode(right.format, row_.right[i]);
    order.push_back({x.exponent + y.exponent, x.significand * y.significand, i});  // both significands are normal ones
  }
  std::stable_sort(order.begin(), order.end(), [&](const Sized& a, const Sized& b) { return upward ? a < b : b < a; });
  const HardDot before = row_;
  for (std::size_t i = 0; i < order.size(); ++i) {
    row_.left[i] = before.left[order[i].place];
    if (!right.is_one) row_.right[i] = before.right[order[i].place];
  }
}

void HardDotBuilder::put_specials(Random& random) {
  if (row_.left.empty()) return;
  const std::size_t last = row_.left.size() - 1;
  // The ends and the middle, where vectors begin and end, and any place: a lane of its own may lose it.
  const std::size_t places[] = {0, last / 2, last, static_cast<std::size_t>(random.below(last + 1))};
  const std::size_t place = places[random.below(4)];
  const Format& format = left.format;
  const std::uint64_t sign = (random.next() & 1) != 0 ? format.sign_mask() : 0;
  const std::uint64_t nan = format.has_nan() ? drawn_nan(format, random) : format.largest_finite();
  const std::uint64_t infinity = format.infinities ? format.infinity_magnitude() : nan;
  switch (random.below(6)) {
    case 0:
      row_.left[place] = nan;
      break;
    case 1:
      row_.left[place] = infinity | (format.infinities ? sign : 0);
      break;
    case 2:  // invalid by an infinity and a zero
      row_.left[place] = infinity;
      if (!right.is_one) row_.right[place] = 0;
      break;
    case 3:  // invalid by infinities of both signs
      row_.left[0] = infinity;
      row_.left[last] = format.infinities ? infinity | format.sign_mask() : infinity;
      if (!right.is_one) row_.right[0] = row_.right[last] = *encode(right.format, false, 1, 0);
      break;
    case 4:  // a zero row, all products of one sign
      for (std::uint64_t& code : row_.left) code = format.has_negative_zero() ? sign : 0;
      for (std::uint64_t& code : row_.right) code &= right.format.magnitude_mask();
      break;
    default:  // an infinite initial value, or a NaN one
      if (row_.initial) {
        const Format& own = *reduction_.initial;
        *row_.initial = own.infinities ? own.infinity_magnitude() | (sign != 0 ? own.sign_mask() : 0) : 0;
        if ((random.next() & 1) != 0 && own.has_nan()) *row_.initial = drawn_nan(own, random);
      } else {
        row_.left[place] = nan;
      }
  }
  // Either factor may be the special one.
  if (!right.is_one && left.format == right.format && (random.next() & 1) != 0) std::swap(row_.left, row_.right);
}

HardDot HardDotBuilder::take(bool shuffled, Random& random) {
  for (std::size_t i = row_.left.size(); shuffled && i > 1; --i) {  // Fisher and Yates
    const std::size_t other = random.below(i);
    std::swap(row_.left[i - 1], row_.left[other]);
    if (!right.is_one) std::swap(row_.right[i - 1], row_.right[other]);
  }
  return row_;
}

}  // namespace hallmark
