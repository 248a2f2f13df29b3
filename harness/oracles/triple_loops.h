// SPDX-License-Identifier: Apache-2.0
// The loops of the triple oracle, one copy per instruction set; compiled by triple_<target>.cpp from
// triple_loops.inc.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "oracles/pair_loops.h"

namespace hallmark {

struct TripleLoop {
  const float* values[3] = {};  ///< of each operand, by code
  PairCategories categories[3];

  // The result format: how float64's bits become its code.
  int significand_bits = 0, min_exponent = 0, sign_shift = 0;  ///< sign_shift: from float64's sign bit down
  std::uint64_t infinity = 0, quiet_nan = 0;
  std::uint64_t smallest_normal = 0, largest = 0;  ///< as float64 bits
};

struct TripleKernels {
  /// results[i] of a[i] * b[i] + c[i]. Returns how many triples belong to which requirement.
  PairCounts (*results)(const TripleLoop& loop, const std::uint16_t* a, const std::uint16_t* b, const std::uint16_t* c,
                        std::size_t rows, std::uint16_t* results);
  /// The same for one a, one b and the addends c[0], c[0] + 1, ...
  PairCounts (*row)(const TripleLoop& loop, std::uint16_t a, std::uint16_t b, const std::uint16_t* c, std::size_t rows,
                    std::uint16_t* results);
};

/// Of the same instruction sets and in the same order as all_pair_kernels().
std::span<const TripleKernels* const> all_triple_kernels();

}  // namespace hallmark
