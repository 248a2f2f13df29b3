// SPDX-License-Identifier: Apache-2.0
// Elementary functions once more, by other formulas and 2,000 bits, as rationals.
#pragma once

#include <gmpxx.h>

#include "semantics/functions.h"

namespace hallmark::test {

/// The exact value, or one so near that no rounding and no limit tells the two apart. Past 2^2000 and below 2^-2000 any
/// value of that kind. Of operands of 16 bits or fewer for which function_special() decides nothing.
mpq_class reference_value(const FunctionOperation& operation, std::span<const std::uint64_t> operands);

}  // namespace hallmark::test
