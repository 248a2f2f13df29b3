// SPDX-License-Identifier: Apache-2.0
// Backend libm: the C library's functions on float32, and what programs make of them for the 16-bit formats: operands
// widened, the result rounded once more.
#include <math.h>  // glibc's minimum, maximum and total order are in no C++ header

#include <bit>
#include <cstdint>
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

#include "kernels.h"
#include "scalar/exact.h"

namespace hallmark {
namespace {

/// The float of a word, and the word of a float rounded to nearest even, in integers: as _Float16's own casts do, which
/// not every compiler has.
template <typename Format>
float widen(typename Format::Word word) {
  if constexpr (sizeof(word) == sizeof(float)) return std::bit_cast<float>(word);
  return std::bit_cast<float>(scalar::convert_one<Format, scalar::float32>(word));
}
template <typename Format>
typename Format::Word narrow(float value) {
  const auto word = std::bit_cast<std::uint32_t>(value);
  if constexpr (sizeof(typename Format::Word) == sizeof word) return static_cast<typename Format::Word>(word);
  return scalar::convert_one<scalar::float32, Format>(word);
}

template <auto function, typename Format>
typename Format::Word one(typename Format::Word x) {
  return narrow<Format>(function(widen<Format>(x)));
}
template <auto function, typename Format>
typename Format::Word two(typename Format::Word x, typename Format::Word y) {
  return narrow<Format>(function(widen<Format>(x), widen<Format>(y)));
}

#define HALLMARK_LIBM_ONE(name, function, format) \
  { name "(" #format ")->" #format, elementwise<one<function, scalar::format>> }
#define HALLMARK_LIBM_TWO(name, function, format) \
  { name "(" #format "," #format ")->" #format, elementwise<two<function, scalar::format>> }

/// What the 16-bit formats get through float32 as well.
#define HALLMARK_LIBM(format)                                                                        \
  HALLMARK_LIBM_ONE("sqrt", sqrtf, format), HALLMARK_LIBM_TWO("remainder", remainderf, format),      \
      HALLMARK_LIBM_TWO("fmod", fmodf, format), HALLMARK_LIBM_ONE("floor", floorf, format),          \
      HALLMARK_LIBM_ONE("ceil", ceilf, format), HALLMARK_LIBM_ONE("round_even", nearbyintf, format), \
      HALLMARK_LIBM_ONE("trunc", truncf, format), HALLMARK_LIBM_ONE("exp", expf, format),            \
      HALLMARK_LIBM_ONE("exp2", exp2f, format), HALLMARK_LIBM_ONE("expm1", expm1f, format),          \
      HALLMARK_LIBM_ONE("log", logf, format), HALLMARK_LIBM_ONE("log2", log2f, format),              \
      HALLMARK_LIBM_ONE("log10", log10f, format), HALLMARK_LIBM_ONE("log1p", log1pf, format),        \
      HALLMARK_LIBM_ONE("sin", sinf, format), HALLMARK_LIBM_ONE("cos", cosf, format),                \
      HALLMARK_LIBM_ONE("tan", tanf, format), HALLMARK_LIBM_ONE("asin", asinf, format),              \
      HALLMARK_LIBM_ONE("acos", acosf, format), HALLMARK_LIBM_ONE("atan", atanf, format),            \
      HALLMARK_LIBM_TWO("atan2", atan2f, format), HALLMARK_LIBM_ONE("sinh", sinhf, format),          \
      HALLMARK_LIBM_ONE("cosh", coshf, format), HALLMARK_LIBM_ONE("tanh", tanhf, format),            \
      HALLMARK_LIBM_ONE("erf", erff, format), HALLMARK_LIBM_ONE("erfc", erfcf, format),              \
      HALLMARK_LIBM_TWO("pow", powf, format), HALLMARK_LIBM_ONE("cbrt", cbrtf, format),              \
      HALLMARK_LIBM_TWO("hypot", hypotf, format)

float fused(float x, float y, float z) { return fmaf(x, y, z); }
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 35)
std::uint8_t total_order(float x, float y) { return totalorderf(&x, &y) != 0; }
#endif

constexpr hallmark_operation operations[] = {
    HALLMARK_LIBM(bfloat16),
    HALLMARK_LIBM(float16),
    HALLMARK_LIBM(float32),
    {"fma(float32,float32,float32)->float32", elementwise<fused>},
    HALLMARK_LIBM_TWO("nextafter", nextafterf, float32),
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 35)
    HALLMARK_LIBM_TWO("minimum", fminimumf, float32),
    HALLMARK_LIBM_TWO("maximum", fmaximumf, float32),
    HALLMARK_LIBM_TWO("minimum_number", fminimum_numf, float32),
    HALLMARK_LIBM_TWO("maximum_number", fmaximum_numf, float32),
    {"total_order(float32,float32)->uint8", elementwise<total_order>},
#endif
};

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "libm";
  if (!hallmark::takes_no_options(name, options)) return nullptr;
#if defined(__GLIBC__)
  static const std::string version = std::string("glibc ") + gnu_get_libc_version();
#else
  static const std::string version = "of this system";
#endif
  static const hallmark_backend backend = hallmark::describe(name, version.c_str(), "ieee754", hallmark::operations);
  return &backend;
}
