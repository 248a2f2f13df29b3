// SPDX-License-Identifier: Apache-2.0
// What is right for elementwise operations: the rules before rounding, and the requirement of their operands.
#pragma once

#include <cstdint>
#include <span>

#include "formats/format.h"
#include "semantics/operands.h"
#include "semantics/operators.h"
#include "semantics/requirement.h"
#include "semantics/round.h"
#include "semantics/semantics.h"

namespace hallmark {

/// Computes exact results of numeric operators on finite operands that step 1 to 4 of design section 4 have not
/// decided: truth does it by MPFR, the oracle by integers.
class ExactArithmetic {
 public:
  virtual ~ExactArithmetic() = default;
  /// A nonzero result cut to `precision` bits or more, the rest in `sticky`; significand 0 where the exact result is
  /// zero.
  virtual Real compute(Operator code, std::span<const Decoded> operands, int precision) = 0;
};

/// Design section 4, steps 1 to 7, for any operator.
CodeSets elementwise_result(const Elementwise& operation, const Semantics& semantics,
                            std::span<const std::uint64_t> operands, ExactArithmetic& arithmetic);

/// The requirement the operands belong to: the first that applies (design section 2).
Requirement requirement_of(const Elementwise& operation, std::span<const std::uint64_t> operands,
                           ExactArithmetic& arithmetic);

}  // namespace hallmark
