// SPDX-License-Identifier: Apache-2.0
// The scalar backend's fast path from int32, whose 2^32 operands are all swept: a group of rows of one sign and one
// magnitude's width shares its shift, which the baseline's vector instructions can do.
#ifndef HALLMARK_ADAPTERS_SCALAR_INT32_SOURCE_H
#define HALLMARK_ADAPTERS_SCALAR_INT32_SOURCE_H

#include <bit>
#include <cstddef>
#include <cstdint>

#include "exact.h"
#include "hallmark/backend.h"

namespace hallmark::scalar {

template <typename Target>
int convert_from_int32(void*, const hallmark_arguments* arguments) {
  const auto* __restrict operand = static_cast<const std::int32_t*>(arguments->operand[0]);
  auto* __restrict result = static_cast<typename Target::Word*>(arguments->result);
  const std::size_t rows = arguments->rows;
  constexpr std::size_t group = 32;
  constexpr auto infinity = static_cast<std::int32_t>(Target::infinity);
  std::uint32_t codes[group];  // in full words, shortened in a loop of their own: GCC 12 is slow at mixed widths
  std::size_t row = 0;
  for (; row + group <= rows; row += group) {
    const std::uint32_t sign_mask = operand[row] < 0 ? 0xffffffffu : 0u;
    std::uint32_t any = 0, all = 0xffffffffu, other_sign = 0;
    for (std::size_t i = 0; i < group; ++i) {
      const auto word = static_cast<std::uint32_t>(operand[row + i]);
      const std::uint32_t magnitude = (word ^ sign_mask) - sign_mask;
      any |= magnitude;
      all &= magnitude;
      other_sign |= word ^ sign_mask;
    }
    if (other_sign >> 31 != 0 || std::countl_zero(any) != std::countl_zero(all)) {
      for (std::size_t i = 0; i < group; ++i) result[row + i] = convert_one<int32, Target>(operand[row + i]);
      continue;
    }
    const int exponent = 31 - std::countl_zero(any);  // -1 where all are zero
    const int drop = exponent - Target::fraction_bits;
    const int left = drop < 0 ? -drop : 0;
    // The hidden bit adds one to the exponent field, and a carry out of the fraction another.
    const std::uint32_t base =
        exponent < 0 ? 0u : static_cast<std::uint32_t>(exponent + Target::bias - 1) << Target::fraction_bits;
    const std::uint32_t sign = sign_mask & static_cast<std::uint32_t>(Target::sign);
    if (drop <= 0) {
      for (std::size_t i = 0; i < group; ++i) {
        const std::uint32_t magnitude = (static_cast<std::uint32_t>(operand[row + i]) ^ sign_mask) - sign_mask;
        codes[i] = ((magnitude << left) + base) | sign;
      }
    } else {
      for (std::size_t i = 0; i < group; ++i) {
        const std::uint32_t magnitude = (static_cast<std::uint32_t>(operand[row + i]) ^ sign_mask) - sign_mask;
        const auto code = static_cast<std::int32_t>(rounded<Rounding::rne>(magnitude, drop, false) + base);
        codes[i] = static_cast<std::uint32_t>(code > infinity ? infinity : code) | sign;
      }
    }
    for (std::size_t i = 0; i < group; ++i) result[row + i] = static_cast<typename Target::Word>(codes[i]);
  }
  for (; row < rows; ++row) result[row] = convert_one<int32, Target>(operand[row]);
  return 0;
}

}  // namespace hallmark::scalar

#endif  // HALLMARK_ADAPTERS_SCALAR_INT32_SOURCE_H
