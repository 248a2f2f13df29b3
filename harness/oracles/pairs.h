// SPDX-License-Identifier: Apache-2.0
// Sums, differences, products and quotients of two 16-bit operands by float32 vectors: a block of pairs at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracles/small_formats.h"
#include "semantics/elementwise.h"

namespace hallmark {

/// Equal to truth wherever covers() says so (tested on every kind of pair). Why float32 is enough: a sum, product or
/// quotient of p-bit operands rounded to 24 >= 2p+2 bits and then to p or more is rounded as if once (Figueroa 1995,
/// "When is double rounding innocuous?"). Where the result is subnormal, products are exact, sums are multiples of the
/// smallest subnormal, and a quotient that is no midpoint lies further from one than 24 bits tell apart; bfloat16,
/// whose products leave float32's range there, is computed once more at 2^100 times the size.
class PairOracle {
 public:
  /// Of small formats, to nearest (small_formats.h), where float32 is enough.
  static bool covers(const Elementwise& operation, const Semantics& semantics);

  PairOracle(const Elementwise& operation, const Semantics& semantics,
             const PairKernels& kernels = *all_pair_kernels().back());
  PairOracle(const PairOracle&) = delete;  // the loops point into it
  PairOracle& operator=(const PairOracle&) = delete;

  /// results[i] for operands a[i] and b[i]: the right code, of NaNs the quiet one. Returns how many pairs belong to
  /// which requirement. Any rounding mode and flush flags may be set.
  PairCounts results(const std::uint16_t* a, const std::uint16_t* b, std::size_t rows, std::uint16_t* results) const;
  /// The same for one first operand and consecutive second ones.
  PairCounts row(std::uint16_t a, std::uint16_t first_b, std::size_t rows, std::uint16_t* results) const;

 private:
  bool is_largest(std::uint16_t a, std::uint16_t b) const;
  void recount(std::uint16_t a, std::uint16_t b, PairCounts& counts) const;

  Elementwise operation_;
  std::vector<float> a_values_, b_values_;  ///< by code, flushed where the semantics flush
  std::vector<std::uint16_t> codes_;        ///< 0, 1, 2, ...: where a row's second operands are read
  PairLoop loop_;
  const PairKernels& kernels_;
};

}  // namespace hallmark
