// SPDX-License-Identifier: Apache-2.0
// Simulated accumulators against other computations of the same: the processor's fma in each rounding mode, MPFR in
// small precisions, rationals, and fused blocks in float64.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>

#include "formats/internal_error.h"
#include "semantics/named_accumulators.h"
#include "tests/reductions/rows.h"
#include "tests/truth/exact_rounding.h"
#include "truth/accumulators.h"

namespace hallmark::test {
namespace {

const Reduction& operation() {
  static const Reduction dot = reduction("dot(bfloat16,bfloat16,float32)->float32");
  return dot;
}

float float_of(std::uint64_t bfloat16_code) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bfloat16_code << 16));
}
float initial_of(const Row& row) { return std::bit_cast<float>(static_cast<std::uint32_t>(*row.initial)); }

__attribute__((noinline)) std::uint32_t fma_chain(const Row& row, int mode) {
  std::fesetround(mode);
  volatile float running = initial_of(row);
  for (std::size_t i = 0; i < row.left.size(); ++i) {
    running = std::fma(float_of(row.left[i]), float_of(row.right[i]), running);
  }
  std::fesetround(FE_TONEAREST);
  return std::bit_cast<std::uint32_t>(static_cast<float>(running));
}

// Kills: a sum of two terms that loses a bit, a rounding that is another, wrong underflow and overflow, signs of zero.
TEST(Simulation, OfChainsIsTheProcessorsFma) {
  const std::pair<const char*, int> modes[] = {
      {"fma_chain", FE_TONEAREST}, {"chain_rtz", FE_TOWARDZERO}, {"chain_rup", FE_UPWARD}, {"chain_rdn", FE_DOWNWARD}};
  for (const auto& [name, mode] : modes) {
    SCOPED_TRACE(name);
    AccumulatorSimulation model(operation(), named_accumulator(name).semantics);
    Random random(3, name);
    std::size_t compared = 0, wrong = 0;
    for (int i = 0; i < 30000; ++i) {
      Row row = random_row(random, operation(), random.below(9), static_cast<int>(random.below(5)) * 15);
      // An exact cancellation now and then, and a product beside which the sum is tiny.
      if (random.below(4) == 0 && !row.left.empty()) {
        row.left.push_back(row.left[0] ^ bfloat16.sign_mask());
        row.right.push_back(row.right[0]);
      }
      const std::uint32_t code = fma_chain(row, mode);
      if (float32.is_nan(code)) continue;  // infinities of both signs
      ++compared;
      if (model.result(row) != CodeSet::single(code) && ++wrong < 5) {
        ADD_FAILURE() << std::hex << model.result(row).low << " is not " << code << ", depth " << row.left.size();
      }
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_GT(compared, 20000u);
  }
}

/// The chain, in an MPFR precision whose exponents have no bounds.
std::uint32_t mpfr_chain(const Row& row, mpfr_prec_t precision) {
  mpfr_t x, y, running;
  mpfr_inits2(precision, running, static_cast<mpfr_ptr>(nullptr));
  mpfr_inits2(24, x, y, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_flt(x, initial_of(row), MPFR_RNDN);
  mpfr_set_flt(y, 1.0F, MPFR_RNDN);
  mpfr_set_zero(running, 1);
  for (std::size_t i = 0; i < row.left.size(); ++i) {
    mpfr_set_flt(x, float_of(row.left[i]), MPFR_RNDN);
    mpfr_set_flt(y, float_of(row.right[i]), MPFR_RNDN);
    mpfr_fma(running, x, y, running, MPFR_RNDN);
  }
  const float result = mpfr_get_flt(running, MPFR_RNDN);
  mpfr_clears(x, y, running, static_cast<mpfr_ptr>(nullptr));
  return std::bit_cast<std::uint32_t>(result);
}

// Kills: a precision that is one bit off, sticky bits lost in a low precision.
TEST(Simulation, OfLowPrecisionsIsMpfr) {
  const std::pair<const char*, mpfr_prec_t> precisions[] = {
      {"fma_chain", 24}, {"precision_22", 22}, {"precision_14", 14}, {"bfloat16_chain", 8}};
  for (const auto& [name, precision] : precisions) {
    AccumulatorSimulation model(operation(), named_accumulator(name).semantics);
    Random random(4, name);
    for (int i = 0; i < 2000; ++i) {
      Row row = random_row(random, operation(), 1 + random.below(20), 3 + static_cast<int>(random.below(20)));
      row.initial = 0;
      ASSERT_EQ(model.result(row), CodeSet::single(mpfr_chain(row, precision))) << name;
    }
  }
}

// Kills: ties that do not go away from zero, an odd bit set where the sum is exact.
TEST(Simulation, OfUnusualRoundingsIsTheirDefinition) {
  for (const char* name : {"chain_rna", "chain_rto"}) {
    const Semantics& semantics = named_accumulator(name).semantics;
    AccumulatorSimulation model(operation(), semantics);
    Semantics step;
    step.rounding = std::string_view(name) == "chain_rna" ? Rounding::rna : Rounding::rto;
    Random random(5, name);
    for (int i = 0; i < 300; ++i) {
      const Row row = random_row(random, operation(), 5, 8);
      std::uint64_t code = *row.initial;
      for (std::size_t k = 0; k < row.left.size(); ++k) {
        const mpq_class sum =
            value_of(float32, code) + value_of(bfloat16, row.left[k]) * value_of(bfloat16, row.right[k]);
        ASSERT_NE(sgn(sum), 0);
        code = ExactRounding(float32, sum).under(step).code;
      }
      ASSERT_EQ(model.result(row), CodeSet::single(code)) << name;
    }
  }
}

/// Cut toward zero to that many significant bits.
double cut_bits(double x, int precision) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return std::ldexp(std::trunc(std::ldexp(fraction, precision)), exponent - precision);
}

/// A unit that aligns, in float64, which holds every number here exactly.
double block_chain(const Row& row, std::size_t width, int bits, int precision) {
  double running = initial_of(row);
  for (std::size_t begin = 0; begin < row.left.size(); begin += width) {
    std::vector<std::pair<double, int>> addends;
    if (running != 0) addends.emplace_back(running, std::ilogb(running));
    for (std::size_t i = begin; i < std::min(begin + width, row.left.size()); ++i) {
      const double x = float_of(row.left[i]), y = float_of(row.right[i]);
      addends.emplace_back(x * y, std::ilogb(x) + std::ilogb(y));
    }
    int top = addends.front().second;
    for (const auto& [value, exponent] : addends) top = std::max(top, exponent);
    double sum = 0;
    for (const auto& [value, exponent] : addends) sum += std::trunc(std::ldexp(value, bits - top));
    running = cut_bits(std::ldexp(sum, top - bits), precision);
  }
  return running;
}

// Kills: alignment to the largest value rather than exponent, cut bits that round, a block of another width, a running
// value that enters after the products.
TEST(Simulation, OfBlocksIsAlignment) {
  struct Unit {
    const char* name;
    std::size_t width;
    int bits, precision;
  };
  for (const auto& [name, width, bits, precision] :
       {Unit{"v100", 4, 23, 24}, Unit{"a100", 8, 24, 24}, Unit{"h100", 16, 25, 24}, Unit{"hopper_fp8", 32, 13, 14}}) {
    AccumulatorSimulation model(operation(), named_accumulator(name).semantics);
    Random random(6, name);
    for (int i = 0; i < 4000; ++i) {
      const Row row = random_row(random, operation(), 1 + random.below(70), 1 + static_cast<int>(random.below(12)));
      const auto expected = static_cast<float>(block_chain(row, width, bits, precision));
      ASSERT_EQ(model.result(row), CodeSet::single(std::bit_cast<std::uint32_t>(expected))) << name;
    }
  }
}

/// Products rounded by the processor, summed by halves.
float pairwise_sum(const std::vector<float>& products, std::size_t begin, std::size_t end) {
  if (end - begin == 1) return products[begin];
  const std::size_t middle = begin + (end - begin) / 2;
  return pairwise_sum(products, begin, middle) + pairwise_sum(products, middle, end);
}

// Kills: halves split elsewhere, an initial value that enters first where it should enter last.
TEST(Simulation, OfHalvesAndLanesIsFloatArithmetic) {
  AccumulatorSimulation pairwise(operation(), named_accumulator("pairwise").semantics);
  Semantics four = named_accumulator("fma_chain").semantics;
  four.accumulator.lanes = 4;
  AccumulatorSimulation lanes(operation(), four);
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    const Row row = random_row(random, operation(), 1 + random.below(40), 10);
    std::vector<float> products;
    for (std::size_t k = 0; k < row.left.size(); ++k) {
      products.push_back(float_of(row.left[k]) * float_of(row.right[k]));
    }
    const float halves = pairwise_sum(products, 0, products.size()) + initial_of(row);
    ASSERT_EQ(pairwise.result(row), CodeSet::single(std::bit_cast<std::uint32_t>(halves)));
    float sums[4] = {initial_of(row), 0, 0, 0};
    for (std::size_t k = 0; k < products.size(); ++k) sums[k % 4] += products[k];
    const float total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    ASSERT_EQ(lanes.result(row), CodeSet::single(std::bit_cast<std::uint32_t>(total)));
  }
}

