// SPDX-License-Identifier: Apache-2.0
// The float32 operands at which functions are hardest to round: what computes in too few bits beyond float32's errs
// here before it errs anywhere else.
#pragma once

#include <cstdint>
#include <span>

#include "semantics/functions.h"

namespace hallmark {

/// Codes of float32, the hardest first, for a float32 result; none where a function has no hard ones. Where the sign
/// matters little (odd and even functions) the positive ones alone.
std::span<const std::uint32_t> hardest_operands(ElementaryFunction code);

}  // namespace hallmark
