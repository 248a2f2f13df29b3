// SPDX-License-Identifier: Apache-2.0
// The conversion functions of CUDA's headers, each as a type that a kernel can be made of; for nvcc and for a plain C++
// compiler, which then sees those that run on the host.
#ifndef HALLMARK_ADAPTERS_CUDA_FUNCTIONS_H
#define HALLMARK_ADAPTERS_CUDA_FUNCTIONS_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime_api.h>

#include <cstdint>

#if __has_include(<cuda_fp6.h>) && __has_include(<cuda_fp4.h>)
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#define HALLMARK_CUDA_FP6_FP4 1
#endif

namespace hallmark::cuda {

/// A type with the storage of the operand's and the result's formats, and the function between them.
#define HALLMARK_CUDA_FUNCTION(name, from, to, qualifiers, expression) \
  struct name {                                                        \
    using Operand = from;                                              \
    using Result = to;                                                 \
    static qualifiers Result apply(Operand x) { return (expression); } \
  }
#define HALLMARK_CUDA_ANYWHERE(name, from, to, expression) \
  HALLMARK_CUDA_FUNCTION(name, from, to, __host__ __device__, expression)
#define HALLMARK_CUDA_ON_DEVICE(name, from, to, expression) \
  HALLMARK_CUDA_FUNCTION(name, from, to, __device__, expression)

using Int64 = long long;

HALLMARK_CUDA_ANYWHERE(DoubleToBfloat16, double, __nv_bfloat16, __double2bfloat16(x));
HALLMARK_CUDA_ANYWHERE(FloatToBfloat16Rn, float, __nv_bfloat16, __float2bfloat16_rn(x));
HALLMARK_CUDA_ANYWHERE(FloatToBfloat16Rz, float, __nv_bfloat16, __float2bfloat16_rz(x));
HALLMARK_CUDA_ANYWHERE(FloatToBfloat16Ru, float, __nv_bfloat16, __float2bfloat16_ru(x));
HALLMARK_CUDA_ANYWHERE(FloatToBfloat16Rd, float, __nv_bfloat16, __float2bfloat16_rd(x));
HALLMARK_CUDA_ANYWHERE(HalfToBfloat16, __half, __nv_bfloat16, static_cast<__nv_bfloat16>(x));
HALLMARK_CUDA_ANYWHERE(Bfloat16ToFloat, __nv_bfloat16, float, __bfloat162float(x));
HALLMARK_CUDA_ANYWHERE(Int32ToBfloat16Rn, int, __nv_bfloat16, __int2bfloat16_rn(x));
HALLMARK_CUDA_ANYWHERE(Int64ToBfloat16Rn, Int64, __nv_bfloat16, __ll2bfloat16_rn(x));
HALLMARK_CUDA_ANYWHERE(Bfloat16ToInt32Rz, __nv_bfloat16, int, __bfloat162int_rz(x));
HALLMARK_CUDA_ANYWHERE(Bfloat16ToInt64Rz, __nv_bfloat16, Int64, __bfloat162ll_rz(x));

HALLMARK_CUDA_ANYWHERE(DoubleToHalf, double, __half, __double2half(x));
HALLMARK_CUDA_ANYWHERE(FloatToHalfRn, float, __half, __float2half_rn(x));
HALLMARK_CUDA_ANYWHERE(FloatToHalfRz, float, __half, __float2half_rz(x));
HALLMARK_CUDA_ANYWHERE(FloatToHalfRu, float, __half, __float2half_ru(x));
HALLMARK_CUDA_ANYWHERE(FloatToHalfRd, float, __half, __float2half_rd(x));
HALLMARK_CUDA_ANYWHERE(Bfloat16ToHalf, __nv_bfloat16, __half, static_cast<__half>(x));
HALLMARK_CUDA_ANYWHERE(HalfToFloat, __half, float, __half2float(x));
HALLMARK_CUDA_ANYWHERE(Int32ToHalfRn, int, __half, __int2half_rn(x));
HALLMARK_CUDA_ANYWHERE(Int64ToHalfRn, Int64, __half, __ll2half_rn(x));
HALLMARK_CUDA_ANYWHERE(HalfToInt32Rz, __half, int, __half2int_rz(x));
HALLMARK_CUDA_ANYWHERE(HalfToInt64Rz, __half, Int64, __half2ll_rz(x));

#ifdef __CUDACC__  // these have no host version in every CUDA
HALLMARK_CUDA_ON_DEVICE(Int32ToBfloat16Rz, int, __nv_bfloat16, __int2bfloat16_rz(x));
HALLMARK_CUDA_ON_DEVICE(Int32ToBfloat16Ru, int, __nv_bfloat16, __int2bfloat16_ru(x));
HALLMARK_CUDA_ON_DEVICE(Int32ToBfloat16Rd, int, __nv_bfloat16, __int2bfloat16_rd(x));
HALLMARK_CUDA_ON_DEVICE(Int64ToBfloat16Rz, Int64, __nv_bfloat16, __ll2bfloat16_rz(x));
HALLMARK_CUDA_ON_DEVICE(Int64ToBfloat16Ru, Int64, __nv_bfloat16, __ll2bfloat16_ru(x));
HALLMARK_CUDA_ON_DEVICE(Int64ToBfloat16Rd, Int64, __nv_bfloat16, __ll2bfloat16_rd(x));
HALLMARK_CUDA_ON_DEVICE(Bfloat16ToInt32Rn, __nv_bfloat16, int, __bfloat162int_rn(x));
HALLMARK_CUDA_ON_DEVICE(Bfloat16ToInt32Ru, __nv_bfloat16, int, __bfloat162int_ru(x));
HALLMARK_CUDA_ON_DEVICE(Bfloat16ToInt32Rd, __nv_bfloat16, int, __bfloat162int_rd(x));
HALLMARK_CUDA_ON_DEVICE(Bfloat16ToInt64Rn, __nv_bfloat16, Int64, __bfloat162ll_rn(x));
HALLMARK_CUDA_ON_DEVICE(Bfloat16ToInt64Ru, __nv_bfloat16, Int64, __bfloat162ll_ru(x));
HALLMARK_CUDA_ON_DEVICE(Bfloat16ToInt64Rd, __nv_bfloat16, Int64, __bfloat162ll_rd(x));
HALLMARK_CUDA_ON_DEVICE(Int32ToHalfRz, int, __half, __int2half_rz(x));
HALLMARK_CUDA_ON_DEVICE(Int32ToHalfRu, int, __half, __int2half_ru(x));
HALLMARK_CUDA_ON_DEVICE(Int32ToHalfRd, int, __half, __int2half_rd(x));
HALLMARK_CUDA_ON_DEVICE(Int64ToHalfRz, Int64, __half, __ll2half_rz(x));
HALLMARK_CUDA_ON_DEVICE(Int64ToHalfRu, Int64, __half, __ll2half_ru(x));
HALLMARK_CUDA_ON_DEVICE(Int64ToHalfRd, Int64, __half, __ll2half_rd(x));
HALLMARK_CUDA_ON_DEVICE(HalfToInt32Rn, __half, int, __half2int_rn(x));
HALLMARK_CUDA_ON_DEVICE(HalfToInt32Ru, __half, int, __half2int_ru(x));
HALLMARK_CUDA_ON_DEVICE(HalfToInt32Rd, __half, int, __half2int_rd(x));
HALLMARK_CUDA_ON_DEVICE(HalfToInt64Rn, __half, Int64, __half2ll_rn(x));
HALLMARK_CUDA_ON_DEVICE(HalfToInt64Ru, __half, Int64, __half2ll_ru(x));
HALLMARK_CUDA_ON_DEVICE(HalfToInt64Rd, __half, Int64, __half2ll_rd(x));
#endif

template <__nv_fp8_interpretation_t kind, __nv_saturation_t saturation>
struct Fp8 {
  HALLMARK_CUDA_ANYWHERE(FromDouble, double, std::uint8_t, __nv_cvt_double_to_fp8(x, saturation, kind));
  HALLMARK_CUDA_ANYWHERE(FromFloat, float, std::uint8_t, __nv_cvt_float_to_fp8(x, saturation, kind));
  HALLMARK_CUDA_ANYWHERE(FromHalf, __half_raw, std::uint8_t, __nv_cvt_halfraw_to_fp8(x, saturation, kind));
  HALLMARK_CUDA_ANYWHERE(FromBfloat16, __nv_bfloat16_raw, std::uint8_t,
                         __nv_cvt_bfloat16raw_to_fp8(x, saturation, kind));
};
template <__nv_fp8_interpretation_t kind>
HALLMARK_CUDA_ANYWHERE(Fp8ToHalf, std::uint8_t, __half_raw, __nv_cvt_fp8_to_halfraw(x, kind));
/// By the conversion operator of the format's own type.
template <typename Type>
HALLMARK_CUDA_ANYWHERE(TypeToFloat, Type, float, static_cast<float>(x));

#if CUDART_VERSION >= 12080
template <__nv_saturation_t saturation, cudaRoundMode rounding>
struct E8m0 {
  HALLMARK_CUDA_ANYWHERE(FromDouble, double, std::uint8_t, __nv_cvt_double_to_e8m0(x, saturation, rounding));
  HALLMARK_CUDA_ANYWHERE(FromFloat, float, std::uint8_t, __nv_cvt_float_to_e8m0(x, saturation, rounding));
  HALLMARK_CUDA_ANYWHERE(FromBfloat16, __nv_bfloat16_raw, std::uint8_t,
                         __nv_cvt_bfloat16raw_to_e8m0(x, saturation, rounding));
};
HALLMARK_CUDA_ANYWHERE(E8m0ToBfloat16, std::uint8_t, __nv_bfloat16_raw, __nv_cvt_e8m0_to_bf16raw(x));
#endif

#ifdef HALLMARK_CUDA_FP6_FP4
template <__nv_fp6_interpretation_t kind, cudaRoundMode rounding>
struct Fp6 {
  HALLMARK_CUDA_ANYWHERE(FromDouble, double, std::uint8_t, __nv_cvt_double_to_fp6(x, kind, rounding));
  HALLMARK_CUDA_ANYWHERE(FromFloat, float, std::uint8_t, __nv_cvt_float_to_fp6(x, kind, rounding));
  HALLMARK_CUDA_ANYWHERE(FromHalf, __half_raw, std::uint8_t, __nv_cvt_halfraw_to_fp6(x, kind, rounding));
  HALLMARK_CUDA_ANYWHERE(FromBfloat16, __nv_bfloat16_raw, std::uint8_t, __nv_cvt_bfloat16raw_to_fp6(x, kind, rounding));
};
template <cudaRoundMode rounding>
struct Fp4 {
  HALLMARK_CUDA_ANYWHERE(FromDouble, double, std::uint8_t, __nv_cvt_double_to_fp4(x, __NV_E2M1, rounding));
  HALLMARK_CUDA_ANYWHERE(FromFloat, float, std::uint8_t, __nv_cvt_float_to_fp4(x, __NV_E2M1, rounding));
  HALLMARK_CUDA_ANYWHERE(FromHalf, __half_raw, std::uint8_t, __nv_cvt_halfraw_to_fp4(x, __NV_E2M1, rounding));
  HALLMARK_CUDA_ANYWHERE(FromBfloat16, __nv_bfloat16_raw, std::uint8_t,
                         __nv_cvt_bfloat16raw_to_fp4(x, __NV_E2M1, rounding));
};
template <__nv_fp6_interpretation_t kind>
HALLMARK_CUDA_ANYWHERE(Fp6ToHalf, std::uint8_t, __half_raw, __nv_cvt_fp6_to_halfraw(x, kind));
HALLMARK_CUDA_ANYWHERE(Fp4ToHalf, std::uint8_t, __half_raw, __nv_cvt_fp4_to_halfraw(x, __NV_E2M1));
#endif

#undef HALLMARK_CUDA_ON_DEVICE
#undef HALLMARK_CUDA_ANYWHERE
#undef HALLMARK_CUDA_FUNCTION

}  // namespace hallmark::cuda

#endif  // HALLMARK_ADAPTERS_CUDA_FUNCTIONS_H
