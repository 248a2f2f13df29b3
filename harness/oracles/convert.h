// SPDX-License-Identifier: Apache-2.0
// The conversion oracle by integers alone: equal to truth on every operand, about ten nanoseconds each.
#pragma once

#include <cstdint>
#include <span>

#include "semantics/conversion.h"

namespace hallmark {

/// The codes that are right; uses no floating-point instruction, so no rounding mode or flush flag reaches it.
CodeSet oracle_convert(const Conversion& conversion, const Semantics& semantics, std::uint64_t operand);

/// The same under several semantics; answers[i] belongs to alternatives[i].
void oracle_convert(const Conversion& conversion, std::span<const Semantics> alternatives, std::uint64_t operand,
                    std::span<CodeSet> answers);

}  // namespace hallmark
