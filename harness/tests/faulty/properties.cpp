// SPDX-License-Identifier: Apache-2.0
// Faulty backends that break a property of conversions: some for each property, some on operands that no sweep of their
// source draws.
#include "../kernels/integers.h"
#include "signatures.h"

namespace {
using namespace hallmark::kernels;
using std::int64_t;

constexpr auto right = convert<float32, bfloat16>;

// Monotone: three quarters of the way through each binade results fall back by eight steps.
uint16_t steps_back(uint32_t word) {
  const uint16_t rounded = right(word);
  const bool in_dip = (word & 0x780000) == 0x600000 && (word & 0x7f800000) != 0x7f800000 && (word & 0x7f800000) != 0;
  return in_dip ? static_cast<uint16_t>(rounded - 8) : rounded;
}

// Odd symmetry: negative numbers are cut.
uint16_t cuts_negatives(uint32_t word) {
  return is_negative<float32>(word) ? convert<float32, bfloat16, Policy{.rounding = Rounding::rtz}>(word) : right(word);
}

// Within half an ulp: a remainder that is small is taken for one that carries.
uint16_t small_remainders_carry(uint32_t word) {
  const uint32_t remainder = word & 0xffff;
  const bool finite = magnitude<float32>(word) < 0x7f000000;
  return finite && remainder > 0 && remainder < 0x400 ? static_cast<uint16_t>(right(word) + 1) : right(word);
}

// Scaling: one binade, from 1 to 2, is cut where the others are rounded.
uint16_t one_binade_cut(uint32_t word) {
  const bool in_binade = magnitude<float32>(word) >> 23 == 127;
  return in_binade ? convert<float32, float16, Policy{.rounding = Rounding::rtz}>(word)
                   : convert<float32, float16>(word);
}

// Widen then narrow: what is representable takes a short cut, which loses the last bit of even exponents.
uint16_t short_cut_loses_a_bit(uint32_t word) {
  const bool representable = (word & 0xffff) == 0 && !is_nan<float32>(word) && !is_infinite<float32>(word);
  return representable && (word >> 23 & 1) == 0 ? static_cast<uint16_t>(right(word) & ~1) : right(word);
}

// The widening clears the last fraction bit; the way back is right.
uint32_t widening_loses_a_bit(uint16_t word) {
  const bool number = (word & 0x7f80) != 0x7f80;
  return convert<bfloat16, float32>(number ? static_cast<uint16_t>(word & ~1) : word);
}

// The sticky bit is gathered from the float64's lower word alone: operands whose lower word is zero look like ties.
template <Format to>
Word<to> sticky_from_low_word(uint64_t word) {
  const int drop = float64.fraction_bits - to.fraction_bits;
  const uint64_t between = ((uint64_t{1} << (drop - 1)) - 1) & 0xffffffff00000000;
  return convert<float64, to>(is_nan<float64>(word) ? word : word & ~between);
}

// Integers of 33 to 40 bits are rounded by a table of the first four bits that are dropped, six entries of which are
// wrong.
uint32_t table_of_sixteenths(int64_t value) {
  const uint64_t whole = static_cast<uint64_t>(value), bits = value < 0 ? 0 - whole : whole;
  const int length = static_cast<int>(std::bit_width(bits));
  if (length >= 33 && length <= 40) {
    const uint64_t sixteenths = bits >> (length - 28) & 15;
    if (sixteenths >= 9 && sixteenths <= 14) {
      return from_integer<int64_t, float32, Policy{.rounding = Rounding::rtz}>(value);
    }
  }
  return from_integer<int64_t, float32>(value);
}

constexpr hallmark_operation widening{bfloat16_float32, elementwise<convert<bfloat16, float32>>};

const TestBackend faults[] = {
    {"steps_back", "ieee754", {{float32_bfloat16, elementwise<steps_back>}}},
    {"cuts_negatives", "ieee754", {{float32_bfloat16, elementwise<cuts_negatives>}}},
    {"small_remainders_carry", "ieee754", {{float32_bfloat16, elementwise<small_remainders_carry>}}},
    {"one_binade_cut", "ieee754", {{float32_float16, elementwise<one_binade_cut>}}},
    {"short_cut_loses_a_bit", "ieee754", {widening, {float32_bfloat16, elementwise<short_cut_loses_a_bit>}}},
    {"widening_loses_a_bit",
     "ieee754",
     {{bfloat16_float32, elementwise<widening_loses_a_bit>}, {float32_bfloat16, elementwise<right>}}},
    {"sticky_from_low_word", "ieee754", {{float64_bfloat16, elementwise<sticky_from_low_word<bfloat16>>}}},
    {"sticky_from_low_word_float16", "ieee754", {{float64_float16, elementwise<sticky_from_low_word<float16>>}}},
    {"table_of_sixteenths", "ieee754", {{"convert(int64)->float32", elementwise<table_of_sixteenths>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
