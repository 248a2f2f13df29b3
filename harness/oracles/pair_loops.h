// SPDX-License-Identifier: Apache-2.0
// The loops of the pair oracle, one copy per instruction set; compiled by loops_<target>.cpp from pair_loops.inc.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hallmark {

/// Pairs by requirement; the rest belong to rounding.
struct PairCounts {
  std::uint64_t special_values = 0, subnormals = 0, overflow = 0;
};

/// Where the codes of an operand's category begin, less one: of magnitude m, m - 1 < normal says subnormal, and
/// m - 1 >= infinity says zero, infinity or NaN, because 0 - 1 wraps.
struct PairCategories {
  std::uint32_t magnitude_mask = 0, normal = 0, infinity = 0;
};

enum class PairOperator : std::uint8_t { add, subtract, multiply, divide };

struct PairLoop {
  PairOperator code = PairOperator::add;
  const float* a_values = nullptr;
  const float* b_values = nullptr;
  PairCategories a, b;

  // The result format: how float32's bits become its code.
  std::uint32_t shift = 0;       ///< fraction bits too many
  std::uint32_t rebias = 0;      ///< difference of the biases, at the result's exponent field
  std::uint32_t sign_shift = 0;  ///< from float32's sign bit down to the result's
  std::uint32_t infinity = 0, quiet_nan = 0;
  std::uint32_t smallest_normal = 0, largest = 0;  ///< as float32 bits
  float scale = 1;                                 ///< a power of two that keeps subnormal results in float32's range
  float units = 0;  ///< 2^23 times the scaled smallest subnormal: adding it rounds to that
};

struct PairKernels {
  const char* name;
  PairCounts (*results)(const PairLoop& loop, const std::uint16_t* a, const std::uint16_t* b, std::size_t rows,
                        std::uint16_t* results);
  /// One first operand with b[0], b[0] + 1, ...
  PairCounts (*row)(const PairLoop& loop, std::uint16_t a, const std::uint16_t* b, std::size_t rows,
                    std::uint16_t* results);
  bool (*all_match)(const std::uint16_t* right, const void* results, std::size_t rows, std::uint16_t magnitude_mask,
                    std::uint16_t infinity);
  void (*poison)(const std::uint16_t* right, std::size_t rows, std::uint16_t flip, void* results);
  /// The same for results of one byte.
  bool (*all_match_bytes)(const std::uint16_t* right, const void* results, std::size_t rows);
  void (*poison_bytes)(const std::uint16_t* right, std::size_t rows, std::uint16_t flip, void* results);
};

/// Those this processor runs, the widest last.
std::span<const PairKernels* const> all_pair_kernels();

}  // namespace hallmark
