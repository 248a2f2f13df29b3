// SPDX-License-Identifier: Apache-2.0
// Identifies an elementary function: how accurate it is, how special values, subnormals and overflow come out.
#pragma once

#include "identifying/trait.h"
#include "semantics/functions.h"
#include "semantics/signature.h"

namespace hallmark {

/// As identify_elementwise(), of function_of(signature). max_ulp is the least multiple of a tenth that every result
/// meets, of all operands where these are 65,536 or fewer; of a sample the least multiple of a half, while the trait of
/// that name has what was seen.
Identity identify_function(const Signature& signature, const FunctionOperation& operation, const ElementwiseCall& call);

}  // namespace hallmark
