// SPDX-License-Identifier: Apache-2.0
// Tables and estimates of functions against truth: the same answers, and never a right one called wrong.
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>

#include "formats/formats.h"
#include "inputs/random.h"
#include "oracles/function_estimate.h"
#include "oracles/functions.h"

namespace hallmark::test {
namespace {

class EveryFunction : public testing::TestWithParam<FunctionInfo> {};

// Kills: a table filled in the wrong order, or by values remembered of another operand or semantics; answers that
// change with the bits one begins with.
TEST_P(EveryFunction, TableIsTruthOnEveryOperand) {
  const FunctionInfo& info = GetParam();
  if (info.operands != 1) return;
  Semantics flush;
  flush.subnormal_operands = SubnormalOperands::flush;
  flush.rounding = Rounding::rtz;
  const std::vector<Semantics> alternatives{{}, flush};
  Limits limits;
  limits.max_ulp = 1.0;
  for (const Format& format : {bfloat16, float8_e4m3fn}) {
    const FunctionOperation operation{info.code, {format}, 1, format};
    FunctionTruth truth, precise(224);
    const FunctionTable table(operation, alternatives, limits, truth);
    std::uint64_t tried = 0;
    const std::uint64_t step = format.width() == 8 ? 1 : 7;
    for (std::uint64_t operand = 0; operand <= format.code_mask(); operand += step) {
      for (std::size_t a = 0; a < alternatives.size(); ++a) {
        ASSERT_EQ(table.at(operand, a), precise.answer(operation, alternatives[a], limits, {&operand, 1}))
            << info.name << " " << operand << " alternative " << a;
        ++tried;
      }
    }
    EXPECT_GE(tried, 2u * 256);
  }
}

struct Pair {
  Format from, to;
};

std::uint64_t draw(const Format& format, Random& random) {
  const std::uint64_t any = random.next() & format.code_mask();
  if (random.below(3) == 0) return any;
  const auto field = static_cast<std::uint64_t>(format.bias - 8 + static_cast<int>(random.below(16)));
  return (any & (format.sign_mask() | format.fraction_mask())) | field << format.significand_bits;
}

// Kills: an estimate farther off than its margin; a result passed that truth rejects; a correct rounding miscounted;
// an estimate that never decides, so that everything waits for MPFR.
TEST_P(EveryFunction, EstimateNeverContradictsTruth) {
  const FunctionInfo& info = GetParam();
  Random random(static_cast<std::uint64_t>(info.code) + 100);
  const Pair pairs[] = {
      {float32, float32}, {bfloat16, bfloat16}, {float16, float16}, {float32, bfloat16}, {float16, float8_e4m3fn}};
  std::uint64_t compared = 0, passed = 0, acceptable = 0;
  for (const Pair& pair : pairs) {
    const FunctionOperation operation{
        info.code, {pair.from, pair.from}, static_cast<std::size_t>(info.operands), pair.to};
    for (int kind = 0; kind < 6; ++kind) {
      Semantics semantics;
      Limits limits;
      limits.max_ulp = kind == 1 ? 0.5 : kind == 2 ? 3.0 : 1.0;
      if (kind == 3) limits.correctly_rounded = true;
      if (kind == 4) limits.max_ulp = 0.0;
      if (kind == 5) {
        semantics.subnormal_results = SubnormalResults::flush_before_rounding;
        semantics.overflow = Overflow::saturate;
        limits.has_range = true;
        limits.range_low = -2.0;
        limits.range_high = 2.0;
      }
      ASSERT_TRUE(FunctionEstimate::suits(operation, {semantics}));
      const FunctionEstimate estimate(operation, {semantics}, limits);
      FunctionTruth truth;
      for (int n = 0; n < 400; ++n) {
        const std::array<std::uint64_t, 2> codes{draw(pair.from, random), draw(pair.from, random)};
        const auto operands = std::span(codes).first(operation.operand_count);
        const FunctionOperands read = read_operands(operation, semantics, operands);
        if (function_special(operation, semantics, read)) continue;
        const std::array<Decoded, 2> values{read[0].value, read[1].value};
        const auto value = estimate.value(std::span(values).first(operation.operand_count));
        ASSERT_TRUE(value);
        const FunctionAnswer answer = truth.answer(operation, semantics, limits, operands);
        const double exact =
            std::ldexp(static_cast<double>(answer.value.significand), std::max(answer.value.exponent, -3000));
        EXPECT_EQ(std::signbit(*value), answer.value.negative);
        if (*value != 0 && std::isfinite(*value)) {
          ASSERT_LT(std::fabs(std::fabs(*value) / exact - 1), estimate.margin())
              << info.name << " " << codes[0] << " " << codes[1];
        }
        const std::uint64_t near = answer.rounded.low;
        for (int d = 0; d < 8; ++d) {
          std::uint64_t got = from_ordered(
              pair.to, (to_ordered(pair.to, near) + static_cast<std::uint64_t>(d) - 3) & pair.to.code_mask());
          if (d == 7) got = random.next() & pair.to.code_mask();
          const EstimateVerdict verdict = estimate.judge(*value, got);
          const bool accepted = answer.accepted.contains(pair.to, got);
          ASSERT_TRUE(accepted || !verdict.right)
              << info.name << " " << codes[0] << " " << codes[1] << " gives " << got << " kind " << kind;
          if (verdict.rounding_known) {
            ASSERT_EQ(verdict.correctly_rounded, answer.rounded.contains(got))
                << info.name << " " << codes[0] << " " << codes[1] << " gives " << got << " kind " << kind;
          }
          ++compared;
          acceptable += accepted && kind < 3 ? 1 : 0;
          passed += verdict.right && verdict.rounding_known && kind < 3 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(compared, 10000u);
  EXPECT_GT(passed * 3, acceptable) << "of " << acceptable << " right results the estimate let pass " << passed;
}

INSTANTIATE_TEST_SUITE_P(Functions, EveryFunction, testing::ValuesIn(all_functions().begin(), all_functions().end()),
                         [](const auto& function) { return std::string(function.param.name); });

// Kills: an estimate made in the mode that a kernel left behind, and a mode left changed.
TEST(FloatingPointMode, IsTheDefaultWhileItLives) {
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  {
    const FloatingPointMode mode;
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  }
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
}

}  // namespace
}  // namespace hallmark::test
