// SPDX-License-Identifier: Apache-2.0
// Rows for predicates: a NaN or an infinity at every place in turn, and numbers that only look infinite.
#pragma once

#include "inputs/hard_dots.h"

namespace hallmark {

/// A row of the kinds one_not_finite and finite_extremes; nothing where the format has neither NaN nor infinity, or for
/// another kind.
std::optional<HardDot> hard_finite_row(HardDotKind kind, const Reduction& reduction, std::size_t depth, Random& random);

}  // namespace hallmark
