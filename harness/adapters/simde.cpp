// SPDX-License-Identifier: Apache-2.0
// Backends simde and simde_native: SIMDe's F16C functions in each rounding mode that the instruction has, eight lanes
// at a time and four in the tail. simde is built without native instructions, simde_native with AVX and F16C.
#include <simde/simde-common.h>
#include <simde/x86/f16c.h>

#include <cstdint>
#include <cstring>

#include "compiled_extensions.h"
#include "kernel_table.h"

namespace hallmark {
namespace {

constexpr std::size_t lanes = 8, tail_lanes = 4;

/// rounding is the intrinsic's second operand.
template <int rounding>
int narrow(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const float*>(arguments->operand[0]);
  auto* result = static_cast<std::uint16_t*>(arguments->result);
  const std::size_t rows = arguments->rows;
  std::size_t row = 0;
  for (; row + lanes <= rows; row += lanes) {
    const simde__m128i words =
        simde_mm256_cvtps_ph(simde_mm256_loadu_ps(operand + row), rounding | SIMDE_MM_FROUND_NO_EXC);
    simde_mm_storeu_si128(reinterpret_cast<simde__m128i*>(result + row), words);
  }
  for (; row < rows; row += tail_lanes) {
    const std::size_t count = rows - row < tail_lanes ? rows - row : tail_lanes;
    float last[tail_lanes] = {};
    std::uint16_t words[lanes];
    std::memcpy(last, operand + row, count * sizeof(float));
    simde_mm_storeu_si128(reinterpret_cast<simde__m128i*>(words),
                          simde_mm_cvtps_ph(simde_mm_loadu_ps(last), rounding | SIMDE_MM_FROUND_NO_EXC));
    std::memcpy(result + row, words, count * sizeof(std::uint16_t));
  }
  return 0;
}

int widen(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const std::uint16_t*>(arguments->operand[0]);
  auto* result = static_cast<float*>(arguments->result);
  const std::size_t rows = arguments->rows;
  std::size_t row = 0;
  for (; row + lanes <= rows; row += lanes) {
    const simde__m128i words = simde_mm_loadu_si128(reinterpret_cast<const simde__m128i*>(operand + row));
    simde_mm256_storeu_ps(result + row, simde_mm256_cvtph_ps(words));
  }
  for (; row < rows; row += tail_lanes) {
    const std::size_t count = rows - row < tail_lanes ? rows - row : tail_lanes;
    std::uint16_t last[lanes] = {};
    float values[tail_lanes];
    std::memcpy(last, operand + row, count * sizeof(std::uint16_t));
    simde_mm_storeu_ps(values, simde_mm_cvtph_ps(simde_mm_loadu_si128(reinterpret_cast<const simde__m128i*>(last))));
    std::memcpy(result + row, values, count * sizeof(float));
  }
  return 0;
}

// SIMDe 0.7.4 has no conversion to bfloat16.
constexpr hallmark_operation operations[] = {
    {"convert(float32)->float16", narrow<SIMDE_MM_FROUND_TO_NEAREST_INT>},
    {"convert[rtz](float32)->float16", narrow<SIMDE_MM_FROUND_TO_ZERO>},
    {"convert[rup](float32)->float16", narrow<SIMDE_MM_FROUND_TO_POS_INF>},
    {"convert[rdn](float32)->float16", narrow<SIMDE_MM_FROUND_TO_NEG_INF>},
    {"convert(float16)->float32", widen},
};

}  // namespace

extern const KernelTable kernel_table = {operations, sizeof operations / sizeof operations[0],
                                         "SIMDe " HALLMARK_TEXT(SIMDE_VERSION_MAJOR) "." HALLMARK_TEXT(
                                             SIMDE_VERSION_MINOR) "." HALLMARK_TEXT(SIMDE_VERSION_MICRO),
                                         compiled_extensions};

}  // namespace hallmark
