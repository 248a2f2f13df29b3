// SPDX-License-Identifier: Apache-2.0
// Truth and oracle against rationals where codes are too many to try all: sampled, with every kind of boundary.
#include <gtest/gtest.h>

#include "formats/formats.h"
#include "oracles/convert.h"
#include "tests/truth/near_thresholds.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

std::vector<Semantics> every_rule(const Format& to) {
  std::vector<Semantics> list;
  const auto add = [&](auto change) {
    for (const Rounding rounding :
         {Rounding::rne, Rounding::rna, Rounding::rtz, Rounding::rup, Rounding::rdn, Rounding::rto}) {
      Semantics semantics;
      semantics.rounding = rounding;
      change(semantics);
      list.push_back(semantics);
    }
  };
  add([](Semantics&) {});
  if (to.is_integer()) {
    add([](Semantics& s) { s.integer_overflow = IntegerOverflow::indefinite; });
    add([](Semantics& s) { s.integer_overflow = IntegerOverflow::wrap; });
    return list;
  }
  add([](Semantics& s) { s.overflow = Overflow::saturate; });
  add([](Semantics& s) { s.overflow = Overflow::nan; });
  add([](Semantics& s) { s.rto_overflow = RtoOverflow::infinity; });
  add([](Semantics& s) { s.subnormal_results = SubnormalResults::flush_before_rounding; });
  add([](Semantics& s) { s.subnormal_results = SubnormalResults::flush_after_rounding; });
  add([](Semantics& s) { s.subnormal_results = SubnormalResults::flush_delivered; });
  add([](Semantics& s) {
    s.subnormal_results = SubnormalResults::flush_delivered;
    s.flushed_zero = FlushedZero::positive;
  });
  return list;
}

/// Kills: a cut that loses the sticky bit, 64-bit integers rounded through a float64, a wrong guard bit, an oracle's
/// fast path that is off at a boundary. The first semantics of each is IEEE 754's, in six directions.
class WideTargets : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(WideTargets, TruthAndOracleRoundAsRationalsSay) {
  const Format& from = *find_format(std::get<0>(GetParam()));
  const Format& to = *find_format(std::get<1>(GetParam()));
  if (from == to) return;
  const Conversion conversion{from, to};
  const std::vector<Semantics> list = every_rule(to);
  std::vector<CodeSet> answers(list.size());
  Truth truth;
  std::uint64_t tried = 0, wrong = 0;
  for (const std::uint64_t operand : near_thresholds(from, to, 12000)) {
    const Category category = classify(from, operand);
    if (category != Category::normal && category != Category::subnormal) continue;
    const ExactRounding exact(to, value_of(from, operand));
    truth.convert(conversion, list, operand, answers);
    for (std::size_t i = 0; i < list.size(); ++i) {
      ++tried;
      const RightAnswer right = exact.under(list[i]);
      const CodeSet fast = oracle_convert(conversion, list[i], operand);
      if ((!states(answers[i], right, to) || fast != answers[i]) && ++wrong <= 5) {
        ADD_FAILURE() << std::hex << operand << " semantics " << std::dec << i << std::hex << ": truth "
                      << answers[i].low << ".." << answers[i].high << ", oracle " << fast.low << ", right is "
                      << to_text(right);
      }
    }
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(tried, 100000u);
}

INSTANTIATE_TEST_SUITE_P(
    Pairs, WideTargets,
    testing::Combine(testing::Values("float64", "float32", "int64", "uint64", "int32"),
                     testing::Values("float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2fnuz", "float64",
                                     "int64", "uint64", "int32", "uint16")),
    [](const auto& pair) { return std::string(std::get<0>(pair.param)) + "_to_" + std::get<1>(pair.param); });

/// Kills: an intermediate format that is skipped, or rounded to only once.
TEST(EvaluateIn, RoundsTwice) {
  Semantics semantics;
  semantics.evaluate_in = "float32";
  const Conversion conversion{float64, bfloat16};
  const std::uint64_t just_above_a_tie = 0x3ff0100000400000;  // 1 + 2^-8 + 2^-30
  EXPECT_EQ(Truth().convert(conversion, semantics, just_above_a_tie), CodeSet::single(0x3f80));
  EXPECT_EQ(Truth().convert(conversion, Semantics{}, just_above_a_tie), CodeSet::single(0x3f81));
  // 1 + 2^-8 + 2^-24, a tie in float32 that goes to 1 + 2^-8, a tie in bfloat16: what was cut off for bfloat16 must not
  // be taken for a part of the float32 tie.
  EXPECT_EQ(Truth().convert(conversion, semantics, 0x3ff0100010000000), CodeSet::single(0x3f80));
  EXPECT_EQ(Truth().convert(conversion, semantics, 0x3ff0100010000001), CodeSet::single(0x3f81));
  Truth truth;
  std::uint64_t twice = 0;
  for (const std::uint64_t operand : near_thresholds(float64, bfloat16, 20000)) {
    const Category category = classify(float64, operand);
    if (category != Category::normal && category != Category::subnormal) continue;
    const RightAnswer first = ExactRounding(float32, value_of(float64, operand)).under(Semantics{});
    const CodeSet second = truth.convert({float32, bfloat16}, Semantics{}, first.code);
    EXPECT_EQ(truth.convert(conversion, semantics, operand), second) << std::hex << operand;
    twice += second == truth.convert(conversion, Semantics{}, operand) ? 0 : 1;
  }
  EXPECT_GT(twice, 100u);  // the sample holds operands for which it matters
}

}  // namespace
}  // namespace hallmark::test
