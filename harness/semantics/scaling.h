// SPDX-License-Identifier: Apache-2.0
// What is right for scale and unscale: a product, and a quotient that may be a product with the reciprocal.
#pragma once

#include <cstdint>
#include <span>

#include "semantics/elementwise.h"

namespace hallmark {

/// The code of the float32 nearest to 1/s, ties to even, flushed as the semantics flush; s is a code of `from`.
std::uint64_t float32_reciprocal(const Format& from, const Semantics& semantics, std::uint64_t scalar,
                                 ExactArithmetic& arithmetic);

/// The two ways to unscale: x / s, and x times the reciprocal; the same where an operand is NaN.
struct UnscaleWays {
  CodeSets quotient, product;
  std::uint64_t reciprocal = 0;
};
UnscaleWays unscale_ways(const Elementwise& operation, const Semantics& semantics,
                         std::span<const std::uint64_t> operands, ExactArithmetic& arithmetic);

/// scale: x * s, rounded as multiply rounds it.
/// unscale: x / s, rounded as divide rounds it; or x * r, rounded as multiply rounds it, with r = float32_reciprocal:
/// what a loop does that divides once. Between the two lies what a reciprocal between 1/s and r gives, because
/// rounding is monotone: these codes are right as well, where r is finite and nonzero. Where 1/s is a float32 the two
/// are one.
CodeSets scaling_result(const Elementwise& operation, const Semantics& semantics,
                        std::span<const std::uint64_t> operands, ExactArithmetic& arithmetic);

}  // namespace hallmark
