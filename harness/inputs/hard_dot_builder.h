// SPDX-License-Identifier: Apache-2.0
// Builds rows of products from values, as far as the factors' formats have them.
#pragma once

#include "inputs/hard_dots.h"

namespace hallmark {

/// What a factor can be: exponents of its normal values, and how its bits lie.
struct FactorRange {
  explicit FactorRange(const Format& of, bool one = false);

  Format format;
  bool is_one = false;  ///< the factor is 1 whatever happens
  int lowest = 0;       ///< exponent of the smallest normal
  int highest = 0;      ///< the largest whose every significand is finite
  int lowest_bit = 0;   ///< exponent of the smallest subnormal
  int fraction_bits = 0;

  /// A random normal value with an exponent of that range, of either sign.
  Decoded draw(Random& random, int from, int to) const;
};

class HardDotBuilder {
 public:
  explicit HardDotBuilder(const Reduction& reduction);

  FactorRange left, right;

  std::size_t size() const { return row_.left.size(); }
  void clear();

  /// Those that return something say whether the formats have the factors; if not, nothing is added.
  bool add(const Decoded& x, const Decoded& y);
  bool add(bool negative, std::uint64_t x, int x_exponent, std::uint64_t y, int y_exponent);
  /// significand * 2^(exponent - bits): the significand to the left factor, the exponent to both.
  bool add_scaled(bool negative, std::uint64_t significand, int bits, int exponent);
  bool add_power(bool negative, int exponent) { return add_scaled(negative, 1, 0, exponent); }
  void add_zero();
  /// Of a reduction that has one.
  bool set_initial(bool negative, std::uint64_t significand, int exponent);

  void sort(bool upward);
  /// Puts NaN, infinities and zeros in place of some factors.
  void put_specials(Random& random);
  HardDot take(bool shuffled, Random& random);

 private:
  const Reduction reduction_;
  HardDot row_;
};

}  // namespace hallmark
