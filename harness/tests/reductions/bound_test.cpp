// SPDX-License-Identifier: Apache-2.0
// Bounds of a reduction's error: wide enough for every accumulator they are of, and no wider than the formulas.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <map>

#include "inputs/hard_dots.h"
#include "judging/reduction_bound.h"
#include "semantics/named_accumulators.h"
#include "tests/reductions/rows.h"
#include "truth/accumulators.h"

namespace hallmark::test {
namespace {

const Reduction& operation() {
  static const Reduction dot = reduction("dot(bfloat16,bfloat16,float32)->float32");
  return dot;
}

HardDot reversed(HardDot row) {
  std::reverse(row.left.begin(), row.left.end());
  std::reverse(row.right.begin(), row.right.end());
  return row;
}

/// How many rows were judged, and by which tier.
struct Judged {
  std::size_t all = 0;
  std::map<BoundTier, std::size_t> by;
};

/// How many results of the simulated model lie outside what the profile's semantics accept.
int outside(const Reduction& of, const Semantics& profile, const Semantics& model, std::uint64_t seed, int each,
            Judged* judged) {
  ReductionBound bound(of, profile);
  AccumulatorSimulation simulation(of, model);
  int wrong = 0;
  for (const HardDot& row : hard_rows(of, seed, each)) {
    const ReductionAcceptance answer = bound.accept(row);
    for (const HardDot& order : {row, reversed(row)}) {
      const CodeSet result = simulation.result(order);
      ++judged->all;
      ++judged->by[answer.tier];
      if (!answer.accepted.contains(of.result, result.low)) ++wrong;
    }
  }
  return wrong;
}

// Kills: a bound too small for any model it covers: an addend too few, an underflow term or a growth forgotten, an end
// rounded inward, an intermediate overflow taken for an error, an exact tier that is not exact.
TEST(ReductionBound, HoldsForItsOwnModels) {
  Judged judged;
  for (const NamedAccumulator& accumulator : named_accumulators()) {
    EXPECT_EQ(outside(operation(), accumulator.semantics, accumulator.semantics, 31, 25, &judged), 0)
        << accumulator.name;
    Semantics any = accumulator.semantics;
    if (any.accumulator.block_width == 0 && any.accumulator.lanes == 1) {
      any.accumulator.order = "any";
      any.accumulator.initial = "first";
      EXPECT_EQ(outside(operation(), any, accumulator.semantics, 32, 25, &judged), 0)
          << accumulator.name << " in any order";
    }
  }
  EXPECT_GT(judged.all, 20000u);
  for (const BoundTier tier : {BoundTier::special, BoundTier::exact, BoundTier::bounded, BoundTier::overflow}) {
    EXPECT_GT(judged.by[tier], 500u) << static_cast<int>(tier);
  }
  EXPECT_LT(judged.by[BoundTier::open], judged.all / 20);
}

// Kills: false alarms over better accumulators than a float32 in sequence.
TEST(ReductionBound, HoldsForEveryNearestFloat32) {
  Semantics wide = named_accumulator("fma_chain").semantics;
  wide.accumulator.format = "float64";
  Semantics lanes = named_accumulator("fma_chain").semantics;
  lanes.accumulator.lanes = 8;
  Semantics last = lanes;
  last.accumulator.initial = "last";
  Semantics products = named_accumulator("fma_chain").semantics;
  products.accumulator.start = "first_product";
  Judged judged;
  for (const char* signature :
       {"dot(bfloat16,bfloat16,float32)->float32", "dot(bfloat16,bfloat16)->bfloat16", "dot(float16,float16)->float16",
        "dot(float8_e4m3fn,float8_e5m2)->float8_e4m3fn", "sum(bfloat16)->bfloat16", "dot(float32,float32)->float32"}) {
    const Reduction of = reduction(signature);
    for (const Semantics& model :
         {wide, lanes, last, products, named_accumulator("pairwise").semantics, named_accumulator("exact").semantics,
          named_accumulator("fma_chain").semantics, named_accumulator("bfdot_extended").semantics}) {
      EXPECT_EQ(outside(of, Semantics{}, model, 33, 10, &judged), 0) << signature;
    }
  }
  EXPECT_GT(judged.all, 10000u);
}

double relative_bound(const Semantics& semantics, std::size_t depth) {
  const Reduction of = reduction("dot(bfloat16,bfloat16)->float32");
  ReductionBound bound(of, semantics);
  Row row;
  row.left.assign(depth, 0x3f81);  // products of 16 bits
  row.right.assign(depth, 0x3fff);
  row.right[0] = 0x4fff;  // and one so large that no sum is exact
  EXPECT_EQ(bound.accept(row).tier, BoundTier::bounded);
  mpfr_t ratio;
  mpfr_init2(ratio, 64);
  mpfr_div(ratio, bound.error(), bound.magnitude(), MPFR_RNDU);
  const double value = mpfr_get_d(ratio, MPFR_RNDU);
  mpfr_clear(ratio);
  return value;
}

// Kills: bounds far wider than the formulas, which would let weaker accumulators pass.
TEST(ReductionBound, IsAsTightAsTheFormulas) {
  const auto expect = [](const char* name, std::size_t depth, double value) {
    const double found = relative_bound(named_accumulator(name).semantics, depth);
    EXPECT_GE(found, value) << name << ' ' << depth;
    EXPECT_LE(found, value * 1.03) << name << ' ' << depth;
  };
  const auto power = [](int exponent) { return std::ldexp(1.0, exponent); };
  for (const std::size_t depth : {32u, 256u, 4096u}) {
    const auto k = static_cast<double>(depth);
    expect("fma_chain", depth, (k - 1) * power(-24));
    expect("chain_rtz", depth, (k - 1) * power(-23));
    expect("v100", depth, k / 4 * (5 * power(-23) + power(-23)));
    expect("a100", depth, k / 8 * (9 * power(-24) + power(-23)));
    expect("h100", depth, k / 16 * (17 * power(-25) + power(-23)));
  }
  expect("hopper_fp8", 256, 8 * (33 * power(-13) + power(-13)));
  expect("pairwise", 256, 9 * power(-24));
  EXPECT_NEAR(relative_bound(named_accumulator("split_k_bfloat16").semantics, 64), power(-8), power(-11));
}

// Kills: a bound with an addend too few: here the error is as large as it can be.
TEST(ReductionBound, IsReached) {
  Row row;
  row.initial = 0x3f800000;
  row.left.assign(100, 0x3380);  // 2^-24, each a tie that goes to even
  row.right.assign(100, 0x3f80);
  ReductionBound bound(operation(), Semantics{});
  const Acceptance accepted = bound.accept(row).accepted;
  EXPECT_TRUE(accepted.contains(float32, 0x3f800000));
  EXPECT_FALSE(accepted.contains(float32, 0x3f7fffff));
  EXPECT_TRUE(accepted.contains(float32, 0x3f800064));  // every one rounded up
  EXPECT_FALSE(accepted.contains(float32, 0x3f800066));
}

// Kills: exactness claimed where a flush, the range or a block's alignment would change a sum.
TEST(ReductionBound, KnowsWhatIsExact) {
  const auto tier = [](const Row& row, const Semantics& semantics = {}) {
    return ReductionBound(operation(), semantics).accept(row).tier;
  };
  const Row window{{0x4b00, 0x3f80}, {0x3f80, 0x3f80}, 0x40e00000};  // 2^23 + 1 + 7
  EXPECT_EQ(tier(window), BoundTier::exact);
  EXPECT_EQ(tier(window, named_accumulator("v100").semantics), BoundTier::exact);
  EXPECT_EQ(tier(window, named_accumulator("chain_rto").semantics), BoundTier::exact);
  EXPECT_EQ(tier(window, named_accumulator("precision_22").semantics), BoundTier::bounded);
  EXPECT_EQ(tier(window, named_accumulator("split_k_bfloat16").semantics), BoundTier::bounded);
  EXPECT_EQ(tier({{0x4b80, 0x3f80}, {0x3f80, 0x3f80}, 0}), BoundTier::bounded);  // 2^24 + 1
  EXPECT_EQ(tier({{0x4b80, 0xbf80}, {0x3f80, 0x3f80}, 0}), BoundTier::bounded);  // 2^24 - 1, in S no window
  const Row subnormal{{0x0001, 0x0003}, {0x3f80, 0x3f80}, 0};
  EXPECT_EQ(tier(subnormal), BoundTier::exact);
  Semantics flush;
  flush.accumulator.subnormal_accumulator = "flush_after_rounding";
  EXPECT_EQ(tier(subnormal, flush), BoundTier::bounded);
  EXPECT_EQ(tier({{0x0001}, {0x0001}, 0}), BoundTier::bounded);                   // 2^-266 is no float32
  EXPECT_EQ(tier({{0x7f00, 0x7f00}, {0x3f80, 0x3f80}, 0}), BoundTier::overflow);  // 2^128
  EXPECT_EQ(tier({{0x7f00, 0x7e80}, {0x3f80, 0x3f80}, 0}), BoundTier::exact);     // 1.5 * 2^127
  EXPECT_EQ(tier({{0x0000}, {0x3f80}, 0}), BoundTier::special);
}

// Kills: overflow on the way judged as a wrong sum, or anything at all accepted because of it.
TEST(ReductionBound, AllowsIntermediateOverflowAndNoMore) {
  ReductionBound bound(operation(), Semantics{});
  const Row both{{0x7f00, 0x7f00, 0xff00, 0xff00, 0x3f80}, {0x3f80, 0x3f80, 0x3f80, 0x3f80, 0x3f80}, 0};
  const Acceptance mixed = bound.accept(both).accepted;
  for (const std::uint64_t code : {0x7f800000u, 0xff800000u, 0x7fc00000u, 0x3f800000u}) {
    EXPECT_TRUE(mixed.contains(float32, code)) << std::hex << code;
  }
  EXPECT_FALSE(mixed.contains(float32, 0x7f000000));
  const Row upward{{0x7f00, 0x7f00}, {0x3f80, 0x3f80}, 0};
  const Acceptance positive = bound.accept(upward).accepted;
  EXPECT_TRUE(positive.contains(float32, 0x7f800000));
  for (const std::uint64_t code : {0xff800000u, 0x7fc00000u, 0x7f7ffffeu, 0x7f000000u}) {
    EXPECT_FALSE(positive.contains(float32, code)) << std::hex << code;
  }
  // One that stops at the largest value may stay there.
  ReductionBound stopping(operation(), named_accumulator("chain_rtz").semantics);
  EXPECT_TRUE(stopping.accept(upward).accepted.contains(float32, 0x7f7fffff));
  EXPECT_EQ(stopping.accept(both).tier, BoundTier::open);
  // Beside +infinity, a finite sum below -2^128 is a NaN; one that is not so large is not.
  EXPECT_TRUE(
      bound.accept(Row{{0x7f80, 0xff00, 0xff00}, {0x3f80, 0x3f80, 0x3f80}, 0}).accepted.contains(float32, 0x7fc00000));
  EXPECT_FALSE(bound.accept(Row{{0x7f80, 0xc000}, {0x3f80, 0x3f80}, 0}).accepted.contains(float32, 0x7fc00000));
}

// Kills: flushed sums accepted where subnormal ones are kept, and kept ones refused where the flush is stated.
TEST(ReductionBound, KnowsFlushes) {
  const Row tiny{{0x1f80, 0x1f80}, {0x2000, 0x2000}, 0};  // 2 * 2^-64 * 2^-63
  EXPECT_FALSE(ReductionBound(operation(), Semantics{}).accept(tiny).accepted.contains(float32, 0));
  const Semantics& flushed = named_accumulator("vdpbf16ps").semantics;
  const Acceptance accepted = ReductionBound(operation(), flushed).accept(tiny).accepted;
  EXPECT_TRUE(accepted.contains(float32, 0));
  EXPECT_TRUE(accepted.contains(float32, 0x00800000));
  EXPECT_FALSE(accepted.contains(float32, 0x02800000));
}

// Kills: products flushed by themselves taken for kept ones.
TEST(ReductionBound, KnowsFlushedProducts) {
  Semantics flushed = named_accumulator("fma_chain").semantics;
  flushed.accumulator.subnormal_products = "flush";
  const Row tiny{{0x1f80, 0x3f80}, {0x2000, 0x0080}, 0};  // 2^-127 + 2^-126
  EXPECT_EQ(AccumulatorSimulation(operation(), flushed).result(tiny), CodeSet::single(0x00800000));
  EXPECT_TRUE(ReductionBound(operation(), flushed).accept(tiny).accepted.contains(float32, 0x00800000));
  EXPECT_FALSE(ReductionBound(operation(), Semantics{}).accept(tiny).accepted.contains(float32, 0x00800000));
}

// Kills: blocks aligned to values where the unit aligns to the exponents of subnormal operands, which are larger.
TEST(ReductionBound, KnowsExponentsOfSubnormalOperands) {
  const Semantics& a100 = named_accumulator("a100").semantics;
  const Row row{{0x0001, 0x3f80}, {0x7180, 0x2600}, 0};  // 2^-133 * 2^100 + 2^-51: the unit sees 2^-126 * 2^100
  const CodeSet cut = AccumulatorSimulation(operation(), a100).result(row);
  EXPECT_EQ(cut, CodeSet::single(0x2f000000));
  const ReductionAcceptance answer = ReductionBound(operation(), a100).accept(row);
  EXPECT_EQ(answer.tier, BoundTier::bounded);
  EXPECT_TRUE(answer.accepted.contains(float32, cut.low));
  EXPECT_FALSE(ReductionBound(operation(), Semantics{}).accept(row).accepted.contains(float32, cut.low));
}

// Kills: an exact accumulator whose one rounding, before the result's own, is not in the bound.
TEST(ReductionBound, OfAnExactSumHasItsRounding) {
  const Reduction of = reduction("dot(bfloat16,bfloat16)->bfloat16");
  const Semantics& exact = named_accumulator("exact").semantics;
  const Row row{{0x3f80, 0x3b80, 0x3300}, {0x3f80, 0x3f80, 0x3f80}, {}};  // 1 + 2^-8 + 2^-25
  EXPECT_EQ(AccumulatorSimulation(of, exact).result(row), CodeSet::single(0x3f80));
  const Acceptance accepted = ReductionBound(of, exact).accept(row).accepted;
  EXPECT_TRUE(accepted.contains(bfloat16, 0x3f80));
  EXPECT_TRUE(accepted.contains(bfloat16, 0x3f81));
  EXPECT_FALSE(accepted.contains(bfloat16, 0x3f82));
}

// Kills: passes whose dropped products are not in the bound, or whose bound is a pass too wide.
TEST(ReductionBound, CountsPassesOfFloat32) {
  const Reduction of = reduction("dot(float32,float32)->float32");
  const Row row{{0x3f804000}, {0x3f804000}, {}};  // (1 + 2^-9)^2: 1 pass 3f800000, 3 passes 3f808000, 6 3f808020
  const auto accepts = [&](int passes, std::uint64_t code) {
    Semantics semantics;
    semantics.accumulator.operand_passes = passes;
    return ReductionBound(of, semantics).accept(row).accepted.contains(float32, code);
  };
  for (const int passes : {0, 3, 6}) EXPECT_FALSE(accepts(passes, 0x3f800000)) << passes;
  EXPECT_TRUE(accepts(1, 0x3f800000));
  for (const int passes : {0, 6}) EXPECT_FALSE(accepts(passes, 0x3f808000)) << passes;
  EXPECT_TRUE(accepts(3, 0x3f808000));
  for (const int passes : {0, 1, 3, 6}) EXPECT_TRUE(accepts(passes, 0x3f808020)) << passes;
}

// Kills: bounds computed by the floating-point unit.
TEST(ReductionBound, DoesNotDependOnTheEnvironment) {
  ReductionBound bound(operation(), Semantics{});
  std::size_t rows = 0;
  for (const HardDot& row : hard_rows(operation(), 35, 3)) {
    const Acceptance nearest = bound.accept(row).accepted;
    std::fesetround(FE_DOWNWARD);
    const Acceptance downward = bound.accept(row).accepted;
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(nearest, downward);
    ++rows;
  }
  EXPECT_GT(rows, 30u);
}

}  // namespace
}  // namespace hallmark::test
