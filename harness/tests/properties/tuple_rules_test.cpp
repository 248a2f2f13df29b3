// SPDX-License-Identifier: Apache-2.0
// Properties of arithmetic: whoever follows the semantics keeps them, and each is broken by the fault it is there for.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "arithmetic/tuple_property.h"
#include "formats/formats.h"
#include "inputs/random.h"
#include "inputs/tuples.h"
#include "oracles/arithmetic.h"
#include "semantics/signature.h"
#include "tests/properties/random_semantics.h"

namespace hallmark::test {
namespace {

Elementwise elementwise(const std::string& signature) {
  return elementwise_of(std::get<Signature>(parse_signature(signature))).value();
}

/// One of the codes that are right.
std::uint64_t some_right(const CodeSets& right, const Format& format, Random& random) {
  const CodeSet& set = right.sets[static_cast<std::size_t>(random.below(right.count))];
  for (int tries = 0; tries < 64; ++tries) {
    const std::uint64_t code = random.next() & format.code_mask();
    if (set.contains(code)) return code;
  }
  return set.low;
}

const char* const signatures[] = {"add(bfloat16,bfloat16)->bfloat16",
                                  "subtract(bfloat16,bfloat16)->bfloat16",
                                  "multiply(bfloat16,bfloat16)->bfloat16",
                                  "divide(float16,float16)->float16",
                                  "subtract(float16,float16)->float16",
                                  "multiply(float8_e5m2,float8_e5m2)->float8_e5m2",
                                  "fma(float16,float16,float16)->float16",
                                  "sqrt(float32)->float32",
                                  "minimum(bfloat16,bfloat16)->bfloat16",
                                  "maximum_number(float16,float16)->float16",
                                  "equal(bfloat16,bfloat16)->uint8",
                                  "unordered(float16,float16)->uint8",
                                  "floor(float16)->float16",
                                  "ceil(bfloat16)->bfloat16",
                                  "round_even(float16)->float16",
                                  "trunc(float32)->float32",
                                  "abs(bfloat16)->bfloat16",
                                  "add(float8_e4m3fn,float8_e4m3fn)->float8_e4m3fn",
                                  "subtract(float8_e4m3fnuz,float8_e4m3fnuz)->float8_e4m3fnuz"};

// Kills: a property that does not hold under some rounding, flush, overflow, NaN rule or way of computing.
TEST(TupleRules, WhoFollowsTheSemanticsKeepsThem) {
  Random random(31);
  IntegerArithmetic integers;
  std::map<TupleProperty, std::uint64_t> tried;
  for (int n = 0; n < 400; ++n) {
    const Semantics semantics = n == 0 ? Semantics{} : random_semantics(random);
    for (const char* signature : signatures) {
      const Elementwise operation = elementwise(signature);
      const TupleRules rules(operation, semantics);
      for (const TupleProperty property : all_tuple_properties) {
        if (!rules.promises(property)) continue;
        for (int i = 0; i < 200; ++i) {
          const TupleSeed seed = draw_seed(operation.operands[0], operation.operand_count + 1, random);
          const auto one = rules.make(property, seed);
          if (!one) continue;
          ++tried[property];
          const auto result = [&](const std::vector<std::uint64_t>& operands) {
            if (operands.empty()) return std::uint64_t{0};
            return some_right(elementwise_result(operation, semantics, operands, integers), operation.result, random);
          };
          const std::uint64_t first = result(one->first), second = result(one->second);
          ASSERT_FALSE(rules.breaks(property, *one, first, second))
              << signature << ' ' << tuple_property_name(property) << ' ' << one->first[0] << " gave " << first
              << " and " << second << ", rounding " << static_cast<int>(semantics.rounding);
        }
      }
    }
  }
  for (const TupleProperty property : all_tuple_properties) {
    EXPECT_GT(tried[property], 1000u) << tuple_property_name(property);
  }
}

/// How many of a thousand cases with a wrong second half a property breaks at.
int broken_by(const char* signature, TupleProperty property,
              const std::function<std::uint64_t(const std::vector<std::uint64_t>&, std::uint64_t right)>& backend) {
  const Elementwise operation = elementwise(signature);
  const TupleRules rules(operation, {});
  EXPECT_TRUE(rules.promises(property)) << signature;
  Random random(32);
  IntegerArithmetic integers;
  int broken = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto one = rules.make(property, draw_seed(operation.operands[0], operation.operand_count + 1, random));
    if (!one) continue;
    const auto result = [&](const std::vector<std::uint64_t>& operands) {
      if (operands.empty()) return std::uint64_t{0};
      return backend(operands, elementwise_result(operation, {}, operands, integers).sets[0].low);
    };
    broken += rules.breaks(property, *one, result(one->first), result(one->second)) ? 1 : 0;
  }
  return broken;
}

// Kills: a property that no fault breaks.
TEST(TupleRules, EachIsBrokenByItsFault) {
  using Operands = std::vector<std::uint64_t>;
  // The first operand flushed, the second kept.
  EXPECT_GT(
      broken_by("multiply(bfloat16,bfloat16)->bfloat16", TupleProperty::commutative,
                [](const Operands& x, std::uint64_t right) { return (x[0] & 0x7f80) == 0 ? x[0] & 0x8000 : right; }),
      50);
  // Zeros keep the first operand's sign.
  EXPECT_GT(broken_by("subtract(float16,float16)->float16", TupleProperty::zero_difference,
                      [](const Operands& x, std::uint64_t right) { return right == 0 ? x[0] & 0x8000 : right; }),
            100);
  // Subnormal results flushed.
  const auto flushed = [](const Operands&, std::uint64_t right) {
    return (right & 0x7f80) == 0 ? right & 0x8000 : right;
  };
  EXPECT_GT(broken_by("multiply(bfloat16,bfloat16)->bfloat16", TupleProperty::identity_one, flushed), 20);
  EXPECT_GT(broken_by("subtract(bfloat16,bfloat16)->bfloat16", TupleProperty::sterbenz, flushed), 20);
  // Away from zero on one side only.
  const auto up = [](const Operands&, std::uint64_t right) { return (right & 0x8000) == 0 ? right + 1 : right; };
  EXPECT_GT(broken_by("divide(bfloat16,bfloat16)->bfloat16", TupleProperty::odd, up), 300);
  EXPECT_GT(broken_by("multiply(float16,float16)->float16", TupleProperty::power_of_two, up), 100);
  // A sign that stays.
  EXPECT_GT(
      broken_by("abs(bfloat16)->bfloat16", TupleProperty::even, [](const Operands& x, std::uint64_t) { return x[0]; }),
      300);
  // The last bit at random.
  EXPECT_GT(broken_by("sqrt(bfloat16)->bfloat16", TupleProperty::monotone,
                      [](const Operands& x, std::uint64_t right) { return right ^ (x[0] & 1); }),
            5);
}

}  // namespace
}  // namespace hallmark::test
