// SPDX-License-Identifier: Apache-2.0
// Formats that a user might bring: each as a Format and as the Definition it must agree with.
#pragma once

#include <vector>

#include "tests/formats/definition.h"

namespace hallmark::test {

struct OwnFormat {
  Format format;
  Definition definition;
};

inline std::vector<OwnFormat> own_formats() {
  return {
      // Nine bits in 16 bits of storage.
      {{.name = "e5m3",
        .storage_bits = 16,
        .exponent_bits = 5,
        .significand_bits = 3,
        .bias = 15,
        .infinities = true,
        .nan_codes = CodeSet::interval(0xf9, 0xff, 0xff)},
       {"e5m3", 1, 5, 3, 15, Specials::ieee754}},
      // Unsigned scale with subnormals.
      {{.name = "ue5m3",
        .storage_bits = 8,
        .exponent_bits = 5,
        .significand_bits = 3,
        .bias = 15,
        .is_signed = false,
        .nan_codes = CodeSet::single(0xff)},
       {"ue5m3", 0, 5, 3, 15, Specials::nan_all_ones}},
      // A fraction but no subnormals: every code of the exponent field zero is a zero.
      {{.name = "e6m9",
        .storage_bits = 16,
        .exponent_bits = 6,
        .significand_bits = 9,
        .bias = 31,
        .nan_codes = CodeSet::interval(0x7fff, 0x7fff, 0x7fff),
        .subnormals = false},
       {"e6m9", 1, 6, 9, 31, Specials::nan_all_ones, FieldZero::zero}},
      {{.name = "e3m4fnuz_flat",
        .storage_bits = 8,
        .exponent_bits = 3,
        .significand_bits = 4,
        .bias = 4,
        .nan_codes = CodeSet::single(0x80),
        .negative_zero = false,
        .subnormals = false},
       {"e3m4fnuz_flat", 1, 3, 4, 4, Specials::nan_is_negative_zero, FieldZero::zero}},
      // One exponent bit that infinity and NaN use up: subnormals are all there is.
      {{.name = "e1m6",
        .storage_bits = 8,
        .exponent_bits = 1,
        .significand_bits = 6,
        .bias = 0,
        .infinities = true,
        .nan_codes = CodeSet::interval(0x41, 0x7f, 0x7f)},
       {"e1m6", 1, 1, 6, 0, Specials::ieee754}},
      {{.name = "e1m2", .storage_bits = 4, .exponent_bits = 1, .significand_bits = 2, .bias = 1},
       {"e1m2", 1, 1, 2, 1, Specials::none}},
      // One fraction bit: the only NaN of each sign is a quiet one.
      {{.name = "e4m1",
        .storage_bits = 6,
        .exponent_bits = 4,
        .significand_bits = 1,
        .bias = 7,
        .infinities = true,
        .nan_codes = CodeSet::interval(0x1f, 0x1f, 0x1f)},
       {"e4m1", 1, 4, 1, 7, Specials::ieee754}},
      // No fraction: powers of two with infinity and no NaN, and a signed scale without zero.
      {{.name = "e5m0", .storage_bits = 6, .exponent_bits = 5, .significand_bits = 0, .bias = 15, .infinities = true},
       {"e5m0", 1, 5, 0, 15, Specials::ieee754}},
      {{.name = "se7m0",
        .storage_bits = 8,
        .exponent_bits = 7,
        .significand_bits = 0,
        .bias = 63,
        .nan_codes = CodeSet::interval(0x7f, 0x7f, 0x7f),
        .subnormals = false},
       {"se7m0", 1, 7, 0, 63, Specials::nan_all_ones, FieldZero::normal}},
      // Whole numbers in a floating format: 1 to 128, and 0 to 60.
      {{.name = "ue3m0",
        .storage_bits = 3,
        .exponent_bits = 3,
        .significand_bits = 0,
        .bias = 0,
        .is_signed = false,
        .subnormals = false},
       {"ue3m0", 0, 3, 0, 0, Specials::none, FieldZero::normal}},
      {{.name = "ue2m3", .storage_bits = 8, .exponent_bits = 2, .significand_bits = 3, .bias = -2, .is_signed = false},
       {"ue2m3", 0, 2, 3, -2, Specials::none}},
      // The whole top binade is NaN.
      {{.name = "e4m11",
        .storage_bits = 16,
        .exponent_bits = 4,
        .significand_bits = 11,
        .bias = 7,
        .nan_codes = CodeSet::interval(0x7800, 0x7fff, 0x7fff)},
       {"e4m11", 1, 4, 11, 7, Specials::nan_exponent_all_ones}},
      // The code of -0 is another zero.
      {{.name = "e2m3u",
        .storage_bits = 6,
        .exponent_bits = 2,
        .significand_bits = 3,
        .bias = 1,
        .negative_zero = false},
       {"e2m3u", 1, 2, 3, 1, Specials::zero_ignores_sign}},
      // A bias far off centre: everything is above 2^17, or below 2^-30.
      {{.name = "e3m4_far_up", .storage_bits = 8, .exponent_bits = 3, .significand_bits = 4, .bias = -20},
       {"e3m4_far_up", 1, 3, 4, -20, Specials::none}},
      {{.name = "e3m4_far_down", .storage_bits = 8, .exponent_bits = 3, .significand_bits = 4, .bias = 40},
       {"e3m4_far_down", 1, 3, 4, 40, Specials::none}},
      // Without subnormals: float16 holds the least value of e5m2_flat, as a subnormal, but not the next one.
      {{.name = "float16_flat",
        .storage_bits = 16,
        .exponent_bits = 5,
        .significand_bits = 10,
        .bias = 15,
        .infinities = true,
        .nan_codes = CodeSet::interval(0x7c01, 0x7fff, 0x7fff),
        .subnormals = false},
       {"float16_flat", 1, 5, 10, 15, Specials::ieee754, FieldZero::zero}},
      {{.name = "e5m2_flat",
        .storage_bits = 8,
        .exponent_bits = 5,
        .significand_bits = 2,
        .bias = 24,
        .nan_codes = CodeSet::interval(0x7f, 0x7f, 0x7f),
        .subnormals = false},
       {"e5m2_flat", 1, 5, 2, 24, Specials::nan_all_ones, FieldZero::zero}},
      // Each lacks, or has, one thing for a built-in format to hold it: NaN, zero, -128.
      {{.name = "e2m2fn",
        .storage_bits = 5,
        .exponent_bits = 2,
        .significand_bits = 2,
        .bias = 1,
        .nan_codes = CodeSet::interval(0xf, 0xf, 0xf)},
       {"e2m2fn", 1, 2, 2, 1, Specials::nan_all_ones}},
      {{.name = "ue3m0_zero",
        .storage_bits = 3,
        .exponent_bits = 3,
        .significand_bits = 0,
        .bias = 0,
        .is_signed = false},
       {"ue3m0_zero", 0, 3, 0, 0, Specials::none}},
      {{.name = "e3m7", .storage_bits = 16, .exponent_bits = 3, .significand_bits = 7, .bias = 1},
       {"e3m7", 1, 3, 7, 1, Specials::none}},
  };
}

}  // namespace hallmark::test
