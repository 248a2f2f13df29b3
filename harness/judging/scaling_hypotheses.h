// SPDX-License-Identifier: Apache-2.0
// Faulty ways of scaling that could explain a mismatch of scale or unscale.
#pragma once

#include <vector>

#include "judging/hypotheses.h"
#include "semantics/operators.h"

namespace hallmark {

/// A scalar or its reciprocal cut to 16 bits, the other of the two operations, an operand that was not scaled.
void add_scaling_models(std::vector<Hypothesis>& list, const Elementwise& operation, const Semantics& base);

}  // namespace hallmark
