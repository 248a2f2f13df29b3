// SPDX-License-Identifier: Apache-2.0
// Operands on which elementary functions go wrong: thresholds of their range, and arguments hard to reduce.
#pragma once

#include "inputs/intervals.h"
#include "semantics/functions.h"

namespace hallmark {

/// Where the function's magnitude crosses the largest, the smallest normal, the least and half the least result, a few
/// values in between, or its sign changes, with `radius` neighbours: kernels that overflow on the way, flush too early
/// or switch formulas are wrong there. Unary functions of wide operands.
void add_crossings(Intervals& operands, const FunctionOperation& operation, std::uint64_t radius);

/// Of every power of two the operands nearest to a multiple of pi/2, with `radius` neighbours, found as convergents of
/// a continued fraction (Kahan; Muller, Elementary Functions, 11.3.2): where too few digits of pi leave nothing of a
/// sine.
void add_near_multiples_of_half_pi(Intervals& operands, const Format& format, std::uint64_t radius);

}  // namespace hallmark
