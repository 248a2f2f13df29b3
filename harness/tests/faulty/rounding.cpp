// SPDX-License-Identifier: Apache-2.0
// Faulty backends that round wrongly. Ids such as CV01 are reports in the reference list of public faults.
#include "signatures.h"

namespace {
using namespace hallmark::kernels;

// CV01: the upper half of the word is kept, the rest ignored.
constexpr auto truncates = convert<float32, bfloat16, Policy{.rounding = Rounding::rtz}>;
// CV02: half an ulp is added and the rest cut, so every tie grows.
constexpr auto ties_away = convert<float32, bfloat16, Policy{.rounding = Rounding::rna}>;
// CV22: the rounding mode is left at floor.
constexpr auto floors = convert<float32, bfloat16, Policy{.rounding = Rounding::rdn}>;
// CV14: the portable path rounds ties away from zero.
constexpr auto float16_ties_away = convert<float32, float16, Policy{.rounding = Rounding::rna}>;
// CV17: the 8-bit narrowing adds half an ulp and cuts.
constexpr auto e5m2_ties_away = convert<float16, float8_e5m2, Policy{.rounding = Rounding::rna}>;
// CV20: three fraction bits are shifted out.
constexpr auto float16_bfloat16_truncates = convert<float16, bfloat16, Policy{.rounding = Rounding::rtz}>;

template <Format from, Format through, Format to>
Word<to> rounded_twice(Word<from> word) {
  return convert<through, to>(convert<from, through>(word));
}

// CV07: the sticky bit covers only the upper word of the float64.
template <Format to>
Word<to> low_word_ignored(uint64_t word) {
  return convert<float64, to>(is_nan<float64>(word) ? word : word & 0xffffffff00000000);
}

// CV10: the fraction is rounded by itself, and the carry out of it is lost.
template <Format from, Format to>
Word<to> carry_lost(Word<from> word) {
  const Word<to> right = convert<from, to>(word), cut = convert<from, to, Policy{.rounding = Rounding::rtz}>(word);
  const int exponent = static_cast<int>(magnitude<from>(word) >> from.fraction_bits) - from.bias;
  const bool carried = (right & to.fraction_mask()) == 0 && right != cut && exponent <= to.bias &&
                       magnitude<to>(cut) >= to.smallest_normal();
  return carried ? static_cast<Word<to>>(cut & ~to.fraction_mask()) : right;
}

// CV11: zero is treated as a number to be rebased, which leaves a stray fraction bit.
uint16_t zero_becomes_subnormal(uint32_t word) {
  const uint16_t right = convert<float32, bfloat16>(word);
  return magnitude<float32>(word) == 0 ? right | 0x40 : right;
}

// CV13: subnormal results are shifted right without a sticky bit before the tie is decided.
uint16_t sticky_lost(uint32_t word) {
  const uint32_t field = magnitude<float32>(word) >> 23;
  if (field >= 113 || field < 102) return convert<float32, float16>(word);
  const uint32_t significand = ((word & 0x7fffff) | 0x800000) >> (113 - field);
  return signed_word<float16>(is_negative<float32>(word), round_shift(significand, 13, false, Rounding::rne));
}

// CV19: the top ten fraction bits are kept; what is too large still becomes infinity.
uint16_t fraction_cut(uint32_t word) {
  if (magnitude<float32>(word) >= 0x47800000) return convert<float32, float16>(word);
  return convert<float32, float16, Policy{.rounding = Rounding::rtz}>(word);
}

uint16_t odd_exponents_one_ulp_high(uint32_t word) {
  const uint32_t field = magnitude<float32>(word) >> 23;
  const uint16_t right = convert<float32, bfloat16>(word);
  return field % 2 == 1 && field != 255 ? static_cast<uint16_t>(right + 1) : right;
}

const TestBackend faults[] = {
    {"CV01", "ieee754", {{float32_bfloat16, elementwise<truncates>}}},
    {"CV02", "ieee754", {{float32_bfloat16, elementwise<ties_away>}}},
    {"CV04", "ieee754", {{float64_float16, elementwise<rounded_twice<float64, float32, float16>>}}},
    {"CV05", "ieee754", {{float64_bfloat16, elementwise<rounded_twice<float64, float32, bfloat16>>}}},
    {"CV07", "ieee754", {{float64_float16, elementwise<low_word_ignored<float16>>}}},
    {"CV07_bfloat16", "ieee754", {{float64_bfloat16, elementwise<low_word_ignored<bfloat16>>}}},
    {"CV10", "ieee754", {{float64_float16, elementwise<carry_lost<float64, float16>>}}},
    {"CV10_bfloat16", "ieee754", {{float32_bfloat16, elementwise<carry_lost<float32, bfloat16>>}}},
    {"CV11", "ieee754", {{float32_bfloat16, elementwise<zero_becomes_subnormal>}}},
    {"CV13", "ieee754", {{float32_float16, elementwise<sticky_lost>}}},
    {"CV14", "ieee754", {{float32_float16, elementwise<float16_ties_away>}}},
    {"CV16", "ocp_fp8", {{float32_e4m3fn, elementwise<rounded_twice<float32, float16, float8_e4m3fn>>}}},
    {"CV17", "ocp_fp8", {{"convert(float16)->float8_e5m2", elementwise<e5m2_ties_away>}}},
    {"CV19", "ieee754", {{float32_float16, elementwise<fraction_cut>}}},
    {"CV20", "ieee754", {{float16_bfloat16, elementwise<float16_bfloat16_truncates>}}},
    {"CV22", "ieee754", {{float32_bfloat16, elementwise<floors>}}},
    {"e5m2_rounded_twice", "ocp_fp8", {{float32_e5m2, elementwise<rounded_twice<float32, float16, float8_e5m2>>}}},
    {"odd_exponents_one_ulp_high", "ieee754", {{float32_bfloat16, elementwise<odd_exponents_one_ulp_high>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
