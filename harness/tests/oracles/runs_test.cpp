// SPDX-License-Identifier: Apache-2.0
// The run-length oracle: cover without gap, truth at every run's ends and neighbours, and anywhere one asks.
#include "oracles/runs.h"

#include <gtest/gtest.h>

#include "formats/formats.h"
#include "inputs/random.h"
#include "tests/oracles/profile_semantics.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

class Checked {
 public:
  Checked(const Conversion& conversion, std::vector<Semantics> list, std::uint64_t first, std::uint64_t last)
      : conversion_(conversion),
        list_(std::move(list)),
        answers_(list_.size()),
        first_(first),
        runs_(conversion.from, bounding_for(conversion, list_), first, last,
              [this](std::uint64_t operand, Answer& answer) {
                ++asked_;
                ask(operand, answer);
              }) {}

  const Runs& runs() const { return runs_; }

  void ask(std::uint64_t operand, Answer& answer) {
    truth_.convert(conversion_, list_, operand, answers_);
    set_variants(answers_, answer);
    answer.requirement = requirement_of(conversion_, operand);
  }

  /// Truth's answer is the run's.
  bool right_at(std::size_t i, std::uint64_t operand) {
    const Run& run = runs_.runs()[i];
    ask(operand, answer_);
    const auto variants = runs_.variants(run);
    return answer_.requirement == run.requirement &&
           std::equal(variants.begin(), variants.end(), answer_.variants.begin(), answer_.variants.end());
  }

  /// The shape of the list, then truth at both ends of every `step`th run and next to them; counts what is wrong.
  void expect_right(std::size_t step = 1) {
    ASSERT_FALSE(runs_.runs().empty());
    EXPECT_EQ(runs_.runs().front().first, first_);
    EXPECT_EQ(runs_.last_of(runs_.runs().size() - 1), runs_.last());
    const std::vector<std::uint64_t> segments = segment_starts(conversion_.from, first_, runs_.last());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < runs_.runs().size(); ++i) {
      const Run& run = runs_.runs()[i];
      const std::uint64_t last = runs_.last_of(i);
      bool good = run.first <= last && runs_.find(run.first) == i && runs_.find(last) == i;
      good &= i == 0 || run.first > runs_.runs()[i - 1].first;
      if (i % step == 0 && !run.each) {
        std::uint64_t masks = 0;
        for (const Variant& variant : runs_.variants(run)) {
          good &= variant.alternatives != 0 && (masks & variant.alternatives) == 0;
          masks |= variant.alternatives;
        }
        good &= masks == ~std::uint64_t{0} >> (64 - list_.size());
        good &= right_at(i, run.first) && right_at(i, last);
        good &= right_at(i, std::min(run.first + 1, last)) && right_at(i, last == run.first ? last : last - 1);
        good &= right_at(i, run.first + (last - run.first) / 2);
        // Maximal within its segment: the operand before has another answer.
        const bool starts_segment = std::find(segments.begin(), segments.end(), run.first) != segments.end();
        if (i > 0 && !runs_.runs()[i - 1].each && !starts_segment) good &= !right_at(i, run.first - 1);
      }
      if (!good && ++wrong <= 3) {
        ADD_FAILURE() << conversion_.from.name << " to " << conversion_.to.name << ": run " << i << " from " << std::hex
                      << run.first << " to " << last;
      }
    }
    EXPECT_EQ(wrong, 0u);
  }

  void expect_right_at_random(std::size_t count) {
    Random random(11, conversion_.to.name);
    std::size_t wrong = 0;
    for (std::size_t n = 0; n < count; ++n) {
      const std::uint64_t operand = random.between(first_, runs_.last());
      const std::size_t i = runs_.find(operand);
      if (!runs_.runs()[i].each && !right_at(i, operand) && ++wrong <= 3) {
        ADD_FAILURE() << conversion_.from.name << " to " << conversion_.to.name << " " << std::hex << operand;
      }
    }
    EXPECT_EQ(wrong, 0u);
  }

  std::size_t asked() const { return asked_; }

 private:
  Conversion conversion_;
  std::vector<Semantics> list_;
  std::vector<CodeSet> answers_;
  Truth truth_;
  Answer answer_;
  std::size_t asked_ = 0;
  std::uint64_t first_;
  Runs runs_;
};

class WideSourceRuns : public testing::TestWithParam<const char*> {};

