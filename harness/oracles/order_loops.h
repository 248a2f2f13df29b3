// SPDX-License-Identifier: Apache-2.0
// The loops of the order oracle, one copy per instruction set; compiled by loops_<target>.cpp from order_loops.inc.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "oracles/pair_loops.h"
#include "semantics/operators.h"

namespace hallmark {

struct OrderLoop {
  Operator code = Operator::less;
  std::uint32_t sign = 0, infinity = 0, quiet_nan = 0, smallest_normal = 0;  ///< codes of the operands' format
};

struct OrderKernels {
  /// results[i] for a[i] and b[i]: a code, or 0 or 1. Returns how many pairs belong to which requirement.
  PairCounts (*results)(const OrderLoop& loop, const std::uint16_t* a, const std::uint16_t* b, std::size_t rows,
                        std::uint16_t* results);
  /// The same for one first operand and b[0], b[1], ...
  PairCounts (*row)(const OrderLoop& loop, std::uint16_t a, const std::uint16_t* b, std::size_t rows,
                    std::uint16_t* results);
};

/// Of the same instruction sets and in the same order as all_pair_kernels().
std::span<const OrderKernels* const> all_order_kernels();

}  // namespace hallmark
