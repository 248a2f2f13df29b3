// SPDX-License-Identifier: Apache-2.0
// What the vector oracles share: 16-bit formats whose values are float32 numbers, and arrays of right codes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracles/pair_loops.h"
#include "semantics/elementwise.h"

namespace hallmark {

/// IEEE 754's layout in two bytes, at most 11 bits of precision, and every value a float32.
bool is_small_ieee(const Format& format);

/// Nearest even, gradual underflow, overflow to infinity, any NaN; operand subnormals kept or flushed.
bool is_plain_nearest(const Semantics& semantics);

/// The bits of a code's value as a float32, put together by integers; of any NaN the quiet one.
std::uint32_t float32_bits(const Format& format, std::uint64_t code);

/// The same of every code, flushed where the semantics flush operands.
std::vector<float> float32_values(const Format& format, const Semantics& semantics);

PairCategories categories_of(const Format& format);

/// The least exponent of two that a format's values are multiples of.
inline int least_exponent(const Format& format) { return format.min_exponent() - format.significand_bits; }

/// Arrays of right codes against arrays of results; where NaN is right any NaN is.
class RightCodes {
 public:
  RightCodes(const Format& result, const PairKernels& kernels)
      : kernels_(kernels),
        magnitude_mask_(static_cast<std::uint16_t>(result.magnitude_mask())),
        infinity_(static_cast<std::uint16_t>(result.largest_finite() + 1)) {}

  bool all_match(const std::uint16_t* right, const void* results, std::size_t rows) const {
    return kernels_.all_match(right, results, rows, magnitude_mask_, infinity_);
  }
  bool matches(std::uint16_t right, std::uint16_t got) const { return right == got || (is_nan(right) && is_nan(got)); }

  /// Codes that are wrong in every row; others for another turn.
  void poison(const std::uint16_t* right, std::size_t rows, int turn, void* results) const {
    kernels_.poison(right, rows, poison_of(0, turn), results);
  }
  static std::uint16_t poison_of(std::uint16_t right, int turn) {
    return static_cast<std::uint16_t>(right ^ (turn == 0 ? 0x5555u : 0xaaaau));
  }

 private:
  bool is_nan(std::uint16_t code) const { return (code & magnitude_mask_) > infinity_; }

  const PairKernels& kernels_;
  std::uint16_t magnitude_mask_, infinity_;
};

}  // namespace hallmark
