// SPDX-License-Identifier: Apache-2.0
// VDPBF16PS against two chained fused multiply-adds on 2^27 blocks, more than 10^8: random codes, hard exponents,
// subnormals, overflow, cancellation, NaN and infinity. Skipped where this machine lacks the instruction.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <immintrin.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "formats/formats.h"
#include "semantics/named_accumulators.h"
#include "tests/reductions/rows.h"
#include "tests/reductions/vdpbf16ps_block.h"
#include "truth/accumulators.h"

namespace hallmark::test {
namespace {

constexpr std::size_t lanes = 16;
using Batch = std::array<DotBlock, lanes>;
using Results = std::array<std::uint32_t, lanes>;

/// One instruction, a block a lane.
__attribute__((target("avx512f,avx512bf16"), noinline)) Results instruction(const Batch& batch) {
  alignas(64) std::array<std::uint32_t, lanes> a, b, c;
  for (std::size_t i = 0; i < lanes; ++i) {
    a[i] = batch[i].a[0] | std::uint32_t{batch[i].a[1]} << 16;
    b[i] = batch[i].b[0] | std::uint32_t{batch[i].b[1]} << 16;
    c[i] = batch[i].c;
  }
  const __m512 sums =
      _mm512_dpbf16_ps(_mm512_load_ps(c.data()), reinterpret_cast<__m512bh>(_mm512_load_si512(a.data())),
                       reinterpret_cast<__m512bh>(_mm512_load_si512(b.data())));
  Results results;
  _mm512_storeu_ps(results.data(), sums);
  return results;
}

std::uint16_t bfloat16_at(Random& random, int lowest, int highest) {
  const std::uint64_t bits = random.next();
  const auto exponent =
      static_cast<std::uint64_t>(lowest) + (bits >> 32) % static_cast<std::uint64_t>(highest - lowest + 1);
  return static_cast<std::uint16_t>((bits & 0x807f) | exponent << 7);
}
std::uint32_t float32_at(Random& random, int lowest, int highest) {
  const std::uint64_t bits = random.next();
  const auto exponent =
      static_cast<std::uint64_t>(lowest) + (bits >> 32) % static_cast<std::uint64_t>(highest - lowest + 1);
  return static_cast<std::uint32_t>((bits & 0x807fffff) | exponent << 23);
}

/// A NaN of any kind, an infinity, a zero, a subnormal, one or any code, as the upper half of a float32.
std::uint16_t special_code(Random& random) {
  const std::uint64_t bits = random.next();
  const auto sign = static_cast<std::uint16_t>(bits & 0x8000), fraction = static_cast<std::uint16_t>(bits >> 16 & 0x7f);
  switch (bits >> 32 & 7) {
    case 0:
      return static_cast<std::uint16_t>(sign | 0x7f80 | fraction);
    case 1:
      return static_cast<std::uint16_t>(sign | 0x7f80);
    case 2:
      return sign;
    case 3:
      return static_cast<std::uint16_t>(sign | fraction);
    case 4:
      return static_cast<std::uint16_t>(sign | 0x3f80);
    default:
      return static_cast<std::uint16_t>(bits);
  }
}

enum class Draw { any, near, small_sum, at_smallest_normal, subnormal_operands, overflow, cancellation, special };
constexpr std::size_t draws = 8;

DotBlock drawn(Random& random, Draw kind) {
  DotBlock x{};
  const auto fill = [&](int lowest, int highest) {
    for (int i = 0; i < 2; ++i) {
      x.a[i] = bfloat16_at(random, lowest, highest);
      x.b[i] = bfloat16_at(random, lowest, highest);
    }
  };
  switch (kind) {
    case Draw::any: {
      const std::uint64_t bits = random.next();
      for (int i = 0; i < 2; ++i) {
        x.a[i] = static_cast<std::uint16_t>(bits >> (32 * i));
        x.b[i] = static_cast<std::uint16_t>(bits >> (32 * i + 16));
      }
      x.c = static_cast<std::uint32_t>(random.next());
      break;
    }
    case Draw::near:
      fill(120, 134);
      x.c = float32_at(random, 100, 150);
      break;
    case Draw::small_sum:  // products and value about 2^-126
      fill(57, 72);
      x.c = float32_at(random, 0, 24);
      break;
    case Draw::at_smallest_normal: {  // its neighbours, moved by products of about half a unit of the last place
      fill(49, 53);
      x.c = (static_cast<std::uint32_t>(random.next()) & 0x80000003) + 0x007ffffe + (random.next() & 2);
      break;
    }
    case Draw::subnormal_operands:
      fill(0, 2);
      for (std::uint16_t& b : x.b) b = bfloat16_at(random, 120, 254);
      x.c = float32_at(random, 0, 2);
      break;
    case Draw::overflow:
      fill(187, 192);
      x.c = float32_at(random, 250, 254);
      break;
    case Draw::cancellation: {  // the value is the odd product, negated, give or take its last bits
      fill(90, 160);
      const std::uint32_t product = block::fused(0, std::uint32_t{x.a[1]} << 16, std::uint32_t{x.b[1]} << 16, {});
      x.c = (product ^ 0x80000000) ^ static_cast<std::uint32_t>(random.next() & 3);
      break;
    }
    case Draw::special:
      for (int i = 0; i < 2; ++i) {
        x.a[i] = special_code(random);
        x.b[i] = special_code(random);
      }
      x.c = std::uint32_t{special_code(random)} << 16 | (static_cast<std::uint32_t>(random.next()) & 0xffff);
      break;
  }
  return x;
}

const BlockVariant variants[] = {{.even_first = true},
                                 {.keeps_operands = true},
                                 {.tiny_before_rounding = true},
                                 {.rounds_gradually = true},
                                 {.value_first = true}};

// Odd, so that over time each lane and each draw is among them.
constexpr std::size_t variants_step = 61, truth_step = 509;

class Blocks {
 public:
  void judge(const DotBlock& x, std::uint32_t got) {
    ++tried_;
    const std::uint32_t right = dot_block(x);
    const std::uint32_t magnitude = got & 0x7fffffff;
    (magnitude > block::infinity    ? nans_
     : magnitude == block::infinity ? infinities_
     : magnitude == 0               ? zeros_
                                    : numbers_) += 1;
    if (got != right && ++wrong_ < 10) ADD_FAILURE() << "from the instruction " << describe(x, got, right);
    if (tried_ % variants_step == 0) {
      for (std::size_t i = 0; i < std::size(variants); ++i) differing_[i] += dot_block(x, variants[i]) != right;
    }
    if (tried_ % truth_step == 0) check_truth(x, right);
  }

