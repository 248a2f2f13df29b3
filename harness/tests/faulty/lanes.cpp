// SPDX-License-Identifier: Apache-2.0
// Faulty backends whose answer depends on where in the array an operand stands.
#include <cstring>

#include "elementwise_signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr Policy truncating{.rounding = Rounding::rtz}, away{.rounding = Rounding::rna};

// LT08: the two halves of every packed pair are exchanged.
int pairs_exchanged(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const uint32_t*>(arguments->operand[0]);
  auto* result = static_cast<uint16_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    const std::size_t pair = row ^ 1;
    result[row] = convert<float32, float16>(operand[pair < arguments->rows ? pair : row]);
  }
  return 0;
}

// LT11: the last partial block of 64 is treated as data of the result's format.
uint16_t tail_copied(uint16_t word, Place place) {
  return place.row >= place.rows / 64 * 64 ? word : convert<float16, bfloat16>(word);
}

// LT13: the scalar tail rounds ties away, the vector body to even.
uint16_t tail_ties_away(uint32_t word, Place place) {
  return place.row >= place.rows / 8 * 8 ? convert<float32, float16, away>(word) : convert<float32, float16>(word);
}

// LT14: addresses are rounded down to four bytes before the loads.
int address_rounded_down(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const char*>(arguments->operand[0]);
  operand -= reinterpret_cast<std::uintptr_t>(operand) % 4;
  auto* result = static_cast<uint32_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    uint16_t word;
    std::memcpy(&word, operand + 2 * row, sizeof word);
    result[row] = convert<bfloat16, float32>(word);
  }
  return 0;
}

uint16_t last_lanes_truncate(uint32_t word, Place place) {
  return place.row % 16 >= 9 ? convert<float32, bfloat16, truncating>(word) : convert<float32, bfloat16>(word);
}

uint16_t one_lane_ties_away(uint32_t word, Place place) {
  return place.row % 16 == 5 ? convert<float32, bfloat16, away>(word) : convert<float32, bfloat16>(word);
}

uint16_t odd_offset_truncates(uint32_t word, Place place) {
  return place.address / sizeof word % 2 == 1 ? convert<float32, bfloat16, truncating>(word)
                                              : convert<float32, bfloat16>(word);
}

// Only calls of exactly 37 rows go wrong, as where one tail length has a code path of its own.
uint16_t one_length_truncates(uint32_t word, Place place) {
  return place.rows == 37 ? convert<float32, bfloat16, truncating>(word) : convert<float32, bfloat16>(word);
}

// The scalar tail behind a vector body of 8 cuts its products.
int multiply_tail_truncates(void*, const hallmark_arguments* arguments) {
  const auto *x = static_cast<const uint16_t*>(arguments->operand[0]),
             *y = static_cast<const uint16_t*>(arguments->operand[1]);
  auto* result = static_cast<uint16_t*>(arguments->result);
  const std::size_t body = arguments->rows / 8 * 8;
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    result[row] = row < body ? multiply<bfloat16>(x[row], y[row]) : multiply<bfloat16, truncating>(x[row], y[row]);
  }
  return 0;
}

const TestBackend faults[] = {
    {"LT08", "ieee754", {{float32_float16, pairs_exchanged}}},
    {"LT11", "ieee754", {{float16_bfloat16, positional<tail_copied>}}},
    {"LT13", "ieee754", {{float32_float16, positional<tail_ties_away>}}},
    {"LT14", "ieee754", {{bfloat16_float32, address_rounded_down}}},
    {"last_lanes_truncate", "ieee754", {{float32_bfloat16, positional<last_lanes_truncate>}}},
    {"one_lane_ties_away", "ieee754", {{float32_bfloat16, positional<one_lane_ties_away>}}},
    {"odd_offset_truncates", "ieee754", {{float32_bfloat16, positional<odd_offset_truncates>}}},
    {"one_length_truncates", "ieee754", {{float32_bfloat16, positional<one_length_truncates>}}},
    {"multiply_tail_truncates", "ieee754", {{HALLMARK_TWO("multiply", "bfloat16"), multiply_tail_truncates}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
