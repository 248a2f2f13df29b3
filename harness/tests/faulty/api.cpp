// SPDX-License-Identifier: Apache-2.0
// Faulty backends that take a bit pattern for a number, or an array for one of another type.
#include "signatures.h"

namespace {
using namespace hallmark::kernels;

// AP01: the storage integer is assigned to the floating cell by value.
uint32_t stored_by_value(uint16_t word) { return std::bit_cast<uint32_t>(static_cast<float>(word)); }

// AP02: a bfloat16 is seen through a four-byte view.
uint32_t seen_as_float32(uint16_t word) { return word; }

uint32_t one_entry_wrong(uint8_t code) {
  const uint32_t right = convert<float8_e4m3fn, float32>(code);
  return code == 0x2b ? right ^ 0x00100000 : right;
}

const TestBackend faults[] = {
    {"AP01", "ieee754", {{bfloat16_float32, elementwise<stored_by_value>}}},
    {"AP01_float16", "ieee754", {{float16_float32, elementwise<stored_by_value>}}},
    {"AP02", "ieee754", {{bfloat16_float32, elementwise<seen_as_float32>}}},
    {"one_entry_wrong", "ieee754", {{"convert(float8_e4m3fn)->float32", elementwise<one_entry_wrong>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