// Kills: a simulation that invents an order for a model that leaves it open.
TEST(Simulation, NeedsADeterminedModel) {
  EXPECT_THROW(AccumulatorSimulation(operation(), Semantics{}), InternalError);
  Semantics passes = named_accumulator("fma_chain").semantics;
  passes.accumulator.operand_passes = 3;
  EXPECT_THROW(AccumulatorSimulation(operation(), passes), InternalError);
  Semantics finite = named_accumulator("fma_chain").semantics;
  finite.accumulator.format = "float8_e4m3fn";
  EXPECT_THROW(AccumulatorSimulation(operation(), finite), InternalError);
}

std::uint64_t simulated(const Semantics& semantics, const Row& row) {
  return AccumulatorSimulation(operation(), semantics).result(row).low;
}

// Kills: a long exact sum whose lowest bits no longer break a tie.
TEST(Simulation, OfExactSumsSeesTheLastBit) {
  const Semantics& exact = named_accumulator("exact").semantics;
  const std::uint64_t one = 0x3f80, tie = 0x3380, above = 0x0d80, below = 0x8d80;  // 1, 2^-24, 2^-100, -2^-100
  EXPECT_EQ(simulated(exact, {{one, tie, above}, {one, one, one}, 0}), 0x3f800001u);
  EXPECT_EQ(simulated(exact, {{one, tie, below}, {one, one, one}, 0}), 0x3f800000u);
}

