// SPDX-License-Identifier: Apache-2.0
// Results of known faulty ways of converting, and what the findings say of them: words, exact counts, smallest operand.
#include <gtest/gtest.h>

#include "formats/formats.h"
#include "tests/judging/judged.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

struct Mismatches {
  std::uint64_t count = 0, smallest = 0;
};

/// Counted by truth alone, operand by operand.
Mismatches count_mismatches(const Conversion& conversion, const Semantics& base, const Intervals& operands,
                            const ResultOf& result) {
  Mismatches found;
  Truth truth;
  for (const Interval& piece : operands.intervals()) {
    for (std::uint64_t operand = piece.first; operand <= piece.last; ++operand) {
      if (truth.convert(conversion, base, operand).contains(result(operand))) continue;
      if (found.count++ == 0) found.smallest = operand;
    }
  }
  return found;
}

std::string hex(const Format& format, std::uint64_t code) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%0*llx", (format.width() + 3) / 4, static_cast<unsigned long long>(code));
  return text;
}

/// Every finding says `text`, the counts add up to truth's, and the smallest operand of all is truth's first.
void expect_explained(const Conversion& conversion, const Semantics& base, const Intervals& operands,
                      const ResultOf& result, const std::string& text) {
  SCOPED_TRACE(std::string(conversion.from.name) + " to " + std::string(conversion.to.name) + ": " + text);
  const Mismatches right = count_mismatches(conversion, base, operands, result);
  ASSERT_GT(right.count, 0u);
  const OperationRecord record = diagnose_results(conversion, base, operands, result);
  EXPECT_EQ(record.outcome, Outcome::fail);
  EXPECT_EQ(record.failed, right.count);
  ASSERT_FALSE(record.findings.empty());
  std::uint64_t sum = 0;
  bool has_smallest = false;
  for (const Finding& finding : record.findings) {
    sum += finding.count;
    EXPECT_NE(finding.explanation.find(text), std::string::npos) << finding.explanation;
    has_smallest |= finding.operands.front() == hex(conversion.from, right.smallest);
    EXPECT_EQ(finding.reproduce, "hallmark certify --backend synthetic --case 'convert(" +
                                     std::string(conversion.from.name) + ")->" + std::string(conversion.to.name) + "#" +
                                     finding.operands.front() + "'");
  }
  EXPECT_EQ(sum, right.count);
  EXPECT_TRUE(has_smallest);
}

struct Change {
  const char* text;
  void (*apply)(Semantics&);
};

void expect_semantics(const Conversion& conversion, const Semantics& base, const Intervals& operands,
                      const Change& change) {
  Semantics changed = base;
  change.apply(changed);
  expect_explained(
      conversion, base, operands, [&](std::uint64_t operand) { return result_under(conversion, changed, operand); },
      change.text);
}

constexpr Change roundings[] = {
    {"agree with rounding toward zero (truncation)", [](Semantics& s) { s.rounding = Rounding::rtz; }},
    {"agree with rounding to nearest, ties away from zero", [](Semantics& s) { s.rounding = Rounding::rna; }},
    {"agree with rounding toward positive infinity", [](Semantics& s) { s.rounding = Rounding::rup; }},
    {"agree with rounding toward negative infinity", [](Semantics& s) { s.rounding = Rounding::rdn; }},
    {"agree with rounding to odd", [](Semantics& s) { s.rounding = Rounding::rto; }}};

constexpr Change flushes[] = {{"agree with flushing subnormal results to zero after rounding",
                               [](Semantics& s) { s.subnormal_results = SubnormalResults::flush_after_rounding; }},
                              {"agree with flushing subnormal results to zero before rounding",
                               [](Semantics& s) { s.subnormal_results = SubnormalResults::flush_before_rounding; }},
                              {"agree with flushing delivered subnormal results to zero",
                               [](Semantics& s) { s.subnormal_results = SubnormalResults::flush_delivered; }}};

