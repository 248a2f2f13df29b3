// SPDX-License-Identifier: Apache-2.0
// Whether results depend on how many threads there are to compute them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "reductions/hard_rows.h"

namespace hallmark {

/// What a case id of a shape has after '@', before its number.
inline constexpr std::string_view threads_case_mark = "@threads/";
/// In the place of a kind in witness_operands().
inline constexpr std::uint64_t threads_witness = 1003;

/// Deep and wide calls, as a process makes them, then with its libraries held to one CPU and one thread, and to 2, 3
/// and 7 threads (backends/thread_limit.h says which libraries that reaches: none of another process). Of rows whose
/// elements have results every element is compared. The trait `thread_count_independent` says whether any bit of a
/// result differs. It is required where the profile asks for both `deterministic` and `batch_invariant`: only then may
/// a result depend on nothing but its own operands. Without them a result that differs is a fault where no alternative
/// allows it. single: only this shape.
Tally try_threads(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single);

std::uint64_t threads_shapes(const TriedReduction& tried);
std::uint64_t cost_of_threads(const TriedReduction& tried);

/// The shape that a call belongs to.
std::uint64_t shape_of_threads_call(std::uint64_t call);

/// The row of a witness, made again.
std::optional<FoundResult> find_threads_row(const TriedReduction& tried, std::uint64_t number);

}  // namespace hallmark