// Kills: CDNA3's aligned sum cut toward zero: -2^-25 - 2^-40 becomes -2^-25 - 2^-31, which is beyond the tie below 1.
TEST(Simulation, OfCdna3RoundsTheSumDown) {
  const Row row{{0xb300, 0xab80}, {0x3f80, 0x3f80}, 0x3f800000};
  EXPECT_EQ(simulated(named_accumulator("cdna3").semantics, row), 0x3f7fffffu);
}

// Kills: alignment without the floor of A100's exponents: 2^-150 (1 + 2^-7) + 2^-150 (1 - 2^-7), cut to 2^-156.
TEST(Simulation, OfA100HasALowestExponent) {
  const Row row{{0x1a01, 0x19fe}, {0x1a00, 0x1a00}, 0};
  EXPECT_EQ(simulated(named_accumulator("a100").semantics, row), 0u);
  EXPECT_EQ(simulated(named_accumulator("v100").semantics, row), 1u);
}

// Kills: units whose exact cancellation, or whose zeros, keep a sign; chains that lose one.
TEST(Simulation, OfZeros) {
  const auto result = [](const char* name, const Row& row) {
    return AccumulatorSimulation(operation(), named_accumulator(name).semantics).result(row).low;
  };
  const Row all_negative{{0x8000, 0x8000}, {0x3f80, 0x3f80}, 0x80000000};
  EXPECT_EQ(result("fma_chain", all_negative), 0x80000000u);
  EXPECT_EQ(result("vdpbf16ps", all_negative), 0x80000000u);
  EXPECT_EQ(result("a100", all_negative), 0u);
  const Row cancelled{{0x3f80, 0xbf80}, {0x3f80, 0x3f80}, 0};
  EXPECT_EQ(result("fma_chain", cancelled), 0u);
  EXPECT_EQ(result("chain_rdn", cancelled), 0x80000000u);
  const Row empty{{}, {}, 0x80000000};
  EXPECT_EQ(result("fma_chain", empty), 0x80000000u);
  // A flushed product keeps its sign beside -0; a two's complement adder has no -0 to cancel to.
  Semantics products = named_accumulator("fma_chain").semantics;
  products.accumulator.subnormal_products = "flush";
  EXPECT_EQ(simulated(products, {{0x9f80}, {0x2000}, 0x80000000}), 0x80000000u);
  Semantics floor = named_accumulator("fma_chain").semantics;
  floor.accumulator.rounding = "floor";
  EXPECT_EQ(simulated(floor, cancelled), 0u);
  // -1.5 * 2^-126 + 2^-126 is tiny: the flush keeps its sign.
  const Row flushed{{0x0080, 0}, {0x3f80, 0}, 0x80c00000};
  EXPECT_EQ(result("vdpbf16ps", flushed), 0x80000000u);
}

}  // namespace
}  // namespace hallmark::test
