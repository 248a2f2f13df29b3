// SPDX-License-Identifier: Apache-2.0
// Properties of functions: whoever rounds correctly keeps them, each is broken by the fault it is there for, and within
// an ulp nothing is promised.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "formats/formats.h"
#include "functions/property_rules.h"
#include "tests/properties/random_semantics.h"
#include "truth/functions.h"

namespace hallmark::test {
namespace {

const Limits correctly_rounded = [] {
  Limits limits;
  limits.correctly_rounded = true;
  return limits;
}();

FunctionOperation function(const FunctionInfo& info, const Format& format) {
  const std::vector<Format> operands(static_cast<std::size_t>(info.operands), format);
  return function_of({std::string(info.name), {}, operands, format}).value();
}

/// A code that is right, of zeros and NaNs any.
std::uint64_t some_right(const FunctionAnswer& answer, const Format& format, Random& random) {
  for (int tries = 0; tries < 64; ++tries) {
    const std::uint64_t code = random.next() & format.code_mask();
    if (answer.accepted.contains(format, code)) return code;
  }
  return answer.rounded.low;
}

// Kills: a symmetry or a slope that a function does not have, or has not under some rounding, flush or overflow.
TEST(FunctionRules, WhoRoundsCorrectlyKeepsThem) {
  Random random(41);
  FunctionTruth truth;
  std::map<TupleProperty, std::uint64_t> tried;
  std::map<std::string_view, std::uint64_t> of_function;
  for (int n = 0; n < 24; ++n) {
    Semantics semantics = n == 0 ? Semantics{} : random_semantics(random);
    semantics.evaluate_in.clear();
    const Format& format = n % 3 == 0 ? bfloat16 : n % 3 == 1 ? float16 : float8_e5m2;
    for (const FunctionInfo& info : all_functions()) {
      const FunctionOperation operation = function(info, format);
      const FunctionRules rules(operation, semantics, correctly_rounded);
      for (const TupleProperty property : all_tuple_properties) {
        if (!rules.promises(property)) continue;
        for (int i = 0; i < 100; ++i) {
          const auto one = rules.make(property, draw_seed(format, operation.operand_count + 1, random));
          if (!one) continue;
          ++tried[property];
          ++of_function[info.name];
          const auto result = [&](const std::vector<std::uint64_t>& operands) {
            return some_right(truth.answer(operation, semantics, correctly_rounded, operands), format, random);
          };
          const std::uint64_t first = result(one->first), second = result(one->second);
          ASSERT_FALSE(rules.breaks(property, *one, first, second))
              << info.name << ' ' << tuple_property_name(property) << ' ' << one->first[0] << " gave " << first << ", "
              << one->second[0] << " gave " << second << ", rounding " << static_cast<int>(semantics.rounding);
        }
      }
    }
  }
  for (const TupleProperty property :
       {TupleProperty::commutative, TupleProperty::odd, TupleProperty::even, TupleProperty::monotone}) {
    EXPECT_GT(tried[property], 500u) << tuple_property_name(property);
  }
  EXPECT_GE(of_function.size(), 22u);
}

/// How many of a thousand cases a backend breaks a property at.
int broken_by(ElementaryFunction code, TupleProperty property,
              const std::function<std::uint64_t(std::uint64_t first, std::uint64_t right)>& backend) {
  const FunctionOperation operation = function(info_of(code), bfloat16);
  const FunctionRules rules(operation, {}, correctly_rounded);
  EXPECT_TRUE(rules.promises(property)) << info_of(code).name;
  Random random(42);
  FunctionTruth truth;
  int broken = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto one = rules.make(property, draw_seed(bfloat16, operation.operand_count + 1, random));
    if (!one) continue;
    const auto result = [&](const std::vector<std::uint64_t>& operands) {
      return backend(operands[0], truth.answer(operation, {}, correctly_rounded, operands).rounded.low);
    };
    broken += rules.breaks(property, *one, result(one->first), result(one->second)) ? 1 : 0;
  }
  return broken;
}

// Kills: a property that no fault breaks.
TEST(FunctionRules, EachIsBrokenByItsFault) {
  const auto of_magnitude = [](std::uint64_t first, std::uint64_t right) {
    return (first & 0x8000) != 0 ? right & 0x7fff : right;
  };
  EXPECT_GT(broken_by(ElementaryFunction::tanh, TupleProperty::odd, of_magnitude), 300);
  EXPECT_GT(broken_by(ElementaryFunction::sin, TupleProperty::odd, of_magnitude), 300);
  const auto up_for_negative = [](std::uint64_t first, std::uint64_t right) {
    return (first & 0x8000) != 0 && (right & 0x7f80) != 0x7f80 ? right + 1 : right;
  };
  EXPECT_GT(broken_by(ElementaryFunction::cosh, TupleProperty::even, up_for_negative), 50);
  EXPECT_GT(broken_by(ElementaryFunction::hypot, TupleProperty::commutative, up_for_negative), 50);
  const auto step_back = [](std::uint64_t first, std::uint64_t right) {
    return (first & 0x20) != 0 && (right & 0x7f80) != 0 && (right & 0x7f80) != 0x7f80 ? right - 8 : right;
  };
  EXPECT_GT(broken_by(ElementaryFunction::exp, TupleProperty::monotone, step_back), 5);
  EXPECT_GT(broken_by(ElementaryFunction::erfc, TupleProperty::monotone, step_back), 5);
}

// Kills: a promise where an ulp either way is allowed, or the rounding favours a sign.
TEST(FunctionRules, NothingIsPromisedWithoutCorrectRounding) {
  Limits ulp;
  ulp.max_ulp = 1;
  ulp.monotone = true;
  Semantics up;
  up.rounding = Rounding::rup;
  for (const FunctionInfo& info : all_functions()) {
    const FunctionOperation operation = function(info, bfloat16);
    for (const TupleProperty property : all_tuple_properties) {
      EXPECT_FALSE(FunctionRules(operation, {}, ulp).promises(property)) << info.name;
    }
    EXPECT_FALSE(FunctionRules(operation, up, correctly_rounded).promises(TupleProperty::odd)) << info.name;
  }
}

}  // namespace
}  // namespace hallmark::test
