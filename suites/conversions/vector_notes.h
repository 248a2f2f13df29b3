// SPDX-License-Identifier: Apache-2.0
// What is remarkable about an operand of a conversion, in a few words: the class and note columns of a vector file.
#pragma once

#include <cstdint>
#include <string>

#include "semantics/conversion.h"

namespace hallmark {

/// special_values, subnormals, overflow (the requirement the operand counts under); of the others tie, exact, rounding.
std::string vector_class(const Conversion& conversion, std::uint64_t operand);

/// "tie to even: down", "next above a tie", "signalling NaN; payload only in bits a truncation drops". Facts of the
/// operand and the two formats; directions are those of round to nearest even. `subnormals`: whether the profile keeps
/// them.
std::string vector_note(const Conversion& conversion, std::uint64_t operand, bool subnormals);

}  // namespace hallmark
