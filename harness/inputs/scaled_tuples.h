// SPDX-License-Identifier: Apache-2.0
// Operand tuples of scale and unscale: scalars at which a scaling goes wrong, and with each the operands.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "inputs/tuples.h"

namespace hallmark {

/// Float32 scalars, distinct, in a fixed order: 1, -1 and their neighbours; 2^15, 2^16 and their reciprocals; 1/3, 0.1
/// and other odd 24-bit significands; scalars that bring a product of few bits to a tie of the result format, and next
/// to one; the ends of the normal and subnormal numbers, and of those whose reciprocal is subnormal or overflows;
/// zeros, infinities and NaNs; powers of two, and 1.33 times them, that bring the largest and smallest operands to the
/// largest and smallest results. exponent_step: besides, every so-manieth power of two from 2^-149 to 2^127; 0 for
/// none.
std::vector<std::uint64_t> listed_scalars(const Elementwise& operation, int exponent_step);

/// Adds seeded ones, distinct, until there are `wanted`: any code, subnormals, short significands.
void add_drawn_scalars(std::vector<std::uint64_t>& scalars, std::uint64_t wanted, std::uint64_t seed);

/// How many operands each scalar meets: all there are of 16 bits or fewer, else `wide`.
std::uint64_t scaled_operands(const Elementwise& operation, std::uint64_t wide);

/// Scalar after scalar, each with that many operands: all codes; or of a wider format special ones, those that bring
/// the result next to its format's ends and to ties, and any. Every block has one scalar. The first of each is 3 rows
/// short, so that some calls have odd lengths.
std::unique_ptr<Tuples> scaled_tuples(const Elementwise& operation, std::vector<std::uint64_t> scalars,
                                      std::uint64_t operands, std::uint64_t seed);

/// About `count` pairs whose exact result lies within a unit of the scalar's last place of a tie of the result's
/// format, on either side: what is rounded to float32 first goes wrong on some of them.
std::vector<std::vector<std::uint64_t>> scaled_near_ties(const Elementwise& operation, std::uint64_t count,
                                                         std::uint64_t seed);

}  // namespace hallmark
