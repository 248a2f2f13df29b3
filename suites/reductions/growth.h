// SPDX-License-Identifier: Apache-2.0
// How errors grow with depth, from 2^4 to 2^16, and whether they lean to one side.
#pragma once

#include <cstdint>
#include <optional>

#include "reductions/drawn_rows.h"

namespace hallmark {

inline constexpr DrawnPart growth_part{"growth", 1001};

/// Sums on data where roundings add up (exponents far apart, all of one sign) and on random ones, each judged, with the
/// errors by depth as the tally's growth (of a mean those times its depth, of a cumulative sum its last element's); and
/// as a trait, `accumulation_bias`, whether the errors of 240 sums lean to one side. A bias that an accumulator which
/// rounds to nearest cannot have is a warning, never a failure: it is evidence of a statistic, and every result lies
/// within its bound. single: only this row.
Tally measure_growth(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single);

std::uint64_t cost_of_growth(const TriedReduction& tried);

/// The row of a number, made again; nothing where there is none.
std::optional<FoundResult> find_growth_row(const TriedReduction& tried, std::uint64_t number);
/// The number of a row of a call, for a crash that was narrowed to it.
std::uint64_t number_of_growth_row(const TriedReduction& tried, std::uint64_t call, std::uint64_t row);

}  // namespace hallmark
