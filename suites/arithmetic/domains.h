// SPDX-License-Identifier: Apache-2.0
// Which operand tuples an elementwise operation is tried on at each level, and how they are divided into parts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arithmetic/tuple_sweep.h"
#include "formats/interval.h"
#include "plan.h"

namespace hallmark {

/// A part's tuples, and about how many. Parts have no tuple in common.
struct TupleShare {
  MakeTuples make;
  std::uint64_t tuples = 0;
  std::optional<Interval> firsts;  ///< where they are all pairs with these first operands
};

/// Bits of all operands together.
int domain_bits(const Elementwise& operation);

/// Operands of 24 bits together are exhausted. Pairs of 16-bit operands: at exhaustive all, at standard over 2^26
/// stratified ones, at quick a sixty-fourth of them. Anything wider: drawn by classes, 2^26 triples of 16 bits at
/// standard and 2^22 tuples else, 2^20 at quick.
std::vector<TupleShare> tuple_shares(const Elementwise& operation, Level level, std::uint64_t seed,
                                     const std::string& stream);

/// A thousand tuples of every kind, or all where there are no more: to be tried at many places of an array.
std::vector<std::vector<std::uint64_t>> tuple_sample(const Elementwise& operation, std::uint64_t seed);

}  // namespace hallmark
