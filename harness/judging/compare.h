// SPDX-License-Identifier: Apache-2.0
// The hot loops: does every result of a block lie in one code set, and writing poison. One copy per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/code_set.h"
#include "oracles/lines.h"

namespace hallmark {

/// Loops over results of 1, 2, 4 or 8 bytes an element, unaligned. Integers only.
struct CompareKernels {
  const char* name;
  /// Whether all `count` results lie in the set.
  bool (*all_in)(const void* results, std::size_t bytes, std::size_t count, const CodeSet& set);
  /// Whether result i is the code that the line gives its operand i, for the line's first `count` operands.
  bool (*on_line)(const void* results, std::size_t bytes, std::size_t count, const Line& line);
  /// Writes `count` elements of that code.
  void (*fill)(void* results, std::size_t bytes, std::size_t count, std::uint64_t code);
  /// Writes consecutive codes first, first + 1, ... as elements.
  void (*iota)(void* operands, std::size_t bytes, std::size_t count, std::uint64_t first);
  /// Whether all `count` results are that code; and iota() of as many operands, whose writes hide the reading of
  /// results.
  bool (*all_equal_and_iota)(const void* results, std::size_t bytes, std::size_t count, std::uint64_t code,
                             void* operands, std::size_t operand_bytes, std::uint64_t first);
};

/// The widest this processor runs.
const CompareKernels& compare_kernels();

/// Reads one element of an array of 1, 2, 4 or 8 byte elements.
inline std::uint64_t load_code(const void* array, std::size_t bytes, std::size_t index) {
  const auto* at = static_cast<const unsigned char*>(array) + index * bytes;
  switch (bytes) {
    case 1:
      return *at;
    case 2: {
      std::uint16_t code;
      __builtin_memcpy(&code, at, 2);
      return code;
    }
    case 4: {
      std::uint32_t code;
      __builtin_memcpy(&code, at, 4);
      return code;
    }
    default: {
      std::uint64_t code;
      __builtin_memcpy(&code, at, 8);
      return code;
    }
  }
}

inline void store_code(void* array, std::size_t bytes, std::size_t index, std::uint64_t code) {
  __builtin_memcpy(static_cast<unsigned char*>(array) + index * bytes, &code, bytes);
}

}  // namespace hallmark
