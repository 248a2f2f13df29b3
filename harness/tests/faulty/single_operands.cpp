// SPDX-License-Identifier: Apache-2.0
// Faulty backends that are wrong on exactly one operand of 4,294,967,296.
#include "signatures.h"

namespace {
using namespace hallmark::kernels;

template <Format to, uint32_t operand, Word<to> wrong>
Word<to> one_operand(uint32_t word) {
  static_assert(convert<float32, to>(operand) != wrong);
  return word == operand ? wrong : convert<float32, to>(word);
}

template <uint32_t operand, uint16_t wrong>
constexpr hallmark_operation to_bfloat16{float32_bfloat16, elementwise<one_operand<bfloat16, operand, wrong>>};
template <uint32_t operand, uint16_t wrong>
constexpr hallmark_operation to_float16{float32_float16, elementwise<one_operand<float16, operand, wrong>>};

const TestBackend faults[] = {
    {"bfloat16_one_tie", "ieee754", {to_bfloat16<0x3f808000, 0x3f81>}},
    {"bfloat16_one_number", "ieee754", {to_bfloat16<0x40490fdb, 0x4048>}},
    {"bfloat16_one_nan", "ieee754", {to_bfloat16<0x7fa5a5a5, 0x7f80>}},
    {"bfloat16_one_subnormal", "ieee754", {to_bfloat16<0x80012345, 0x8000>}},
    {"bfloat16_one_overflow", "ieee754", {to_bfloat16<0x7f7fabcd, 0x7f7f>}},
    {"bfloat16_one_zero", "ieee754", {to_bfloat16<0x80000000, 0x0000>}},
    {"float16_one_tie", "ieee754", {to_float16<0x3f801000, 0x3c01>}},
    {"float16_one_number", "ieee754", {to_float16<0x3fb504f3, 0x3da9>}},
    {"float16_one_nan", "ieee754", {to_float16<0xffd12345, 0xfc00>}},
    {"float16_one_subnormal", "ieee754", {to_float16<0x36812345, 0x0040>}},
    {"float16_one_overflow", "ieee754", {to_float16<0x477ffabc, 0x7bff>}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
