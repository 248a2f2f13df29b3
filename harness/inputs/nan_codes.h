// SPDX-License-Identifier: Apache-2.0
// NaNs of every kind: a kernel that knows one code may take another for a number or for infinity.
#pragma once

#include <cstdint>

#include "formats/format.h"
#include "inputs/random.h"

namespace hallmark {

/// The default NaN, a signalling one with the smallest payload, all ones, or any; of either sign where NaNs have one.
/// The format must have NaNs.
inline std::uint64_t drawn_nan(const Format& format, Random& random) {
  const std::uint64_t sign = format.nan_has_sign() && (random.next() & 1) != 0 ? format.sign_mask() : 0;
  std::uint64_t code = format.default_nan();
  switch (random.below(4)) {
    case 0:
      code = format.infinities ? format.infinity_magnitude() + 1 : code;
      break;
    case 1:
      code = format.magnitude_mask();
      break;
    case 2:
      code = format.infinities ? format.infinity_magnitude() + 1 + random.below(format.fraction_mask()) : code;
      break;
    default:
      break;
  }
  return (format.is_nan(code) ? code : format.default_nan()) | sign;
}

}  // namespace hallmark
