// SPDX-License-Identifier: Apache-2.0
#include "inputs/special_places.h"

#include "inputs/nan_codes.h"

namespace hallmark {

HardDotKind kind_beside_specials(const Reduction& reduction) {
  if (reduction.is_predicate()) return HardDotKind::finite_extremes;
  return reduction.is_of_exponentials() ? HardDotKind::exponential_spread : HardDotKind::random_walk;
}

bool put_special(const Reduction& reduction, HardDot& row, std::size_t place, Random& random) {
  const std::size_t depth = row.left.size();
  const bool is_right = place >= depth;
  const Format& format = is_right ? reduction.right : reduction.left;
  if (!format.infinities && !format.has_nan()) return false;
  std::uint64_t code = 0;
  if (format.infinities && (!format.has_nan() || random.below(2) == 0)) {
    code = format.infinity_magnitude() | ((random.next() & 1) != 0 ? format.sign_mask() : 0);
  } else {
    code = drawn_nan(format, random);
  }
  (is_right ? row.right[place - depth] : row.left[place]) = code;
  return true;
}

}  // namespace hallmark
