// SPDX-License-Identifier: Apache-2.0
// Which of its two right ways an unscale goes.
#pragma once

#include <optional>
#include <span>

#include "identifying/observed_calls.h"
#include "identifying/trait.h"
#include "semantics/elementwise.h"

namespace hallmark {

/// The trait `quotient`: "divided", "by the float32 reciprocal", or that results are of neither way, from the calls on
/// which the two differ; nothing where there is none.
std::optional<Trait> unscale_trait(const Elementwise& operation, const Semantics& semantics,
                                   std::span<const ObservedCall> calls);

}  // namespace hallmark
