// SPDX-License-Identifier: Apache-2.0
// The judge on synthetic results: right ones pass, one wrong element is found, choices are kept count of.
#include "judging/judge.h"

#include <gtest/gtest.h>

#include <numeric>

#include "formats/formats.h"
#include "formats/internal_error.h"
#include "semantics/profile.h"
#include "tests/judging/judged.h"

namespace hallmark::test {
namespace {

std::vector<Semantics> alternatives_of(const char* profile, const Conversion& conversion) {
  std::vector<Semantics> list;
  for (const Alternative& one : load_profile(profile).resolve({"convert", {}, {conversion.from}, conversion.to})) {
    list.push_back(one.semantics);
  }
  return list;
}

std::uint64_t tried(const Tally& tally) {
  return std::accumulate(tally.tried.begin(), tally.tried.end(), std::uint64_t{0});
}

Intervals pieces_around(const Format& from, const std::vector<std::uint64_t>& centres, std::uint64_t radius) {
  Intervals operands;
  for (const std::uint64_t centre : centres) operands.add_around(centre, radius, 0, from.code_mask());
  operands.normalise();
  return operands;
}

struct Case {
  const char* from;
  const char* to;
  std::vector<std::uint64_t> centres;
};

/// Stretches with short runs, long runs, lines and operands judged one by one.
const std::vector<Case>& cases() {
  static const std::vector<Case> list{
      {"float32", "bfloat16", {0, 0x007f8000, 0x3f800000, 0x7f7f8000, 0x7f800000, 0x7fc00000, 0x80000000, 0xffffffff}},
      {"float32", "float8_e4m3fnuz", {0x33000000, 0x43700000, 0x7f800000, 0x80000000, 0xb3000000}},
      {"float32", "float64", {0, 0x00800000, 0x3f800000, 0x7f800000, 0xbf800000}},
      {"float32", "int8", {0, 0x3f000000, 0x43000000, 0x4effffff, 0xc3000000}},
      {"float32", "int32", {0x3f000000, 0x4b800000, 0x4f000000, 0xcf000000}},
      {"int32", "float32", {0, 0x01000001, 0x7fffffff, 0x80000000, 0xffffffff}},
      {"int32", "float16", {0, 65520, 0x7fffffff, 0xffff0010}},
      {"float64", "float32", {0, 0x36a0000000000000, 0x380fffffe0000000, 0x47effffff0000000, 0xbff0000010000000}},
      {"float16", "float8_e5m2", {0x4000, 0x7c00, 0xc000}},
      {"uint64", "float64", {0, 1ull << 53, ~0ull}}};
  return list;
}

// Kills: a judge that finds fault with right results, forgets to count them, or never asks MPFR again.
TEST(Judge, RightResultsPass) {
  for (const Case& one : cases()) {
    const Conversion conversion{*find_format(one.from), *find_format(one.to)};
    const Intervals operands = pieces_around(conversion.from, one.centres, 20000);
    Semantics semantics;
    const Tally tally = judge_results(conversion, {semantics}, operands, [&](std::uint64_t operand) {
      return result_under(conversion, semantics, operand);
    });
    EXPECT_TRUE(tally.groups.empty()) << one.from << " to " << one.to;
    EXPECT_EQ(tally.consistent(), 1u);
    EXPECT_EQ(tried(tally), operands.size());
    EXPECT_GE(tally.truth_checks, operands.size() / 65536);
  }
}

// Kills: a result that no comparison covers: at a run's ends, in a tail, on a line, where operands are judged one by
// one.
TEST(Judge, OneWrongElementAnywhereIsFound) {
  for (const Case& one : cases()) {
    const Conversion conversion{*find_format(one.from), *find_format(one.to)};
    const std::size_t bytes = conversion.to.bytes();
    const Semantics semantics;
    ConversionJudge judge(conversion, {semantics}, 1);
    judge.prepare(0, conversion.from.code_mask());
    for (const std::uint64_t centre : one.centres) {
      constexpr std::size_t count = 200;
      const std::uint64_t first =
          std::min(centre < count / 2 ? 0 : centre - count / 2, conversion.from.code_mask() - (count - 1));
      std::vector<unsigned char> results(count * bytes);
      for (std::size_t i = 0; i < count; ++i) {
        store_code(results.data(), bytes, i, result_under(conversion, semantics, first + i));
      }
      ASSERT_TRUE(judge.matches(first, count, results.data()));
      for (std::size_t at = 0; at < count; ++at) {
        const std::uint64_t right = load_code(results.data(), bytes, at);
        const CodeSet answer = Truth().convert(conversion, semantics, first + at);
        std::uint64_t wrong = right ^ 1;
        if (answer.contains(wrong)) wrong = 0;  // a NaN's payload is free; zero is no NaN
        if (answer.contains(wrong)) continue;   // "unspecified"
        store_code(results.data(), bytes, at, wrong);
        ASSERT_FALSE(judge.matches(first, count, results.data())) << one.from << " to " << one.to << " " << first + at;
        judge.record(first, count, results.data(), nullptr);
        const Tally tally = judge.take();
        ASSERT_EQ(tally.groups.size(), 1u);
        EXPECT_EQ(tally.groups[0].count, 1u);
        EXPECT_EQ(tally.groups[0].smallest.operands, std::vector<std::uint64_t>{first + at});
        EXPECT_EQ(tally.groups[0].smallest.got, wrong);
        EXPECT_EQ(tally.groups[0].requirement, requirement_of(conversion, first + at));
        store_code(results.data(), bytes, at, right);
      }
    }
  }
}

// Kills: a result left out because it was not written that is counted all the same, or its neighbour left out instead.
TEST(Judge, UnwrittenResultsAreLeftOut) {
  const Conversion conversion{float16, bfloat16};
  ConversionJudge judge(conversion, {Semantics{}}, 1);
  judge.prepare(0, 0xffff);
  const std::vector<std::uint16_t> results(100, 0xdead);
  std::vector<bool> unwritten(100, false);
  unwritten[7] = unwritten[99] = true;
  judge.record(0x3c00, 100, results.data(), &unwritten);
  const Tally tally = judge.take();
  std::uint64_t count = 0;
  for (const MismatchGroup& group : tally.groups) count += group.count;
  EXPECT_EQ(count, 98u);
}

// Kills: choices that are not told apart, or a mixture of two options that passes.
TEST(Judge, FollowsOneOptionOfEachChoice) {
  const Conversion conversion{float32, bfloat16};
  const std::vector<Semantics> options = alternatives_of("tpu", conversion);
  ASSERT_EQ(options.size(), 6u);
  const Intervals operands = pieces_around(float32, {0x80400000, 0x807f8000, 0x807fc000, 0x80800000}, 300);
  for (std::size_t follow = 0; follow < options.size(); ++follow) {
    const auto result = [&](std::uint64_t operand) { return result_under(conversion, options[follow], operand); };
    EXPECT_EQ(judge_results(conversion, options, operands, result).consistent(), std::uint64_t{1} << follow);
    for (std::size_t other = 0; other < options.size(); ++other) {
      if (other == follow) continue;
      // One operand on which the two differ follows the other.
      std::uint64_t odd = 0;
      for (const Interval& piece : operands.intervals()) {
        for (std::uint64_t operand = piece.first; operand <= piece.last; ++operand) {
          if (result(operand) != result_under(conversion, options[other], operand)) odd = operand;
        }
      }
      ASSERT_NE(odd, 0u);
      const Tally mixed = judge_results(conversion, options, operands, [&](std::uint64_t operand) {
        return result_under(conversion, options[operand == odd ? other : follow], operand);
      });
      EXPECT_EQ(mixed.consistent() & (std::uint64_t{1} << follow), 0u);
    }
  }
}

/// Mismatches under each alternative, by truth and operand by operand.
void expect_counts_of_truth(const Conversion& conversion, const std::vector<Semantics>& alternatives,
                            const Intervals& operands, const ResultOf& result) {
  const Tally tally = judge_results(conversion, alternatives, operands, result);
  Truth truth;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    std::array<std::uint64_t, all_requirements.size()> wrong{};
    for (const Interval& piece : operands.intervals()) {
      for (std::uint64_t operand = piece.first; operand <= piece.last; ++operand) {
        if (truth.convert(conversion, alternatives[i], operand).contains(result(operand))) continue;
        ++wrong[static_cast<std::size_t>(requirement_of(conversion, operand))];
      }
    }
    EXPECT_EQ(tally.failed(i), wrong) << i;
  }
}

// Kills: results that follow an option counted twice, once or not at all under the others; a first result that speaks
// for a stretch in which others are another option's too.
TEST(Judge, CountsWhatEachAlternativeRejects) {
  const Conversion conversion{float32, bfloat16};
  const std::vector<Semantics> options = alternatives_of("tpu", conversion);
  const Intervals subnormal = pieces_around(float32, {0x80400000, 0x807f8000, 0x807fc000, 0x80800000}, 5000);
  for (std::size_t follow = 0; follow < options.size(); ++follow) {
    expect_counts_of_truth(conversion, options, subnormal, [&](std::uint64_t operand) {
      return result_under(conversion, options[operand % 4097 == 5 ? 0 : follow], operand);
    });
  }
  // Judged one by one, and on lines.
  const Conversion wide{float64, bfloat16};
  const std::vector<Semantics> wide_options = alternatives_of("tpu", wide);
  const Intervals around =
      pieces_around(float64, {0x380f000000000000, 0x380fe00000000000, 0x8018000000000000, 0xb80ff00000000000}, 300);
  expect_counts_of_truth(wide, wide_options, around,
                         [&](std::uint64_t operand) { return result_under(wide, wide_options[operand % 6], operand); });
  Semantics flushing;
  flushing.subnormal_operands = SubnormalOperands::flush;
  expect_counts_of_truth({float32, float64}, {Semantics{}, flushing},
                         pieces_around(float32, {0x00800000, 0x80800000}, 3000), [&](std::uint64_t operand) {
                           return result_under({float32, float64}, operand % 3 == 0 ? Semantics{} : flushing, operand);
                         });
  // NaNs: sets of many codes that overlap.
  std::vector<Semantics> nans(4);
  nans[1].nan = Nan::quiet;
  nans[2].nan = Nan::quiet_payload;
  nans[3].nan = Nan::canonical;
  const Intervals specials = pieces_around(float32, {0x7fc00000, 0x7f810000, 0xffc20000}, 9000);
  for (const std::uint64_t block : {1u, 8192u}) {  // results that change from operand to operand, and seldom
    expect_counts_of_truth(conversion, nans, specials, [&](std::uint64_t operand) {
      constexpr std::uint64_t codes[] = {0x7fc0, 0x7f81, 0xffc1, 0x7fc2, 0x7fff};
      return operand % 1000 == 77 ? std::uint64_t{0x3f80} : codes[operand / block % 5];
    });
    expect_counts_of_truth(conversion, nans, specials, [&](std::uint64_t operand) {
      return operand / block % 2 == 0 ? std::uint64_t{0x7fc0} : std::uint64_t{0xffc5};
    });
  }
}

// Kills: an option that is dropped where several agree.
TEST(Judge, KeepsAllOptionsThatAgree) {
  const Conversion conversion{float32, bfloat16};
  const std::vector<Semantics> options = alternatives_of("tpu", conversion);
  const Tally tally = judge_results(conversion, options, Intervals(0x3f800000, 0x3f9fffff), [&](std::uint64_t operand) {
    return result_under(conversion, options[0], operand);
  });
  EXPECT_EQ(tally.consistent(), 0x3fu);
  EXPECT_TRUE(tally.groups.empty());
}

/// A format whose meaning contradicts what runs rest on: NaN codes in the middle of the numbers.
Format with_hidden_nans() {
  Format format = float32;
  format.name = "hidden_nans";
  format.nan_codes = CodeSet::interval(0x40001000, 0x40001063);
  return format;
}

// Kills: a judge that believes its oracle: here runs and MPFR disagree, and every way of asking must say so.
TEST(Judge, OracleAgainstTruthIsAnInternalError) {
  const Conversion conversion{with_hidden_nans(), bfloat16};
  constexpr std::size_t count = 100;
  const std::uint64_t first = 0x40001000;
  const std::vector<std::uint16_t> as_runs_say(count, 0x4000), as_truth_says(count, 0x7fc0);
  ASSERT_FALSE(Truth().convert(conversion, {}, first).contains(0x4000));

  ConversionJudge reported(conversion, {Semantics{}}, 1);
  reported.prepare(0x3f800000, 0x40800000);
  ASSERT_FALSE(reported.matches(first, count, as_truth_says.data()));
  EXPECT_THROW(reported.record(first, count, as_truth_says.data(), nullptr), InternalError);

  ConversionJudge sampled(conversion, {Semantics{}}, 1);
  sampled.prepare(0x3f800000, 0x40800000);
  std::uint64_t judged = 0;
  const auto many = [&] {
    for (; judged < 140000; judged += count) sampled.matches(first, count, as_runs_say.data());
  };
  EXPECT_THROW(many(), InternalError);
  EXPECT_LE(judged, 65536u);  // at least one in 65,536 is judged again
}

// Kills: a group whose last mismatch is not confirmed.
TEST(Judge, TheLastOfAGroupIsConfirmed) {
  const Conversion conversion{with_hidden_nans(), bfloat16};
  Semantics semantics;
  semantics.nan = Nan::canonical;
  semantics.canonical_nan["bfloat16"] = 0x4001;
  ConversionJudge judge(conversion, {semantics}, 1);
  judge.prepare(0x3f800000, 0x40800000);
  const std::vector<std::uint16_t> results(9, 0x4001);
  // Rounded up where 0x4000 is right; the ninth is a hidden NaN: right says truth, wrong say the runs.
  judge.record(0x40000ff8, 9, results.data(), nullptr);
  ASSERT_EQ(judge.tally().groups.size(), 1u);
  EXPECT_THROW(judge.take(), InternalError);
}

// Kills: a smallest counterexample that depends on the order of blocks; a memo that outlives its tally.
TEST(Judge, BlocksMayComeInAnyOrder) {
  const Conversion conversion{float32, float8_e4m3fn};
  ConversionJudge judge(conversion, {Semantics{}}, 1);
  judge.prepare(0, 0xffffffff);
  const std::vector<std::uint8_t> results(64, 0x7e);  // saturated where NaN is right
  for (int round = 0; round < 2; ++round) {
    for (const std::uint64_t first : {0x50000000u, 0x60000000u, 0x44000000u, 0x55000000u}) {
      judge.record(first, 64, results.data(), nullptr);
    }
    const Tally tally = judge.take();
    ASSERT_EQ(tally.groups.size(), 1u);
    EXPECT_EQ(tally.groups[0].count, 256u);
    EXPECT_EQ(tally.groups[0].smallest.operands[0], 0x44000000u);
    EXPECT_EQ(tally.groups[0].last.operands[0], 0x6000003fu);
  }
}

// Kills: a poison that is somebody's right result, or none where one exists.
TEST(Judge, PoisonIsWrongEverywhere) {
  const Conversion conversion{float32, bfloat16};
  ConversionJudge judge(conversion, {Semantics{}}, 1);
  judge.prepare(0, 0xffffffff);
  Truth truth;
  // 0x5555 is right in the first stretch, 0xaaaa in the second.
  const Intervals operands = pieces_around(float32, {0x55550000, 0xaaaa0000, 0x3f800000}, 5000);
  const auto poison = judge.poison(operands.intervals());
  ASSERT_TRUE(poison.has_value());
  for (const Interval& piece : operands.intervals()) {
    for (std::uint64_t operand = piece.first; operand <= piece.last; ++operand) {
      ASSERT_FALSE(truth.convert(conversion, {}, operand).contains(*poison));
    }
  }
  const std::vector<Interval> everything{{0, 0xffffffff}};
  EXPECT_FALSE(judge.poison(everything).has_value());
  const Conversion narrow{float32, float4_e2m1fn};  // a byte holds codes that no result has
  ConversionJudge four_bits(narrow, {Semantics{}}, 1);
  four_bits.prepare(0, 0x7f000000);
  EXPECT_EQ(four_bits.poison(std::vector<Interval>{{0, 0x7f000000}}), 0xffu);
}

// Kills: one code promised for a block in which another is right.
TEST(Judge, OnlyCode) {
  const Conversion conversion{float32, bfloat16};
  ConversionJudge judge(conversion, {Semantics{}}, 1);
  judge.prepare(0, 0xffffffff);
  EXPECT_EQ(judge.only_code(0x3f800000, 0x3f808000), std::uint64_t{0x3f80});
  EXPECT_EQ(judge.only_code(0x3f800000, 0x3f808001), no_code);
  EXPECT_EQ(judge.only_code(0x3f808001, 0x3f817fff), 0x3f81u);
  EXPECT_EQ(judge.only_code(0x7fc00000, 0x7fc00010), no_code);  // a NaN is many codes
  EXPECT_EQ(judge.only_code(0x00000000, 0x00000000), 0x0000u);
  const std::vector<std::uint16_t> results(100, 0x3f80);
  std::vector<std::uint32_t> operands(100);
  EXPECT_TRUE(judge.matches_code(0x3f800000, 100, results.data(), 0x3f80, operands.data(), 0x40000000));
  EXPECT_EQ(operands[99], 0x40000063u);
  EXPECT_FALSE(judge.matches_code(0x3f810000, 100, results.data(), 0x3f81, operands.data(), 0x40000000));
}

// Kills: a step misplaced by one, one promised where there are two or a NaN, a result beside the step not compared.
TEST(Judge, StepWithin) {
  const Conversion conversion{float32, bfloat16};
  ConversionJudge judge(conversion, {Semantics{}}, 1);
  judge.prepare({{0x3f800000, 0x3fffffff}, {0xff7f0000, 0xffffffff}});
  const auto step = judge.step_within(0x3f800000, 0x3f810000);
  ASSERT_TRUE(step.has_value());
  EXPECT_EQ(step->at, 0x3f808001u);  // the tie goes to the even neighbour
  EXPECT_EQ(step->before, 0x3f80u);
  EXPECT_EQ(step->from, 0x3f81u);
  EXPECT_FALSE(judge.step_within(0x3f800000, 0x3f808000).has_value());
  EXPECT_FALSE(judge.step_within(0x3f800000, 0x3f818000).has_value());
  EXPECT_FALSE(judge.step_within(0xff7ffff0, 0xff800010).has_value());
  ASSERT_TRUE(judge.step_within(0xff7f7ff0, 0xff7f8010).has_value());
  std::vector<std::uint16_t> results(32, 0x3f80);
  std::fill(results.begin() + 17, results.end(), std::uint16_t{0x3f81});
  const auto near = judge.step_within(0x3f807ff0, 0x3f80800f);
  ASSERT_TRUE(near.has_value());
  EXPECT_TRUE(judge.matches_step(0x3f807ff0, 32, results.data(), *near));
  for (std::uint16_t& result : results) {
    result ^= 1;
    EXPECT_FALSE(judge.matches_step(0x3f807ff0, 32, results.data(), *near));
    result ^= 1;
  }
}

}  // namespace
}  // namespace hallmark::test
