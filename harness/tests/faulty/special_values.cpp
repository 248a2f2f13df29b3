// SPDX-License-Identifier: Apache-2.0
// Faulty backends that are wrong on NaN, infinity or zero.
#include "signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr Policy avx512{.flush = Flush::operands};

// SP01: NaNs are narrowed by the shift that numbers get, so a payload in the low half vanishes.
template <Format to>
Word<to> nan_shifted(uint32_t word) {
  if (!is_nan<float32>(word)) return convert<float32, to>(word);
  return signed_word<to>(is_negative<float32>(word),
                         to.infinity() | ((word & float32.fraction_mask()) >> (23 - to.fraction_bits)));
}

// SP02: the rounding bias carries a NaN through its exponent into the sign.
uint16_t nan_biased(uint32_t word) {
  if (!is_nan<float32>(word)) return convert<float32, bfloat16>(word);
  return static_cast<uint16_t>((word + 0x7fff + ((word >> 16) & 1)) >> 16);
}

// SP19: the magnitude is tested for zero first, then the sign attached, so the only NaN becomes -0.
template <Format from, Format to>
Word<to> fnuz_nan_decoded_as_zero(uint8_t code) {
  return code == 0x80 ? signed_word<to>(true, 0) : convert<from, to>(code);
}

// SP20: the sign is attached even when the magnitude became zero, which spells NaN.
uint8_t fnuz_tiny_becomes_nan(uint32_t word) {
  const uint8_t right = convert<float32, float8_e4m3fnuz>(word);
  return right == 0 && is_negative<float32>(word) ? 0x80 : right;
}

uint8_t fnuz_negative_zero_kept(uint32_t word) {
  return word == 0x80000000 ? 0x80 : convert<float32, float8_e4m3fnuz>(word);
}

// The NaN of e4m3fn is the largest number of e4m3fnuz.
uint8_t fnuz_nan_spelt_as_fn(uint32_t word) {
  return is_nan<float32>(word) ? 0x7f : convert<float32, float8_e4m3fnuz>(word);
}

// SP22: the vector path makes NaNs canonical, the scalar tail keeps their payload.
uint16_t nan_differs_by_path(uint32_t word, Place place) {
  if (is_nan<float32>(word) && place.row < place.rows / 16 * 16) return 0x7fc0;
  return convert<float32, bfloat16, avx512>(word);
}

// SP23: the quiet NaN of float16 stands where that of bfloat16 is meant.
uint16_t nan_of_float16(uint32_t word) { return is_nan<float32>(word) ? 0x7e00 : convert<float32, bfloat16>(word); }

uint32_t widened_nan_of_float16(uint16_t word) {
  return is_nan<bfloat16>(word) ? 0x7e000000 : convert<bfloat16, float32>(word);
}

uint16_t signalling_becomes_infinity(uint32_t word) {
  if (!is_nan<float32>(word) || (word & float32.quiet_bit()) != 0) return convert<float32, bfloat16>(word);
  return signed_word<bfloat16>(is_negative<float32>(word), bfloat16.infinity());
}

uint16_t infinity_saturates(uint32_t word) {
  if (!is_infinite<float32>(word)) return convert<float32, bfloat16>(word);
  return signed_word<bfloat16>(is_negative<float32>(word), bfloat16.largest());
}

uint16_t nan_becomes_zero(uint32_t word) { return is_nan<float32>(word) ? 0 : convert<float32, float16>(word); }

// The sign of a NaN is dropped although the contract says it is kept.
uint16_t nan_sign_lost(uint32_t word) {
  const uint16_t right = convert<float32, bfloat16, avx512>(word);
  return is_nan<float32>(word) ? magnitude<bfloat16>(right) : right;
}

// SP13: a word of zero magnitude is replaced by +0 on its way.
template <Format from, Format to>
Word<to> negative_zero_lost(Word<from> word) {
  return magnitude<from>(word) == 0 ? Word<to>{0} : convert<from, to>(word);
}

const TestBackend faults[] = {
    {"SP01", "ieee754", {{float32_bfloat16, elementwise<nan_shifted<bfloat16>>}}},
    {"SP01_float16", "ieee754", {{float32_float16, elementwise<nan_shifted<float16>>}}},
    {"SP02", "ieee754", {{float32_bfloat16, elementwise<nan_biased>}}},
    {"SP13", "ieee754", {{float16_float32, elementwise<negative_zero_lost<float16, float32>>}}},
    {"SP13_bfloat16", "ieee754", {{float32_bfloat16, elementwise<negative_zero_lost<float32, bfloat16>>}}},
    {"SP19",
     "ieee754",
     {{"convert(float8_e4m3fnuz)->bfloat16", elementwise<fnuz_nan_decoded_as_zero<float8_e4m3fnuz, bfloat16>>}}},
    {"SP19_e5m2fnuz",
     "ieee754",
     {{"convert(float8_e5m2fnuz)->float16", elementwise<fnuz_nan_decoded_as_zero<float8_e5m2fnuz, float16>>}}},
    {"SP20", "ocp_fp8", {{float32_e4m3fnuz, elementwise<fnuz_tiny_becomes_nan>}}},
    {"SP22", "avx512_bf16", {{float32_bfloat16, positional<nan_differs_by_path>}}},
    {"SP23", "ieee754", {{float32_bfloat16, elementwise<nan_of_float16>}}},
    {"SP23_widening", "ieee754", {{bfloat16_float32, elementwise<widened_nan_of_float16>}}},
    {"fnuz_negative_zero_kept", "ocp_fp8", {{float32_e4m3fnuz, elementwise<fnuz_negative_zero_kept>}}},
    {"fnuz_nan_spelt_as_fn", "ocp_fp8", {{float32_e4m3fnuz, elementwise<fnuz_nan_spelt_as_fn>}}},
    {"signalling_becomes_infinity", "ieee754", {{float32_bfloat16, elementwise<signalling_becomes_infinity>}}},
    {"infinity_saturates", "ieee754", {{float32_bfloat16, elementwise<infinity_saturates>}}},
    {"nan_becomes_zero", "ieee754", {{float32_float16, elementwise<nan_becomes_zero>}}},
    {"nan_sign_lost", "avx512_bf16", {{float32_bfloat16, elementwise<nan_sign_lost>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
