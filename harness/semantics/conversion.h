// SPDX-License-Identifier: Apache-2.0
// Conversions: which operands the rules decide without rounding, and which requirement an operand belongs to.
#pragma once

#include <cstdint>
#include <optional>

#include "formats/format.h"
#include "semantics/requirement.h"
#include "semantics/round.h"
#include "semantics/semantics.h"

namespace hallmark {

/// A conversion from one format to another; nothing here depends on a semantics.
struct Conversion {
  Format from, to;
};

/// The answer where no rounding is needed: flushed subnormals, zero, NaN, infinity (design section 4, steps 1 to 3 and
/// 7). Nothing for the operands that must be rounded.
std::optional<CodeSet> convert_special(const Conversion& conversion, const Semantics& semantics, std::uint64_t operand);

/// A finite nonzero operand's exact value, by integers.
Real exact_value(const Format& from, std::uint64_t operand);

/// Steps 5 and 6 for the exact value, through `evaluate_in` where the semantics has one.
CodeSet round_conversion(const Conversion& conversion, const Semantics& semantics, const Real& exact);

/// The requirement the operand belongs to: the first that applies (design section 2).
Requirement requirement_of(const Conversion& conversion, std::uint64_t operand);

}  // namespace hallmark
