// SPDX-License-Identifier: Apache-2.0
// The numbers Hallmark's documentation states of float32, bfloat16 and e4m3fn, counted again.
#include <gtest/gtest.h>

#include <bit>

#include "formats/formats.h"
#include "oracles/runs.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

const Conversion narrowing{float32, bfloat16};

Semantics results(SubnormalResults rule) {
  Semantics semantics;
  semantics.subnormal_results = rule;
  return semantics;
}

Runs bound(const std::vector<Semantics>& list, Truth& truth) {
  std::vector<CodeSet> answers(list.size());
  return Runs(float32, Bounding::runs, 0, float32.code_mask(), [&](std::uint64_t operand, Answer& answer) {
    truth.convert(narrowing, list, operand, answers);
    set_variants(answers, answer);
    answer.requirement = Requirement::rounding;
  });
}

// Kills: a flush judged at the wrong precision, or on the wrong side of rounding.
TEST(StatedNumbers, SubnormalsThatRoundUpToTheSmallestNormal) {
  const std::vector<Semantics> list{results(SubnormalResults::keep), results(SubnormalResults::flush_delivered),
                                    results(SubnormalResults::flush_after_rounding),
                                    results(SubnormalResults::flush_before_rounding)};
  std::vector<CodeSet> answers(list.size());
  Truth truth;
  for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{0x80000000}}) {
    std::array<std::uint64_t, 4> count{}, first{};
    // All that can: half of what lies below 0x007f0000 is nearer to 0x007f.
    for (std::uint64_t operand = 0x007e0000; operand <= 0x007fffff; ++operand) {
      truth.convert(narrowing, list, sign | operand, answers);
      for (std::size_t i = 0; i < 4; ++i) {
        if (answers[i] != CodeSet::single((sign >> 16) | 0x0080)) continue;
        if (count[i]++ == 0) first[i] = operand;
      }
    }
    EXPECT_EQ(count, (std::array<std::uint64_t, 4>{32768, 32768, 16384, 0}));
    EXPECT_EQ(first, (std::array<std::uint64_t, 4>{0x007f8000, 0x007f8000, 0x007fc000, 0}));
  }
}

// Kills: an operand flush that reaches zero results twice, or misses a sign.
TEST(StatedNumbers, OperandsThatFlushingChanges) {
  Semantics flush;
  flush.subnormal_operands = SubnormalOperands::flush;
  Truth truth;
  const Runs runs = bound({Semantics{}, flush}, truth);
  std::uint64_t differ = 0;
  for (std::size_t i = 0; i < runs.runs().size(); ++i) {
    if (runs.runs()[i].variant_count == 2) differ += runs.last_of(i) - runs.runs()[i].first + 1;
  }
  EXPECT_EQ(differ, 16711678u);
}

// Kills: operand flush and flush before rounding told apart where they are the same, or not told apart in float64.
TEST(StatedNumbers, OperandFlushIsFlushBeforeRoundingForFloat32Alone) {
  Semantics operands;
  operands.subnormal_operands = SubnormalOperands::flush;
  Truth truth;
  const Runs runs = bound({operands, results(SubnormalResults::flush_before_rounding)}, truth);
  for (const auto& run : runs.runs()) EXPECT_EQ(run.variant_count, 1u);
  const std::uint64_t below = 0x380fffffffffffff;  // just under 2^-126, a normal float64
  EXPECT_EQ(truth.convert({float64, bfloat16}, operands, below), CodeSet::single(0x0080));
  EXPECT_EQ(truth.convert({float64, bfloat16}, results(SubnormalResults::flush_before_rounding), below),
            CodeSet::single(0));
}

// Kills: runs split where the answer is the same, or merged where it is not.
TEST(StatedNumbers, RunsOfFloat32ToBfloat16) {
  Semantics semantics;
  semantics.nan = Nan::quiet_payload;
  semantics.nan_sign = NanSign::preserve;
  Truth truth;
  const Runs runs = bound({semantics}, truth);
  std::uint64_t distinct = 0;
  CodeSet previous = CodeSet::none();
  for (const auto& run : runs.runs()) {
    const CodeSet codes = runs.variants(run)[0].codes;
    if (codes != previous) ++distinct;
    previous = codes;
  }
  EXPECT_EQ(distinct, 65538u);
}

// Kills: overflow judged before rounding, or with the tie on the wrong side.
TEST(StatedNumbers, OverflowThresholds) {
  Truth truth;
  const auto float32_code = [](float value) { return std::uint64_t{std::bit_cast<std::uint32_t>(value)}; };
  EXPECT_EQ(truth.convert({float32, float8_e4m3fn}, {}, float32_code(464.0f)), CodeSet::single(0x7e));
  const CodeSet beyond = truth.convert({float32, float8_e4m3fn}, {}, float32_code(465.0f));
  EXPECT_TRUE(beyond.contains(0x7f));
  EXPECT_FALSE(beyond.contains(0x7e));
  EXPECT_EQ(truth.convert({float64, float16}, {}, std::bit_cast<std::uint64_t>(65519.99)), CodeSet::single(0x7bff));
  EXPECT_EQ(truth.convert({float64, float16}, {}, std::bit_cast<std::uint64_t>(65520.0)), CodeSet::single(0x7c00));
  EXPECT_EQ(truth.convert({float32, bfloat16}, {}, 0x7f7f7fff), CodeSet::single(0x7f7f));
  EXPECT_EQ(truth.convert({float32, bfloat16}, {}, 0x7f7f8000), CodeSet::single(0x7f80));
}

}  // namespace
}  // namespace hallmark::test
