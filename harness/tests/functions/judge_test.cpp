// SPDX-License-Identifier: Apache-2.0
// The judge of functions: public faults rejected with the right words, right results passed, order and statistics kept.
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>

#include "formats/formats.h"
#include "judging/compare.h"
#include "judging/function_judge.h"
#include "judging/operation_context.h"
#include "semantics/profile.h"

namespace hallmark::test {
namespace {

using Kernel = std::function<std::uint64_t(std::span<const std::uint64_t>)>;

Limits within(double ulp) {
  Limits limits;
  limits.max_ulp = ulp;
  return limits;
}

FunctionOperation unary(ElementaryFunction code, const Format& from, const Format& to) { return {code, {from}, 1, to}; }

/// Results of a kernel on columns of operands, block by block.
Tally judged(FunctionJudge& judge, const FunctionOperation& operation, const Columns& columns, const Kernel& kernel) {
  const std::size_t rows = columns.front().size();
  const std::size_t bytes = operation.result.bytes();
  std::vector<unsigned char> results(rows * bytes);
  judge.prepare(columns, rows);
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<std::uint64_t> operands;
    for (const auto& column : columns) operands.push_back(column[row]);
    const std::uint64_t code = kernel(operands);
    std::memcpy(&results[row * bytes], &code, bytes);
  }
  if (!judge.matches(results.data())) judge.record(results.data(), nullptr);
  return judge.take();
}

Columns all_codes(const Format& format) {
  Columns columns(1);
  for (std::uint64_t code = 0; code <= format.code_mask(); ++code) columns[0].push_back(code);
  return columns;
}

/// Correctly rounded.
Kernel right(const FunctionOperation& operation) {
  return [operation, truth = std::make_shared<FunctionTruth>()](std::span<const std::uint64_t> operands) {
    return truth->answer(operation, {}, {}, operands).rounded.low;
  };
}

struct PublicFault {
  const char* id;
  ElementaryFunction code;
  std::uint64_t operand, wrong, right;
  bool needs_correct_rounding;
  const char* words;
};

// Kills: FN02, FN08, FN10, FN11, SN13 and LT01 of public reports passed as right, their right answers refused, or their
// explanations lost.
TEST(FunctionJudge, RejectsPublicFaults) {
  const PublicFault faults[] = {
      {"FN02", ElementaryFunction::gelu_tanh, 0x4140, 0x7fc0, 0x4140, false, "are NaN where a number is right"},
      {"FN08", ElementaryFunction::gelu, 0xb4ab, 0xb4ab, 0xb42b, false, "equal the operand"},
      {"FN10", ElementaryFunction::log1p, 0x7f09, 0x7f80, 0x42b0, false, "are infinite where a finite number is right"},
      {"FN11", ElementaryFunction::exp, 0xc0e0, 0x0000, 0x3a6f, false, "agree with expm1(x) + 1, each step rounded"},
      {"SN13", ElementaryFunction::log, 0x0001, 0xff80, 0xc2b8, false,
       "agree with flushing subnormal operands to zero"},
      {"SN13", ElementaryFunction::rsqrt, 0x0001, 0x7f80, 0x60b5, false,
       "agree with flushing subnormal operands to zero"},
      {"LT01", ElementaryFunction::rsqrt, 0x3f08, 0x3faf, 0x3fb0, true, "agree with 1 / sqrt(x), each step rounded"},
  };
  for (const PublicFault& fault : faults) {
    SCOPED_TRACE(fault.id);
    const FunctionOperation operation = unary(fault.code, bfloat16, bfloat16);
    Limits limits = within(1.0);
    limits.correctly_rounded = fault.needs_correct_rounding;
    FunctionJudge judge(operation, {Semantics{}}, limits, 1);
    const Columns one{{fault.operand}};
    EXPECT_TRUE(judged(judge, operation, one, [&](auto) { return fault.right; }).groups.empty());
    const Tally tally = judged(judge, operation, one, [&](auto) { return fault.wrong; });
    ASSERT_EQ(tally.groups.size(), 1u);
    EXPECT_EQ(tally.groups[0].requirement, Requirement::function_accuracy);
    std::vector<std::string> words;
    const auto hypotheses = function_hypotheses(operation, {});
    EXPECT_LE(hypotheses.size(), 62u);
    bool explained = false;
    for (std::size_t h = 0; h < hypotheses.size(); ++h) {
      if ((tally.groups[0].explained_by >> h & 1) != 0) explained |= hypotheses[h].text == fault.words;
    }
    EXPECT_TRUE(explained) << fault.words;
  }
}

// Kills: right results of any function refused, under whichever way of judging; and all of them passed unseen.
TEST(FunctionJudge, PassesCorrectlyRoundedFunctions) {
  for (const FunctionInfo& info : all_functions()) {
    SCOPED_TRACE(info.name);
    FunctionOperation operation{
        info.code, {float8_e4m3fn, float8_e4m3fn}, static_cast<std::size_t>(info.operands), float8_e4m3fn};
    Limits limits = within(1.0);
    limits.monotone = true;
    FunctionJudge judge(operation, {Semantics{}}, limits, 1);
    Columns columns(operation.operand_count);
    for (std::uint64_t x = 0; x < 256; ++x) {
      for (std::uint64_t y = 0; y < (info.operands == 2 ? 256u : 1u); ++y) {
        columns[0].push_back(x);
        if (info.operands == 2) columns[1].push_back(y);
      }
    }
    const Tally tally = judged(judge, operation, columns, right(operation));
    EXPECT_TRUE(tally.groups.empty());
    EXPECT_TRUE(tally.property_faults.empty());
    ASSERT_TRUE(tally.errors);
    EXPECT_GT(tally.errors->measured, 50u);
    EXPECT_EQ(tally.errors->correctly_rounded, tally.errors->measured);
    EXPECT_LE(tally.errors->maximum(), UlpError::from_eighths(4));
    std::uint64_t tried = 0;
    for (const std::uint64_t count : tally.tried) tried += count;
    EXPECT_EQ(tried, columns[0].size());
  }
}

// Kills: float32 judged by the table's rules, an estimate that lets wrong results pass, errors measured wrongly there.
TEST(FunctionJudge, JudgesWideOperandsByEstimates) {
  const FunctionOperation operation = unary(ElementaryFunction::sin, float32, float32);
  FunctionJudge judge(operation, {Semantics{}}, within(1.0), 1);
  Columns columns(1);
  for (std::uint64_t n = 0; n < 20000; ++n) columns[0].push_back(n * 214013 + 2531011);
  std::uint64_t calls = 0;
  const auto kernel = [&](std::span<const std::uint64_t> operands) -> std::uint64_t {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(operands[0]));
    const auto y = static_cast<float>(std::sin(static_cast<double>(x)));
    const std::uint64_t code = std::bit_cast<std::uint32_t>(y);
    return ++calls % 1000 == 0 && std::isfinite(y) && y != 0 ? code + 2 : code;
  };
  const Tally tally = judged(judge, operation, columns, kernel);
  std::uint64_t wrong = 0;
  for (const MismatchGroup& group : tally.groups) wrong += group.count;
  EXPECT_GE(wrong, 15u);
  EXPECT_LE(wrong, 20u);
  EXPECT_EQ(tally.errors->correctly_rounded + wrong, tally.errors->measured);
  EXPECT_GT(tally.errors->maximum(), UlpError::from_eighths(12));
  EXPECT_LT(tally.errors->maximum(), UlpError::from_eighths(21));
}