// Kills: a hypothesis left out, one that wins where another explains more, a count that differs from truth's.
TEST(Explanations, OtherRoundings) {
  for (const Change& change : roundings) {
    expect_semantics({float16, float8_e5m2}, {}, Intervals(0, 0xffff), change);
    expect_semantics({float16, bfloat16}, {}, Intervals(0, 0xffff), change);
    expect_semantics({*find_format("int16"), float8_e4m3fn}, {}, Intervals(0, 0xffff), change);
  }
}

// Kills: explanations that hold only of the tables of 16-bit sources. Of positive numbers: both ways up or down are
// one.
TEST(Explanations, OtherRoundingsOfWideSources) {
  for (const std::size_t i : {0u, 1u, 4u}) {
    expect_semantics({float32, bfloat16}, {}, Intervals(0x3f000000, 0x3f0fffff), roundings[i]);
  }
}

// Kills: truth that explains only results of the profile's own rounding.
TEST(Explanations, OtherRoundingsThanTruncation) {
  Semantics base;
  base.rounding = Rounding::rtz;
  expect_semantics({float16, *find_format("int8")}, base, Intervals(0, 0xffff),
                   {"agree with rounding to nearest, ties to even", [](Semantics& s) { s.rounding = Rounding::rne; }});
  expect_semantics({float32, *find_format("int32")}, base, Intervals(0x3f000000, 0x3f0fffff),
                   {"agree with rounding to nearest, ties to even", [](Semantics& s) { s.rounding = Rounding::rne; }});
}

// Kills: the four flush rules taken for one another, or found in the wrong zero's sign.
TEST(Explanations, Flushes) {
  Intervals operands(0x37e00000, 0x37e3ffff);
  operands.add(0x387f8000, 0x38800fff);  // around the upper end of float16's subnormals
  for (const Change& change : flushes) {
    expect_semantics({float32, float16}, {}, operands, change);
    expect_semantics({float16, float8_e4m3fn}, {}, Intervals(0, 0xffff), change);
  }
  const Change positive{"agree with flushing delivered subnormal results to +0", [](Semantics& s) {
                          s.subnormal_results = SubnormalResults::flush_delivered;
                          s.flushed_zero = FlushedZero::positive;
                        }};
  expect_semantics({float16, float8_e4m3fn}, {}, Intervals(0, 0xffff), positive);
  const Change operand_flush{"agree with flushing subnormal operands to zero",
                             [](Semantics& s) { s.subnormal_operands = SubnormalOperands::flush; }};
  expect_semantics({float16, bfloat16}, {}, Intervals(0, 0xffff), operand_flush);
  expect_semantics({float16, float64}, {}, Intervals(0, 0xffff), operand_flush);
  Semantics flushing;
  flushing.subnormal_operands = SubnormalOperands::flush;
  expect_semantics(
      {float16, bfloat16}, flushing, Intervals(0, 0xffff),
      {"agree with keeping subnormals", [](Semantics& s) { s.subnormal_operands = SubnormalOperands::keep; }});
}

