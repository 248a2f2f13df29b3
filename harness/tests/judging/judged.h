// SPDX-License-Identifier: Apache-2.0
// A synthetic backend for the judge: results from a function, judged block by block as a sweep does.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "inputs/intervals.h"
#include "judging/diagnose.h"
#include "judging/judge.h"

namespace hallmark::test {

using ResultOf = std::function<std::uint64_t(std::uint64_t operand)>;

/// What some sets hold in common: the lowest code of the first, for results "as this semantics says".
std::uint64_t result_under(const Conversion& conversion, const Semantics& semantics, std::uint64_t operand);

/// Judges the results for all operands of the pieces. Every block that matches() refuses is recorded.
Tally judge_results(const Conversion& conversion, const std::vector<Semantics>& alternatives, const Intervals& operands,
                    const ResultOf& result);

OperationContext context_of(const Conversion& conversion, const std::vector<Semantics>& alternatives);

/// Diagnosed under one semantics.
OperationRecord diagnose_results(const Conversion& conversion, const Semantics& semantics, const Intervals& operands,
                                 const ResultOf& result);

}  // namespace hallmark::test
