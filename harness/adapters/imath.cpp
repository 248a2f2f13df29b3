// SPDX-License-Identifier: Apache-2.0
// Backends imath, imath_no_table and imath_f16c: Imath::half to and from float. Compiled three times, because the
// header has three widenings (a table, integer code, F16C) and two narrowings (integer code, F16C).
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

constexpr hallmark_operation operations[] = {
    {"convert(float32)->float16", elementwise<narrow>},
    {"convert(float16)->float32", elementwise<widen>},
};

}  // namespace

extern const KernelTable kernel_table = {operations, sizeof operations / sizeof operations[0],
                                         "Imath " IMATH_VERSION_STRING, compiled_extensions};

}  // namespace hallmark
