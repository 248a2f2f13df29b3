// SPDX-License-Identifier: Apache-2.0
// The judge of reductions, what it says of weaker models, and weak evidence.
#include <gtest/gtest.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "judging/diagnose.h"
#include "judging/reduction_hypotheses.h"
#include "judging/reduction_judge.h"
#include "semantics/named_accumulators.h"
#include "suites/reductions/hard_rows.h"
#include "suites/reductions/reduction_suite.h"
#include "tests/reductions/rows.h"

namespace hallmark::test {
namespace {

Signature signature_of(std::string_view text) { return std::get<Signature>(parse_signature(text)); }

// Kills: a profile stated to the last bit that is judged by its bound, and one that is not judged by one order.
TEST(ReductionJudge, HoldsAStatedModelToTheLastBit) {
  const Reduction operation = reduction("dot(bfloat16,bfloat16)->float32");
  Semantics stated = named_accumulator("fma_chain").semantics;
  Semantics open;
  ReductionJudge judge(operation, {stated, open, open});
  Random random(1, "stated");
  int tight = 0, wide = 0;
  for (int i = 0; i < 40; ++i) {
    const auto row = hard_dot(HardDotKind::exponent_spread, operation, 64, random);
    judge.prepare(*row);
    const std::uint64_t right = AccumulatorSimulation(operation, stated).result(*row).low;
    EXPECT_EQ(judge.rejected_by(right), 0u);
    tight += judge.rejected_by(right + 1) == 1 ? 1 : 0;  // the stated one alone
    wide += judge.rejected_by(right + 100000) == 7 ? 1 : 0;
    EXPECT_EQ(judge.accepted(1), judge.accepted(2));
  }
  EXPECT_GT(tight, 35);
  EXPECT_GT(wide, 35);
}

// Kills: a weaker model that no explanation names, or that another one's words describe.
TEST(ReductionHypotheses, NameEachWeakerModel) {
  const Reduction operation = reduction("dot(bfloat16,bfloat16)->float32");
  const Semantics base;
  ReductionJudge judge(operation, {base});
  const auto texts = ReductionHypotheses::texts(operation, base);
  ASSERT_LE(texts.size(), 62u);
  const std::pair<const char*, const char*> models[] = {
      {"bfloat16_chain", "bfloat16_chain"},     {"float16_chain", "float16_chain"},
      {"precision_22", "precision_22"},         {"chain_rtz", "chain_rtz"},
      {"rounded_products", "rounded_products"}, {"split_k_bfloat16", "split_k_bfloat16"},
      {"dropped_tail", "out the last term"},    {"doubled_tail", "twice the last term"},
      {"nan_skipped", "skipping products"},     {"infinity_clamped", "for the largest number"}};
  for (const auto& [name, words] : models) {
    ReductionHypotheses hypotheses(operation, base);
    const WeakerModel model(name, operation, base);
    int mismatches = 0;
    std::uint64_t common = ~std::uint64_t{0};
    for (const HardDotInfo& info : hard_dot_kinds()) {
      Random random(2, info.name);
      for (int i = 0; i < 12; ++i) {
        const auto row = hard_dot(info.kind, operation, 96, random);
        if (!row) continue;
        judge.prepare(*row);
        const std::uint64_t got = model.result(*row);
        if (judge.rejected_by(got) == 0) continue;
        ++mismatches;
        common &= hypotheses.explained_by(*row, got);
      }
    }
    EXPECT_GT(mismatches, 0) << name;
    ASSERT_NE(common, 0u) << name;
    bool named = false;
    for (std::size_t bit = 0; bit < texts.size(); ++bit) {
      named |= (common >> bit & 1) != 0 && texts[bit].text.find(words) != std::string::npos;
    }
    EXPECT_TRUE(named) << name;
  }
}

// Kills: more explanations than a mask of them has bits.
TEST(ReductionHypotheses, FitTheirMask) {
  for (const char* signature :
       {"dot(bfloat16,bfloat16,float32)->float32", "sum(bfloat16)->float32", "mean(bfloat16)->float32",
        "cumulative_sum(bfloat16)->float32", "all_finite(bfloat16)->uint8", "softmax(bfloat16)->float32",
        "logsumexp(bfloat16)->float32"}) {
    Semantics flushing;  // keeping subnormal numbers is one explanation more
    flushing.accumulator.subnormal_accumulator = "flush_after_rounding";
    const auto texts = ReductionHypotheses::texts(reduction(signature), flushing);
    EXPECT_LE(texts.size(), 62u) << signature;
    EXPECT_GE(texts.size(), 15u) << signature;
  }
}

// Kills: a prefix that is judged by the tree of a whole row, or by no order though the profile states one.
TEST(ReductionJudge, JudgesPrefixesInSequenceOrInAnyOrder) {
  const Reduction operation = reduction("cumulative_sum(bfloat16)->float32");
  ReductionJudge stated(operation, {named_accumulator("fma_chain").semantics});
  ReductionJudge pairwise(operation, {named_accumulator("pairwise").semantics});
  Random random(8, "prefixes");
  int tight = 0;
  for (int i = 0; i < 20; ++i) {
    const auto row = hard_dot(HardDotKind::exponent_spread, operation, 50, random);
    const ReductionRow prefix{std::span(row->left).first(33), {}, {}};
    const auto in_sequence = AccumulatorSimulation(operation, named_accumulator("fma_chain").semantics).result(prefix);
    stated.prepare(prefix);
    pairwise.prepare(prefix);
    EXPECT_EQ(stated.rejected_by(in_sequence.low), 0u);
    EXPECT_EQ(pairwise.rejected_by(in_sequence.low), 0u);
    tight += stated.rejected_by(in_sequence.low + 1) != 0;
  }
  EXPECT_EQ(tight, 20);
}

// Kills: a fault that changes another row than it says.
TEST(ReductionHypotheses, ChangeTheRowAsTheFaultDoes) {
  const Reduction operation = reduction("dot(bfloat16,bfloat16,float32)->float32");
  const Row row{{1, 2, 0x7fc0, 4, 0xff80}, {6, 7, 8, 9, 10}, 0x3f800000};
  using enum RowFault::Kind;
  const auto changed = [&](RowFault fault) { return row_with_fault(operation, row, fault); };
  using Codes = std::vector<std::uint64_t>;
  EXPECT_EQ(changed({dropped_tail, 1}).left, (Codes{1, 2, 0x7fc0, 4}));
  EXPECT_EQ(changed({dropped_tail, 4}).left, (Codes{1, 2, 0x7fc0, 4}));
  EXPECT_EQ(changed({dropped_tail, 8}).left.size(), 0u);
  EXPECT_EQ(changed({doubled_tail, 2}).right, (Codes{6, 7, 8, 9, 10, 10}));
  EXPECT_EQ(changed({dropped_first}).right, (Codes{7, 8, 9, 10}));
  EXPECT_EQ(changed({nan_skipped}).left, (Codes{1, 2, 0, 4, 0xff80}));
  EXPECT_EQ(changed({nan_skipped}).right, (Codes{6, 7, 0, 9, 10}));
  EXPECT_EQ(row_with_fault(operation, Row{{1, 0x8000}, {0, 0x7f80}, 0}, {zero_skipped}).right, (Codes{0, 0}));
  EXPECT_EQ(changed({infinity_clamped}).left, (Codes{1, 2, 0x7fc0, 4, 0xff7f}));
  EXPECT_EQ(changed({ignored_initial}).initial, 0u);
  EXPECT_EQ(changed({doubled_initial}).left.back(), 0x3f80u);
  EXPECT_EQ(changed({doubled_initial}).right.back(), 0x3f80u);
  const Row wide{{}, {}, 0x3f808001};  // 1 + 2^-8 + 2^-23
  EXPECT_EQ(row_with_fault(operation, wide, {doubled_initial}).left, (Codes{0x3f80, 0x3b80, 0x3400}));
}

// Kills: a kind of rows that a level tries on formats where none of its weaker models would show: a right backend's
// pass would be called weak.
TEST(WeakEvidence, IsNoneOnTheFormatsThatAreSummed) {
  for (const char* signature : {"dot(bfloat16,bfloat16)->float32",
                                "dot(float16,float16)->float32",
                                "dot(float8_e4m3fn,float8_e4m3fn)->float32",
                                "dot(float8_e5m2,float8_e5m2)->float32",
                                "dot(float8_e4m3fn,float8_e5m2)->float32",
                                "dot(float32,float32)->float32",
                                "dot(bfloat16,bfloat16)->bfloat16",
                                "dot(float16,float16)->float16",
                                "dot(bfloat16,bfloat16,float32)->float32",
                                "sum(bfloat16)->float32",
                                "sum(float16)->float32",
                                "sum(float32)->float32",
                                "sum(bfloat16)->bfloat16",
                                "sum_of_squares(bfloat16)->float32",
                                "sum_of_squares(float16)->float32",
                                "sum_of_squares(float32)->float32",
                                "matmul(float8_e4m3fnuz,float8_e4m3fnuz)->float32",
                                "dot(float6_e3m2fn,float6_e3m2fn)->float32",
                                "dot(float4_e2m1fn,float4_e2m1fn)->float32",
                                "dot(bfloat16,bfloat16)->float8_e4m3fn",
                                "dot(float8_e4m3fn,float8_e4m3fn)->bfloat16",
                                "mean(bfloat16)->float32",
                                "mean(float16)->float16",
                                "mean(float32)->float32",
                                "mean(bfloat16)->bfloat16",
                                "cumulative_sum(bfloat16)->float32",
                                "cumulative_sum(float16)->float16",
                                "cumulative_sum(float32)->float32",
                                "cumulative_sum(bfloat16)->bfloat16",
                                "all_finite(bfloat16)->uint8",
                                "all_finite(float16)->uint8",
                                "all_finite(float32)->uint8",
                                "all_finite(float8_e4m3fn)->uint8",
                                "all_finite(float4_e2m1fn)->uint8",
                                "logsumexp(bfloat16)->float32",
                                "logsumexp(float16)->float16",
                                "logsumexp(float32)->float32",
                                "logsumexp(bfloat16)->bfloat16",
                                "softmax(bfloat16)->float32",
                                "softmax(float16)->float16",
                                "softmax(float32)->float32",
                                "softmax(bfloat16)->bfloat16",
                                "softmax(float8_e4m3fn)->float8_e4m3fn"}) {
    const TriedReduction tried{reduction(signature), signature, 0, {Semantics{}}, Level::quick, 1};
    for (const HardDotInfo& info : hard_row_kinds(tried.reduction)) {
      const auto names = weaker_models(tried, info.kind);
      bool is_caught = names.empty(), has_rows = false;
      ReductionJudge judge(tried.reduction, tried.alternatives);
      std::vector<WeakerModel> models;
      for (const std::string_view name : names) models.emplace_back(name, tried.reduction, Semantics{});
      for (const ReductionCall& call : calls_of(tried.reduction, info.kind, Level::quick)) {
        if (is_caught || call.depth > 512) break;
        const CallOperands operands(tried.reduction, signature, call, 1, tried.precision());
        for (std::size_t i = 0; i < std::min(call.numbered, operands.results().size()) && !is_caught; ++i) {
          has_rows = true;
          const ReductionRow row = operands.row(operands.results()[i]);
          judge.prepare(row);
          for (const WeakerModel& model : models) is_caught |= judge.rejected_by(model.result(row)) != 0;
        }
      }
      EXPECT_TRUE(is_caught || !has_rows) << signature << ' ' << info.name;
    }
  }
}

// Kills: a pass on inputs that would have let every weaker model through, told as a pass; the mark lost on its way.
TEST(WeakEvidence, IsNoPass) {
  const ReductionSuite suite;
  const OfferedOperation offered{signature_of("dot(bfloat16,bfloat16)->float32"), 0, {{Semantics{}, {}}}};
  const OperationContext context = suite.context(offered, Profile{});
  Tally tally;
  tally.tried[static_cast<std::size_t>(Requirement::accumulation)] = 100;
  tally.calls = 1;
  tally.weaker_caught = {{"ties", 1}, {"full_window", 1}};
  EXPECT_EQ(diagnose(context, tally).outcome, Outcome::pass);
  EXPECT_FALSE(diagnose(context, tally).domain);
  tally.weaker_caught["ties"] = 0;
  const Tally again = nlohmann::json(tally).get<Tally>();
  EXPECT_EQ(again.weaker_caught, tally.weaker_caught);
  const OperationRecord record = diagnose(context, again);
  EXPECT_EQ(record.outcome, Outcome::weak);
  EXPECT_NE(record.note.find("ties"), std::string::npos) << record.note;
  EXPECT_EQ(record.note.find("full_window"), std::string::npos) << record.note;
  // Caught under an alternative that the results contradict is not caught.
  Tally other = tally;
  other.alternatives = 2;
  other.weaker_caught = {{"ties", 2}};
  other.add({2, Requirement::accumulation, unexamined_mismatch, 1, {{1, 0, 0}, 0}, {{1, 0, 0}, 0}});
  const OfferedOperation two{offered.signature, 0, {{Semantics{}, {{"a", "x"}}}, {Semantics{}, {{"a", "y"}}}}};
  EXPECT_EQ(diagnose(suite.context(two, Profile{}), other).outcome, Outcome::weak);
}

}  // namespace
}  // namespace hallmark::test
