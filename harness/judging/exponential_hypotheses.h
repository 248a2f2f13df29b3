// SPDX-License-Identifier: Apache-2.0
// What could explain a wrong softmax or logsumexp, and the weaker kernels that hard rows are there to catch.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "judging/reduction_hypotheses.h"

namespace hallmark {

/// The explanations of a softmax or logsumexp, as ReductionHypotheses asks them.
std::vector<ReductionHypotheses::Entry> exponential_hypotheses(const Reduction& reduction, const Semantics& base);

/// The one code that a weaker kernel of that name gives for a row: `no_max_subtraction`, `exp_bfloat16`,
/// `bfloat16_chain`, `flushed_chain`, or a fault of rows.
std::function<std::uint64_t(const ReductionRow& row)> weaker_exponentials(std::string_view name,
                                                                          const Reduction& reduction,
                                                                          const Semantics& base);

}  // namespace hallmark