// Kills: a bisection that is off by one, a segment boundary forgotten, answers of another alternative, a run that hides
// another (by the random operands), a search that asks truth per operand.
TEST_P(WideSourceRuns, EqualTruthAtTheEnds) {
  const Format& from = *find_format(GetParam());
  for (const Format& to : formats_up_to(16)) {
    const std::vector<Semantics> list = profile_semantics({from, to});
    const bool every = to == bfloat16 || to.name == "int16" || to.width() <= 8;
    for (std::size_t at = 0; at < list.size(); at += 64) {
      const auto end = list.begin() + static_cast<std::ptrdiff_t>(std::min(list.size(), at + 64));
      Checked checked({from, to}, {list.begin() + static_cast<std::ptrdiff_t>(at), end}, 0, from.code_mask());
      for (const auto& run : checked.runs().runs()) ASSERT_FALSE(run.each);
      checked.expect_right(every ? 1 : 5);
      checked.expect_right_at_random(3000);
      if (to == bfloat16) {
        EXPECT_LT(checked.asked(), 6 * checked.runs().runs().size());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, WideSourceRuns, testing::Values("float32", "int32", "uint32"),
                         [](const auto& source) { return std::string(source.param); });

// Kills: a directed rounding, a flush or a saturation whose answers are not what bisection assumes.
TEST(Runs, EveryRoundingAndFlush) {
  for (const Format& to : {bfloat16, float8_e4m3fnuz, float8_e8m0fnu, *find_format("int8")}) {
    auto groups = all_profile_semantics({float32, to});
    if (to == bfloat16) groups.resize(1);
    for (std::vector<Semantics>& list : groups) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        list[i].subnormal_results = static_cast<SubnormalResults>(i % 4);
        list[i].flushed_zero = static_cast<FlushedZero>(i / 4 % 2);
        if (i % 5 == 4) list[i].evaluate_in = "float16";
        if (i % 7 == 6) list[i].rounding = Rounding::stochastic;
      }
      Checked checked({float32, to}, list, 0, float32.code_mask());
      checked.expect_right(9);
      checked.expect_right_at_random(3000);
    }
  }
}

// Kills: a table of a narrow source that skips, repeats or misplaces a code.
TEST(Runs, NarrowSourcesWhole) {
  for (const char* name : {"float16", "bfloat16", "int16", "uint16", "float8_e4m3fn"}) {
    const Format& from = *find_format(name);
    for (const Format& to : formats_up_to(64)) {
      if (from == to) continue;
      std::vector<Semantics> list = profile_semantics({from, to});
      if (list.size() > 64) list.resize(64);
      Checked checked({from, to}, list, 0, from.code_mask());
      std::uint64_t wrong = 0;
      for (std::uint64_t operand = 0; operand <= from.code_mask(); ++operand) {
        if (!checked.right_at(checked.runs().find(operand), operand)) ++wrong;
      }
      EXPECT_EQ(wrong, 0u) << from.name << " to " << to.name;
    }
  }
}

// Kills: a range that must begin at a run's first operand, or hold more than one.
TEST(Runs, RangesThatBeginAndEndAnywhere) {
  Random random(3);
  const std::vector<Semantics> list = profile_semantics({float32, bfloat16});
  for (int n = 0; n < 300; ++n) {
    const std::uint64_t first = random.next() & float32.code_mask();
    const std::uint64_t last = std::min(float32.code_mask(), first + (n % 3 == 0 ? 0 : random.below(200000)));
    Checked checked({float32, bfloat16}, list, first, last);
    checked.expect_right();
    checked.expect_right_at_random(50);
  }
  for (const std::uint64_t edge : {0x00000000u, 0x00000001u, 0x007fffffu, 0x00800000u, 0x7f7fffffu, 0x7f800000u,
                                   0x7f800001u, 0x7fbfffffu, 0x7fc00000u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    Checked checked({float32, bfloat16}, list, edge, edge);
    checked.expect_right();
    EXPECT_EQ(checked.runs().runs().size(), 1u);
    const std::uint64_t next = std::min<std::uint64_t>(edge + 1, 0xffffffff);
    Checked two({float32, bfloat16}, list, edge, next);
    two.expect_right();
  }
}

// Kills: an answer carried over from one stretch to the next, or one given between them.
TEST(Runs, StretchesApart) {
  Truth truth;
  const Conversion conversion{float32, bfloat16};
  for (const Bounding bounding : {Bounding::runs, Bounding::runs_or_each, Bounding::each}) {
    const std::vector<Interval> stretches{{0x3f800000, 0x3f81ffff}, {0xbf800000, 0xbf81ffff}, {0xbf820000, 0xbf8200ff}};
    const Runs runs(float32, bounding, stretches, [&](std::uint64_t operand, Answer& answer) {
      const CodeSet codes = truth.convert(conversion, {}, operand);
      set_variants({&codes, 1}, answer);
    });
    EXPECT_EQ(runs.last(), 0xbf8200ffu);
    for (const Interval& stretch : stretches) {
      for (std::uint64_t operand = stretch.first; operand <= stretch.last; operand += 255) {
        const hallmark::Run& run = runs.runs()[runs.find(operand)];
        ASSERT_EQ(run.each, bounding == Bounding::each);
        if (run.each) continue;
        ASSERT_EQ(runs.variants(run)[0].codes, truth.convert(conversion, {}, operand)) << std::hex << operand;
      }
    }
    EXPECT_TRUE(runs.runs()[runs.find(0x3f820000)].each);
    EXPECT_TRUE(runs.runs()[runs.find(0xbf7fffff)].each);
  }
}

// Kills: runs bounded where integers wrap around, or `each` where a run table was promised.
TEST(Runs, WhereRunsDoNotPay) {
  Semantics wrap;
  wrap.integer_overflow = IntegerOverflow::wrap;
  const Format& int8 = *find_format("int8");
  EXPECT_EQ(bounding_for({float32, int8}, {&wrap, 1}), Bounding::each);
  EXPECT_EQ(bounding_for({float16, int8}, {&wrap, 1}), Bounding::runs);
  const Semantics plain;
  EXPECT_EQ(bounding_for({float32, int8}, {&plain, 1}), Bounding::runs);
  EXPECT_EQ(bounding_for({float64, bfloat16}, {&plain, 1}), Bounding::each);
  // NaN below and above the scales within one segment: two runs that bisection would take for one.
  Semantics scale;
  scale.e8m0_underflow = E8m0Underflow::as_zero;
  scale.e8m0_zero = E8m0Zero::nan;
  Format wide = float32;
  wide.exponent_bits = 11;
  wide.significand_bits = 20;
  wide.bias = 1023;
  wide.nan_codes = CodeSet::interval(wide.infinity_magnitude() + 1, wide.magnitude_mask(), wide.magnitude_mask());
  EXPECT_EQ(bounding_for({float32, float8_e8m0fnu}, {&scale, 1}), Bounding::runs);
  EXPECT_EQ(bounding_for({wide, float8_e8m0fnu}, {&scale, 1}), Bounding::each);
  EXPECT_EQ(bounding_for({wide, float8_e8m0fnu}, {&plain, 1}), Bounding::runs);
  Checked all({float32, float64}, {plain}, 0, float32.code_mask());
  all.expect_right();
  all.expect_right_at_random(2000);
  std::uint64_t each = 0;
  for (std::size_t i = 0; i < all.runs().runs().size(); ++i) {
    if (all.runs().runs()[i].each) each += all.runs().last_of(i) - all.runs().runs()[i].first + 1;
  }
  EXPECT_GT(each, std::uint64_t{4000000000});  // every finite operand has its own result
  const Runs none(float64, Bounding::each, 5, 90, [](std::uint64_t, Answer&) { FAIL(); });
  ASSERT_EQ(none.runs().size(), 1u);
  EXPECT_TRUE(none.runs()[0].each);
  EXPECT_EQ(none.last_of(0), 90u);
}

// Kills: a segment that mixes signs, categories, or quiet and signalling NaNs.
TEST(Runs, SegmentStarts) {
  const std::vector<std::uint64_t> starts{0,          1,          0x00800000, 0x7f800000, 0x7f800001, 0x7fc00000,
                                          0x80000000, 0x80000001, 0x80800000, 0xff800000, 0xff800001, 0xffc00000};
  EXPECT_EQ(segment_starts(float32, 0, float32.code_mask()), starts);
  EXPECT_EQ(segment_starts(float32, 0x7f800000, 0x7f800002), (std::vector<std::uint64_t>{0x7f800000, 0x7f800001}));
  EXPECT_EQ(segment_starts(*find_format("int32"), 0, 0xffffffff),
            (std::vector<std::uint64_t>{0, 1, 0x80000000, 0x80000001}));
}

}  // namespace
}  // namespace hallmark::test
