// SPDX-License-Identifier: Apache-2.0
// The operands an elementary function is identified by.
#pragma once

#include "inputs/tuples.h"
#include "semantics/functions.h"

namespace hallmark {

struct ChosenOperands {
  Columns columns;
  bool whole_domain = false;  ///< whether these are all there are
};

/// Every operand of 16 bits or fewer; of wider ones, and of pairs, some tens of thousands: special values, powers of
/// two, thresholds of the result's range, what is next to a multiple of pi/2 or hardest to round, seeded ones.
ChosenOperands function_operands(const FunctionOperation& operation);

}  // namespace hallmark
