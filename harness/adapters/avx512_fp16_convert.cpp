// SPDX-License-Identifier: Apache-2.0
// Backend avx512_fp16_convert: AVX512F's 16-lane VCVTPS2PH in each of its rounding modes, and its VCVTPH2PS.
#include <immintrin.h>

#include <cstdint>

#include "kernels.h"

// The attribute, rather than a flag for the whole file, keeps hallmark_open runnable where the instructions are
// missing.
#define HALLMARK_TARGET __attribute__((target("avx512f,avx512bw,avx512vl")))

namespace hallmark {
namespace {

/// rounding is the instruction's immediate; _MM_FROUND_NO_EXC is its embedded "suppress all exceptions".
template <int rounding>
HALLMARK_TARGET int narrow(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const float*>(arguments->operand[0]);
  auto* result = static_cast<std::uint16_t*>(arguments->result);
  const std::size_t rows = arguments->rows;
  std::size_t row = 0;
  for (; row + 16 <= rows; row += 16) {
    const __m256i words = _mm512_cvt_roundps_ph(_mm512_loadu_ps(operand + row), rounding | _MM_FROUND_NO_EXC);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(result + row), words);
  }
  if (row < rows) {
    const auto mask = static_cast<__mmask16>((1u << (rows - row)) - 1u);
    const __m512 values = _mm512_maskz_loadu_ps(mask, operand + row);
    _mm256_mask_storeu_epi16(result + row, mask, _mm512_cvt_roundps_ph(values, rounding | _MM_FROUND_NO_EXC));
  }
  return 0;
}

HALLMARK_TARGET int widen(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const std::uint16_t*>(arguments->operand[0]);
  auto* result = static_cast<float*>(arguments->result);
  const std::size_t rows = arguments->rows;
  std::size_t row = 0;
  for (; row + 16 <= rows; row += 16) {
    const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(operand + row));
    _mm512_storeu_ps(result + row, _mm512_cvtph_ps(words));
  }
  if (row < rows) {
    const auto mask = static_cast<__mmask16>((1u << (rows - row)) - 1u);
    _mm512_mask_storeu_ps(result + row, mask, _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(mask, operand + row)));
  }
  return 0;
}

constexpr hallmark_operation operations[] = {
    {"convert(float32)->float16", narrow<_MM_FROUND_TO_NEAREST_INT>},
    {"convert[rtz](float32)->float16", narrow<_MM_FROUND_TO_ZERO>},
    {"convert[rup](float32)->float16", narrow<_MM_FROUND_TO_POS_INF>},
    {"convert[rdn](float32)->float16", narrow<_MM_FROUND_TO_NEG_INF>},
    {"convert(float16)->float32", widen},
};

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "avx512_fp16_convert";
  if (!hallmark::takes_no_options(name, options)) return nullptr;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512vl")) {
    return hallmark::refuse(name, "this processor lacks AVX512F (with AVX512BW and AVX512VL)");
  }
  static const hallmark_backend backend = hallmark::describe(name, "1", "f16c", hallmark::operations);
  return &backend;
}
