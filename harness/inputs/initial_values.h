// SPDX-License-Identifier: Apache-2.0
// Hard rows whose initial value matters: it takes the place of one of the row's own products.
#pragma once

#include "inputs/hard_dots.h"

namespace hallmark {

/// hard_dot() where the reduction has no initial value. Else a row one deeper, one product of which becomes the initial
/// value: windows stay full, sums still cancel, the large term may be the initial one. Special values
/// and probes have initial values of their own; every fourth +0 among them is -0 instead.
std::optional<HardDot> hard_dot_with_initial(HardDotKind kind, const Reduction& reduction, std::size_t depth,
                                             Random& random, int precision = 24);
/// spread_dot() likewise.
std::optional<HardDot> spread_dot_with_initial(const Reduction& reduction, std::size_t depth, Random& random,
                                               int spread);

}  // namespace hallmark