// Kills: overflow rules that are not tried.
TEST(Explanations, OverflowRules) {
  const Change saturating{"agree with saturating to the largest finite value on overflow", [](Semantics& s) {
                            s.overflow = Overflow::saturate;
                            s.infinity_operand = InfinityOperand::saturate;
                          }};
  expect_semantics({float16, float8_e4m3fn}, {}, Intervals(0, 0xffff), saturating);
  expect_semantics({bfloat16, float8_e5m2}, {}, Intervals(0, 0xffff),
                   {"agree with saturating infinities and overflow to the largest finite value", [](Semantics& s) {
                      s.overflow = Overflow::saturate;
                      s.infinity_to_infinity = InfinityToInfinity::saturate;
                    }});
  Semantics base;
  base.overflow = Overflow::saturate;
  expect_semantics({bfloat16, float16}, base, Intervals(0, 0xffff),
                   {"agree with overflow to infinity", [](Semantics& s) { s.overflow = Overflow::infinity; }});
  expect_semantics({bfloat16, float16}, base, Intervals(0, 0xffff),
                   {"agree with overflow to NaN", [](Semantics& s) { s.overflow = Overflow::nan; }});
  base = {};
  base.rounding = Rounding::rtz;
  expect_semantics({bfloat16, *find_format("int16")}, base, Intervals(0, 0xffff),
                   {"agree with x86's integer indefinite value", [](Semantics& s) {
                      s.integer_overflow = IntegerOverflow::indefinite;
                      s.nan_to_integer = NanToInteger::minimum;
                    }});
  expect_semantics({bfloat16, *find_format("int8")}, base, Intervals(0x4300, 0x47ff),
                   {"agree with wrapping around", [](Semantics& s) { s.integer_overflow = IntegerOverflow::wrap; }});
}

// Kills: double rounding unexplained, or explained by the wrong intermediate format.
TEST(Explanations, RoundingTwice) {
  Intervals operands;
  for (const std::uint64_t binade : {0x3ff0000000000000u, 0x4000000000000000u, 0xbff0000000000000u}) {
    for (std::uint64_t tie = 0; tie < 64; ++tie) {
      operands.add_around(binade + (2 * tie + 1) * 0x0000100000000000u, 40, 0, ~std::uint64_t{0});
    }
  }
  operands.normalise();
  expect_semantics({float64, bfloat16}, {}, operands,
                   {"agree with rounding twice, through float32", [](Semantics& s) { s.evaluate_in = "float32"; }});
  Intervals halves;
  for (std::uint64_t tie = 0; tie < 64; ++tie)
    halves.add_around(0x3f800000 + (2 * tie + 1) * 0x80000, 5000, 0, 0xffffffff);
  halves.normalise();
  expect_semantics({float32, float8_e4m3fn}, {}, halves,
                   {"agree with rounding twice, through float16", [](Semantics& s) { s.evaluate_in = "float16"; }});
}

// Kills: the flushed subnormals of a whole sweep miscounted: 16,711,678 operands, no more and no less.
TEST(Explanations, FlushedOperandsOfFloat32) {
  const Conversion conversion{float32, bfloat16};
  Semantics flush;
  flush.subnormal_operands = SubnormalOperands::flush;
  Intervals operands(0, 0x00ffffff);
  operands.add(0x80000000, 0x80ffffff);
  const OperationRecord record = diagnose_results(
      conversion, {}, operands, [&](std::uint64_t operand) { return result_under(conversion, flush, operand); });
  ASSERT_EQ(record.findings.size(), 1u);
  EXPECT_EQ(record.findings[0].count, 16711678u);
  EXPECT_EQ(record.findings[0].explanation, "all 16,711,678 mismatches agree with flushing subnormal operands to zero");
  EXPECT_EQ(record.findings[0].requirement, "subnormals");
  EXPECT_EQ(record.findings[0].operands.front(), "0x00008001");
  EXPECT_EQ(record.findings[0].expected, "0x0001");
  EXPECT_EQ(record.findings[0].got, "0x0000");
}

// Kills: the classic fault unnamed: the high half of a NaN whose payload lies in the low half is infinity.
TEST(Explanations, TruncationTurnsNanIntoInfinity) {
  const Conversion conversion{float32, bfloat16};
  Intervals operands(0x7f7f0000, 0x7f82ffff);
  operands.add(0x3f800000, 0x3f8fffff);
  operands.normalise();
  const ResultOf high_half = [](std::uint64_t operand) { return operand >> 16; };
  const OperationRecord record = diagnose_results(conversion, {}, operands, high_half);
  EXPECT_EQ(record.failed, count_mismatches(conversion, {}, operands, high_half).count);
  ASSERT_GE(record.findings.size(), 2u);
  bool truncation = false, infinity = false;
  for (const Finding& finding : record.findings) {
    truncation |= finding.explanation.find("rounding toward zero (truncation)") != std::string::npos;
    if (finding.requirement != "special_values") continue;
    infinity = true;
    EXPECT_EQ(finding.count, 0xffffu);
    EXPECT_EQ(finding.operands.front(), "0x7f800001");
    EXPECT_EQ(finding.expected, "nan");
    EXPECT_EQ(finding.got, "0x7f80");
    EXPECT_NE(finding.explanation.find("cutting the word without a guard for NaN"), std::string::npos)
        << finding.explanation;
  }
  EXPECT_TRUE(truncation && infinity);
}