// Kills: a result that falls where the function rises, between neighbours that are each within an ulp.
TEST(FunctionJudge, FindsWhereOrderIsLost) {
  const FunctionOperation operation = unary(ElementaryFunction::exp, bfloat16, bfloat16);
  Limits limits = within(1.0);
  const auto best = right(operation);
  // Near 0x3f80 neighbouring operands have results 2 codes apart or more; near 0x3c00 the same code, which may fall by
  // one.
  const auto kernel = [&](std::span<const std::uint64_t> operands) {
    return best(operands) - (operands[0] == 0x3c80 ? 1 : 0);
  };
  FunctionJudge lenient(operation, {Semantics{}}, limits, 1);
  EXPECT_TRUE(judged(lenient, operation, all_codes(bfloat16), kernel).property_faults.empty());
  limits.monotone = true;
  FunctionJudge judge(operation, {Semantics{}}, limits, 1);
  const Tally tally = judged(judge, operation, all_codes(bfloat16), kernel);
  EXPECT_TRUE(tally.groups.empty());
  ASSERT_EQ(tally.property_faults.size(), 1u);
  const PropertyFault& fault = tally.property_faults.front();
  EXPECT_EQ(fault.property, "monotone");
  EXPECT_EQ(fault.count, 1u);
  EXPECT_EQ(fault.requirement, Requirement::function_accuracy);
  ASSERT_EQ(fault.witnesses.size(), 2u);
  EXPECT_EQ(fault.witnesses[1].operands.front(), 0x3c80u);
  EXPECT_EQ(tally.consistent(), 0u);
  EXPECT_GT(tally.property_cases.at("monotone"), 60000u);
}

