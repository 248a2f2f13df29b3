// SPDX-License-Identifier: Apache-2.0
// Backend simde_dpbf16: dot products by SIMDe's VDPBF16PS in plain C, 16 rows at a time.
#include <simde/x86/avx512/dpbf16.h>
#include <simde/x86/avx512/loadu.h>
#include <simde/x86/avx512/storeu.h>

#include <cstdint>
#include <cstring>

#include "bfloat16_pairs.h"
#include "compiled_extensions.h"
#include "kernel_table.h"

namespace hallmark {
namespace {

constexpr std::size_t lanes = 16;

int dot(void*, const hallmark_arguments* arguments) {
  const auto* left = static_cast<const std::uint16_t*>(arguments->operand[0]);
  const auto* right = static_cast<const std::uint16_t*>(arguments->operand[1]);
  const auto* initial = static_cast<const float*>(arguments->operand[2]);
  auto* result = static_cast<float*>(arguments->result);
  const std::size_t rows = arguments->rows, depth = arguments->depth;
  for (std::size_t row = 0; row < rows; row += lanes) {
    const std::size_t count = rows - row < lanes ? rows - row : lanes;
    float values[lanes] = {};
    if (initial != nullptr) std::memcpy(values, initial + row, count * sizeof(float));
    simde__m512 sums = simde_mm512_loadu_ps(values);
    for (std::size_t i = 0; 2 * i < depth; ++i) {
      std::uint32_t x[lanes] = {}, y[lanes] = {};
      for (std::size_t lane = 0; lane < count; ++lane) {
        x[lane] = pair_at(left + (row + lane) * depth, i, depth);
        y[lane] = pair_at(right + (row + lane) * depth, i, depth);
      }
      simde__m512bh left_pairs, right_pairs;
      std::memcpy(&left_pairs, x, sizeof x);
      std::memcpy(&right_pairs, y, sizeof y);
      sums = simde_mm512_dpbf16_ps(sums, left_pairs, right_pairs);
    }
    simde_mm512_storeu_ps(values, sums);
    std::memcpy(result + row, values, count * sizeof(float));
  }
  return 0;
}

constexpr hallmark_operation operations[] = {
    {"dot(bfloat16,bfloat16)->float32", dot},
    {"dot(bfloat16,bfloat16,float32)->float32", dot},
};

}  // namespace

extern const KernelTable kernel_table = {operations, sizeof operations / sizeof operations[0],
                                         "SIMDe " HALLMARK_TEXT(SIMDE_VERSION_MAJOR) "." HALLMARK_TEXT(
                                             SIMDE_VERSION_MINOR) "." HALLMARK_TEXT(SIMDE_VERSION_MICRO),
                                         compiled_extensions};

}  // namespace hallmark
