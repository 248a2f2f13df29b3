// SPDX-License-Identifier: Apache-2.0
// The names of the conversions that the faulty backends offer, and what they have in common.
#ifndef HALLMARK_TESTS_FAULTY_SIGNATURES_H
#define HALLMARK_TESTS_FAULTY_SIGNATURES_H

#include "../kernels/convert.h"
#include "../kernels/kernel.h"
#include "../kernels/test_backend.h"

namespace hallmark::kernels {

inline constexpr char float32_bfloat16[] = "convert(float32)->bfloat16";
inline constexpr char float32_float16[] = "convert(float32)->float16";
inline constexpr char float32_e4m3fn[] = "convert(float32)->float8_e4m3fn";
inline constexpr char float32_e5m2[] = "convert(float32)->float8_e5m2";
inline constexpr char float32_e4m3fnuz[] = "convert(float32)->float8_e4m3fnuz";
inline constexpr char float64_float16[] = "convert(float64)->float16";
inline constexpr char float64_bfloat16[] = "convert(float64)->bfloat16";
inline constexpr char float16_float32[] = "convert(float16)->float32";
inline constexpr char float16_bfloat16[] = "convert(float16)->bfloat16";
inline constexpr char bfloat16_float32[] = "convert(bfloat16)->float32";

using std::int16_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_FAULTY_SIGNATURES_H
