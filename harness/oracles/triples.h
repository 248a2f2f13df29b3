// SPDX-License-Identifier: Apache-2.0
// Fused multiply-adds of 16-bit operands by float64 vectors: a block of triples at a time, or one product with many
// addends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracles/small_formats.h"
#include "oracles/triple_loops.h"
#include "semantics/elementwise.h"

namespace hallmark {

/// Equal to truth wherever covers() says so (tested on every kind of triple). A product of two small formats' values is
/// exact in float64. Its sum with the addend is rounded to odd there, and 53 bits are at least two more than the result
/// has, so that rounding once more gives what one rounding of the exact sum gives (Boldo and Melquiond, "Emulation of
/// FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008).
class TripleOracle {
 public:
  /// Fused ones of small formats, to nearest (small_formats.h).
  static bool covers(const Elementwise& operation, const Semantics& semantics);

  TripleOracle(const Elementwise& operation, const Semantics& semantics,
               const TripleKernels& kernels = *all_triple_kernels().back());
  TripleOracle(const TripleOracle&) = delete;  // the loops point into it
  TripleOracle& operator=(const TripleOracle&) = delete;

  /// results[i] for a[i] * b[i] + c[i]: the right code, of NaNs the quiet one. Returns how many triples belong to which
  /// requirement. Any rounding mode and flush flags may be set.
  PairCounts results(const std::uint16_t* a, const std::uint16_t* b, const std::uint16_t* c, std::size_t rows,
                     std::uint16_t* results) const;
  /// The same for one a, one b and consecutive addends.
  PairCounts row(std::uint16_t a, std::uint16_t b, std::uint16_t first_c, std::size_t rows,
                 std::uint16_t* results) const;

 private:
  std::vector<float> values_[3];
  std::vector<std::uint16_t> codes_;  ///< 0, 1, 2, ...: where a row's addends are read
  TripleLoop loop_;
  const TripleKernels& kernels_;
};

}  // namespace hallmark