// Kills: falling functions taken to rise, a cosine's two halves for one.
TEST(FunctionJudge, KnowsEachFunctionsOrder) {
  for (const FunctionInfo& info : all_functions()) {
    if (info.operands != 1 || (info.slope_below == 0 && info.slope_above == 0)) continue;
    SCOPED_TRACE(info.name);
    const FunctionOperation operation = unary(info.code, float16, float16);
    Limits limits = within(1.0);
    limits.monotone = true;
    FunctionJudge judge(operation, {Semantics{}}, limits, 1);
    const Tally tally = judged(judge, operation, all_codes(float16), right(operation));
    EXPECT_TRUE(tally.property_faults.empty());
    EXPECT_GT(tally.property_cases.at("monotone"), info.code == ElementaryFunction::asin ? 10000u : 30000u);
  }
}

// Kills: alternatives judged as one: who flushes and who does not are both right, each on all operands.
TEST(FunctionJudge, HoldsToOneAlternative) {
  const FunctionOperation operation = unary(ElementaryFunction::log, bfloat16, bfloat16);
  Semantics flush;
  flush.subnormal_operands = SubnormalOperands::flush;
  FunctionJudge judge(operation, {Semantics{}, flush}, within(1.0), 1);
  const auto best = right(operation);
  EXPECT_EQ(judged(judge, operation, all_codes(bfloat16), best).consistent(), 1u);
  const auto flushed = [&](std::span<const std::uint64_t> operands) {
    const std::uint64_t code = (operands[0] & 0x7f80) == 0 ? operands[0] & 0x8000 : operands[0];
    return best({&code, 1});
  };
  EXPECT_EQ(judged(judge, operation, all_codes(bfloat16), flushed).consistent(), 2u);
  const auto mixed = [&](std::span<const std::uint64_t> operands) {
    return operands[0] == 0x0001 ? 0xff80 : best(operands);
  };
  EXPECT_EQ(judged(judge, operation, all_codes(bfloat16), mixed).consistent(), 0u);
}

// Kills: results that a kernel never wrote taken for right ones.
TEST(FunctionJudge, PoisonsWithWrongCodes) {
  FunctionTruth truth;
  const auto check = [&](const FunctionOperation& operation, const Columns& columns) {
    FunctionJudge judge(operation, {Semantics{}}, within(1.0), 1);
    const std::size_t rows = columns[0].size(), bytes = operation.result.bytes();
    judge.prepare(columns, rows);
    std::vector<unsigned char> first(rows * bytes), second(rows * bytes);
    judge.poison(0, first.data());
    judge.poison(1, second.data());
    for (std::size_t row = 0; row < rows; ++row) {
      const std::uint64_t code = load_code(first.data(), bytes, row), other = load_code(second.data(), bytes, row);
      ASSERT_NE(code, other);
      ASSERT_TRUE(judge.is_poison(row, code, 0));
      ASSERT_FALSE(judge.is_poison(row, code, 1));
      const FunctionAnswer answer = truth.answer(operation, {}, within(1.0), {&columns[0][row], 1});
      ASSERT_FALSE(answer.accepted.contains(operation.result, code)) << operation.result.name << " " << row;
    }
    EXPECT_FALSE(judge.matches(first.data()));
    const std::vector<bool> unwritten(rows, true);
    judge.record(first.data(), &unwritten);
    EXPECT_TRUE(judge.take().groups.empty());
  };
  for (const Format& format : {bfloat16, float8_e4m3fnuz, float6_e2m3fn}) {
    check(unary(ElementaryFunction::tanh, format, format), all_codes(format));
  }
  check(unary(ElementaryFunction::exp, float32, float32),
        {{0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001}});
}

