// SPDX-License-Identifier: Apache-2.0
// EN07: right as written, but compiled with -ffinite-math-only, under which the NaN guard is always false.
#include "signatures.h"

namespace {
using namespace hallmark::kernels;

uint16_t guarded(uint32_t word) {
  const float number = std::bit_cast<float>(word);
  if (number != number) return static_cast<uint16_t>((word >> 16) | 0x40);
  return static_cast<uint16_t>((word + 0x7fff + ((word >> 16) & 1)) >> 16);
}

const TestBackend faults[] = {{"EN07", "ieee754", {{float32_bfloat16, elementwise<guarded>}}}};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
