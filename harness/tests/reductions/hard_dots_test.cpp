// SPDX-License-Identifier: Apache-2.0
// Hard rows of products: each is what its kind says, and each kind catches the weaker accumulators it names.
#include "inputs/hard_dots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "judging/reduction_bound.h"
#include "semantics/named_accumulators.h"
#include "tests/reductions/rows.h"
#include "truth/accumulators.h"

namespace hallmark::test {
namespace {

const Reduction& bfloat16_dot() {
  static const Reduction dot = reduction("dot(bfloat16,bfloat16)->float32");
  return dot;
}

/// A row as a kernel with that fault sees it.
HardDot with_fault(HardDot row, std::string_view fault) {
  if (fault == "dropped_tail") {
    row.left.pop_back();
    row.right.pop_back();
  } else if (fault == "doubled_tail") {
    row.left.push_back(row.left.back());
    row.right.push_back(row.right.back());
  } else {
    for (std::vector<std::uint64_t>* codes : {&row.left, &row.right}) {
      for (std::uint64_t& code : *codes) {
        const Category category = classify(bfloat16, code);
        if (fault == "nan_skipped" && category == Category::nan) code = 0;
        if (fault == "infinity_clamped" && category == Category::infinity) --code;
      }
    }
  }
  return row;
}

/// The code that the weaker model of that name gives.
std::uint64_t weaker(std::string_view name, const Reduction& operation, const HardDot& row) {
  const auto all = named_accumulators();
  const auto known = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  const bool is_fault = known == all.end();
  const Semantics& semantics = is_fault ? named_accumulator("fma_chain").semantics : known->semantics;
  return AccumulatorSimulation(operation, semantics).result(is_fault ? with_fault(row, name) : row).low;
}

// Kills: a kind that no longer catches a model it names, and so a bound that lets the model through.
TEST(HardDots, CatchWhatTheyName) {
  ReductionBound bound(bfloat16_dot(), Semantics{});
  std::size_t names = 0;
  for (const HardDotInfo& info : hard_dot_kinds()) {
    for (const std::string_view name : info.catches) {
      ++names;
      Random random(21, info.name);
      int rows = 0, caught = 0;
      const int each = info.kind == HardDotKind::probes ? 100 : 12;  // a row is one of many probes
      for (const std::size_t depth : {64u, 96u, 255u, 256u}) {
        for (int i = 0; i < each; ++i) {
          const auto row = hard_dot(info.kind, bfloat16_dot(), depth, random);
          ASSERT_TRUE(row) << info.name << ' ' << depth;
          ++rows;
          caught += bound.accept(*row).accepted.contains(float32, weaker(name, bfloat16_dot(), *row)) ? 0 : 1;
        }
      }
      EXPECT_GT(caught, 0) << info.name << " misses " << name;
      RecordProperty(std::string(info.name) + "_" + std::string(name), caught);
    }
  }
  EXPECT_GE(names, 30u);
}

// Kills: a kind that works for bfloat16 alone.
TEST(HardDots, CatchSomethingInEveryNarrowFormat) {
  for (const char* signature :
       {"dot(float16,float16,float32)->float32", "dot(float8_e4m3fn,float8_e4m3fn)->float32",
        "dot(float8_e5m2,float8_e5m2)->float32", "dot(float8_e4m3fn,float8_e5m2)->float32", "sum(bfloat16)->float32",
        "dot(float8_e4m3fnuz,float8_e4m3fnuz)->float32", "matmul(bfloat16,float16)->float32"}) {
    const Reduction operation = reduction(signature);
    ReductionBound bound(operation, Semantics{});
    std::set<std::string_view> built;
    for (const HardDotInfo& info : hard_dot_kinds()) {
      if (info.kind == HardDotKind::special_values || info.kind == HardDotKind::overflow_ladder ||
          info.kind == HardDotKind::subnormal_ladder || info.kind == HardDotKind::alternating) {
        continue;  // what these are for, a float32 sum of narrower ranges does not meet
      }
      Random random(22, info.name);
      std::set<std::string_view> caught;
      for (int i = 0; i < 30; ++i) {
        const auto row = hard_dot(info.kind, operation, 192, random);
        if (!row) continue;
        built.insert(info.name);
        for (const NamedAccumulator& accumulator : named_accumulators()) {
          if (!accumulator.is_weaker || caught.contains(accumulator.name)) continue;
          const CodeSet code = AccumulatorSimulation(operation, accumulator.semantics).result(*row);
          if (!bound.accept(*row).accepted.contains(float32, code.low)) caught.insert(accumulator.name);
        }
      }
      EXPECT_TRUE(!built.contains(info.name) || !caught.empty()) << signature << ' ' << info.name;
    }
    EXPECT_GE(built.size(), 7u) << signature;
  }
}

// Kills: windows with a gap, of mixed signs, or whose sum is even: a 22-bit accumulator would pass.
TEST(HardDots, FullWindowsNeedEveryBit) {
  for (const char* signature : {"dot(bfloat16,bfloat16)->float32", "dot(float16,float16)->float32",
                                "dot(float8_e4m3fn,float8_e4m3fn)->float32", "dot(float8_e5m2,float8_e5m2)->float32"}) {
    const Reduction operation = reduction(signature);
    ReductionBound bound(operation, Semantics{});
    Random random(23);
    for (const std::size_t depth : {2u, 3u, 17u, 256u, 4096u, 65536u}) {
      const auto row = hard_dot(HardDotKind::full_window, operation, depth, random);
      ASSERT_TRUE(row) << signature << ' ' << depth;
      EXPECT_EQ(row->left.size(), depth);
      EXPECT_EQ(bound.accept(*row).tier, BoundTier::exact) << signature << ' ' << depth;
      EXPECT_EQ(mpfr_cmpabs(bound.exact(), bound.magnitude()), 0);
      EXPECT_EQ(mpfr_min_prec(bound.exact()), 24) << signature << ' ' << depth;
    }
  }
}

// Kills: planted sums that are not what they claim, conditions that never get large.
TEST(HardDots, IllConditionedOnesHaveTheirCondition) {
  for (const auto& [signature, largest] :
       {std::pair{"dot(bfloat16,bfloat16,float32)->float32", 80}, std::pair{"dot(float16,float16)->float32", 20},
        std::pair{"dot(float8_e4m3fn,float8_e5m2)->float32", 16}}) {
    const Reduction operation = reduction(signature);
    ReductionTruth truth;
    Random random(24);
    int built = 0, steepest = 0;
    for (int i = 0; i < 100; ++i) {
      const auto row = hard_dot(HardDotKind::ill_conditioned, operation, 40 + random.below(200), random);
      if (!row) continue;
      ++built;
      truth.sum(operation, {}, *row);
      ASSERT_EQ(mpfr_min_prec(truth.exact()), 1) << signature;
      const auto condition = static_cast<int>(mpfr_get_exp(truth.magnitude()) - mpfr_get_exp(truth.exact())) + 1;
      EXPECT_NEAR(condition, row->condition, 2) << signature;
      steepest = std::max(steepest, condition);
    }
    EXPECT_GT(built, 60) << signature;
    EXPECT_GT(steepest, largest) << signature;
  }
}

// Kills: rows that depend on more than the seed; depths that are not kept.
TEST(HardDots, AreTheSameForTheSameSeed) {
  for (const HardDotInfo& info : hard_dot_kinds()) {
    for (const std::size_t depth : {1u, 2u, 3u, 31u}) {
      Random first(25), second(25);
      const auto one = hard_dot(info.kind, bfloat16_dot(), depth, first);
      const auto other = hard_dot(info.kind, bfloat16_dot(), depth, second);
      ASSERT_EQ(one.has_value(), other.has_value()) << info.name;
      if (!one) continue;
      EXPECT_EQ(one->left, other->left) << info.name;
      EXPECT_EQ(one->right, other->right) << info.name;
      EXPECT_EQ(one->left.size(), depth) << info.name;
      EXPECT_EQ(one->right.size(), depth) << info.name;
    }
  }
}

// Kills: special values that never come last, never meet a zero, never come with both signs.
TEST(HardDots, SpecialValuesComeEverywhere) {
  Random random(26);
  std::map<std::string, int> seen;
  for (int i = 0; i < 300; ++i) {
    const auto row = hard_dot(HardDotKind::special_values, bfloat16_dot(), 7, random);
    ASSERT_TRUE(row);
    const RowSpecials specials = specials_of(bfloat16_dot(), {}, *row);
    seen["nan"] += specials.nan_operand;
    seen["invalid"] += specials.invalid;
    seen["infinity"] += specials.positive_infinity != specials.negative_infinity;
    seen["negative zeros"] += !specials.positive && !specials.negative && !specials.positive_zero;
    for (const std::size_t place : {0u, 3u, 6u}) {
      if (bfloat16.is_nan(row->left[place])) ++seen["nan at " + std::to_string(place)];
      if (classify(bfloat16, row->left[place]) == Category::infinity) ++seen["infinity at " + std::to_string(place)];
    }
  }
  EXPECT_EQ(seen.size(), 10u);
  for (const auto& [what, times] : seen) EXPECT_GT(times, 5) << what;
}

}  // namespace
}  // namespace hallmark::test
