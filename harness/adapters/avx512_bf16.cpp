// SPDX-License-Identifier: Apache-2.0
// Backend avx512_bf16: what the instruction VCVTNEPS2BF16 makes of float32, the shift that widens bfloat16, and dot
// products by VDPBF16PS.
#include <immintrin.h>

#include <cstdint>

#include "bfloat16_pairs.h"
#include "kernels.h"

// The attribute, rather than a flag for the whole file, keeps hallmark_open runnable where the instructions are
// missing.
#define HALLMARK_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16")))

namespace hallmark {
namespace {

HALLMARK_TARGET int narrow(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const float*>(arguments->operand[0]);
  auto* result = static_cast<std::uint16_t*>(arguments->result);
  const std::size_t rows = arguments->rows;
  std::size_t row = 0;
  for (; row + 16 <= rows; row += 16) {
    const __m256bh words = _mm512_cvtneps_pbh(_mm512_loadu_ps(operand + row));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(result + row), reinterpret_cast<__m256i>(words));
  }
  if (row < rows) {
    const auto mask = static_cast<__mmask16>((1u << (rows - row)) - 1u);
    const __m256bh words = _mm512_cvtneps_pbh(_mm512_maskz_loadu_ps(mask, operand + row));
    _mm256_mask_storeu_epi16(result + row, mask, reinterpret_cast<__m256i>(words));
  }
  return 0;
}

HALLMARK_TARGET __m512i widened(__m256i words) { return _mm512_slli_epi32(_mm512_cvtepu16_epi32(words), 16); }

HALLMARK_TARGET int widen(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const std::uint16_t*>(arguments->operand[0]);
  auto* result = static_cast<std::uint32_t*>(arguments->result);
  const std::size_t rows = arguments->rows;
  std::size_t row = 0;
  for (; row + 16 <= rows; row += 16) {
    const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(operand + row));
    _mm512_storeu_si512(result + row, widened(words));
  }
  if (row < rows) {
    const auto mask = static_cast<__mmask16>((1u << (rows - row)) - 1u);
    _mm512_mask_storeu_epi32(result + row, mask, widened(_mm256_maskz_loadu_epi16(mask, operand + row)));
  }
  return 0;
}

/// One pair of each of 16 rows at a time: each lane sums its own row, in order.
HALLMARK_TARGET int dot(void*, const hallmark_arguments* arguments) {
  const auto* left = static_cast<const std::uint16_t*>(arguments->operand[0]);
  const auto* right = static_cast<const std::uint16_t*>(arguments->operand[1]);
  const auto* initial = static_cast<const float*>(arguments->operand[2]);
  auto* result = static_cast<float*>(arguments->result);
  const std::size_t rows = arguments->rows, depth = arguments->depth;
  for (std::size_t row = 0; row < rows; row += 16) {
    const std::size_t lanes = rows - row < 16 ? rows - row : 16;
    const auto mask = static_cast<__mmask16>((1u << lanes) - 1u);
    __m512 sums = initial == nullptr ? _mm512_setzero_ps() : _mm512_maskz_loadu_ps(mask, initial + row);
    alignas(64) std::uint32_t x[16] = {}, y[16] = {};
    for (std::size_t i = 0; 2 * i < depth; ++i) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        x[lane] = pair_at(left + (row + lane) * depth, i, depth);
        y[lane] = pair_at(right + (row + lane) * depth, i, depth);
      }
      sums = _mm512_dpbf16_ps(sums, reinterpret_cast<__m512bh>(_mm512_load_si512(x)),
                              reinterpret_cast<__m512bh>(_mm512_load_si512(y)));
    }
    _mm512_mask_storeu_ps(result + row, mask, sums);
  }
  return 0;
}

constexpr hallmark_operation operations[] = {
    {"convert(float32)->bfloat16", narrow},
    {"convert(bfloat16)->float32", widen},
    {"dot(bfloat16,bfloat16)->float32", dot},
    {"dot(bfloat16,bfloat16,float32)->float32", dot},
};

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "avx512_bf16";
  if (!hallmark::takes_no_options(name, options)) return nullptr;
  if (!__builtin_cpu_supports("avx512bf16") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512vl")) {
    return hallmark::refuse(name, "this processor lacks AVX512_BF16 (with AVX512BW and AVX512VL)");
  }
  static const hallmark_backend backend = hallmark::describe(name, "1", "avx512_bf16", hallmark::operations);
  return &backend;
}
