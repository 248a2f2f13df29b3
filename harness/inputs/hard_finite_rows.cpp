// SPDX-License-Identifier: Apache-2.0
#include "inputs/hard_finite_rows.h"

#include "inputs/nan_codes.h"

namespace hallmark {
namespace {

/// A finite code: any, or one at an end of the magnitudes. Largest numbers overflow for whoever adds them.
std::uint64_t finite_code(const Format& format, Random& random, bool extreme, bool one_sign) {
  std::uint64_t magnitude = random.below(format.largest_finite() + 1);
  if (extreme && random.below(8) != 0) {
    const std::uint64_t ends[] = {format.largest_finite(), format.largest_finite() - 1, format.smallest_magnitude(), 0};
    magnitude = ends[random.below(4)];
  }
  const bool has_sign = magnitude != 0 || format.has_negative_zero();
  return magnitude | (has_sign && !one_sign && (random.next() & 1) != 0 ? format.sign_mask() : 0);
}

/// Codes beside the numbers: infinities and NaNs.
std::uint64_t other_code(const Format& format, Random& random) {
  const std::uint64_t sign = (random.next() & 1) != 0 ? format.sign_mask() : 0;
  if (format.infinities && random.below(2) == 0) return format.infinity_magnitude() | sign;
  return drawn_nan(format, random);
}

}  // namespace

std::optional<HardDot> hard_finite_row(HardDotKind kind, const Reduction& reduction, std::size_t depth,
                                       Random& random) {
  const Format& format = reduction.left;
  const bool is_one = kind == HardDotKind::one_not_finite;
  if (!is_one && kind != HardDotKind::finite_extremes) return {};
  if (is_one && (!format.has_nan() || depth == 0)) return {};
  HardDot row;
  const bool one_sign = (random.next() & 1) != 0;
  for (std::size_t i = 0; i < depth; ++i) row.left.push_back(finite_code(format, random, !is_one, one_sign));
  if (!is_one) return row;
  // The ends, where vectors begin and end, as often as all other places.
  const std::size_t ends[] = {0, depth - 1, depth / 2, depth - depth % 8};
  std::size_t place = random.below(2) == 0 ? ends[random.below(4)] : random.below(depth);
  if (place >= depth) place = depth - 1;
  row.left[place] = other_code(format, random);
  // Now and then all of them: a count of so many may wrap around.
  if (random.below(8) == 0) {
    for (std::uint64_t& code : row.left) code = other_code(format, random);
  }
  return row;
}

}  // namespace hallmark
