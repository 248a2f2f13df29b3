// SPDX-License-Identifier: Apache-2.0
// Rows with one NaN or infinity, wherever it is wanted: of so many places each can be tried.
#pragma once

#include "inputs/hard_dots.h"

namespace hallmark {

/// The kind of rows that hold ordinary numbers alone.
HardDotKind kind_beside_specials(const Reduction& reduction);

/// Puts a NaN or an infinity into the left factor, or into the right one at the place less the depth. False, and
/// nothing changed, where that factor's format has neither.
bool put_special(const Reduction& reduction, HardDot& row, std::size_t place, Random& random);

}  // namespace hallmark
