// SPDX-License-Identifier: Apache-2.0
// Batch invariance and determinism: the same rows alone, among others, in another order, beside rows of NaN, and the
// same calls made again.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "reductions/hard_rows.h"

namespace hallmark {

/// What a case id of a call has after '@', before its number.
inline constexpr std::string_view places_case_mark = "@places/";

/// A result that differs from the same row's in the first call is at fault where no alternative accepts both, or where
/// the profile asks for batch invariance. Every call is made twice; results that do not repeat are at fault where the
/// profile asks for determinism. Whatever it asks, the traits `batch_invariant` and `deterministic` say what was seen.
/// single: only this call, after the first of its depth, and only traits that it contradicts.
Tally try_places(PartContext& context, const TriedReduction& tried, std::optional<std::uint64_t> single);

/// How many calls there are: case ids count them from 0.
std::uint64_t places_calls(const TriedReduction& tried);
std::uint64_t cost_of_places(const TriedReduction& tried);

/// In the place of a kind in witness_operands().
inline constexpr std::uint64_t places_witness = 1000;
/// The row of such a witness, made again.
std::optional<FoundResult> find_place(const TriedReduction& tried, std::uint64_t depth, std::uint64_t number);

}  // namespace hallmark
