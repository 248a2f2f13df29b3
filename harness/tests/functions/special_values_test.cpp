// SPDX-License-Identifier: Apache-2.0
// Special values of elementary functions against Annex F, and which requirement operands belong to.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "formats/formats.h"
#include "truth/functions.h"

namespace hallmark::test {
namespace {

/// The code of a number that the format has, "inf", "-0" or a NaN's.
std::uint64_t code_of(const Format& format, const std::string& text) {
  const bool negative = text.starts_with('-');
  const std::string magnitude = negative ? text.substr(1) : text;
  const std::uint64_t sign = negative ? format.sign_mask() : 0;
  if (magnitude == "nan") return format.default_nan();
  if (magnitude == "inf") return format.infinity_magnitude() | sign;
  int exponent = 0;
  const double fraction = std::frexp(std::stod(magnitude), &exponent);
  return *encode(format, negative, static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53);
}

/// Pi's fractions in float32, by the compiler: -1 where the text is none.
double fraction_of_pi(std::string text) {
  const double sign = text.starts_with('-') ? -1 : 1;
  if (sign < 0) text.erase(0, 1);
  if (text == "pi") return sign * M_PI;
  if (text == "pi/2") return sign * M_PI / 2;
  if (text == "pi/4") return sign * M_PI / 4;
  if (text == "3pi/4") return sign * 3 * M_PI / 4;
  return 0;
}

// Kills: rsqrt(-0) = +inf (what MPFR says), pow(1, NaN) = NaN, hypot(inf, NaN) = NaN, log(-0) = NaN, tanh(inf) = NaN.
TEST(SpecialValues, AreAnnexF) {
  std::ifstream file(HALLMARK_SOURCE_DIR "/harness/tests/functions/special_values.csv");
  std::string line;
  std::size_t rows = 0;
  std::set<std::string> functions;
  FunctionTruth truth;
  while (std::getline(file, line)) {
    if (line.starts_with("#")) continue;
    std::istringstream stream(line);
    std::string name, x, y, result;
    std::getline(std::getline(std::getline(std::getline(stream, name, ','), x, ','), y, ','), result);
    functions.insert(name);
    ++rows;
    for (const Format& format : {float16, bfloat16, float32, float64, float8_e5m2}) {
      SCOPED_TRACE(line + " in " + std::string(format.name));
      Signature signature{name, {}, {format}, format};
      if (!y.empty()) signature.operands.push_back(format);
      const auto operation = function_of(signature);
      ASSERT_TRUE(operation);
      std::vector<std::uint64_t> operands{code_of(format, x)};
      if (!y.empty()) operands.push_back(code_of(format, y));
      Limits limits;
      limits.max_ulp = 1.0;
      const FunctionAnswer answer = truth.answer(*operation, {}, limits, operands);
      if (const double pi = fraction_of_pi(result); pi != 0) {
        if (format == float32) {
          EXPECT_EQ(answer.rounded, CodeSet::single(std::bit_cast<std::uint32_t>(static_cast<float>(pi))));
        }
        EXPECT_TRUE(answer.has_value);
        EXPECT_EQ(answer.value.negative, pi < 0);
        continue;
      }
      // No limit loosens a special value or an exact point: right is this code alone, or every NaN.
      std::set<std::uint64_t> accepted, expected;
      for (std::uint64_t code = 0; code <= format.code_mask() && format.width() <= 16; ++code) {
        if (answer.accepted.contains(format, code)) accepted.insert(code);
        if (result == "nan" && format.is_nan(code)) expected.insert(code);
      }
      if (result == "0|-0") {
        expected = {0, format.sign_mask()};
      } else if (result != "nan") {
        expected = {code_of(format, result)};
      }
      if (format.width() <= 16) {
        EXPECT_EQ(accepted, expected);
        continue;
      }
      for (const std::uint64_t code : expected) EXPECT_TRUE(answer.accepted.contains(format, code));
      EXPECT_EQ(answer.accepted.contains(format, format.default_nan()), result == "nan");
      EXPECT_EQ(answer.accepted.others.single().has_value(), result != "nan" && result != "0|-0");
    }
  }
  EXPECT_EQ(rows, 199u);
  EXPECT_EQ(functions.size(), all_functions().size());
}

FunctionOperation unary(ElementaryFunction code, const Format& from, const Format& to) { return {code, {from}, 1, to}; }

bool accepts(const FunctionOperation& operation, const Semantics& semantics, std::uint64_t operand, std::uint64_t got) {
  FunctionTruth truth;
  Limits limits;
  limits.max_ulp = 1.0;
  return truth.answer(operation, semantics, limits, {&operand, 1}).accepted.contains(operation.result, got);
}

// Kills: flushing operands after looking at them (log of a flushed subnormal is -inf), and not at all.
TEST(SpecialValues, FlushedOperandsAreZeros) {
  Semantics flush;
  flush.subnormal_operands = SubnormalOperands::flush;
  const FunctionOperation logarithm = unary(ElementaryFunction::log, bfloat16, bfloat16);
  EXPECT_TRUE(accepts(logarithm, flush, 0x0001, 0xff80));
  EXPECT_FALSE(accepts(logarithm, {}, 0x0001, 0xff80));
  EXPECT_TRUE(accepts(logarithm, {}, 0x0001, 0xc2b8));
  const FunctionOperation root = unary(ElementaryFunction::rsqrt, bfloat16, bfloat16);
  EXPECT_TRUE(accepts(root, flush, 0x8001, 0xff80));
  flush.flushed_zero = FlushedZero::positive;
  EXPECT_FALSE(accepts(root, flush, 0x8001, 0xff80));
  EXPECT_TRUE(accepts(root, flush, 0x8001, 0x7f80));
}

// Kills: a signalling NaN that must not raise a question over pow(x, 0), and quiet ones that change it.
TEST(SpecialValues, NumbersInSpiteOfNan) {
  const FunctionOperation power{ElementaryFunction::pow, {bfloat16, bfloat16}, 2, bfloat16};
  FunctionTruth truth;
  const auto answer = [&](std::uint64_t x, std::uint64_t y) {
    return truth.answer(power, {}, {}, std::array{x, y}).accepted;
  };
  EXPECT_FALSE(answer(0x7fc0, 0x0000).contains(bfloat16, 0x7fc0));
  EXPECT_TRUE(answer(0x7f81, 0x0000).contains(bfloat16, 0x7fc0));
  EXPECT_TRUE(answer(0x7f81, 0x0000).contains(bfloat16, 0x3f80));
}

// Kills: a generated NaN of the wrong sign accepted; infinity where the format has none.
TEST(SpecialValues, FollowTheSemantics) {
  Semantics semantics;
  semantics.generated_nan = GeneratedNan::negative;
  EXPECT_TRUE(accepts(unary(ElementaryFunction::log, bfloat16, bfloat16), semantics, 0xbf80, 0xffc0));
  EXPECT_FALSE(accepts(unary(ElementaryFunction::log, bfloat16, bfloat16), semantics, 0xbf80, 0x7fc0));
  const FunctionOperation to_e4m3 = unary(ElementaryFunction::log, float16, float8_e4m3fn);
  EXPECT_TRUE(accepts(to_e4m3, {}, 0x0000, 0xff));
  semantics.infinity_operand = InfinityOperand::saturate;
  EXPECT_TRUE(accepts(to_e4m3, semantics, 0x0000, 0xfe));
  EXPECT_FALSE(accepts(to_e4m3, semantics, 0x0000, 0xff));
}

// Kills: domain errors counted under accuracy, exact points counted as special.
TEST(Requirements, AreSpecialOrAccuracy) {
  const auto of = [](ElementaryFunction code, std::vector<std::uint64_t> operands) {
    FunctionOperation operation{code, {}, operands.size(), bfloat16};
    operation.operands.fill(bfloat16);
    return requirement_of(operation, operands);
  };
  using enum Requirement;
  EXPECT_EQ(of(ElementaryFunction::log, {0xbf80}), special_values);
  EXPECT_EQ(of(ElementaryFunction::log, {0x3f80}), function_accuracy);
  EXPECT_EQ(of(ElementaryFunction::log, {0x0001}), function_accuracy);
  EXPECT_EQ(of(ElementaryFunction::log1p, {0xbf80}), special_values);
  EXPECT_EQ(of(ElementaryFunction::log1p, {0x3f80}), function_accuracy);
  EXPECT_EQ(of(ElementaryFunction::log1p, {0xc000}), special_values);
  EXPECT_EQ(of(ElementaryFunction::asin, {0x3f81}), special_values);
  EXPECT_EQ(of(ElementaryFunction::asin, {0x3f80}), function_accuracy);
  EXPECT_EQ(of(ElementaryFunction::rsqrt, {0x8001}), special_values);
  EXPECT_EQ(of(ElementaryFunction::exp, {0x0000}), special_values);
  EXPECT_EQ(of(ElementaryFunction::exp2, {0x3f80}), function_accuracy);
  EXPECT_EQ(of(ElementaryFunction::pow, {0xc000, 0x3f00}), special_values);
  EXPECT_EQ(of(ElementaryFunction::pow, {0xc000, 0x4040}), function_accuracy);
  EXPECT_EQ(of(ElementaryFunction::pow, {0x3f80, 0x7fc0}), special_values);
  EXPECT_EQ(of(ElementaryFunction::hypot, {0x3f80, 0x0000}), special_values);
}

// Kills: a name or a number of operands that is not what the ABI says.
TEST(Functions, AreThoseOfSignatures) {
  const auto known = [](const std::string& text) {
    const auto parsed = parse_signature(text);
    return function_of(std::get<Signature>(parsed)).has_value();
  };
  EXPECT_EQ(all_functions().size(), 29u);
  EXPECT_TRUE(known("gelu_tanh(bfloat16)->bfloat16"));
  EXPECT_TRUE(known("pow(float16,float16)->float32"));
  EXPECT_TRUE(known("exp[rtz](float32)->float32"));
  EXPECT_FALSE(known("pow(float16)->float16"));
  EXPECT_FALSE(known("exp(int8)->float16"));
  EXPECT_FALSE(known("exp(float16)->int8"));
  EXPECT_FALSE(known("sqrt(float16)->float16"));
  EXPECT_FALSE(known("exp(float8_e8m0fnu)->float16"));
  EXPECT_FALSE(known("exp(float16)->float8_e8m0fnu"));
}

}  // namespace
}  // namespace hallmark::test
