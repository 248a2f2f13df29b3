// SPDX-License-Identifier: Apache-2.0
// Every float16 and bfloat16 code into every target of 8 bits and fewer, under every rounding, subnormal and overflow
// rule.
#include <gtest/gtest.h>

#include "formats/formats.h"
#include "semantics/conversion.h"
#include "semantics/round.h"
#include "tests/truth/exact_rounding.h"

namespace hallmark::test {
namespace {

constexpr Rounding roundings[] = {Rounding::rne, Rounding::rna, Rounding::rtz,
                                  Rounding::rup, Rounding::rdn, Rounding::rto};

/// Every combination of what the format's rounding depends on; what does not matter to it stays out.
std::vector<Semantics> floating_semantics() {
  std::vector<Semantics> list;
  for (const Rounding rounding : roundings) {
    for (const auto subnormals : {SubnormalResults::keep, SubnormalResults::flush_before_rounding,
                                  SubnormalResults::flush_after_rounding, SubnormalResults::flush_delivered}) {
      for (const auto overflow : {Overflow::infinity, Overflow::saturate, Overflow::nan}) {
        Semantics semantics;
        semantics.rounding = rounding;
        semantics.subnormal_results = subnormals;
        semantics.overflow = overflow;
        list.push_back(semantics);
        if (overflow != Overflow::infinity) continue;
        semantics.flushed_zero = FlushedZero::positive;
        semantics.rto_overflow = RtoOverflow::infinity;
        list.push_back(semantics);
      }
    }
  }
  return list;
}

std::vector<Semantics> scale_semantics() {
  std::vector<Semantics> list;
  for (const auto rounding : {E8m0Rounding::rne, E8m0Rounding::rna, E8m0Rounding::rtz, E8m0Rounding::rup}) {
    for (const auto negative : {E8m0Negative::nan, E8m0Negative::magnitude, E8m0Negative::minimum}) {
      for (const auto zero : {E8m0Zero::minimum, E8m0Zero::nan}) {
        for (const auto underflow : {E8m0Underflow::minimum, E8m0Underflow::as_zero}) {
          for (const auto overflow : {Overflow::infinity, Overflow::saturate, Overflow::nan}) {
            Semantics semantics;
            semantics.e8m0_rounding = rounding;
            semantics.e8m0_negative = negative;
            semantics.e8m0_zero = zero;
            semantics.e8m0_underflow = underflow;
            semantics.overflow = overflow;
            // What must not matter: a scale has no subnormals to flush.
            semantics.subnormal_results = SubnormalResults::flush_before_rounding;
            list.push_back(semantics);
          }
        }
      }
    }
  }
  return list;
}

std::vector<Semantics> integer_semantics() {
  std::vector<Semantics> list;
  for (const Rounding rounding : roundings) {
    for (const auto overflow : {IntegerOverflow::saturate, IntegerOverflow::indefinite, IntegerOverflow::wrap,
                                IntegerOverflow::unspecified}) {
      Semantics semantics;
      semantics.rounding = rounding;
      semantics.integer_overflow = overflow;
      semantics.subnormal_results = SubnormalResults::flush_before_rounding;  // must not matter either
      list.push_back(semantics);
    }
  }
  return list;
}

/// Kills: a wrong tie, a lost sticky bit, overflow judged before rounding, a flush threshold one off, a wrong zero
/// sign, rto that yields even codes, saturation off by one, two's complement or wrap-around off by one.
void expect_every_code(const Format& to, const std::vector<Semantics>& list) {
  std::uint64_t tried = 0, wrong = 0;
  for (const Format& from : {float16, bfloat16}) {
    for (std::uint64_t code = 0; code <= from.code_mask(); ++code) {
      const Category category = classify(from, code);
      if (category == Category::nan || category == Category::infinity || category == Category::zero) continue;
      const mpq_class x = value_of(from, code);
      const ExactRounding exact(to, x);
      const Real real = exact_value(from, code);
      for (const Semantics& semantics : list) {
        ++tried;
        const CodeSet set = round_real(to, semantics, real);
        const RightAnswer right = exact.under(semantics);
        if (states(set, right, to)) continue;
        if (++wrong <= 5) {
          ADD_FAILURE() << from.name << " " << code << " = " << x << " to " << to.name << ": " << set.low << ".."
                        << set.high << ", right is " << to_text(right) << " (rounding "
                        << static_cast<int>(semantics.rounding) << ", subnormal_results "
                        << static_cast<int>(semantics.subnormal_results) << ", overflow "
                        << static_cast<int>(semantics.overflow) << ", integer_overflow "
                        << static_cast<int>(semantics.integer_overflow) << ", e8m0_rounding "
                        << static_cast<int>(semantics.e8m0_rounding) << ")";
        }
      }
    }
  }
  EXPECT_EQ(wrong, 0u);
  // 63,486 finite nonzero codes of float16 and 65,278 of bfloat16.
  EXPECT_EQ(tried, (63486u + 65278u) * list.size());
}

class EightBitTargets : public testing::TestWithParam<const char*> {};

TEST_P(EightBitTargets, RoundAsRationalsSay) {
  const Format& to = *find_format(GetParam());
  expect_every_code(to, to.is_integer()               ? integer_semantics()
                        : to.name == "float8_e8m0fnu" ? scale_semantics()
                                                      : floating_semantics());
}

INSTANTIATE_TEST_SUITE_P(All, EightBitTargets,
                         testing::Values("float8_e5m2", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2fnuz",
                                         "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn", "int8",
                                         "uint8"),
                         [](const auto& target) { return std::string(target.param); });

}  // namespace
}  // namespace hallmark::test
