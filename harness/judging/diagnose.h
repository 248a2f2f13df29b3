// SPDX-License-Identifier: Apache-2.0
// From a tally to what a certificate says of an operation: requirements with counts, and findings with explanations.
#pragma once

#include <vector>

#include "judging/operation_context.h"
#include "judging/record.h"
#include "judging/tally.h"

namespace hallmark {

/// Judged under the alternative with the fewest mismatches (the first of several). The outcome is pass or fail; what
/// crashed or did not run is the caller's to say.
OperationRecord diagnose(const OperationContext& context, const Tally& tally);

/// Holds a backend to one option of each choice over all signatures (design section 4): where the options left have
/// none in common, every record concerned fails with a finding that says which signature follows which.
void reconcile_choices(const std::vector<const OperationContext*>& contexts,
                       const std::vector<OperationRecord*>& records);

}  // namespace hallmark
