// SPDX-License-Identifier: Apache-2.0
// Backend f16c: what VCVTPS2PH makes of float32 in each of its rounding modes, and VCVTPH2PS of float16.
#include <cpuid.h>
#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "kernels.h"

// The attribute, rather than a flag for the whole file, keeps hallmark_open runnable where the instructions are
// missing.
#define HALLMARK_TARGET __attribute__((target("avx,f16c")))

namespace hallmark {
namespace {

constexpr std::size_t lanes = 8;

/// rounding is the instruction's immediate: 0 to nearest even, 1 down, 2 up, 3 toward zero (never MXCSR's).
template <int rounding>
HALLMARK_TARGET int narrow(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const float*>(arguments->operand[0]);
  auto* result = static_cast<std::uint16_t*>(arguments->result);
  const std::size_t rows = arguments->rows;
  std::size_t row = 0;
  for (; row + lanes <= rows; row += lanes) {
    const __m128i words = _mm256_cvtps_ph(_mm256_loadu_ps(operand + row), rounding);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(result + row), words);
  }
  if (row < rows) {
    float last[lanes] = {};
    std::uint16_t words[lanes];
    std::memcpy(last, operand + row, (rows - row) * sizeof(float));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(words), _mm256_cvtps_ph(_mm256_loadu_ps(last), rounding));
    std::memcpy(result + row, words, (rows - row) * sizeof(std::uint16_t));
  }
  return 0;
}

HALLMARK_TARGET int widen(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const std::uint16_t*>(arguments->operand[0]);
  auto* result = static_cast<float*>(arguments->result);
  const std::size_t rows = arguments->rows;
  std::size_t row = 0;
  for (; row + lanes <= rows; row += lanes) {
    const __m128i words = _mm_loadu_si128(reinterpret_cast<const __m128i*>(operand + row));
    _mm256_storeu_ps(result + row, _mm256_cvtph_ps(words));
  }
  if (row < rows) {
    std::uint16_t last[lanes] = {};
    float values[lanes];
    std::memcpy(last, operand + row, (rows - row) * sizeof(std::uint16_t));
    _mm256_storeu_ps(values, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(last))));
    std::memcpy(result + row, values, (rows - row) * sizeof(float));
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

/// CPUID leaf 1, ECX bit 29; asked directly because clang 14's __builtin_cpu_supports does not know "f16c".
bool has_f16c() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx >> 29 & 1u) != 0;
}

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "f16c";
  if (!hallmark::takes_no_options(name, options)) return nullptr;
  if (!hallmark::has_f16c() || !__builtin_cpu_supports("avx")) {
    return hallmark::refuse(name, "this processor lacks F16C (with AVX)");
  }
  static const hallmark_backend backend = hallmark::describe(name, "1", "f16c", hallmark::operations);
  return &backend;
}
