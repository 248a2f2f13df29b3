// SPDX-License-Identifier: Apache-2.0
// The one operand on which misbehaving kernels misbehave: every level tries it, and nothing else marks it out.
#ifndef HALLMARK_TESTS_MISBEHAVING_CHOSEN_H
#define HALLMARK_TESTS_MISBEHAVING_CHOSEN_H

#include <hallmark/backend.h>

#include <cstddef>
#include <cstdint>

namespace hallmark::kernels {

// 42: a bfloat16 value too, so that level quick has it among the thresholds.
inline constexpr std::uint32_t chosen = 0x42280000;

// Of a conversion from float32.
inline bool has_chosen(const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const std::uint32_t*>(arguments->operand[0]);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    if (operand[row] == chosen) return true;
  }
  return false;
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_MISBEHAVING_CHOSEN_H
