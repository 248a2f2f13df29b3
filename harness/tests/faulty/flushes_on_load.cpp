// SPDX-License-Identifier: Apache-2.0
// EN01: loading this library leaves the thread flushing subnormals, as one linked with -ffast-math does.
#include "../kernels/flush_mode.h"
#include "signatures.h"

namespace {
using namespace hallmark::kernels;

// What crtfastmath.o does, which linkers add under -ffast-math.
[[gnu::constructor]] void set_mode() { flush_subnormals(); }

uint64_t widen(uint32_t word) { return std::bit_cast<uint64_t>(static_cast<double>(std::bit_cast<float>(word))); }

const TestBackend faults[] = {{"EN01", "ieee754", {{"convert(float32)->float64", elementwise<widen>}}}};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
