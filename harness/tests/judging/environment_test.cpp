// SPDX-License-Identifier: Apache-2.0
// Truth, oracles, judging and words give the same answers whatever a backend leaves in the floating-point environment.
#include <gtest/gtest.h>

#include <set>

#include "formats/formats.h"
#include "inputs/boundaries.h"
#include "judging/describe.h"
#include "oracles/convert.h"
#include "oracles/lines.h"
#include "tests/judging/judged.h"
#include "tests/judging/mode.h"

namespace hallmark::test {
namespace {

void say(std::string& text, const CodeSet& set) {
  text += std::to_string(set.mask) + ":" + std::to_string(set.low) + ".." + std::to_string(set.high) + " ";
}

/// Everything the numerical core says of a sample, as one text.
std::string everything() {
  std::string text;
  Truth truth;
  std::vector<Semantics> list(8);
  list[1].rounding = Rounding::rna;
  list[2].rounding = Rounding::rto;
  list[3].rounding = Rounding::rup;
  list[4].subnormal_results = SubnormalResults::flush_after_rounding;
  list[5].subnormal_operands = SubnormalOperands::flush;
  list[6].evaluate_in = "float32";
  list[7].integer_overflow = IntegerOverflow::wrap;
  const Format* const formats[] = {
      &float64, &float32, &float16, &bfloat16, &float8_e4m3fn, find_format("int64"), find_format("uint8")};
  for (const Format* from : formats) {
    Intervals operands;
    add_special_values(operands, *from, 1);
    add_binades(operands, *from, 1);
    operands.normalise();
    for (const Format* to : formats) {
      if (from == to) continue;
      for (const Interval& interval : operands.intervals()) {
        const std::uint64_t operand = interval.first + (interval.last - interval.first) / 2;
        for (const Semantics& semantics : list) {
          say(text, truth.convert({*from, *to}, semantics, operand));
          say(text, oracle_convert({*from, *to}, semantics, operand));
        }
        text += std::to_string(static_cast<int>(requirement_of({*from, *to}, operand)));
        if (const auto line = line_at({*from, *to}, std::span(list).first(1), operand, interval.last)) {
          text += std::to_string(code_on_line(*line, operand));
        }
      }
    }
    for (const Interval& interval : operands.intervals()) {
      text += describe_code(*from, interval.first) + describe_code(*from, interval.last) + "\n";
    }
  }
  // A judge from bounding to words, with a mismatch that only a careful hypothesis explains.
  Intervals subnormal(0, 0x3ff);
  subnormal.add(0x7f00, 0x80ff);
  const auto record = diagnose_results({float16, float8_e4m3fn}, {}, subnormal, [](std::uint64_t operand) {
    Semantics flush;
    flush.subnormal_operands = SubnormalOperands::flush;
    return result_under({float16, float8_e4m3fn}, flush, operand);
  });
  for (const Finding& finding : record.findings)
    text += finding.explanation + finding.operands_text + finding.expected_text;
  const Tally tally =
      judge_results({float32, float16}, {Semantics{}}, Intervals(0x33000000, 0x33001fff), [](std::uint64_t operand) {
        return result_under({float32, float16}, {}, operand);
      });
  text += std::to_string(tally.groups.size());
  return text;
}

// Kills: a floating-point instruction anywhere between a code and a finding.
TEST(Environment, ChangesNothing) {
  const std::string usual = everything();
  ASSERT_GT(usual.size(), 100000u);
  EXPECT_NE(usual.find("5e-324"), std::string::npos);  // float64's smallest subnormal is described
  for (const char* mode : {"upward", "downward", "toward_zero", "flush", "flush upward", "flush toward_zero"}) {
    const auto in_mode = [&] {
      const Mode set(mode);
      return everything();
    };
    EXPECT_TRUE(in_mode() == usual) << mode;
  }
}

#ifdef __SSE__
// Kills: a test of modes that sets none.
TEST(Environment, TheModesAreReal) {
  const auto product = [](float a, float b) {
    const volatile float x = a, y = b;
    const volatile float z = x * y;
    return z;
  };
  const auto third = [] {
    const volatile float one = 1.0f, three = 3.0f;
    const volatile float z = one / three;
    return z;
  };
  const float small = product(0x1p-100f, 0x1p-30f), near = third();
  EXPECT_GT(small, 0.0f);
  const Mode set("flush upward");
  EXPECT_EQ(product(0x1p-100f, 0x1p-30f), 0.0f);
  EXPECT_GE(third(), near);
  const auto down = [&] {
    const Mode other("downward");
    return third();
  };
  EXPECT_LT(down(), third());
}
#endif

}  // namespace
}  // namespace hallmark::test
