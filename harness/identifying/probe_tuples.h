// SPDX-License-Identifier: Apache-2.0
// Operands that tell one semantics from another: where every category ends, ties, both sides of every threshold.
#pragma once

#include <vector>

#include "identifying/observed_calls.h"
#include "identifying/operation_truth.h"

namespace hallmark {

/// A few thousand tuples for the search, the same every time.
std::vector<OperandTuple> probe_tuples(const OperationTruth& operation);

/// Every operand where there are no more than 65,536 tuples, else some 65,536 drawn ones: what a found semantics must
/// stand before it is claimed.
Columns larger_sample(const OperationTruth& operation);

/// Both signs of zero, of the ends of each category and their neighbours, of one, of ordinary numbers and of NaNs of
/// several payloads.
std::vector<std::uint64_t> corner_operands(const Format& format);

}  // namespace hallmark
