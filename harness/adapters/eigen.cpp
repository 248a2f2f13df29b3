// SPDX-License-Identifier: Apache-2.0
// Backends eigen and eigen_native: the casts of Eigen::half and Eigen::bfloat16 over whole arrays, so that Eigen's
// packet code runs where it has some. Compiled twice, for the baseline instruction set and for the building machine's
// own.
#include <Eigen/Core>
#include <cstdint>

#include "eigen_casts.h"

namespace hallmark {
namespace {

template <typename Operand, typename Result>
int cast(void*, const hallmark_arguments* arguments) {
  using Source = Eigen::Map<const Eigen::Array<Operand, Eigen::Dynamic, 1>>;
  using Target = Eigen::Map<Eigen::Array<Result, Eigen::Dynamic, 1>>;
  const auto rows = static_cast<Eigen::Index>(arguments->rows);
  Target(static_cast<Result*>(arguments->result), rows) =
      Source(static_cast<const Operand*>(arguments->operand[0]), rows).template cast<Result>();
  return 0;
}

}  // namespace

// Floating to integer is not offered: Eigen casts through C++, which leaves out-of-range operands undefined.
extern const hallmark_operation eigen_operations[] = {
    {"convert(float64)->float16", cast<double, Eigen::half>},
    {"convert(float64)->bfloat16", cast<double, Eigen::bfloat16>},
    {"convert(float32)->float16", cast<float, Eigen::half>},
    {"convert(float32)->bfloat16", cast<float, Eigen::bfloat16>},
    {"convert(float16)->float64", cast<Eigen::half, double>},
    {"convert(float16)->float32", cast<Eigen::half, float>},
    {"convert(float16)->bfloat16", cast<Eigen::half, Eigen::bfloat16>},
    {"convert(bfloat16)->float64", cast<Eigen::bfloat16, double>},
    {"convert(bfloat16)->float32", cast<Eigen::bfloat16, float>},
    {"convert(bfloat16)->float16", cast<Eigen::bfloat16, Eigen::half>},
    {"convert(int32)->float16", cast<std::int32_t, Eigen::half>},
    {"convert(int32)->bfloat16", cast<std::int32_t, Eigen::bfloat16>},
    {"convert(int64)->float16", cast<std::int64_t, Eigen::half>},
    {"convert(int64)->bfloat16", cast<std::int64_t, Eigen::bfloat16>},
};
extern const std::size_t eigen_operation_count = sizeof eigen_operations / sizeof eigen_operations[0];

#define HALLMARK_TEXT_(value) #value
#define HALLMARK_TEXT(value) HALLMARK_TEXT_(value)
extern const char eigen_version[] = "Eigen " HALLMARK_TEXT(EIGEN_WORLD_VERSION) "." HALLMARK_TEXT(
    EIGEN_MAJOR_VERSION) "." HALLMARK_TEXT(EIGEN_MINOR_VERSION);

extern const char eigen_extensions[] =
#ifdef __SSE3__
    "pni "
#endif
#ifdef __SSSE3__
    "ssse3 "
#endif
#ifdef __SSE4_1__
    "sse4_1 "
#endif
#ifdef __SSE4_2__
    "sse4_2 "
#endif
#ifdef __POPCNT__
    "popcnt "
#endif
#ifdef __MOVBE__
    "movbe "
#endif
#ifdef __LZCNT__
    "abm "
#endif
#ifdef __BMI__
    "bmi1 "
#endif
#ifdef __BMI2__
    "bmi2 "
#endif
#ifdef __F16C__
    "f16c "
#endif
#ifdef __FMA__
    "fma "
#endif
#ifdef __AVX__
    "avx "
#endif
#ifdef __AVX2__
    "avx2 "
#endif
#ifdef __AVX512F__
    "avx512f "
#endif
#ifdef __AVX512CD__
    "avx512cd "
#endif
#ifdef __AVX512DQ__
    "avx512dq "
#endif
#ifdef __AVX512BW__
    "avx512bw "
#endif
#ifdef __AVX512VL__
    "avx512vl "
#endif
#ifdef __AVX512VBMI__
    "avx512vbmi "
#endif
#ifdef __AVX512VBMI2__
    "avx512_vbmi2 "
#endif
#ifdef __AVX512BF16__
    "avx512_bf16 "
#endif
#ifdef __AVX512FP16__
    "avx512_fp16 "
#endif
    "";

}  // namespace hallmark
