// SPDX-License-Identifier: Apache-2.0
// The sweep of all pairs of 16-bit operands that the pair oracle covers: each first operand with blocks of consecutive
// second ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/interval.h"
#include "judging/tally.h"
#include "running/part.h"
#include "semantics/elementwise.h"

namespace hallmark {

/// Whether sweep_pairs() can do it: two 16-bit operands, one alternative that the oracle covers.
bool sweeps_pairs(const Elementwise& operation, const std::vector<Semantics>& alternatives);

/// Judges every pair whose first operand lies in the interval. Throws InternalError when oracle and truth disagree.
Tally sweep_pairs(PartContext& context, const Elementwise& operation, std::size_t index, const Interval& firsts,
                  const std::vector<Semantics>& alternatives, std::uint64_t seed);

/// The operands of a row of a call of the sweep, as hex codes.
std::vector<std::string> swept_pair(const Elementwise& operation, const Interval& firsts, std::size_t block_rows,
                                    std::uint64_t call, std::uint64_t row);

}  // namespace hallmark
