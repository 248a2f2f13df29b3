// SPDX-License-Identifier: Apache-2.0
// What a found semantics means in words, each with the calls that tell it from any other.
#pragma once

#include <vector>

#include "identifying/semantics_search.h"
#include "identifying/trait.h"

namespace hallmark {

inline constexpr std::size_t most_evidence = 3;

/// Whether the observation tells the semantics from the variation: a result that only the semantics accepts, or one of
/// fewer that it accepts.
bool tells(OperationTruth& truth, const Semantics& semantics, const Semantics& variation,
           const ObservedCall& observation);

/// Of each field that shows in the probes: its value, what else would fit, and up to three calls that tell. Of each
/// property that nothing known explains: "none of the known: ..." and the calls that contradict.
std::vector<Trait> elementwise_traits(OperationTruth& truth, SemanticsSearch& search, const Explanation& explanation);

/// The profile's word for what the operands are about, as a contradiction is filed under.
std::string property_of(const OperationTruth& truth, const SearchProbe& probe);

}  // namespace hallmark
