// SPDX-License-Identifier: Apache-2.0
// What limits accept, by truth and by its definition in rationals: fl(t - L ulp(t)) <= y <= fl(t + L ulp(t)).
#include <gtest/gtest.h>

#include <cmath>

#include "formats/formats.h"
#include "inputs/random.h"
#include "tests/functions/reference.h"
#include "tests/truth/exact_rounding.h"
#include "truth/functions.h"

namespace hallmark::test {
namespace {

mpq_class power_of_two(int exponent) {
  mpq_class power(1);
  if (exponent >= 0) {
    mpq_mul_2exp(power.get_mpq_t(), power.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(power.get_mpq_t(), power.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return power;
}

/// The distance of the format's values at t, were its exponents unbounded above.
mpq_class ulp_at(const Format& to, const mpq_class& t) {
  int exponent = to.min_exponent();
  while (abs(t) >= power_of_two(exponent + 1)) ++exponent;
  return power_of_two(exponent - to.significand_bits);
}

RightAnswer rounded(const Format& to, const Semantics& semantics, const mpq_class& x) {
  if (x == 0) return {RightAnswer::Kind::code, 0};
  return ExactRounding(to, x).under(semantics);
}

/// Whether y lies between two rounded numbers, or is a NaN as one of them is.
bool between(const Format& to, const RightAnswer& low, const RightAnswer& high, bool overflow_below,
             bool overflow_above, std::uint64_t y) {
  const bool no_low = low.kind == RightAnswer::Kind::nan, no_high = high.kind == RightAnswer::Kind::nan;
  if (to.is_nan(y)) return no_low || no_high;
  const auto value = [&](std::uint64_t code) {  // infinity as twice the largest
    const std::uint64_t magnitude = code & to.magnitude_mask();
    mpq_class size =
        magnitude > to.largest_finite() ? mpq_class(value_of(to, to.largest_finite()) * 2) : value_of(to, magnitude);
    return to.is_negative(code) ? mpq_class(-size) : size;
  };
  if ((no_low && !overflow_below) || (no_high && !overflow_above)) return false;
  return (no_low || value(low.code) <= value(y)) && (no_high || value(y) <= value(high.code));
}

Semantics random_semantics(Random& random) {
  Semantics s;
  s.rounding = static_cast<Rounding>(random.below(6));
  s.overflow = static_cast<Overflow>(random.below(3));
  s.subnormal_results = static_cast<SubnormalResults>(random.below(4));
  return s;
}

std::uint64_t draw(const Format& format, Random& random) {
  const std::uint64_t any = random.next() & format.code_mask();
  if (random.below(2) == 0) return any;
  // Of moderate size, where most functions do most.
  const auto field = static_cast<std::uint64_t>(format.bias - 5 + static_cast<int>(random.below(10)));
  return (any & (format.sign_mask() | format.fraction_mask())) | field << format.significand_bits;
}

class Accepted : public testing::TestWithParam<FunctionInfo> {};

// Kills: an ulp taken at the result instead of the exact value, a limit applied after rounding, an end rounded the
// wrong way, an enclosure rounded inward, a composition with its bounds swapped, a flush or an overflow left out.
TEST_P(Accepted, IsTheDefinition) {
  const FunctionInfo& info = GetParam();
  Random random(static_cast<std::uint64_t>(info.code) + 1);
  FunctionTruth truth;
  std::uint64_t tried = 0, bounds_met = 0;
  const Format formats[] = {bfloat16, float16, float8_e5m2, float8_e4m3fn, float8_e4m3fnuz};
  for (int n = 0; n < 250; ++n) {
    const Format &from = formats[random.below(3)], &to = formats[random.below(5)];
    const FunctionOperation operation{info.code, {from, from}, static_cast<std::size_t>(info.operands), to};
    std::array<std::uint64_t, 2> codes{draw(from, random), draw(from, random)};
    const auto operands = std::span(codes).first(operation.operand_count);
    Semantics semantics = n % 3 == 0 ? Semantics{} : random_semantics(random);
    if (function_special(operation, semantics, read_operands(operation, semantics, operands))) continue;
    Limits limits;
    const double options[] = {1.0, 0.5, 0.75, 2.0, 16.0, 1.5};
    limits.max_ulp = options[random.below(6)];
    const FunctionAnswer answer = truth.answer(operation, semantics, limits, operands);
    const mpq_class t = reference_value(operation, operands);
    const mpq_class off = mpq_class(limits.max_ulp) * ulp_at(to, t);
    SCOPED_TRACE(testing::Message() << info.name << " " << from.name << " " << codes[0] << " " << codes[1] << " -> "
                                    << to.name << " L " << limits.max_ulp << " rounding "
                                    << static_cast<int>(semantics.rounding));
    const mpq_class low = t - off, high = t + off;
    const RightAnswer low_end = rounded(to, semantics, low), high_end = rounded(to, semantics, high);
    ASSERT_TRUE(states(answer.rounded, rounded(to, semantics, t), to)) << to_text(rounded(to, semantics, t));
    EXPECT_EQ(answer.value.negative, t < 0);
    for (std::uint64_t y = 0; y <= to.code_mask(); y += to.width() == 8 ? 1 : 1 + random.below(97)) {
      // Most codes lie far off; those near the ends matter.
      std::uint64_t code = y;
      if (to.width() == 16 && random.below(4) != 0) {
        const RightAnswer& end = random.below(2) == 0 ? low_end : high_end;
        if (end.kind == RightAnswer::Kind::code) {
          code = from_ordered(to, (to_ordered(to, end.code) + random.below(7) - 3) & to.code_mask());
        }
      }
      const bool expected = between(to, low_end, high_end, low<0, high> 0, code);
      ASSERT_EQ(answer.accepted.contains(to, code), expected) << "result " << code;
      ++tried;
      bounds_met += expected ? 1 : 0;
    }
    limits.correctly_rounded = true;
    const FunctionAnswer strict = truth.answer(operation, semantics, limits, operands);
    if (answer.rounded.is_single()) {
      EXPECT_TRUE(strict.accepted.contains(to, answer.rounded.low));
      EXPECT_FALSE(strict.accepted.contains(to, answer.rounded.low ^ 1));
    }
  }
  EXPECT_GT(tried, 20000u);
  EXPECT_GT(bounds_met, 1000u);
}

INSTANTIATE_TEST_SUITE_P(Functions, Accepted, testing::ValuesIn(all_functions().begin(), all_functions().end()),
                         [](const auto& function) { return std::string(function.param.name); });

bool accepts(const FunctionOperation& operation, const Semantics& semantics, const Limits& limits,
             std::uint64_t operand, std::uint64_t got) {
  FunctionTruth truth;
  return truth.answer(operation, semantics, limits, {&operand, 1}).accepted.contains(operation.result, got);
}

Limits within(double ulp) {
  Limits limits;
  limits.max_ulp = ulp;
  return limits;
}

// Kills: overflow refused one ulp below the threshold, or accepted far below it.
TEST(Acceptance, StraddlesTheOverflowThreshold) {
  const FunctionOperation exp{ElementaryFunction::exp, {float32}, 1, float16};
  // exp(11.0898) = 65498.6..., 65504 the largest, 65520 the threshold; one ulp is 32.
  const std::uint64_t operand = 0x4131'6fd2;  // 11.0898
  EXPECT_TRUE(accepts(exp, {}, within(1.0), operand, 0x7bff));
  EXPECT_TRUE(accepts(exp, {}, within(1.0), operand, 0x7c00));
  EXPECT_FALSE(accepts(exp, {}, within(0.25), operand, 0x7c00));
  EXPECT_FALSE(accepts(exp, {}, within(1.0), operand, 0x7bfd));
  Semantics saturate;
  saturate.overflow = Overflow::saturate;
  EXPECT_FALSE(accepts(exp, saturate, within(1.0), operand, 0x7c00));
  EXPECT_FALSE(accepts(exp, {}, within(1.0), 0x4120'0000, 0x7c00));  // exp(10)
}

// Kills: at a power of two, the ulp of the wrong side.
TEST(Acceptance, TakesTheUlpOfTheExactValue) {
  // tanh(4) = 0.99933: one ulp of bfloat16 is 2^-8 there, and 1 + 2^-7 lies 2.2 of them away.
  const FunctionOperation tanh{ElementaryFunction::tanh, {bfloat16}, 1, bfloat16};
  EXPECT_TRUE(accepts(tanh, {}, within(1.0), 0x4080, 0x3f80));
  EXPECT_TRUE(accepts(tanh, {}, within(1.0), 0x4080, 0x3f7f));
  EXPECT_TRUE(accepts(tanh, {}, within(1.0), 0x4080, 0x3f7f));
  EXPECT_FALSE(accepts(tanh, {}, within(1.0), 0x4080, 0x3f81));
  EXPECT_FALSE(accepts(tanh, {}, within(1.0), 0x4080, 0x3f7d));
}

// Kills: flush seen as an error, subnormals refused where nothing is flushed.
TEST(Acceptance, KnowsFlushedResults) {
  const FunctionOperation exp{ElementaryFunction::exp, {bfloat16}, 1, bfloat16};
  const std::uint64_t operand = 0xc2b0;  // exp(-88) = 6.05e-39, 0.515 times the smallest normal
  Semantics flush;
  flush.subnormal_results = SubnormalResults::flush_delivered;
  EXPECT_TRUE(accepts(exp, flush, within(1.0), operand, 0x0000));
  EXPECT_FALSE(accepts(exp, {}, within(1.0), operand, 0x0000));
  EXPECT_TRUE(accepts(exp, {}, within(1.0), operand, 0x0042));
  EXPECT_FALSE(accepts(exp, flush, within(1.0), operand, 0x0042));
}

// Kills: a range that is not applied, or applied to special values.
TEST(Acceptance, StaysInTheRange) {
  const FunctionOperation tanh{ElementaryFunction::tanh, {bfloat16}, 1, bfloat16};
  Limits limits = within(4.0);
  EXPECT_TRUE(accepts(tanh, {}, limits, 0x4080, 0x3f81));
  limits.has_range = true;
  limits.range_low = -1.0;
  limits.range_high = 1.0;
  EXPECT_FALSE(accepts(tanh, {}, limits, 0x4080, 0x3f81));
  EXPECT_TRUE(accepts(tanh, {}, limits, 0x4080, 0x3f80));
  EXPECT_FALSE(accepts(tanh, {}, limits, 0xc080, 0xbf81));
  EXPECT_TRUE(accepts(tanh, {}, limits, 0x7f80, 0x3f80));
}

// Kills: nothing judged where a profile sets no limit.
TEST(Acceptance, WithoutLimitsJudgesSignsAndExactPoints) {
  const FunctionOperation exp{ElementaryFunction::exp, {bfloat16}, 1, bfloat16};
  EXPECT_TRUE(accepts(exp, {}, {}, 0x3f80, 0x4000));
  EXPECT_TRUE(accepts(exp, {}, {}, 0x3f80, 0x7f80));
  EXPECT_FALSE(accepts(exp, {}, {}, 0x3f80, 0xc02e));
  EXPECT_FALSE(accepts(exp, {}, {}, 0x3f80, 0x7fc0));
  EXPECT_FALSE(accepts(exp, {}, {}, 0x0000, 0x3f81));
  const FunctionOperation exp2{ElementaryFunction::exp2, {bfloat16}, 1, bfloat16};
  EXPECT_FALSE(accepts(exp2, {}, {}, 0x4040, 0x4101));  // 2^3
  EXPECT_TRUE(accepts(exp2, {}, {}, 0x4040, 0x4100));
}

// Kills: a Ziv loop that gives up, on values a hair off a tie: half of the smallest subnormal operand.
TEST(Acceptance, TellsValuesFromTies) {
  Semantics up, down;
  up.rounding = Rounding::rup;
  down.rounding = Rounding::rdn;
  for (const ElementaryFunction code :
       {ElementaryFunction::gelu, ElementaryFunction::silu, ElementaryFunction::gelu_tanh}) {
    for (const Format& format : {bfloat16, float32, float64}) {
      const FunctionOperation operation{code, {format}, 1, format};
      Limits strict;
      strict.correctly_rounded = true;
      // x/2 (1 + ax) with a > 0: above the tie between 0 and 1 unit for the positive, nearer to zero for the negative.
      EXPECT_TRUE(accepts(operation, {}, strict, 1, 1)) << info_of(code).name << format.name;
      EXPECT_FALSE(accepts(operation, {}, strict, 1, 0));
      EXPECT_TRUE(accepts(operation, {}, strict, format.sign_mask() | 1, format.sign_mask()));
      EXPECT_FALSE(accepts(operation, {}, strict, format.sign_mask() | 1, format.sign_mask() | 1));
    }
  }
  // 1 - 2^-(10^38): below 1 however many bits one looks at.
  const FunctionOperation tanh{ElementaryFunction::tanh, {bfloat16}, 1, bfloat16};
  Limits strict;
  strict.correctly_rounded = true;
  EXPECT_TRUE(accepts(tanh, down, strict, 0x7f7f, 0x3f7f));
  EXPECT_FALSE(accepts(tanh, down, strict, 0x7f7f, 0x3f80));
  EXPECT_TRUE(accepts(tanh, up, strict, 0x7f7f, 0x3f80));
  // exp(-3e38) underflows MPFR: tiny, and not zero.
  const FunctionOperation exp{ElementaryFunction::exp, {bfloat16}, 1, bfloat16};
  EXPECT_TRUE(accepts(exp, up, strict, 0xff7f, 0x0001));
  EXPECT_TRUE(accepts(exp, {}, strict, 0xff7f, 0x0000));
  const FunctionOperation gelu{ElementaryFunction::gelu, {bfloat16}, 1, bfloat16};
  EXPECT_TRUE(accepts(gelu, down, strict, 0xff7f, 0x8001));
  EXPECT_TRUE(accepts(gelu, {}, strict, 0xff7f, 0x8000));
}

}  // namespace
}  // namespace hallmark::test
