// SPDX-License-Identifier: Apache-2.0
// What is right for every operand of a unary function on a narrow format, as a table that MPFR fills.
#pragma once

#include <cstdint>
#include <vector>

#include "truth/functions.h"

namespace hallmark {

class FunctionTable {
 public:
  /// Whether there can be a table: one operand, of 16 bits or fewer.
  static bool suits(const FunctionOperation& operation) {
    return operation.operand_count == 1 && operation.operands[0].width() <= 16;
  }

  FunctionTable(const FunctionOperation& operation, const std::vector<Semantics>& alternatives, const Limits& limits,
                FunctionTruth& truth);

  const FunctionAnswer& at(std::uint64_t operand, std::size_t alternative) const {
    return answers_[alternative * (mask_ + 1) + operand];
  }

 private:
  std::uint64_t mask_;
  std::vector<FunctionAnswer> answers_;  ///< one alternative after the other, by operand
};

}  // namespace hallmark
