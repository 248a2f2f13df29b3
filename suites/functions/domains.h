// SPDX-License-Identifier: Apache-2.0
// Which operands an elementary function is tried on at each level, and how they are divided into parts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arithmetic/domains.h"
#include "plan.h"
#include "semantics/functions.h"

namespace hallmark {

/// One operand of 16 bits or fewer: every one, at every level. One of 32 bits: all at exhaustive; else, and of 64 bits
/// always, special values, powers of two, crossings, multiples of pi/2, with their neighbours, the hardest to round,
/// and 2^20 random ones at quick, 2^22 at standard, 2^24 at exhaustive. Pairs as arithmetic has them.
std::vector<TupleShare> function_shares(const FunctionOperation& operation, Level level, std::uint64_t seed,
                                        const std::string& stream);

/// The function's formats as tuples and sweeps know them; what tuples are drawn near is a sum's or a product's matter.
Elementwise formats_of(const FunctionOperation& operation);

}  // namespace hallmark