// Kills: one NaN's explanation given to all that follow it: here the cut explains the first 65,535 alone.
TEST(Explanations, OfEachNanByItself) {
  const Tally tally = judge_results({float32, bfloat16}, {Semantics{}}, Intervals(0x7f800001, 0x7f82ffff),
                                    [](std::uint64_t) { return std::uint64_t{0x7f80}; });
  const std::vector<Hypothesis> hypotheses = conversion_hypotheses({float32, bfloat16}, {});
  std::uint64_t by_the_cut = 0, by_the_bias = 0, by_infinity = 0;
  for (const MismatchGroup& group : tally.groups) {
    for (std::size_t h = 0; h < hypotheses.size(); ++h) {
      if ((group.explained_by >> h & 1) == 0) continue;
      if (hypotheses[h].text.find("cutting the word") != std::string::npos) by_the_cut += group.count;
      if (hypotheses[h].text.find("rounding bias") != std::string::npos) by_the_bias += group.count;
      if (hypotheses[h].text == "agree with turning NaN into infinity") by_infinity += group.count;
    }
  }
  EXPECT_EQ(by_the_cut, 0xffffu);
  EXPECT_EQ(by_the_bias, 0x8000u);  // a payload of up to half a unit rounds away
  EXPECT_EQ(by_infinity, 0x2ffffu);
}

// Kills: the faulty routines of public reports unnamed.
TEST(Explanations, FaultyRoutines) {
  const Conversion narrowing{float32, bfloat16};
  expect_explained(
      narrowing, {}, Intervals(0x7fff8000, 0x7fffffff), [](std::uint64_t operand) { return (operand + 0x8000) >> 16; },
      "adding the rounding bias to NaN as if it were a number");
  Intervals carries(0x3eff8000, 0x3effffff);
  carries.add(0xbf7f8000, 0xbf7fffff);
  expect_explained(
      narrowing, {}, carries, [&](std::uint64_t operand) { return result_under(narrowing, {}, operand) - 0x80; },
      "losing the carry out of the significand: half the right value");
  // A NaN whose payload lies in the low word alone: infinity to those who look at the upper word.
  Intervals low_payloads(0x7ff0000000000001, 0x7ff0000000000fff);
  low_payloads.add(0x7ff00000fffff000, 0x7ff00000ffffffff);
  expect_explained(
      {float64, bfloat16}, {}, low_payloads, [](std::uint64_t) { return std::uint64_t{0x7f80}; },
      "ignoring the low 32 bits of the operand");
  expect_explained(
      {float32, *find_format("int32")}, {}, Intervals(0x40490000, 0x40490fff),
      [](std::uint64_t operand) { return operand; }, "storing the operand's bits unconverted");
}

// Kills: NaNs of the wrong kind reported as wrong numbers.
TEST(Explanations, NansOfTheWrongKind) {
  Semantics base;
  base.nan = Nan::quiet;
  base.nan_sign = NanSign::preserve;
  expect_explained(
      {float16, bfloat16}, base, Intervals(0, 0xffff),
      [&](std::uint64_t operand) {
        const std::uint64_t right = result_under({float16, bfloat16}, {}, operand);
        return classify(float16, operand) == Category::nan ? std::uint64_t{0x7f81} : right;
      },
      "NaNs of the wrong kind or payload: any NaN would agree");
}

