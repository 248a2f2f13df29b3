// SPDX-License-Identifier: Apache-2.0
// Exact arithmetic by integers alone: no floating-point instruction, so no rounding mode or flush flag reaches it.
#pragma once

#include "semantics/elementwise.h"

namespace hallmark {

/// Equal to truth on every operand (tested): sums, products, quotients and roots as 128-bit integers whose lost bits
/// are sticky. Operands of at most 53 significand bits.
class IntegerArithmetic : public ExactArithmetic {
 public:
  Real compute(Operator code, std::span<const Decoded> operands, int precision) override;
};

}  // namespace hallmark
