// SPDX-License-Identifier: Apache-2.0
// What a reduction that is no sum of its elements does: predicates of rows, and exponentials.
#pragma once

#include "identifying/reduction_prober.h"
#include "identifying/trait.h"

namespace hallmark {

/// Of `all_finite`: what it takes for finite, each class of codes alone and behind numbers, and every code of a format
/// of 16 bits or fewer. Its semantics are found where every answer is right; there is nothing of them to choose.
Identity identify_predicate(const std::string& signature, const Reduction& reduction, const ReductionRowsCall& call);

/// Of `softmax` and `logsumexp`: whether the largest element is subtracted, what NaN and infinities give, how far
/// results lie from the exact ones where these do not cancel, and the narrowest of float64, float32, float16 and
/// bfloat16, with exponentials within a unit in the last place, whose bound holds every result. No output tells more of
/// an accumulator: the exponentials before it are a library's own.
Identity identify_exponentials(const std::string& signature, const Reduction& reduction, const ReductionRowsCall& call);

}  // namespace hallmark
