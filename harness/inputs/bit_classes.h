// SPDX-License-Identifier: Apache-2.0
// RapidCheck generators over bit classes of any format: its stock ones never draw a NaN, an infinity or a subnormal.
#pragma once

#include <rapidcheck/Gen.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "semantics/conversion.h"

namespace hallmark {

enum class BitClass : std::uint8_t {
  special,      ///< zeros, infinities, NaNs with few or many payload bits, the ends of every category, integer extremes
  subnormal,    ///< of the source; of an integer source, small numbers
  binade_edge,  ///< a power of two and its neighbours
  threshold,    ///< a value or a midpoint of the target and its neighbours: what a wrong tie or a lost sticky bit shows
                ///< at
  pattern,   ///< in the target's range: few significant bits, few bits set, long runs, or all bits random. A fault that
             ///< looks at one half of the word only shows at operands whose other half is zero
  anywhere,  ///< any exponent, any bits
};

inline constexpr BitClass all_bit_classes[] = {BitClass::special,   BitClass::subnormal, BitClass::binade_edge,
                                               BitClass::threshold, BitClass::pattern,   BitClass::anywhere};

/// Operands of one class of a conversion. The size, up to rc::kNominalSize, says how many of the leading significand
/// bits are drawn. They shrink to simpler_codes().
rc::Gen<std::uint64_t> bit_class_codes(const Conversion& conversion, BitClass bit_class);

/// Operands of all classes; threshold and pattern, where conversions go wrong, as often as the others together.
rc::Gen<std::uint64_t> bit_class_codes(const Conversion& conversion);

/// Simpler codes than this one, the simplest first: positive, an exponent nearer to 1.0's, fewer significand bits; of
/// an integer nearer to zero. None of them leads back: each shrinks one of the three and keeps the others.
std::vector<std::uint64_t> simpler_codes(const Format& format, std::uint64_t code);

}  // namespace hallmark