  void expect_all(std::size_t blocks) const {
    EXPECT_EQ(tried_, blocks);
    EXPECT_EQ(wrong_, 0u);
    EXPECT_EQ(against_truth_, blocks / truth_step);
    EXPECT_EQ(wrong_against_truth_, 0u);
    for (const std::size_t count : {nans_, infinities_, zeros_, numbers_}) EXPECT_GT(count, blocks / 1000);
    // Data on which another unit would give the same are no evidence of this one.
    for (const std::size_t count : differing_) EXPECT_GT(count, 100u);
  }

 private:
  static std::string describe(const DotBlock& x, std::uint32_t got, std::uint32_t right) {
    return fmt::format("{:08x}, right {:08x}; {:08x} + {:04x} {:04x} + {:04x} {:04x}", got, right, x.c, x.a[1], x.b[1],
                       x.a[0], x.b[0]);
  }

  /// The fast model is no authority: truth, bit for bit, is.
  void check_truth(const DotBlock& x, std::uint32_t right) {
    Row row;
    row.left.assign(std::begin(x.a), std::end(x.a));
    row.right.assign(std::begin(x.b), std::end(x.b));
    row.initial = x.c;
    const CodeSet truth = simulation_.result(row);
    ++against_truth_;
    if ((!truth.is_single() || truth.low != right) && ++wrong_against_truth_ < 10) {
      ADD_FAILURE() << "from the fast model " << describe(x, right, static_cast<std::uint32_t>(truth.low));
    }
  }

  AccumulatorSimulation simulation_{reduction("dot(bfloat16,bfloat16,float32)->float32"),
                                    named_accumulator("vdpbf16ps").semantics};
  std::size_t tried_ = 0, wrong_ = 0, against_truth_ = 0, wrong_against_truth_ = 0;
  std::size_t nans_ = 0, infinities_ = 0, zeros_ = 0, numbers_ = 0;
  std::array<std::size_t, std::size(variants)> differing_{};
};

// Kills: a unit, or a model of it, that takes the even element first, keeps subnormal operands or results, judges
// tininess before rounding, rounds once for the pair, or prefers another of several NaNs.
TEST(Vdpbf16psBlocks, AreTwoChainedFusedMultiplyAdds) {
  if (!__builtin_cpu_supports("avx512bf16") || !__builtin_cpu_supports("avx512f")) {
    GTEST_SKIP() << "this processor has no AVX512_BF16, whose VDPBF16PS is tested here";
  }
  constexpr std::size_t blocks = std::size_t{1} << 27;
  Random random(1, "vdpbf16ps blocks");
  Blocks judged;
  Batch batch;
  for (std::size_t first = 0; first < blocks; first += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) batch[lane] = drawn(random, static_cast<Draw>(lane % draws));
    const Results results = instruction(batch);
    for (std::size_t lane = 0; lane < lanes; ++lane) judged.judge(batch[lane], results[lane]);
  }
  judged.expect_all(blocks);
}

}  // namespace
}  // namespace hallmark::test
