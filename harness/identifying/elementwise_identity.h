// SPDX-License-Identifier: Apache-2.0
// Identifies an elementwise operation from its outputs alone: a conversion, arithmetic, an elementary function.
#pragma once

#include "identifying/trait.h"
#include "semantics/signature.h"

namespace hallmark {

/// Calls the operation with some tens of thousands of chosen operands and says what explains the results. The same
/// results give the same identity. Nothing is taken from the signature but the name of the operation and its formats.
///
/// A trait's `observed` is a profile's word, followed by " (... fits as well)" where no operand tells; fields in which
/// nothing can differ between these formats have no trait. Where nothing known explains the results, it is "none of
/// the known: ..." and the semantics are nothing. An operation that is neither elementwise nor a function has no
/// traits.
Identity identify_elementwise(const Signature& signature, const ElementwiseCall& call);

}  // namespace hallmark
