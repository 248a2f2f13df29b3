// SPDX-License-Identifier: Apache-2.0
// The operands where conversions go wrong: special values, thresholds of the target and their neighbours, binade edges.
#pragma once

#include <cstdint>

#include "inputs/intervals.h"
#include "inputs/random.h"
#include "semantics/conversion.h"

namespace hallmark {

/// Zeros, the first and last code of every category in both signs with their neighbours, NaNs with each single payload
/// bit (a payload only in the low half turns into infinity under truncation), and for integers the extremes.
void add_special_values(Intervals& operands, const Format& from, std::uint64_t radius);

/// Every value and every midpoint of the target (16 bits or fewer) as source codes, with `radius` neighbours on each
/// side. Values and midpoints together hold the threshold of every rounding mode; add_target_ends() is included.
void add_thresholds(Intervals& operands, const Conversion& conversion, std::uint64_t radius);

/// The thresholds at the ends of any target's range, in both signs: what rounds to zero, what a flush after rounding
/// takes, what overflows.
void add_target_ends(Intervals& operands, const Conversion& conversion, std::uint64_t radius);

/// The source codes of one sign from a quarter of the target's least magnitude to twice its largest: where results
/// vary.
Interval target_range(const Conversion& conversion, bool negative);

/// First and last code of every source binade with neighbours (floating sources), every power of two (integers).
void add_binades(Intervals& operands, const Format& from, std::uint64_t radius);

/// `count` seeded thresholds of a target too wide to list: in every source binade of first..last alike, values and
/// midpoints of random target codes of both parities, with one neighbour on each side. first and last have the same
/// sign.
void add_seeded_thresholds(Intervals& operands, const Conversion& conversion, std::uint64_t count, std::uint64_t first,
                           std::uint64_t last, Random& random);

/// `count` uniform random codes of first..last.
void add_random(Intervals& operands, std::uint64_t count, std::uint64_t first, std::uint64_t last, Random& random);

}  // namespace hallmark
