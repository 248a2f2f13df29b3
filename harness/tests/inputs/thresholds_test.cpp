// SPDX-License-Identifier: Apache-2.0
// Where truth's answer changes, under any rounding, flush or overflow rule, both sides are among the operands.
#include <gtest/gtest.h>

#include <algorithm>

#include "formats/formats.h"
#include "inputs/boundaries.h"
#include "oracles/runs.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

bool contains(const Intervals& codes, std::uint64_t code) {
  const auto after = std::upper_bound(codes.intervals().begin(), codes.intervals().end(), code,
                                      [](std::uint64_t at, const Interval& interval) { return at < interval.first; });
  return after != codes.intervals().begin() && code <= std::prev(after)->last;
}

/// Rules that between them have every threshold.
std::vector<Semantics> rules(const Format& to) {
  std::vector<Semantics> list;
  for (const Rounding rounding :
       {Rounding::rne, Rounding::rna, Rounding::rtz, Rounding::rup, Rounding::rdn, Rounding::rto}) {
    for (const auto subnormals : {SubnormalResults::keep, SubnormalResults::flush_after_rounding,
                                  SubnormalResults::flush_delivered, SubnormalResults::flush_before_rounding}) {
      Semantics semantics;
      semantics.rounding = rounding;
      semantics.subnormal_results = subnormals;
      semantics.rto_overflow = RtoOverflow::infinity;
      semantics.integer_overflow = IntegerOverflow::indefinite;
      list.push_back(semantics);
    }
    list.back().overflow = Overflow::saturate;
    list.back().integer_overflow = IntegerOverflow::saturate;
  }
  if (to.name != "float8_e8m0fnu") return list;
  list.clear();
  for (const auto rounding : {E8m0Rounding::rne, E8m0Rounding::rna, E8m0Rounding::rtz, E8m0Rounding::rup}) {
    for (const auto negative : {E8m0Negative::nan, E8m0Negative::magnitude}) {
      Semantics semantics;
      semantics.e8m0_rounding = rounding;
      semantics.e8m0_negative = negative;
      semantics.e8m0_underflow = E8m0Underflow::as_zero;
      semantics.e8m0_zero = E8m0Zero::nan;
      semantics.overflow = Overflow::saturate;  // NaN at both ends would be no list of runs
      list.push_back(semantics);
    }
  }
  return list;
}

using Pair = std::tuple<const char*, const char*>;
class Thresholds : public testing::TestWithParam<Pair> {
 protected:
  const Conversion conversion_{*find_format(std::get<0>(GetParam())), *find_format(std::get<1>(GetParam()))};

  /// First operands of truth's runs, but for where a segment starts.
  std::vector<std::uint64_t> boundaries() const {
    const std::vector<Semantics> list = rules(conversion_.to);
    std::vector<CodeSet> answers(list.size());
    Truth truth;
    const std::uint64_t last = conversion_.from.code_mask();
    const Runs runs(conversion_.from, Bounding::runs, 0, last, [&](std::uint64_t operand, Answer& answer) {
      truth.convert(conversion_, list, operand, answers);
      set_variants(answers, answer);
      answer.requirement = Requirement::rounding;
    });
    const std::vector<std::uint64_t> segments = segment_starts(conversion_.from, 0, last);
    std::vector<std::uint64_t> firsts;
    for (const auto& run : runs.runs()) {
      if (std::find(segments.begin(), segments.end(), run.first) == segments.end()) firsts.push_back(run.first);
    }
    return firsts;
  }
};

// Kills: a midpoint, a sign, the first step above or below zero, a flush's threshold or the overflow threshold left
// out; a neighbour forgotten on either side, or fewer than asked for; a sweep's division that leaves a threshold out.
TEST_P(Thresholds, HoldBothSidesOfEveryChange) {
  Intervals codes, many;
  add_thresholds(codes, conversion_, 1);
  add_thresholds(many, conversion_, 64);
  codes.normalise();
  many.normalise();
  const std::uint64_t last = conversion_.from.code_mask();
  const Interval ranges[] = {target_range(conversion_, false), target_range(conversion_, true)};
  const std::vector<std::uint64_t> firsts = boundaries();
  std::size_t missing = 0, outside = 0;
  for (const std::uint64_t first : firsts) {
    if (!(contains(codes, first) && contains(codes, first - 1)) && ++missing <= 4) {
      ADD_FAILURE() << std::hex << first << " is not among the operands";
    }
    const bool inside = std::any_of(std::begin(ranges), std::end(ranges),
                                    [&](const Interval& range) { return range.first <= first && first <= range.last; });
    if (!inside && ++outside <= 4) ADD_FAILURE() << std::hex << first << " lies outside the target's range";
    const std::uint64_t low = first < 64 ? 0 : first - 64, high = last - first < 63 ? last : first + 63;
    const bool crosses_sign = (low ^ high) >> (conversion_.from.width() - 1) != 0;
    ASSERT_TRUE(crosses_sign || (contains(many, low) && contains(many, high))) << std::hex << first;
  }
  EXPECT_EQ(missing, 0u);
  EXPECT_EQ(outside, 0u);
  const std::uint64_t values = conversion_.to.is_integer() ? conversion_.to.magnitude_mask() / 2 : 4;
  EXPECT_GE(firsts.size(), values);
}

INSTANTIATE_TEST_SUITE_P(
    Pairs, Thresholds,
    testing::Combine(testing::Values("float32", "float64", "int32", "int64", "uint64"),
                     testing::Values("bfloat16", "float16", "float8_e5m2", "float8_e4m3fn", "float8_e4m3fnuz",
                                     "float8_e5m2fnuz", "float8_e8m0fnu", "float6_e2m3fn", "float4_e2m1fn", "int8",
                                     "uint8", "int16", "uint16")),
    [](const auto& pair) { return std::string(std::get<0>(pair.param)) + "_to_" + std::get<1>(pair.param); });

// Kills: the flush threshold of wide targets, which no midpoint of subnormals comes near.
TEST(TargetEnds, OfWideTargets) {
  Intervals codes;
  add_target_ends(codes, {float64, float32}, 2);
  codes.normalise();
  const std::uint64_t flush = 0x380fffffe0000000;  // 2^-126 (1 - 2^-24): rounds to 2^-126 even with full precision
  Semantics after;
  after.subnormal_results = SubnormalResults::flush_after_rounding;
  Truth truth;
  EXPECT_NE(truth.convert({float64, float32}, after, 0x380ffffff0000000), CodeSet::single(0));
  EXPECT_EQ(truth.convert({float64, float32}, after, 0x380fffffefffffff), CodeSet::single(0));
  for (const std::uint64_t code :
       {flush, std::uint64_t{0x380ffffff0000000}, std::uint64_t{0x380fffffefffffff}, std::uint64_t{0x47efffffefffffff},
        std::uint64_t{0x47effffff0000000}, std::uint64_t{0x47f0000000000000}, std::uint64_t{0x36a0000000000000},
        std::uint64_t{0x3690000000000000}, std::uint64_t{0x3690000000000001}}) {
    EXPECT_TRUE(contains(codes, code)) << std::hex << code;
    EXPECT_TRUE(contains(codes, code | float64.sign_mask())) << std::hex << code;
  }
}

}  // namespace
}  // namespace hallmark::test
