// SPDX-License-Identifier: Apache-2.0
// The oracle of sums against MPFR: the same sums, the same results accepted, whatever the floating-point environment.
#include "oracles/sums.h"

#include <gtest/gtest.h>

#include <map>

#include "judging/reduction_bound.h"
#include "semantics/named_accumulators.h"
#include "tests/judging/mode.h"
#include "tests/reductions/rows.h"

namespace hallmark::test {
namespace {

constexpr const char* modes[] = {"upward", "downward", "toward_zero", "flush", "downward flush"};

/// Which rows were compared.
struct Compared {
  std::size_t all = 0, refused = 0;
  std::map<BoundTier, std::size_t> by;
};

/// The oracle's acceptance of one row against MPFR's, each computed in its mode.
void compare(const Reduction& of, const Semantics& semantics, const std::vector<HardDot>& rows, const char* mode,
             Compared& compared) {
  SumOracle oracle(of, semantics);
  ReductionBound truth(of, semantics), bound(of, semantics);
  for (const HardDot& dot : rows) {
    const ReductionRow row = dot;
    const SumOperand left = oracle.read_left(row.left);
    const SumOperand right = of.has_two_factors() ? oracle.read_right(row.right) : SumOperand();
    const ReductionAcceptance by_truth = truth.accept(row);
    ++compared.all;
    bool summed = false;
    ReductionAcceptance by_oracle;
    {
      const Mode changed(mode);
      summed = oracle.sum(left, right, row.initial);
      if (summed) by_oracle = bound.accept(oracle, row.depth(), row.initial.has_value());
    }
    EXPECT_EQ(summed, by_truth.tier != BoundTier::special);
    if (!summed) {
      ++compared.refused;
      continue;
    }
    ++compared.by[by_truth.tier];
    EXPECT_EQ(by_oracle.tier, by_truth.tier);
    EXPECT_EQ(by_oracle.accepted, by_truth.accepted);
    EXPECT_NE(mpfr_equal_p(bound.exact(), truth.exact()), 0);
    EXPECT_NE(mpfr_equal_p(bound.magnitude(), truth.magnitude()), 0);
    EXPECT_NE(mpfr_equal_p(bound.error(), truth.error()), 0);
  }
}

// Kills: a bin lost or read twice, a sign of one factor forgotten, a carry that stops, the initial value in another
// place, a fact that a model's bound looks at and the oracle does not know, special values summed as zeros, and
// anything of it computed by the floating-point unit.
TEST(SumOracle, GivesWhatMpfrGivesForEveryAccumulator) {
  Compared compared;
  std::size_t turn = 0;
  const auto try_formats = [&](const char* signature, int each) {
    const Reduction of = reduction(signature);
    ASSERT_TRUE(SumOracle::covers(of)) << signature;
    const std::vector<HardDot> rows = hard_rows(of, 71, each);
    for (const NamedAccumulator& accumulator : named_accumulators()) {
      SCOPED_TRACE(std::string(signature) + " " + std::string(accumulator.name));
      compare(of, accumulator.semantics, rows, modes[turn++ % std::size(modes)], compared);
      Semantics any = accumulator.semantics;
      if (any.accumulator.block_width > 0) continue;
      any.accumulator.order = "any";
      any.accumulator.lanes = 1;
      any.accumulator.initial = "first";
      compare(of, any, rows, modes[turn++ % std::size(modes)], compared);
    }
  };
  for (const char* signature :
       {"dot(bfloat16,bfloat16)->float32", "dot(bfloat16,bfloat16,float32)->float32", "dot(float16,float16)->float32",
        "dot(float8_e4m3fn,float8_e5m2)->float32", "dot(bfloat16,bfloat16)->bfloat16",
        "dot(float16,float16,float32)->float16", "dot(float8_e4m3fnuz,float8_e4m3fnuz)->bfloat16",
        "dot(float8_e5m2,float8_e5m2)->float16", "dot(bfloat16,float16)->float8_e4m3fn", "sum(bfloat16)->float32",
        "sum_of_squares(float16)->float32", "sum(float16)->bfloat16", "dot(float32,float32)->float32",
        "sum(float32)->float32", "matmul(float4_e2m1fn,float6_e3m2fn)->bfloat16"}) {
    try_formats(signature, 6);
  }
  EXPECT_GT(compared.all, 50000u);
  EXPECT_GT(compared.refused, compared.all / 100);
  EXPECT_LT(compared.refused, compared.all / 5) << "most rows are numbers";
  for (const BoundTier tier : {BoundTier::exact, BoundTier::bounded, BoundTier::overflow, BoundTier::open}) {
    EXPECT_GT(compared.by[tier], 50u) << static_cast<int>(tier);
  }
}

// Kills: passes whose facts the oracle leaves out, other roundings and overflows of the result.
TEST(SumOracle, GivesWhatMpfrGivesForOtherSemantics) {
  Compared compared;
  std::vector<Semantics> list(9);
  list[0].accumulator.operand_passes = 1;
  list[1].accumulator.operand_passes = 3;
  list[2].accumulator.operand_passes = 6;
  list[3].rounding = Rounding::rtz;
  list[4].rounding = Rounding::rdn;
  list[4].overflow = Overflow::saturate;
  list[5].subnormal_operands = SubnormalOperands::flush;
  list[6].subnormal_results = SubnormalResults::flush_after_rounding;
  list[7].accumulator.subnormal_products = "flush";
  list[8].rounding = Rounding::rup;
  list[8].overflow = Overflow::nan;
  for (const char* signature : {"dot(bfloat16,bfloat16)->bfloat16", "dot(float16,float16,float32)->float32",
                                "dot(float32,float32,float32)->float32", "sum(bfloat16)->float16"}) {
    const Reduction of = reduction(signature);
    const std::vector<HardDot> rows = hard_rows(of, 72, 8);
    for (std::size_t i = 0; i < list.size(); ++i) {
      SCOPED_TRACE(std::string(signature) + " " + std::to_string(i));
      compare(of, list[i], rows, modes[i % std::size(modes)], compared);
    }
  }
  EXPECT_GT(compared.all, 3000u);
}

// Kills: words that overflow within a deep row, and a second batch of products that replaces the first.
TEST(SumOracle, IsExactInDeepRows) {
  Compared compared;
  for (const char* signature : {"dot(bfloat16,bfloat16)->float32", "dot(float32,float32)->float32"}) {
    const Reduction of = reduction(signature);
    const std::uint64_t largest = of.left.largest_finite(), one = encode(of.left, false, 1, 0).value();
    std::vector<HardDot> rows;
    for (const std::size_t depth :
         {(std::size_t{1} << 16) - 1, std::size_t{1} << 16, (std::size_t{1} << 16) + 1, (std::size_t{1} << 17) + 3}) {
      HardDot wide;  // the largest square so often, and the smallest
      wide.left.assign(depth, largest);
      wide.left.back() = 1 | of.left.sign_mask();
      wide.right = wide.left;
      wide.right.back() = 1;
      rows.push_back(wide);
      HardDot alike;  // every word full
      alike.left.assign(depth, one | of.left.fraction_mask() | of.left.sign_mask());
      alike.right = alike.left;
      rows.push_back(alike);
      Random random(depth);
      const Row mixed = random_row(random, of, depth, 20);
      rows.push_back({mixed.left, mixed.right, {}, 0});
    }
    compare(of, {}, rows, "upward", compared);
  }
  EXPECT_EQ(compared.all, 24u);
  EXPECT_EQ(compared.refused, 0u);
}

// Kills: an operand that serves one result only.
TEST(SumOracle, ReadsAnOperandOnceForManyResults) {
  const Reduction of = reduction("matmul(bfloat16,bfloat16)->float32");
  SumOracle oracle(of, {});
  ReductionBound truth(of, {}), bound(of, {});
  Random random(73);
  std::vector<Row> rows;
  std::vector<SumOperand> lefts, rights;
  for (int i = 0; i < 12; ++i) {
    rows.push_back(random_row(random, of, 65, i % 3 * 20));
    lefts.push_back(oracle.read_left(rows.back().left));
    rights.push_back(oracle.read_right(rows.back().right));
  }
  std::size_t compared = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) {
      if (!oracle.sum(lefts[i], rights[j], {})) continue;
      EXPECT_EQ(bound.accept(oracle, 65, false).accepted, truth.accept({rows[i].left, rows[j].right, {}}).accepted);
      ++compared;
    }
  }
  EXPECT_EQ(compared, rows.size() * rows.size());
}

// Kills: formats whose sums do not fit taken on.
TEST(SumOracle, CoversWhatFits) {
  EXPECT_FALSE(SumOracle::covers(reduction("dot(float64,float64)->float64")));
  EXPECT_FALSE(SumOracle::covers(reduction("dot(bfloat16,bfloat16,float64)->float64")));
  Reduction wide = reduction("dot(bfloat16,bfloat16)->float32");
  wide.left = wide.right = detail::ieee("wide", 11, 4);
  EXPECT_FALSE(SumOracle::covers(wide));
  EXPECT_TRUE(SumOracle::covers(reduction("dot(float32,float32)->float64")));
}

}  // namespace
}  // namespace hallmark::test
