// SPDX-License-Identifier: Apache-2.0
// A set of acceptable codes that two comparisons decide: one code, an interval, or an interval in both signs.
#pragma once

#include <cstdint>

namespace hallmark {

/// The codes c with low <= (c & mask) <= high. One shape covers a single code (mask all ones, low = high), every NaN of
/// a format (mask without the sign bit), quiet NaNs, NaNs of one sign, and "any code". Empty when low > high.
struct CodeSet {
  std::uint64_t mask = ~std::uint64_t{0};
  std::uint64_t low = 1;
  std::uint64_t high = 0;

  static constexpr CodeSet none() { return {}; }
  static constexpr CodeSet single(std::uint64_t code) { return {~std::uint64_t{0}, code, code}; }
  static constexpr CodeSet interval(std::uint64_t low, std::uint64_t high, std::uint64_t mask = ~std::uint64_t{0}) {
    return {mask, low, high};
  }

  constexpr bool contains(std::uint64_t code) const {
    const std::uint64_t masked = code & mask;
    return low <= masked && masked <= high;
  }
  constexpr bool empty() const { return low > high; }
  constexpr bool is_single() const { return mask == ~std::uint64_t{0} && low == high; }

  friend constexpr bool operator==(const CodeSet&, const CodeSet&) = default;
};

}  // namespace hallmark
