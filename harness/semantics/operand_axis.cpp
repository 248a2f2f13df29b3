// SPDX-License-Identifier: Apache-2.0
#include "semantics/operand_axis.h"

#include <set>

namespace hallmark {
namespace {

struct Exponents {
  int least, greatest;
};

/// Of the powers of two in a format's finite nonzero magnitudes.
Exponents exponents_of(const Format& format) {
  const auto leading = [&](std::uint64_t code) {
    const Decoded value = decode(format, code);
    return value.exponent + bit_length(value.significand) - 1;
  };
  if (format.is_integer()) return {0, format.width() - 1};
  return {leading(format.smallest_magnitude()), leading(format.largest_finite())};
}

/// Where a stretch may begin: every code whose predecessor has another sign, category or power of two.
std::set<std::uint64_t> beginnings(const Format& format) {
  std::set<std::uint64_t> codes{0};
  const auto add = [&](std::uint64_t code) {
    if (code <= format.code_mask()) codes.insert(code);
  };
  if (format.is_integer()) {
    for (int bit = 0; bit < format.width(); ++bit) {
      const std::uint64_t power = std::uint64_t{1} << bit;
      add(power);
      // Two's complement: the magnitudes 2^bit down to 2^(bit - 1) + 1 begin at -2^bit.
      if (format.is_signed) add(((~power + 1) & format.code_mask()) + 1);
    }
    add(format.sign_mask());
    return codes;
  }
  const Exponents exponents = exponents_of(format);
  for (const std::uint64_t sign : {std::uint64_t{0}, format.sign_mask()}) {
    add(sign);
    for (int exponent = exponents.least; exponent <= exponents.greatest; ++exponent) {
      if (const auto code = encode(format, false, 1, exponent)) add(sign | *code);
    }
    add(sign | format.smallest_normal());
    add((sign | format.largest_finite()) + 1);
    if (format.infinities) add((sign | format.infinity_magnitude()) + 1);
    // NaN codes need no beginning of their own: they lie above all these, or are the one code that would be -0.
  }
  return codes;
}

std::size_t bin_of(const Format& format, const AxisScale& scale, std::uint64_t code) {
  const Decoded value = decode(format, code);
  switch (value.category) {
    case Category::zero:
      return scale.zero();
    case Category::nan:
      return scale.nan();
    case Category::infinity:
      return value.negative ? 0 : scale.infinity();
    case Category::subnormal:
    case Category::normal:
      break;
  }
  return scale.bin_of(value.negative, value.exponent + bit_length(value.significand) - 1);
}

}  // namespace

AxisScale axis_scale(const Conversion& conversion) {
  const Exponents from = exponents_of(conversion.from), to = exponents_of(conversion.to);
  // Two binades below the least value: what rounds to zero, and half of it. One above: what overflows.
  const int low = std::clamp(to.least - 2, from.least, from.greatest);
  const int high = std::clamp(to.greatest + 1, low, std::max(low, from.greatest));
  AxisScale scale;
  scale.negative = conversion.from.is_signed;
  const bool below = from.least<low, above = from.greatest> high;
  const int room = most_axis_groups - (below ? 1 : 0) - (above ? 1 : 0);
  scale.binades = (high - low) / room + 1;
  scale.lowest = below ? low - scale.binades : low;
  // Whole groups, so that the one above holds nothing else.
  const int whole = low + ((high - low) / scale.binades + 1) * scale.binades - 1;
  scale.highest = above && whole < from.greatest ? whole + 1 : std::min(whole, from.greatest);
  return scale;
}

OperandAxis::OperandAxis(const Conversion& conversion) : scale_(axis_scale(conversion)) {
  const Format& from = conversion.from;
  for (const std::uint64_t code : beginnings(from)) {
    if (!stretches_.empty()) stretches_.back().last = code - 1;
    stretches_.push_back({code, from.code_mask(), bin_of(from, scale_, code)});
  }
}

const AxisStretch& OperandAxis::find(std::uint64_t code) const {
  const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), code,
                                      [](std::uint64_t wanted, const AxisStretch& one) { return wanted < one.first; });
  near_ = static_cast<std::size_t>(after - stretches_.begin()) - 1;
  return stretches_[near_];
}

}  // namespace hallmark
