// SPDX-License-Identifier: Apache-2.0
// The calls of hard rows: numbers that last, elements where a kernel looks for them, initial values that matter.
#include "suites/reductions/calls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "inputs/initial_values.h"
#include "suites/reductions/hard_rows.h"
#include "tests/reductions/rows.h"
#include "truth/reductions.h"

namespace hallmark::test {
namespace {

TriedReduction tried(std::string_view signature, Level level = Level::quick) {
  return {reduction(signature), std::string(signature), 0, {Semantics{}}, level, 1};
}

// Kills: levels that number results anew, numbers that two results share, depths a level promises and leaves out.
TEST(ReductionCalls, NumberResultsAlikeAtEveryLevel) {
  for (const char* signature :
       {"dot(bfloat16,bfloat16)->float32", "sum(float16)->float32", "matmul(bfloat16,bfloat16,float32)->float32"}) {
    const Reduction operation = reduction(signature);
    for (const HardDotInfo& info : hard_dot_kinds()) {
      const auto quick = calls_of(operation, info.kind, Level::quick);
      const auto standard = calls_of(operation, info.kind, Level::standard);
      const auto exhaustive = calls_of(operation, info.kind, Level::exhaustive);
      ASSERT_LT(quick.size(), standard.size());
      ASSERT_LT(standard.size(), exhaustive.size());
      std::uint64_t next = 0, next_rest = exhaustive.front().rest_first;
      std::set<std::size_t> depths;
      for (std::size_t i = 0; i < exhaustive.size(); ++i) {
        const ReductionCall& call = exhaustive[i];
        EXPECT_EQ(call.first, next);
        EXPECT_EQ(call.rest_first, next_rest);
        EXPECT_GT(call.numbered, 0u);
        EXPECT_LE(call.numbered, call.results());
        next = call.first + call.numbered;
        next_rest = call.rest_first + call.results() - call.numbered;
        for (std::size_t at = 0; at < call.results(); ++at) EXPECT_EQ(call.index_of(call.number_of(at)), at);
        EXPECT_FALSE(call.index_of(next));
        EXPECT_FALSE(call.index_of(next_rest));
        depths.insert(call.depth);
        for (const auto* shorter : {&quick, &standard}) {
          if (i >= shorter->size()) continue;
          EXPECT_EQ((*shorter)[i].first, call.first);
          EXPECT_EQ((*shorter)[i].rest_first, call.rest_first);
          EXPECT_EQ((*shorter)[i].depth, call.depth);
          EXPECT_EQ((*shorter)[i].rows, call.rows);
        }
      }
      EXPECT_LT(next, exhaustive.front().rest_first);
      EXPECT_EQ(quick.back().depth, 4096u);
      EXPECT_EQ(standard.back().depth, 65536u);
      EXPECT_EQ(exhaustive.back().depth, std::size_t{1} << 20);
      for (const std::size_t depth : {1u, 2u, 3u, 33u, 256u}) EXPECT_TRUE(depths.contains(depth)) << depth;
    }
  }
}

// Kills: a matrix laid out by columns, a right operand of another row, an initial value of another column, padding that
// is no row.
TEST(ReductionCalls, LayElementsOutRowMajor) {
  for (const char* signature :
       {"dot(bfloat16,float16,float32)->float32", "matmul(bfloat16,float16,float32)->float32"}) {
    const TriedReduction operation = tried(signature);
    const bool is_matmul = operation.reduction.kind == ReductionKind::matmul;
    std::size_t seen = 0;
    for (const ReductionCall& call : calls_of(operation.reduction, HardDotKind::random_walk, Level::quick)) {
      if (call.depth > 65) break;
      const CallOperands operands(operation.reduction, operation.signature, call, 1, 24);
      ASSERT_FALSE(operands.is_empty());
      ASSERT_EQ(operands.results().size(), call.results());
      std::set<std::pair<std::size_t, std::size_t>> places;
      for (const OutputPlace& place : operands.results()) places.insert({place.row, place.column});
      EXPECT_EQ(places.size(), call.results());
      const auto left = operands.left(), right = operands.right(), initial = operands.initial();
      ASSERT_EQ(left.size(), call.rows * call.depth);
      ASSERT_EQ(right.size(), (is_matmul ? call.columns : call.rows) * call.depth);
      ASSERT_EQ(initial.size(), call.rows * call.columns);
      for (const OutputPlace& place : operands.results()) {
        const ReductionRow row = operands.row(place);
        ASSERT_EQ(row.depth(), call.depth);
        EXPECT_EQ(*row.initial, initial[place.row * call.columns + place.column]);
        for (std::size_t i = 0; i < call.depth; ++i) {
          EXPECT_EQ(row.left[i], left[place.row * call.depth + i]);
          EXPECT_EQ(row.right[i], right[is_matmul ? i * call.columns + place.column : place.row * call.depth + i]);
          ++seen;
        }
      }
    }
    EXPECT_GT(seen, 1000u);
  }
}

// Kills: a place of either factor that no row of each_place asks about, one that only columns or only rows have, a
// second special value in the row.
TEST(ReductionCalls, AskEveryPlaceOfEitherFactor) {
  for (const char* signature :
       {"dot(bfloat16,float16)->float32", "matmul(bfloat16,bfloat16)->float32", "sum(float8_e4m3fn)->float32",
        "dot(bfloat16,bfloat16,float32)->float32", "all_finite(float16)->uint8", "softmax(bfloat16)->float32"}) {
    const TriedReduction operation = tried(signature);
    const Reduction& reduction = operation.reduction;
    std::size_t deepest = 0;
    std::map<std::size_t, std::set<std::size_t>> places;  // by depth; of the right factor beyond it
    for (const ReductionCall& call : calls_of(reduction, HardDotKind::each_place, Level::quick)) {
      deepest = std::max(deepest, call.depth);
      const CallOperands operands(reduction, signature, call, 1, 24);
      ASSERT_FALSE(operands.is_empty());
      for (const HardDot& dot : operands.dots()) {
        std::size_t specials = 0;
        const auto look = [&](const Format& format, const std::vector<std::uint64_t>& codes, std::size_t first) {
          for (std::size_t i = 0; i < codes.size(); ++i) {
            const Category category = classify(format, codes[i]);
            if (category != Category::nan && category != Category::infinity) continue;
            ++specials;
            places[call.depth].insert(first + i);
          }
        };
        look(reduction.left, dot.left, 0);
        look(reduction.right, dot.right, call.depth);
        EXPECT_EQ(specials, 1u) << signature;
      }
    }
    EXPECT_GE(deepest, 257u);
    EXPECT_EQ(places.size(), 2u);
    for (const auto& [depth, asked] : places) {
      EXPECT_EQ(asked.size(), depth * (reduction.has_two_factors() ? 2 : 1)) << signature << ' ' << depth;
    }
  }
}

// Kills: results of elements that are numbered by rows, an element judged twice or beyond the row, a prefix that is one
// too short, a place of a vector or a tile that no row of a call judges.
TEST(ReductionCalls, JudgeElementsOfRows) {
  for (const char* signature : {"cumulative_sum(bfloat16)->float32", "softmax(bfloat16)->float32"}) {
    const TriedReduction operation = tried(signature);
    const bool is_prefix = operation.reduction.kind == ReductionKind::cumulative_sum;
    const HardDotKind kind = hard_row_kinds(operation.reduction).front().kind;
    std::set<std::size_t> lanes, from_the_end;
    std::uint64_t next = 0;
    for (const ReductionCall& call : calls_of(operation.reduction, kind, Level::quick)) {
      ASSERT_GT(call.depth, 0u);
      EXPECT_EQ(call.first, next);
      next += call.numbered;
      if (call.depth > 1024) continue;
      const CallOperands operands(operation.reduction, operation.signature, call, 1, 24);
      if (operands.is_empty()) continue;
      ASSERT_EQ(operands.results().size(), call.numbered);
      std::set<std::pair<std::size_t, std::size_t>> places;
      const auto left = operands.left();
      for (const OutputPlace& place : operands.results()) {
        ASSERT_LT(place.column, call.depth);
        EXPECT_TRUE(places.insert({place.row, place.column}).second);
        const ReductionRow row = operands.row(place);
        EXPECT_EQ(row.depth(), is_prefix ? place.column + 1 : call.depth);
        EXPECT_EQ(row.element, is_prefix ? 0 : place.column);
        EXPECT_EQ(row.left.back(), left[place.row * call.depth + row.depth() - 1]);
        lanes.insert(place.column % 16);
        from_the_end.insert(call.depth - place.column);
      }
      if (call.depth <= 65) {
        EXPECT_EQ(places.size(), call.rows * call.depth);
      }
    }
    EXPECT_EQ(lanes.size(), 16u);
    for (std::size_t distance = 1; distance < 32; ++distance) EXPECT_TRUE(from_the_end.contains(distance)) << distance;
  }
}

// Kills: a case id that shows another row than the one that failed.
TEST(ReductionCalls, FindAResultByItsNumber) {
  for (const char* signature : {"dot(bfloat16,bfloat16)->float32", "matmul(bfloat16,bfloat16)->float32",
                                "cumulative_sum(bfloat16)->float32", "softmax(bfloat16)->float32"}) {
    const TriedReduction operation = tried(signature);
    const bool has_two = operation.reduction.has_two_factors();
    const HardDotKind kind = has_two ? HardDotKind::ill_conditioned : hard_row_kinds(operation.reduction).front().kind;
    for (const ReductionCall& call : calls_of(operation.reduction, kind, Level::quick)) {
      const CallOperands operands(operation.reduction, operation.signature, call, 1, 24);
      if (operands.is_empty() || call.depth > 300) continue;
      for (const std::size_t i : {std::size_t{0}, operands.results().size() - 1}) {
        const auto found = find_result(operation, call.kind, call.number_of(i));
        ASSERT_TRUE(found);
        const ReductionRow one = operands.row(operands.results()[i]), other = found->operands->row(found->place);
        EXPECT_TRUE(std::equal(one.left.begin(), one.left.end(), other.left.begin(), other.left.end()));
        EXPECT_TRUE(std::equal(one.right.begin(), one.right.end(), other.right.begin(), other.right.end()));
        EXPECT_EQ(one.element, other.element);
      }
    }
    EXPECT_FALSE(find_result(operation, kind, 999'999'999));
  }
}

// Kills: rows whose initial value is always zero, so that nobody would miss it; planted sums that it spoils.
TEST(InitialValues, TakeTheirPartInEveryKind) {
  const Reduction operation = reduction("dot(bfloat16,bfloat16,float32)->float32");
  ReductionTruth truth;
  for (const HardDotInfo& info : hard_dot_kinds()) {
    Random random(5, info.name);
    int built = 0, nonzero = 0, one_bit = 0;
    for (int i = 0; i < 60; ++i) {
      const auto row = hard_dot_with_initial(info.kind, operation, 64, random);
      if (!row) continue;
      ++built;
      ASSERT_EQ(row->left.size(), 64u);
      ASSERT_EQ(row->right.size(), 64u);
      nonzero += (*row->initial & 0x7fffffff) != 0;
      if (info.kind == HardDotKind::ill_conditioned) {
        truth.sum(operation, {}, *row);
        one_bit += mpfr_min_prec(truth.exact()) == 1;
      }
    }
    EXPECT_GT(built, 20) << info.name;
    EXPECT_GT(nonzero, info.kind == HardDotKind::special_values ? 3 : built / 2) << info.name;
    if (info.kind == HardDotKind::ill_conditioned) {
      EXPECT_EQ(one_bit, built);
    }
  }
}

}  // namespace
}  // namespace hallmark::test
