// SPDX-License-Identifier: Apache-2.0
// bfloat16 elements two by two, as VDPBF16PS takes them.
#ifndef HALLMARK_ADAPTERS_BFLOAT16_PAIRS_H
#define HALLMARK_ADAPTERS_BFLOAT16_PAIRS_H

#include <cstddef>
#include <cstdint>

namespace hallmark {
// Files compiled for different instruction sets must each have their own.
namespace {

/// The two elements at 2i and 2i + 1 as one word; past the end is +0.
inline std::uint32_t pair_at(const std::uint16_t* elements, std::size_t i, std::size_t depth) {
  const std::uint32_t low = elements[2 * i];
  return 2 * i + 1 < depth ? low | static_cast<std::uint32_t>(elements[2 * i + 1]) << 16 : low;
}

}  // namespace
}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_BFLOAT16_PAIRS_H
