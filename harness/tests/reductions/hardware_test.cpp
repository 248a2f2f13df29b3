// SPDX-License-Identifier: Apache-2.0
// The model of VDPBF16PS against the instruction, where this machine has it.
#include <gtest/gtest.h>
#include <immintrin.h>

#include <bit>

#include "semantics/named_accumulators.h"
#include "tests/reductions/rows.h"
#include "truth/accumulators.h"

namespace hallmark::test {
namespace {

/// One instruction per pair of elements.
__attribute__((target("avx512bf16,avx512vl"), noinline)) std::uint32_t instruction(const Row& row) {
  __m128 running = _mm_castsi128_ps(_mm_set1_epi32(static_cast<int>(*row.initial)));
  for (std::size_t i = 0; i < row.left.size(); i += 2) {
    const auto pair = [&](const std::vector<std::uint64_t>& codes) {
      return _mm_set1_epi32(static_cast<int>(codes[i] | codes[i + 1] << 16));
    };
    running = _mm_dpbf16_ps(running, std::bit_cast<__m128bh>(pair(row.left)), std::bit_cast<__m128bh>(pair(row.right)));
  }
  return static_cast<std::uint32_t>(_mm_extract_epi32(_mm_castps_si128(running), 0));
}

/// A code of a class that matters: special, subnormal, near the ends of the range, near one, or any.
std::uint64_t drawn(Random& random, const Format& format) {
  const std::uint64_t sign = (random.next() & 1) != 0 ? format.sign_mask() : 0;
  switch (random.below(8)) {
    case 0:
      return sign | (format.infinity_magnitude() + random.below(2) * (1 + random.below(format.fraction_mask())));
    case 1:
      return sign | random.below(2) * random.below(format.smallest_normal());
    case 2:
      return sign | (format.largest_finite() - random.below(4));
    case 3:
      return sign | (format.smallest_normal() + random.below(4));
    case 4:
      return random.next() & format.code_mask();
    default:
      return random_code(random, format, 70);
  }
}

// Kills: a model with another order of the pair, another flush or tininess, another priority of NaNs.
TEST(Vdpbf16ps, IsItsModel) {
  if (!__builtin_cpu_supports("avx512bf16") || !__builtin_cpu_supports("avx512vl")) {
    GTEST_SKIP() << "no AVX512_BF16 here";
  }
  const Reduction operation = reduction("dot(bfloat16,bfloat16,float32)->float32");
  AccumulatorSimulation model(operation, named_accumulator("vdpbf16ps").semantics);
  Random random(1);
  std::size_t nans = 0, zeros = 0, infinities = 0, numbers = 0, wrong = 0;
  const std::size_t rows = 400000;
  for (std::size_t i = 0; i < rows; ++i) {
    Row row;
    const std::size_t depth = 2 + 2 * random.below(3);
    // Half the rows stay where sums meet the smallest normal.
    const bool tiny = (random.next() & 1) != 0;
    for (std::size_t k = 0; k < depth; ++k) {
      row.left.push_back(tiny ? random_code(random, bfloat16, 64) & 0xbfff : drawn(random, bfloat16));
      row.right.push_back(tiny ? random_code(random, bfloat16, 6) : drawn(random, bfloat16));
    }
    row.initial = tiny ? random_code(random, float32, 0) & 0x80ffffff : drawn(random, float32);
    const std::uint32_t code = instruction(row);
    const CodeSet right = model.result(row);
    (float32.is_nan(code)                                  ? nans
     : (code & 0x7fffffff) == 0                            ? zeros
     : (code & 0x7fffffff) == float32.infinity_magnitude() ? infinities
                                                           : numbers) += 1;
    if (!right.is_single() || right.low != code) {
      if (++wrong < 10) {
        ADD_FAILURE() << std::hex << code << " from the instruction, " << right.low << " from the model; initial "
                      << *row.initial << ", first pair " << row.left[0] << ' ' << row.right[0] << ' ' << row.left[1]
                      << ' ' << row.right[1] << " depth " << depth;
      }
    }
  }
  EXPECT_EQ(wrong, 0u);
  for (const std::size_t count : {nans, zeros, infinities, numbers}) EXPECT_GT(count, rows / 1000);
}

}  // namespace
}  // namespace hallmark::test
