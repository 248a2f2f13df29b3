// SPDX-License-Identifier: Apache-2.0
// Backends imath, imath_no_table and imath_f16c: Imath::half to and from float, and its operators. Compiled three
// times, because the header has three widenings (a table, integer code, F16C) and two narrowings (integer code, F16C).
#include <Imath/half.h>

#include <cstdint>

#include "compiled_extensions.h"
#include "kernel_table.h"
#include "kernels.h"

namespace hallmark {
namespace {

using Half = IMATH_NAMESPACE::half;

std::uint16_t narrow(float value) { return Half(value).bits(); }
float widen(std::uint16_t bits) { return Half(Half::FromBits, bits); }

Half of(std::uint16_t bits) { return Half(Half::FromBits, bits); }

// half's operators are float's: operands widened, the result narrowed where it is a half.
#define HALLMARK_HALF(name, operation) \
  std::uint16_t name(std::uint16_t x, std::uint16_t y) { return Half(of(x) operation of(y)).bits(); }
#define HALLMARK_RELATION(name, operation) \
  std::uint8_t name(std::uint16_t x, std::uint16_t y) { return of(x) operation of(y); }
HALLMARK_HALF(add, +)
HALLMARK_HALF(subtract, -)
HALLMARK_HALF(multiply, *)
HALLMARK_HALF(divide, /)
HALLMARK_RELATION(equal, ==)
HALLMARK_RELATION(not_equal, !=)
HALLMARK_RELATION(less, <)
HALLMARK_RELATION(less_equal, <=)
HALLMARK_RELATION(greater, >)
HALLMARK_RELATION(greater_equal, >=)
std::uint16_t negate(std::uint16_t x) { return (-of(x)).bits(); }
std::uint8_t is_nan(std::uint16_t x) { return of(x).isNan(); }
std::uint8_t is_inf(std::uint16_t x) { return of(x).isInfinity(); }
std::uint8_t is_finite(std::uint16_t x) { return of(x).isFinite(); }
std::uint8_t sign_bit(std::uint16_t x) { return of(x).isNegative(); }

constexpr hallmark_operation operations[] = {
    {"convert(float32)->float16", elementwise<narrow>},
    {"convert(float16)->float32", elementwise<widen>},
    {"add(float16,float16)->float16", elementwise<add>},
    {"subtract(float16,float16)->float16", elementwise<subtract>},
    {"multiply(float16,float16)->float16", elementwise<multiply>},
    {"divide(float16,float16)->float16", elementwise<divide>},
    {"negate(float16)->float16", elementwise<negate>},
    {"equal(float16,float16)->uint8", elementwise<equal>},
    {"not_equal(float16,float16)->uint8", elementwise<not_equal>},
    {"less(float16,float16)->uint8", elementwise<less>},
    {"less_equal(float16,float16)->uint8", elementwise<less_equal>},
    {"greater(float16,float16)->uint8", elementwise<greater>},
    {"greater_equal(float16,float16)->uint8", elementwise<greater_equal>},
    {"is_nan(float16)->uint8", elementwise<is_nan>},
    {"is_inf(float16)->uint8", elementwise<is_inf>},
    {"is_finite(float16)->uint8", elementwise<is_finite>},
    {"sign_bit(float16)->uint8", elementwise<sign_bit>},
};

}  // namespace

extern const KernelTable kernel_table = {operations, sizeof operations / sizeof operations[0],
                                         "Imath " IMATH_VERSION_STRING, compiled_extensions};

}  // namespace hallmark
