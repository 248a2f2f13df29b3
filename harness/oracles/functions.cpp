// SPDX-License-Identifier: Apache-2.0
#include "oracles/functions.h"

namespace hallmark {

FunctionTable::FunctionTable(const FunctionOperation& operation, const std::vector<Semantics>& alternatives,
                             const Limits& limits, FunctionTruth& truth)
    : mask_(operation.operands[0].code_mask()) {
  answers_.resize(alternatives.size() * (mask_ + 1));
  for (std::uint64_t operand = 0; operand <= mask_; ++operand) {
    // By operand first: the truth remembers where its value lies.
    for (std::size_t a = 0; a < alternatives.size(); ++a) {
      answers_[a * (mask_ + 1) + operand] = truth.answer(operation, alternatives[a], limits, {&operand, 1});
    }
  }
}

}  // namespace hallmark
