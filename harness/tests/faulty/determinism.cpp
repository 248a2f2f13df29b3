// SPDX-License-Identifier: Apache-2.0
// Faulty backends that answer the same call otherwise when it is made again.
#include "signatures.h"

namespace {
using namespace hallmark::kernels;

// Marsaglia's xorshift64, seeded by where the stack lies, which no two runs share.
uint32_t random_word() {
  thread_local uint64_t state = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) | 1;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return static_cast<uint32_t>(state >> 32);
}

// Every tie up or down as a coin falls: half of them are wrong, each time others.
uint16_t tie_at_random(uint32_t word) {
  const bool is_tie = (word & 0xffff) == 0x8000 && (word & 0x7f800000) != 0x7f800000;
  return is_tie ? static_cast<uint16_t>((word >> 16) + (random_word() & 1)) : convert<float32, bfloat16>(word);
}

// Right whatever NaN may come back; one call in 64 gives another.
int nan_now_and_then(void*, const hallmark_arguments* arguments) {
  thread_local unsigned calls = 0;
  const bool other = ++calls % 64 == 0;
  return for_each_row<uint16_t, uint32_t>(arguments, [=](uint32_t word, std::size_t) {
    if ((word & 0x7fffffff) <= 0x7f800000) return convert<float32, bfloat16>(word);
    return static_cast<uint16_t>(other ? 0xffff : 0x7fc0);
  });
}

// No integer is the right one for what does not fit: this gives whatever lies about.
uint32_t integer_at_random(uint32_t word) {
  const bool fits = (word & 0x7fffffff) < 0x4f000000 || word == 0xcf000000;
  return fits ? static_cast<uint32_t>(static_cast<std::int32_t>(std::bit_cast<float>(word))) : random_word();
}

const TestBackend faults[] = {
    {"ties_at_random", "ieee754", {{float32_bfloat16, elementwise<tie_at_random>}}},
    {"nan_now_and_then", "ieee754", {{float32_bfloat16, nan_now_and_then}}},
    {"integer_at_random", "ieee754", {{"convert(float32)->int32", elementwise<integer_at_random>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
