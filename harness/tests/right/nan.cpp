// SPDX-License-Identifier: Apache-2.0
// Right backends that differ in their NaN results, which IEEE 754 leaves open.
#include "../faulty/signatures.h"

namespace {
using namespace hallmark::kernels;

template <Format to, Nan nan>
int kernel(void*, const hallmark_arguments* arguments) {
  return elementwise<convert<float32, to, Policy{.nan = nan}>>(nullptr, arguments);
}

// A multiplicative hash: no pattern that a comparison of runs could rest on.
constexpr uint32_t scrambled(uint32_t word) {
  const uint32_t mixed = (word ^ (word >> 15)) * 0x2c1b3c6d;
  return (mixed ^ (mixed >> 13)) * 0x297a2d39;
}

template <Format to>
Word<to> some_nan(uint32_t random) {
  const uint64_t fraction = (random >> 8) & to.fraction_mask();
  return signed_word<to>((random & 1) != 0, to.infinity() | (fraction == 0 ? 1 : fraction));
}

template <Format to>
Word<to> nan_by_place(uint32_t word, Place place) {
  return is_nan<float32>(word) ? some_nan<to>(scrambled(word + static_cast<uint32_t>(place.row)))
                               : convert<float32, to>(word);
}

// Not even two calls on the same operands agree: right where a profile does not ask that a run repeat bit for bit.
template <Format to>
Word<to> nan_by_call(uint32_t word) {
  thread_local uint32_t state = 1;
  return is_nan<float32>(word) ? some_nan<to>(scrambled(state++)) : convert<float32, to>(word);
}

template <Nan nan>
constexpr TestBackend both(const char* name) {
  return {name, "ieee754", {{float32_bfloat16, kernel<bfloat16, nan>}, {float32_float16, kernel<float16, nan>}}};
}

const TestBackend backends[] = {
    both<Nan::positive>("nan_positive"),
    both<Nan::negative>("nan_negative"),
    both<Nan::quiet_payload>("nan_quiet_payload"),
    both<Nan::payload>("nan_payload"),
    both<Nan::all_ones>("nan_all_ones"),
    {"nan_by_place",
     "ieee754",
     {{float32_bfloat16, positional<nan_by_place<bfloat16>>}, {float32_float16, positional<nan_by_place<float16>>}}},
    {"nan_by_call",
     "ieee754",
     {{float32_bfloat16, elementwise<nan_by_call<bfloat16>>}, {float32_float16, elementwise<nan_by_call<float16>>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
