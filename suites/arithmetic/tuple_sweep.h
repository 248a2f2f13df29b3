// SPDX-License-Identifier: Apache-2.0
// The sweep of an elementwise operation: tuples block by block through the kernel and the judge.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "formats/format.h"
#include "inputs/tuples.h"
#include "judging/tuple_judge.h"
#include "running/part.h"

namespace hallmark {

using MakeTuples = std::function<std::unique_ptr<Tuples>()>;

using MakeJudge = std::function<std::unique_ptr<TupleJudge>()>;

/// Judges all tuples. Throws InternalError when oracle and truth disagree.
Tally sweep_tuples(PartContext& context, std::span<const Format> operands, const Format& result, std::size_t index,
                   const MakeTuples& make, const MakeJudge& make_judge);

/// The operands of a row of a call of the sweep, as hex codes.
std::vector<std::string> swept_tuple(std::span<const Format> operands, const MakeTuples& make, std::size_t block_rows,
                                     std::uint64_t call, std::uint64_t row);

/// These operands and no others: a case's.
MakeTuples one_tuple(std::vector<std::uint64_t> operands);

/// The first distinct tuples, at most so many, in order.
std::vector<std::vector<std::uint64_t>> sample_of(Tuples& tuples, std::size_t most);

}  // namespace hallmark
