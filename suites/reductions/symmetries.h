// SPDX-License-Identifier: Apache-2.0
// What a change of the operands does to a sum or a mean: powers of two, signs, order.
#pragma once

#include <cstdint>
#include <optional>

#include "reductions/drawn_rows.h"

namespace hallmark {

inline constexpr DrawnPart symmetries_part{"symmetries", 1002};

/// Rows, and the same rows with the left operand and the initial value times a power of two, with their signs changed,
/// and in another order; each judged like any other. What comes of a comparison of their results is a trait:
///
/// - `scales_by_powers_of_two`: the results differ by that power and by no bit;
/// - `sign_symmetric`: they differ by their sign alone (a zero's apart: x - x is +0 whatever x was);
/// - `order_independent`: sums that have to be rounded do not depend on the order of their terms.
///
/// Of a cumulative sum it is the last element's result that is judged and compared.
///
/// None is a requirement of its own. An accumulator of any order may choose it by the operands' values, signs or
/// places, so its bound promises nothing of two results; and one that a profile states to the last bit gives each
/// result, which judging the rows demands already. single: only this row is judged, and only what it contradicts is a
/// trait.
Tally try_symmetries(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single);

std::uint64_t cost_of_symmetries(const TriedReduction& tried);

/// The row of a number, made again; nothing where there is none.
std::optional<FoundResult> find_symmetry_row(const TriedReduction& tried, std::uint64_t number);
/// The number of a row of a call, for a crash that was narrowed to it.
std::uint64_t number_of_symmetry_row(std::uint64_t call, std::uint64_t row);

/// By which powers of two the left operand of a row may be multiplied so that no operand, no partial sum of any order
/// and no term leaves the normal range of its format under any of the semantics; empty where the row itself does.
struct ScaleRange {
  int lowest = 0, highest = 0;  ///< exponents
};
std::optional<ScaleRange> scale_range(const TriedReduction& tried, const HardDot& row);

}  // namespace hallmark
