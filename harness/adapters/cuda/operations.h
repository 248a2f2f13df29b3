// SPDX-License-Identifier: Apache-2.0
// Which signature each conversion function of CUDA's headers computes.
#ifndef HALLMARK_ADAPTERS_CUDA_OPERATIONS_H
#define HALLMARK_ADAPTERS_CUDA_OPERATIONS_H

#include <string>

#include "functions.h"

namespace hallmark::cuda {

/// Calls add(signature, Function{}) for the conversion from each of four formats.
template <typename Conversions, typename Add>
void list_narrowing(Add& add, const std::string& modifiers, const std::string& format) {
  const std::string name = "convert" + modifiers;
  add(name + "(float64)->" + format, typename Conversions::FromDouble{});
  add(name + "(float32)->" + format, typename Conversions::FromFloat{});
  add(name + "(float16)->" + format, typename Conversions::FromHalf{});
  add(name + "(bfloat16)->" + format, typename Conversions::FromBfloat16{});
}

template <typename Add>
void list_sixteen_bits(Add& add) {
  add("convert(float64)->bfloat16", DoubleToBfloat16{});
  add("convert(float32)->bfloat16", FloatToBfloat16Rn{});
  add("convert[rtz](float32)->bfloat16", FloatToBfloat16Rz{});
  add("convert[rup](float32)->bfloat16", FloatToBfloat16Ru{});
  add("convert[rdn](float32)->bfloat16", FloatToBfloat16Rd{});
  add("convert(float16)->bfloat16", HalfToBfloat16{});
  add("convert(bfloat16)->float32", Bfloat16ToFloat{});
  add("convert(float64)->float16", DoubleToHalf{});
  add("convert(float32)->float16", FloatToHalfRn{});
  add("convert[rtz](float32)->float16", FloatToHalfRz{});
  add("convert[rup](float32)->float16", FloatToHalfRu{});
  add("convert[rdn](float32)->float16", FloatToHalfRd{});
  add("convert(bfloat16)->float16", Bfloat16ToHalf{});
  add("convert(float16)->float32", HalfToFloat{});
}

template <typename Add>
void list_integers(Add& add) {
  add("convert(int32)->bfloat16", Int32ToBfloat16Rn{});
  add("convert(int64)->bfloat16", Int64ToBfloat16Rn{});
  add("convert(int32)->float16", Int32ToHalfRn{});
  add("convert(int64)->float16", Int64ToHalfRn{});
  add("convert(bfloat16)->int32", Bfloat16ToInt32Rz{});
  add("convert(bfloat16)->int64", Bfloat16ToInt64Rz{});
  add("convert(float16)->int32", HalfToInt32Rz{});
  add("convert(float16)->int64", HalfToInt64Rz{});
#ifdef __CUDACC__
  add("convert[rtz](int32)->bfloat16", Int32ToBfloat16Rz{});
  add("convert[rup](int32)->bfloat16", Int32ToBfloat16Ru{});
  add("convert[rdn](int32)->bfloat16", Int32ToBfloat16Rd{});
  add("convert[rtz](int64)->bfloat16", Int64ToBfloat16Rz{});
  add("convert[rup](int64)->bfloat16", Int64ToBfloat16Ru{});
  add("convert[rdn](int64)->bfloat16", Int64ToBfloat16Rd{});
  add("convert[rtz](int32)->float16", Int32ToHalfRz{});
  add("convert[rup](int32)->float16", Int32ToHalfRu{});
  add("convert[rdn](int32)->float16", Int32ToHalfRd{});
  add("convert[rtz](int64)->float16", Int64ToHalfRz{});
  add("convert[rup](int64)->float16", Int64ToHalfRu{});
  add("convert[rdn](int64)->float16", Int64ToHalfRd{});
  add("convert[rne](bfloat16)->int32", Bfloat16ToInt32Rn{});
  add("convert[rup](bfloat16)->int32", Bfloat16ToInt32Ru{});
  add("convert[rdn](bfloat16)->int32", Bfloat16ToInt32Rd{});
  add("convert[rne](bfloat16)->int64", Bfloat16ToInt64Rn{});
  add("convert[rup](bfloat16)->int64", Bfloat16ToInt64Ru{});
  add("convert[rdn](bfloat16)->int64", Bfloat16ToInt64Rd{});
  add("convert[rne](float16)->int32", HalfToInt32Rn{});
  add("convert[rup](float16)->int32", HalfToInt32Ru{});
  add("convert[rdn](float16)->int32", HalfToInt32Rd{});
  add("convert[rne](float16)->int64", HalfToInt64Rn{});
  add("convert[rup](float16)->int64", HalfToInt64Ru{});
  add("convert[rdn](float16)->int64", HalfToInt64Rd{});
#endif
}

#if CUDART_VERSION >= 12080
/// The same for e8m0, which has no conversion from float16.
template <typename Conversions, typename Add>
void list_scale(Add& add, const std::string& modifiers) {
  const std::string name = "convert[" + modifiers + "]";
  add(name + "(float64)->float8_e8m0fnu", typename Conversions::FromDouble{});
  add(name + "(float32)->float8_e8m0fnu", typename Conversions::FromFloat{});
  add(name + "(bfloat16)->float8_e8m0fnu", typename Conversions::FromBfloat16{});
}
#endif

template <typename Add>
void list_eight_bits(Add& add) {
  list_narrowing<Fp8<__NV_E4M3, __NV_NOSAT>>(add, "", "float8_e4m3fn");
  list_narrowing<Fp8<__NV_E4M3, __NV_SATFINITE>>(add, "[saturate]", "float8_e4m3fn");
  list_narrowing<Fp8<__NV_E5M2, __NV_NOSAT>>(add, "", "float8_e5m2");
  list_narrowing<Fp8<__NV_E5M2, __NV_SATFINITE>>(add, "[saturate]", "float8_e5m2");
  add("convert(float8_e4m3fn)->float16", Fp8ToHalf<__NV_E4M3>{});
  add("convert(float8_e5m2)->float16", Fp8ToHalf<__NV_E5M2>{});
  add("convert(float8_e4m3fn)->float32", TypeToFloat<__nv_fp8_e4m3>{});
  add("convert(float8_e5m2)->float32", TypeToFloat<__nv_fp8_e5m2>{});
#if CUDART_VERSION >= 12080
  // The headers take no other rounding for e8m0, which they round in magnitude; "rup" is cudaRoundPosInf.
  list_scale<E8m0<__NV_NOSAT, cudaRoundZero>>(add, "rtz");
  list_scale<E8m0<__NV_SATFINITE, cudaRoundZero>>(add, "rtz,saturate");
  list_scale<E8m0<__NV_NOSAT, cudaRoundPosInf>>(add, "rup");
  list_scale<E8m0<__NV_SATFINITE, cudaRoundPosInf>>(add, "rup,saturate");
  add("convert(float8_e8m0fnu)->bfloat16", E8m0ToBfloat16{});
  add("convert(float8_e8m0fnu)->float32", TypeToFloat<__nv_fp8_e8m0>{});
#endif
}

template <typename Add>
void list_smaller([[maybe_unused]] Add& add) {
#ifdef HALLMARK_CUDA_FP6_FP4
  list_narrowing<Fp6<__NV_E2M3, cudaRoundNearest>>(add, "", "float6_e2m3fn");
  list_narrowing<Fp6<__NV_E2M3, cudaRoundZero>>(add, "[rtz]", "float6_e2m3fn");
  list_narrowing<Fp6<__NV_E3M2, cudaRoundNearest>>(add, "", "float6_e3m2fn");
  list_narrowing<Fp6<__NV_E3M2, cudaRoundZero>>(add, "[rtz]", "float6_e3m2fn");
  list_narrowing<Fp4<cudaRoundNearest>>(add, "", "float4_e2m1fn");
  list_narrowing<Fp4<cudaRoundZero>>(add, "[rtz]", "float4_e2m1fn");
  add("convert(float6_e2m3fn)->float16", Fp6ToHalf<__NV_E2M3>{});
  add("convert(float6_e3m2fn)->float16", Fp6ToHalf<__NV_E3M2>{});
  add("convert(float4_e2m1fn)->float16", Fp4ToHalf{});
#endif
}

/// Calls add(signature, Function{}) for every conversion the headers offer.
template <typename Add>
void list_operations(Add& add) {
  list_sixteen_bits(add);
  list_integers(add);
  list_eight_bits(add);
  list_smaller(add);
}

}  // namespace hallmark::cuda

#endif  // HALLMARK_ADAPTERS_CUDA_OPERATIONS_H
