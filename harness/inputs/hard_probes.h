// SPDX-License-Identifier: Apache-2.0
// Directed probes: rows of a few terms, each asking one question of an accumulator.
#pragma once

#include "inputs/hard_dot_builder.h"

namespace hallmark {

/// One of the probes of rounding, alignment, order, width, range and place of the initial value, of either sign, its
/// products anywhere in the depth in their order and zeros between them. False where none fits the formats and depth.
bool build_probe(HardDotBuilder& row, const Reduction& reduction, std::size_t depth, Random& random, int precision);

}  // namespace hallmark
