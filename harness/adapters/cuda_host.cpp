// SPDX-License-Identifier: Apache-2.0
// Backend cuda_host: the conversions of CUDA's cuda_bf16.h, cuda_fp16.h, cuda_fp8.h, cuda_fp6.h and cuda_fp4.h and the
// arithmetic of the first two as they run on the host; needs the headers only, no device and no CUDA library.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime_api.h>

#include <bit>
#include <cstdint>
#include <string>

#if __has_include(<cuda_fp6.h>) && __has_include(<cuda_fp4.h>)
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#define HALLMARK_CUDA_FP6_FP4 1
#endif

#include "cuda/host_elementwise.h"
#include "kernels.h"

namespace hallmark {
namespace {

constexpr auto e4m3 = __NV_E4M3;
constexpr auto e5m2 = __NV_E5M2;

template <__nv_fp8_interpretation_t kind, __nv_saturation_t saturation>
std::uint8_t double_to_fp8(double x) {
  return __nv_cvt_double_to_fp8(x, saturation, kind);
}
template <__nv_fp8_interpretation_t kind, __nv_saturation_t saturation>
std::uint8_t float_to_fp8(float x) {
  return __nv_cvt_float_to_fp8(x, saturation, kind);
}
template <__nv_fp8_interpretation_t kind, __nv_saturation_t saturation>
std::uint8_t half_to_fp8(__half_raw x) {
  return __nv_cvt_halfraw_to_fp8(x, saturation, kind);
}
template <__nv_fp8_interpretation_t kind, __nv_saturation_t saturation>
std::uint8_t bfloat16_to_fp8(__nv_bfloat16_raw x) {
  return __nv_cvt_bfloat16raw_to_fp8(x, saturation, kind);
}
template <__nv_fp8_interpretation_t kind>
__half_raw fp8_to_half(std::uint8_t x) {
  return __nv_cvt_fp8_to_halfraw(x, kind);
}

template <typename Type>
float to_float(Type x) {
  return static_cast<float>(x);
}
float bfloat16_to_float(__nv_bfloat16 x) { return __bfloat162float(x); }
float half_to_float(__half x) { return __half2float(x); }
__half bfloat16_to_half(__nv_bfloat16 x) { return static_cast<__half>(x); }
__nv_bfloat16 half_to_bfloat16(__half x) { return static_cast<__nv_bfloat16>(x); }

#if CUDART_VERSION >= 12080
template <__nv_saturation_t saturation, cudaRoundMode rounding>
std::uint8_t double_to_e8m0(double x) {
  return __nv_cvt_double_to_e8m0(x, saturation, rounding);
}
template <__nv_saturation_t saturation, cudaRoundMode rounding>
std::uint8_t float_to_e8m0(float x) {
  return __nv_cvt_float_to_e8m0(x, saturation, rounding);
}
template <__nv_saturation_t saturation, cudaRoundMode rounding>
std::uint8_t bfloat16_to_e8m0(__nv_bfloat16_raw x) {
  return __nv_cvt_bfloat16raw_to_e8m0(x, saturation, rounding);
}
__nv_bfloat16_raw e8m0_to_bfloat16(std::uint8_t x) { return __nv_cvt_e8m0_to_bf16raw(x); }
#endif

#ifdef HALLMARK_CUDA_FP6_FP4
template <__nv_fp6_interpretation_t kind, cudaRoundMode rounding>
std::uint8_t double_to_fp6(double x) {
  return __nv_cvt_double_to_fp6(x, kind, rounding);
}
template <__nv_fp6_interpretation_t kind, cudaRoundMode rounding>
std::uint8_t float_to_fp6(float x) {
  return __nv_cvt_float_to_fp6(x, kind, rounding);
}
template <__nv_fp6_interpretation_t kind, cudaRoundMode rounding>
std::uint8_t half_to_fp6(__half_raw x) {
  return __nv_cvt_halfraw_to_fp6(x, kind, rounding);
}
template <__nv_fp6_interpretation_t kind, cudaRoundMode rounding>
std::uint8_t bfloat16_to_fp6(__nv_bfloat16_raw x) {
  return __nv_cvt_bfloat16raw_to_fp6(x, kind, rounding);
}
template <__nv_fp6_interpretation_t kind>
__half_raw fp6_to_half(std::uint8_t x) {
  return __nv_cvt_fp6_to_halfraw(x, kind);
}
template <cudaRoundMode rounding>
std::uint8_t double_to_fp4(double x) {
  return __nv_cvt_double_to_fp4(x, __NV_E2M1, rounding);
}
template <cudaRoundMode rounding>
std::uint8_t float_to_fp4(float x) {
  return __nv_cvt_float_to_fp4(x, __NV_E2M1, rounding);
}
template <cudaRoundMode rounding>
std::uint8_t half_to_fp4(__half_raw x) {
  return __nv_cvt_halfraw_to_fp4(x, __NV_E2M1, rounding);
}
template <cudaRoundMode rounding>
std::uint8_t bfloat16_to_fp4(__nv_bfloat16_raw x) {
  return __nv_cvt_bfloat16raw_to_fp4(x, __NV_E2M1, rounding);
}
__half_raw fp4_to_half(std::uint8_t x) { return __nv_cvt_fp4_to_halfraw(x, __NV_E2M1); }
#endif

// One line a source format; every target has the same four.
#define HALLMARK_FP8(modifier, format, kind, saturation)                                       \
  {"convert" modifier "(float64)->" format, elementwise<double_to_fp8<kind, saturation>>},     \
      {"convert" modifier "(float32)->" format, elementwise<float_to_fp8<kind, saturation>>},  \
      {"convert" modifier "(float16)->" format, elementwise<half_to_fp8<kind, saturation>>}, { \
    "convert" modifier "(bfloat16)->" format, elementwise<bfloat16_to_fp8<kind, saturation>>   \
  }
#define HALLMARK_E8M0(modifier, saturation, rounding)                                                         \
  {"convert[" modifier "](float64)->float8_e8m0fnu", elementwise<double_to_e8m0<saturation, rounding>>},      \
      {"convert[" modifier "](float32)->float8_e8m0fnu", elementwise<float_to_e8m0<saturation, rounding>>}, { \
    "convert[" modifier "](bfloat16)->float8_e8m0fnu", elementwise<bfloat16_to_e8m0<saturation, rounding>>    \
  }
#define HALLMARK_FP6(modifier, format, kind, rounding)                                       \
  {"convert" modifier "(float64)->" format, elementwise<double_to_fp6<kind, rounding>>},     \
      {"convert" modifier "(float32)->" format, elementwise<float_to_fp6<kind, rounding>>},  \
      {"convert" modifier "(float16)->" format, elementwise<half_to_fp6<kind, rounding>>}, { \
    "convert" modifier "(bfloat16)->" format, elementwise<bfloat16_to_fp6<kind, rounding>>   \
  }
#define HALLMARK_FP4(modifier, rounding)                                                     \
  {"convert" modifier "(float64)->float4_e2m1fn", elementwise<double_to_fp4<rounding>>},     \
      {"convert" modifier "(float32)->float4_e2m1fn", elementwise<float_to_fp4<rounding>>},  \
      {"convert" modifier "(float16)->float4_e2m1fn", elementwise<half_to_fp4<rounding>>}, { \
    "convert" modifier "(bfloat16)->float4_e2m1fn", elementwise<bfloat16_to_fp4<rounding>>   \
  }

constexpr hallmark_operation operations[] = {
    {"convert(float64)->bfloat16", elementwise<&__double2bfloat16>},
    {"convert(float32)->bfloat16", elementwise<&__float2bfloat16_rn>},
    {"convert[rtz](float32)->bfloat16", elementwise<&__float2bfloat16_rz>},
    {"convert[rup](float32)->bfloat16", elementwise<&__float2bfloat16_ru>},
    {"convert[rdn](float32)->bfloat16", elementwise<&__float2bfloat16_rd>},
    {"convert(float16)->bfloat16", elementwise<half_to_bfloat16>},
    {"convert(bfloat16)->float32", elementwise<bfloat16_to_float>},
    {"convert(int32)->bfloat16", elementwise<&__int2bfloat16_rn>},
    {"convert(int64)->bfloat16", elementwise<&__ll2bfloat16_rn>},
    {"convert(bfloat16)->int32", elementwise<&__bfloat162int_rz>},
    {"convert(bfloat16)->int64", elementwise<&__bfloat162ll_rz>},
    {"convert(float64)->float16", elementwise<&__double2half>},
    {"convert(float32)->float16", elementwise<&__float2half_rn>},
    {"convert[rtz](float32)->float16", elementwise<&__float2half_rz>},
    {"convert[rup](float32)->float16", elementwise<&__float2half_ru>},
    {"convert[rdn](float32)->float16", elementwise<&__float2half_rd>},
    {"convert(bfloat16)->float16", elementwise<bfloat16_to_half>},
    {"convert(float16)->float32", elementwise<half_to_float>},
    {"convert(int32)->float16", elementwise<&__int2half_rn>},
    {"convert(int64)->float16", elementwise<&__ll2half_rn>},
    {"convert(float16)->int32", elementwise<&__half2int_rz>},
    {"convert(float16)->int64", elementwise<&__half2ll_rz>},
    HALLMARK_CUDA_ELEMENTWISE(__nv_bfloat16, "bfloat16"),
    HALLMARK_CUDA_ELEMENTWISE(__half, "float16"),
    HALLMARK_FP8("", "float8_e4m3fn", e4m3, __NV_NOSAT),
    HALLMARK_FP8("[saturate]", "float8_e4m3fn", e4m3, __NV_SATFINITE),
    HALLMARK_FP8("", "float8_e5m2", e5m2, __NV_NOSAT),
    HALLMARK_FP8("[saturate]", "float8_e5m2", e5m2, __NV_SATFINITE),
    {"convert(float8_e4m3fn)->float16", elementwise<fp8_to_half<e4m3>>},
    {"convert(float8_e5m2)->float16", elementwise<fp8_to_half<e5m2>>},
    {"convert(float8_e4m3fn)->float32", elementwise<to_float<__nv_fp8_e4m3>>},
    {"convert(float8_e5m2)->float32", elementwise<to_float<__nv_fp8_e5m2>>},
#if CUDART_VERSION >= 12080
    // The headers take no other rounding for e8m0, which they round in magnitude; "rup" is cudaRoundPosInf.
    HALLMARK_E8M0("rtz", __NV_NOSAT, cudaRoundZero),
    HALLMARK_E8M0("rtz,saturate", __NV_SATFINITE, cudaRoundZero),
    HALLMARK_E8M0("rup", __NV_NOSAT, cudaRoundPosInf),
    HALLMARK_E8M0("rup,saturate", __NV_SATFINITE, cudaRoundPosInf),
    {"convert(float8_e8m0fnu)->bfloat16", elementwise<e8m0_to_bfloat16>},
    {"convert(float8_e8m0fnu)->float32", elementwise<to_float<__nv_fp8_e8m0>>},
#endif
#ifdef HALLMARK_CUDA_FP6_FP4
    HALLMARK_FP6("", "float6_e2m3fn", __NV_E2M3, cudaRoundNearest),
    HALLMARK_FP6("[rtz]", "float6_e2m3fn", __NV_E2M3, cudaRoundZero),
    HALLMARK_FP6("", "float6_e3m2fn", __NV_E3M2, cudaRoundNearest),
    HALLMARK_FP6("[rtz]", "float6_e3m2fn", __NV_E3M2, cudaRoundZero),
    HALLMARK_FP4("", cudaRoundNearest),
    HALLMARK_FP4("[rtz]", cudaRoundZero),
    {"convert(float6_e2m3fn)->float16", elementwise<fp6_to_half<__NV_E2M3>>},
    {"convert(float6_e3m2fn)->float16", elementwise<fp6_to_half<__NV_E3M2>>},
    {"convert(float4_e2m1fn)->float16", elementwise<fp4_to_half>},
#endif
};

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "cuda_host";
  if (!hallmark::takes_no_options(name, options)) return nullptr;
  static const std::string version =
      "CUDA " + std::to_string(CUDART_VERSION / 1000) + "." + std::to_string(CUDART_VERSION % 1000 / 10);
  static const hallmark_backend backend = hallmark::describe(name, version.c_str(), "cuda", hallmark::operations);
  return &backend;
}
