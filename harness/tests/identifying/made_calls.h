// SPDX-License-Identifier: Apache-2.0
// Operations made from truth under a known semantics, for identification to find that semantics again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "identifying/observed_calls.h"
#include "identifying/operation_truth.h"
#include "identifying/trait.h"
#include "inputs/random.h"
#include "semantics/signature.h"

namespace hallmark::test {

Signature signature_of(std::string_view text);

/// Of several right codes the one that a hash of the operands picks; every one of them comes up. Where the rounding is
/// stochastic, another at every call.
ElementwiseCall made_call(const Signature& signature, const Semantics& semantics);

/// Semantics that nobody ever wrote down, but a profile may.
Semantics random_semantics(const OperationShape& shape, Random& random);

/// Operands at which the semantics found do not accept what the semantics made gives there, or accept what the other
/// rejects. (What they leave open less than the other is no disagreement: of one NaN operand one result was seen.)
struct Disagreement {
  std::size_t count = 0;
  OperandTuple first;
};
Disagreement disagreement_of(OperationTruth& truth, const Semantics& made, const Semantics& found,
                             const std::vector<OperandTuple>& operands);

/// "rounding = rtz, nan = quiet": what differs from the defaults.
std::string text_of(const Semantics& semantics, const Format& result);

}  // namespace hallmark::test
