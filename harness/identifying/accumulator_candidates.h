// SPDX-License-Identifier: Apache-2.0
// The accumulators that a search tries: every known kind of order with every width and rounding.
#pragma once

#include <functional>
#include <span>

#include "semantics/reductions.h"
#include "semantics/semantics.h"

namespace hallmark {

/// Takes a candidate; false ends the enumeration.
using TakeCandidate = std::function<bool(const Semantics& candidate)>;

/// Candidates that differ where sums are neither tiny nor huge: orders, places of the initial value, widths and
/// roundings of sums, products, partial sums, blocks, and of the result. Likely ones first. precisions: further widths
/// of the accumulator, in bits, that were observed.
void each_summation(const Reduction& reduction, std::span<const int> precisions, const TakeCandidate& take);

/// Variants of one that differ among tiny and huge sums alone: what is flushed, and where sums overflow.
void each_range(const Reduction& reduction, const Semantics& of, const TakeCandidate& take);

/// Variants that differ in the NaN they deliver, the most demanding first, and in -0.
void each_nan_rule(const Reduction& reduction, const Semantics& of, std::uint64_t seen_nan, const TakeCandidate& take);

}  // namespace hallmark
