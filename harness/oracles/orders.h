// SPDX-License-Identifier: Apache-2.0
// Comparisons and choices of two 16-bit operands by integer vectors: a block of pairs at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracles/order_loops.h"
#include "oracles/small_formats.h"
#include "semantics/elementwise.h"

namespace hallmark {

/// equal ... greater_equal, unordered, total_order; minimum, maximum and those that prefer numbers; nextafter,
/// copysign. Equal to truth wherever covers() says so (tested on every kind of pair): nothing rounds, and the codes of
/// a small format are in the order of their values.
class OrderOracle {
 public:
  /// Of one small format (small_formats.h) with subnormals kept; a result of a pair of numbers in that format.
  static bool covers(const Elementwise& operation, const Semantics& semantics);

  explicit OrderOracle(const Elementwise& operation, const OrderKernels& kernels = *all_order_kernels().back());
  OrderOracle(const OrderOracle&) = delete;
  OrderOracle& operator=(const OrderOracle&) = delete;

  /// results[i] for operands a[i] and b[i]: the right code, of NaNs the quiet one. Returns how many pairs belong to
  /// which requirement; the rest belong to comparison, or to rounding where a code is chosen.
  PairCounts results(const std::uint16_t* a, const std::uint16_t* b, std::size_t rows, std::uint16_t* results) const {
    return only_special(kernels_.results(loop_, a, b, rows, results));
  }
  /// The same for one first operand and consecutive second ones.
  PairCounts row(std::uint16_t a, std::uint16_t first_b, std::size_t rows, std::uint16_t* results) const {
    return only_special(kernels_.row(loop_, a, codes_.data() + first_b, rows, results));
  }

 private:
  /// What decides is no number, and has no subnormal operands of its own.
  PairCounts only_special(PairCounts counts) const {
    if (decides_) counts.subnormals = counts.overflow = 0;
    return counts;
  }

  std::vector<std::uint16_t> codes_;  ///< 0, 1, 2, ...: where a row's second operands are read
  OrderLoop loop_;
  bool decides_;
  const OrderKernels& kernels_;
};

}  // namespace hallmark