// Kills: verdicts that depend on the rounding mode a kernel leaves behind.
TEST(FunctionJudge, JudgesAlikeInAnyMode) {
  const FunctionOperation operation = unary(ElementaryFunction::exp, float32, bfloat16);
  Columns columns(1);
  for (std::uint64_t n = 0; n < 5000; ++n) columns[0].push_back((n * 1000003) & 0xffffffff);
  const auto best = right(operation);
  nlohmann::json tallies[2];
  for (const int mode : {FE_TONEAREST, FE_UPWARD}) {
    std::fesetround(mode);
    FunctionJudge judge(operation, {Semantics{}}, within(0.5), 1);
    tallies[mode == FE_UPWARD ? 1 : 0] = judged(judge, operation, columns, best);
    std::fesetround(FE_TONEAREST);
  }
  EXPECT_EQ(tallies[0], tallies[1]);
  EXPECT_TRUE(tallies[0]["groups"].empty());
}

// Kills: a profile whose globs leave a function without its limit.
TEST(Profiles, Ieee754LimitsEveryFunction) {
  const Profile profile = load_profile("ieee754");
  for (const FunctionInfo& info : all_functions()) {
    Signature signature{std::string(info.name), {}, {bfloat16}, bfloat16};
    if (info.operands == 2) signature.operands.push_back(bfloat16);
    const Limits limits = profile.limits_of(signature);
    EXPECT_EQ(limits.max_ulp, 1.0) << info.name;
    EXPECT_FALSE(limits.correctly_rounded) << info.name;
  }
}

// Kills: a finding whose expected codes are not what the judge accepts.
TEST(FunctionContext, NamesWhatIsAccepted) {
  const auto parsed = parse_signature("tanh(bfloat16)->bfloat16");
  const Signature& signature = std::get<Signature>(parsed);
  const OperationContext context = function_context(signature, {Alternative{}}, within(1.0));
  FunctionTruth truth;
  for (std::uint64_t operand = 0; operand <= 0xffff; operand += 13) {
    const CodeSets codes = context.right({}, {&operand, 1});
    const FunctionAnswer answer = truth.answer(*function_of(signature), {}, within(1.0), {&operand, 1});
    for (std::uint64_t code = 0; code <= 0xffff; code += 7) {
      ASSERT_EQ(codes.contains(code), answer.accepted.contains(bfloat16, code)) << operand << " " << code;
    }
  }
  EXPECT_EQ(context.domain, 65536u);
  EXPECT_TRUE(context.axis);
}

// Kills: tables that take longer than a second to fill (issue: exp, tanh, log, rsqrt). Generous, for busy machines.
TEST(FunctionJudge, FillsATableQuickly) {
  for (const ElementaryFunction code :
       {ElementaryFunction::exp, ElementaryFunction::tanh, ElementaryFunction::log, ElementaryFunction::rsqrt}) {
    for (const Format& format : {bfloat16, float16}) {
      const auto start = std::chrono::steady_clock::now();
      const FunctionOperation operation = unary(code, format, format);
      FunctionJudge judge(operation, {Semantics{}}, within(1.0), 1);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      RecordProperty(std::string(info_of(code).name) + "_" + std::string(format.name), std::to_string(seconds));
      std::printf("%s(%s): %.3f s\n", info_of(code).name.data(), format.name.data(), seconds);
      EXPECT_LT(seconds, 10.0);
    }
  }
}

}  // namespace
}  // namespace hallmark::test
