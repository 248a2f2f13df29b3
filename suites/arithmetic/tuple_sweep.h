// SPDX-License-Identifier: Apache-2.0
// The sweep of an elementwise operation: tuples block by block through the kernel and the judge.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "inputs/tuples.h"
#include "judging/tally.h"
#include "running/part.h"
#include "semantics/semantics.h"

namespace hallmark {

using MakeTuples = std::function<std::unique_ptr<Tuples>()>;

/// Judges all tuples. Throws InternalError when oracle and truth disagree.
Tally sweep_tuples(PartContext& context, const Elementwise& operation, std::size_t index, const MakeTuples& make,
                   const std::vector<Semantics>& alternatives, std::uint64_t seed);

/// The operands of a row of a call of the sweep, as hex codes.
std::vector<std::string> swept_tuple(const Elementwise& operation, const MakeTuples& make, std::size_t block_rows,
                                     std::uint64_t call, std::uint64_t row);

/// Whether a vector oracle judges its tuples, in a tenth of the time.
bool judges_by_vectors(const Elementwise& operation, const std::vector<Semantics>& alternatives);

}  // namespace hallmark
