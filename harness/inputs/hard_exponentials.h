// SPDX-License-Identifier: Apache-2.0
// Rows for softmax and logsumexp: each kind shows what some weaker kernel gets wrong.
#pragma once

#include "inputs/hard_dots.h"

namespace hallmark {

/// A row of the kinds of exponentials, special_values among them, as far as the operand's format has the numbers;
/// nothing for another kind.
std::optional<HardDot> hard_exponential_row(HardDotKind kind, const Reduction& reduction, std::size_t depth,
                                            Random& random);

}  // namespace hallmark
