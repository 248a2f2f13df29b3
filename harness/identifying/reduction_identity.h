// SPDX-License-Identifier: Apache-2.0
// What a reduction's accumulator is, from its results alone.
#pragma once

#include "identifying/reduction_prober.h"
#include "identifying/trait.h"

namespace hallmark {

/// Traits by directed probes, and the accumulator that gives every result of those and of some thousand seeded rows.
/// A failed call is a trait too, and then the last one. Never throws.
Identity identify_reduction(const std::string& signature, const Reduction& reduction, const ReductionRowsCall& call);

}  // namespace hallmark
