// SPDX-License-Identifier: Apache-2.0
// The operand axis in words and in places: what a bin is called, where it is drawn, which labels fit below it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "semantics/operand_axis.h"

namespace hallmark {

/// Horizontal places in units of one group of powers of two. Zero, infinities and NaN are wider, or nobody would see
/// them.
class AxisLayout {
 public:
  explicit AxisLayout(const AxisScale& axis);

  double left(std::size_t bin) const { return edges_[bin]; }
  double right(std::size_t bin) const { return edges_[bin + 1]; }
  double width() const { return edges_.back(); }
  double special_width() const { return special_; }
  /// Where the magnitude 2^exponent lies among the operands of one sign.
  double place(bool negative, int exponent) const;

 private:
  AxisScale axis_;
  double special_;
  std::vector<double> edges_;
};

/// "2^-126" with superscript digits, "-1" for a negative exponent 0; the minus sign is U+2212.
std::string power_text(bool negative, int exponent);

/// What of the magnitudes a group holds: "from 2^-126 up to 2^-123", "below 2^-146", "from 2^128 up".
std::string magnitudes_text(const AxisScale& axis, std::size_t first_group, std::size_t last_group);

/// Where the bins that `chosen` names lie: "magnitudes from 2^-133 up to 2^-126 and NaN", "negative magnitudes from
/// ...". Past a few stretches only their number is said.
std::string places_text(const AxisScale& axis, const std::vector<bool>& chosen);

struct AxisLabel {
  std::string text;
  double percent = 0;  ///< of the axis' width
  const char* anchor = "middle";
  bool wide_only = false;  ///< fits only where there is room
};
/// As many as do not touch each other, the telling ones first: zero, the ends, one, round exponents.
std::vector<AxisLabel> axis_labels(const AxisScale& axis, const AxisLayout& layout, const std::vector<bool>& used);

}  // namespace hallmark