// Kills: descriptions that do not describe, or that win over a semantics which explains as much.
TEST(Explanations, Descriptions) {
  const Conversion conversion{float16, bfloat16};
  const auto faulty = [&](auto change) {
    return [=](std::uint64_t operand) { return change(operand, result_under(conversion, {}, operand)); };
  };
  using Code = std::uint64_t;
  expect_explained(conversion, {}, Intervals(0x3c00, 0x3fff), faulty([](Code, Code right) { return right ^ 0x8000; }),
                   "have the wrong sign");
  expect_explained(conversion, {}, Intervals(0x8000, 0x8000), faulty([](Code, Code) { return Code{0}; }), "lose");
  expect_explained(conversion, {}, Intervals(0x7c01, 0x7fff), faulty([](Code, Code) { return Code{0}; }),
                   "turn NaN into zero");
  expect_explained(conversion, {}, Intervals(0x7c01, 0x7fff), faulty([](Code, Code) { return Code{0x3f80}; }),
                   "turn NaN into a finite number");
  expect_explained(conversion, {}, Intervals(0x3c00, 0x3fff), faulty([](Code, Code) { return Code{0x7fc1}; }),
                   "turn a number into NaN");
  expect_explained(
      {float32, float4_e2m1fn}, {}, Intervals(0x3f800000, 0x3f800fff), [](Code) { return Code{0x12}; },
      "have bits set above the result format's width");
  // Of exact results no rounding is one unit off.
  const Conversion exact{float8_e5m2, bfloat16};
  for (const std::uint64_t sign : {0x00u, 0x80u}) {
    expect_explained(
        exact, {}, Intervals(sign | 0x30, sign | 0x40),
        [&](Code operand) { return result_under(exact, {}, operand) - 1; },
        "one unit in the last place too small in magnitude");
    expect_explained(
        exact, {}, Intervals(sign | 0x30, sign | 0x40),
        [&](Code operand) { return result_under(exact, {}, operand) + 1; },
        "one unit in the last place too large in magnitude");
  }
  const Format& int8 = *find_format("int8");
  expect_explained(
      {float16, int8}, {}, Intervals(0x4000, 0x43ff),
      [&](Code operand) {
        return result_under({float16, int8}, {}, operand) - 1;
      },
      "one too low");
  expect_explained(
      {float16, int8}, {}, Intervals(0x4000, 0x43ff),
      [&](Code operand) {
        return result_under({float16, int8}, {}, operand) + 1;
      },
      "one too high");
}

// Kills: results out of reach of every hypothesis that are given one all the same.
TEST(Explanations, NothingAgrees) {
  expect_explained(
      {float16, bfloat16}, {}, Intervals(0x3c00, 0x3fff), [](std::uint64_t) { return 0x1234u; },
      "agree with no semantics and no faulty routine Hallmark knows");
}

// Kills: a mixture of two faults explained as one, or as neither.
TEST(Explanations, TwoFaultsAreTwoFindings) {
  const Conversion conversion{float16, float8_e4m3fn};
  Semantics truncate, saturate;
  truncate.rounding = Rounding::rtz;
  saturate.overflow = Overflow::saturate;
  const OperationRecord record = diagnose_results(conversion, {}, Intervals(0, 0x7bff), [&](std::uint64_t operand) {
    const bool large = operand >= 0x5f00;  // 448 and above
    return result_under(conversion, large ? saturate : truncate, operand);
  });
  std::uint64_t truncated = 0, saturated = 0;
  for (const Finding& finding : record.findings) {
    if (finding.requirement == "overflow") saturated += finding.count;
    if (finding.explanation.find("truncation") != std::string::npos) truncated += finding.count;
  }
  EXPECT_GT(truncated, 1000u);
  EXPECT_EQ(saturated, 0x7bffu - 0x5f40u);  // above 464
}

}  // namespace
}  // namespace hallmark::test
