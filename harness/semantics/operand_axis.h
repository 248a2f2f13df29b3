// SPDX-License-Identifier: Apache-2.0
// A conversion's operands along the number line, in few enough bins to draw and to keep: by sign and power of two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "formats/format.h"
#include "semantics/conversion.h"

namespace hallmark {

/// Which bins there are. In order: -infinity and the negative operands, largest magnitude first (only with `negative`),
/// zero, the positive operands, infinity, NaN. Of each sign the operands lie in groups of `binades` powers of two:
/// group g has the magnitudes from 2^(lowest + g * binades) up to the next group's; the first has all below as well,
/// the last all above.
struct AxisScale {
  bool negative = true;
  int lowest = 0, highest = 0;  ///< exponents of the powers of two that have a place of their own
  int binades = 1;

  constexpr std::size_t groups() const { return static_cast<std::size_t>((highest - lowest) / binades) + 1; }
  constexpr std::size_t zero() const { return negative ? groups() + 1 : 0; }
  constexpr std::size_t infinity() const { return zero() + groups() + 1; }
  constexpr std::size_t nan() const { return infinity() + 1; }
  constexpr std::size_t bins() const { return nan() + 1; }
  constexpr std::size_t group_of(int exponent) const {
    if (exponent < lowest) return 0;
    return std::min(groups() - 1, static_cast<std::size_t>((exponent - lowest) / binades));
  }
  constexpr std::size_t bin_of(bool is_negative, int exponent) const {
    return is_negative ? zero() - 1 - group_of(exponent) : zero() + 1 + group_of(exponent);
  }

  friend constexpr bool operator==(const AxisScale&, const AxisScale&) = default;
};

/// As fine as most_axis_groups groups a sign allow, over the magnitudes that the result format tells apart; what lies
/// below or above all of them is one group more.
inline constexpr int most_axis_groups = 100;
AxisScale axis_scale(const Conversion& conversion);

/// Codes first..last are consecutive, of one bin, one sign and one power of two.
struct AxisStretch {
  std::uint64_t first = 0, last = 0;
  std::size_t bin = 0;
};

class OperandAxis {
 public:
  explicit OperandAxis(const Conversion& conversion);

  const AxisScale& scale() const { return scale_; }
  /// Quick where codes go upward. Not for several threads at once.
  const AxisStretch& stretch_of(std::uint64_t code) const {
    const AxisStretch& near = stretches_[near_];
    if (code >= near.first && code <= near.last) return near;
    return find(code);
  }

  /// Calls count(bin, operands) for what each bin has of codes first..last.
  template <class CountBin>
  void divide(std::uint64_t first, std::uint64_t last, CountBin count) const {
    for (const AxisStretch* at = &stretch_of(first);; ++at) {
      const std::uint64_t end = std::min(last, at->last);
      count(at->bin, end - first + 1);
      if (end == last) return;
      first = end + 1;
    }
  }

 private:
  const AxisStretch& find(std::uint64_t code) const;

  AxisScale scale_;
  std::vector<AxisStretch> stretches_;  ///< ascending, without gaps
  mutable std::size_t near_ = 0;        ///< the one found last
};

}  // namespace hallmark
