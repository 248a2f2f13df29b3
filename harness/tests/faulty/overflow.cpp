// SPDX-License-Identifier: Apache-2.0
// Faulty backends that are wrong on values above the largest finite result, or just below it.
#include <cstring>

#include "signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr Policy saturates{.overflow = Overflow::saturate};

// OV01: the exponent is capped at all ones and the fraction bits are kept, so overflow spells NaN.
uint16_t fraction_kept(uint32_t word) {
  if (magnitude<float32>(word) < 0x47800000 || !(magnitude<float32>(word) < 0x7f800000)) {
    return convert<float32, float16>(word);
  }
  return signed_word<float16>(is_negative<float32>(word), 0x7c00 | ((word & 0x7fffff) >> 13));
}

// OV02: the source is already materialised, so the narrowing cast is skipped and its bytes are handed on.
int cast_skipped(void*, const hallmark_arguments* arguments) {
  if (arguments->rows != 0) std::memcpy(arguments->result, arguments->operand[0], arguments->rows * 2);
  return 0;
}

// OV04: the policies are mixed up, in either direction.
uint8_t e4m3fn_saturates(uint32_t word) {
  return is_infinite<float32>(word) ? convert<float32, float8_e4m3fn>(word)
                                    : convert<float32, float8_e4m3fn, saturates>(word);
}

uint8_t e4m3fn_overflows(uint32_t word) {
  return is_infinite<float32>(word) ? convert<float32, float8_e4m3fn, saturates>(word)
                                    : convert<float32, float8_e4m3fn>(word);
}

// 464 is the tie between 448 and the 480 that does not exist: it belongs to 448, all above it to NaN.
uint8_t e4m3fn_tie_lost(uint32_t word) {
  return magnitude<float32>(word) == 0x43e80000 ? signed_word<float8_e4m3fn>(is_negative<float32>(word), 0x7f)
                                                : convert<float32, float8_e4m3fn>(word);
}

uint8_t e4m3fn_saturates_to_480(uint32_t word) {
  return magnitude<float32>(word) < 0x43f00000 ? convert<float32, float8_e4m3fn, saturates>(word)
                                               : convert<float32, float8_e4m3fn>(word);
}

// OV05: the range is tested before rounding.
template <Format to>
Word<to> range_tested_first(uint32_t word) {
  constexpr uint32_t largest = convert<to, float32>(static_cast<Word<to>>(to.largest()));
  if (is_nan<float32>(word) || magnitude<float32>(word) <= largest) return convert<float32, to>(word);
  return signed_word<to>(is_negative<float32>(word), to.infinity());
}

uint16_t threshold_saturates(uint32_t word) {
  return magnitude<float32>(word) == 0x477ff000 ? signed_word<float16>(is_negative<float32>(word), 0x7bff)
                                                : convert<float32, float16>(word);
}

uint16_t bfloat16_saturates(uint32_t word) {
  return is_infinite<float32>(word) ? convert<float32, bfloat16>(word) : convert<float32, bfloat16, saturates>(word);
}

const TestBackend faults[] = {
    {"OV01", "ieee754", {{float32_float16, elementwise<fraction_kept>}}},
    {"OV02", "ieee754", {{float32_float16, cast_skipped}}},
    {"OV04_saturates", "ocp_fp8", {{float32_e4m3fn, elementwise<e4m3fn_saturates>}}},
    {"OV04_overflows", "ocp_fp8_saturating", {{float32_e4m3fn, elementwise<e4m3fn_overflows>}}},
    {"OV05", "ocp_fp8", {{float32_e5m2, elementwise<range_tested_first<float8_e5m2>>}}},
    {"OV05_bfloat16", "ieee754", {{float32_bfloat16, elementwise<range_tested_first<bfloat16>>}}},
    {"e4m3fn_tie_lost", "ocp_fp8", {{float32_e4m3fn, elementwise<e4m3fn_tie_lost>}}},
    {"e4m3fn_saturates_to_480", "ocp_fp8", {{float32_e4m3fn, elementwise<e4m3fn_saturates_to_480>}}},
    {"threshold_saturates", "ieee754", {{float32_float16, elementwise<threshold_saturates>}}},
    {"bfloat16_saturates", "ieee754", {{float32_bfloat16, elementwise<bfloat16_saturates>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
