// SPDX-License-Identifier: Apache-2.0
// The property tests at work on faulty backends: what they find, how far it is shrunk, whom it is blamed on.
#include <gtest/gtest.h>

#include <algorithm>

#include "formats/formats.h"
#include "formats/internal_error.h"
#include "oracles/convert.h"
#include "tests/properties/function_backend.h"

namespace hallmark::test {
namespace {

const Conversion narrowing{float32, bfloat16}, widening{bfloat16, float32};

std::uint64_t right(const Conversion& conversion, std::uint64_t operand) {
  return oracle_convert(conversion, {}, operand).low;
}

Tally tried(const Conversion& conversion, const CodeFunction& function, int cases = 400) {
  FunctionBackend backend;
  backend.add(conversion, function);
  return run_properties(backend, options_for(conversion, cases), {Semantics{}});
}

const PropertyFault* fault_of(const Tally& tally, const std::string& property) {
  const auto found = std::find_if(tally.property_faults.begin(), tally.property_faults.end(),
                                  [&](const PropertyFault& fault) { return fault.property == property; });
  return found == tally.property_faults.end() ? nullptr : &*found;
}

// Kills: shrinking that leaves operands far apart: between neighbours the step is seen.
TEST(PropertyPart, AStepBackIsShrunkToNeighbours) {
  const Tally tally = tried(narrowing, [](std::uint64_t operand) {
    const std::uint64_t code = right(narrowing, operand);
    return (operand & 0x780000) == 0x600000 && code > 0x80 && code < 0x7f00 ? code - 8 : code;
  });
  const PropertyFault* fault = fault_of(tally, "monotone");
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->what, "0x3fdfffff gives 0x3fe0, the larger 0x3fe00000 gives 0x3fd8");
  EXPECT_EQ(fault->requirement, Requirement::rounding);
  ASSERT_EQ(fault->witnesses.size(), 1u);
  EXPECT_EQ(fault->witnesses[0].operands[0], 0x3fe00000u);
  EXPECT_EQ(fault->witnesses[0].got, 0x3fd8u);
  EXPECT_TRUE(fault->call.starts_with("properties/monotone/")) << fault->call;
  EXPECT_EQ(tally.consistent(), 0u);
}

// Kills: a sign's fault told with operands that nobody can read, or blamed on the sign that is right.
TEST(PropertyPart, AnAsymmetryIsBlamedOnTheWrongSign) {
  const Tally tally = tried(narrowing, [](std::uint64_t operand) {
    Semantics semantics;
    if (operand >> 31 != 0) semantics.rounding = Rounding::rtz;
    return oracle_convert(narrowing, semantics, operand).low;
  });
  const PropertyFault* fault = fault_of(tally, "odd_symmetry");
  ASSERT_NE(fault, nullptr);
  ASSERT_EQ(fault->witnesses.size(), 1u);
  EXPECT_NE(fault->witnesses[0].operands[0] >> 31, 0u);
  EXPECT_EQ(fault_of(tally, "monotone"), nullptr) << "cutting is monotone";
}

// Kills: a fault of one binade that is told of another.
TEST(PropertyPart, AFaultOfOneBinadeBreaksScaling) {
  const Conversion to_half{float32, float16};
  const Tally tally = tried(to_half, [&](std::uint64_t operand) {
    Semantics semantics;
    if ((operand >> 23 & 0xff) == 130) semantics.rounding = Rounding::rtz;
    return oracle_convert(to_half, semantics, operand).low;
  });
  const PropertyFault* fault = fault_of(tally, "scaling");
  ASSERT_NE(fault, nullptr);
  ASSERT_EQ(fault->witnesses.size(), 1u);
  EXPECT_EQ(fault->witnesses[0].operands[0] >> 23 & 0xff, 130u);
  EXPECT_NE(fault->what.find("times as much"), std::string::npos) << fault->what;
}

// Kills: a bound of a whole ulp where half is promised; subnormal operands filed under rounding.
TEST(PropertyPart, OneUlpTooMuchIsFound) {
  const Tally tally = tried(narrowing, [](std::uint64_t operand) {
    const std::uint64_t code = right(narrowing, operand);
    return (operand & 0x7fffffff) < 0x00800000 && (operand & 0x7fffffff) != 0 ? code + 1 : code;
  });
  const PropertyFault* fault = fault_of(tally, "within_ulp");
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->requirement, Requirement::subnormals);
  EXPECT_NE(fault->what.find("more than half an ulp off"), std::string::npos) << fault->what;
}

class WidenThenNarrow : public testing::Test {
 protected:
  Tally run(const CodeFunction& narrow, const CodeFunction& widen) {
    FunctionBackend backend;
    backend.add(narrowing, narrow);
    backend.add(widening, widen);
    return run_properties(backend, options_for(narrowing, 400, {Semantics{}}), {Semantics{}});
  }
  static std::uint64_t narrow_right(std::uint64_t operand) { return right(narrowing, operand); }
  static std::uint64_t widen_right(std::uint64_t operand) { return right(widening, operand); }
};

// Kills: a mismatch of the two directions that is not seen, and one blamed on the wrong direction.
TEST_F(WidenThenNarrow, SaysWhichDirectionIsWrong) {
  EXPECT_TRUE(run(narrow_right, widen_right).property_faults.empty());
  const Tally narrow = run(
      [](std::uint64_t operand) {
        return (operand & 0xffff) == 0 && (operand & 0x7f800000) != 0x7f800000
                   ? narrow_right(operand) & ~std::uint64_t{1}
                   : narrow_right(operand);
      },
      widen_right);
  const PropertyFault* fault = fault_of(narrow, "widen_then_narrow");
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->requirement, Requirement::rounding);
  EXPECT_EQ(fault->what, "0x3f81 becomes 0x3f810000 by convert(bfloat16)->float32, which comes back as 0x3f80");

  const Tally wide = run(narrow_right, [](std::uint64_t operand) {
    return operand == 0 ? 0 : widen_right(operand) ^ ((operand & 0x7f80) != 0x7f80 ? 0x00010000u : 0);
  });
  fault = fault_of(wide, "widen_then_narrow");
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->requirement, Requirement::consistency);
  EXPECT_TRUE(fault->witnesses.empty());
  EXPECT_EQ(fault->blames, "convert(bfloat16)->float32");
  EXPECT_TRUE(fault->what.ends_with("it is the widening that is wrong")) << fault->what;
}

// Kills: a choice followed on one operand and not on the other, blamed on a result that is right under some option.
TEST(PropertyPart, TwoOptionsMixedContradictEachOther) {
  Semantics signed_zero, positive_zero;
  signed_zero.subnormal_operands = positive_zero.subnormal_operands = SubnormalOperands::flush;
  signed_zero.subnormal_results = positive_zero.subnormal_results = SubnormalResults::flush_before_rounding;
  positive_zero.flushed_zero = FlushedZero::positive;
  Semantics overflow_is_nan, overflow_saturates;
  overflow_is_nan.overflow = Overflow::nan;
  overflow_saturates.overflow = Overflow::saturate;
  // Numbers that are too large: positive ones become NaN, negative ones the largest. Each is right, not both.
  const Conversion to_e4m3{float32, float8_e4m3fn};
  FunctionBackend backend;
  backend.add(to_e4m3, [&](std::uint64_t operand) {
    return oracle_convert(to_e4m3, operand >> 31 != 0 ? overflow_saturates : overflow_is_nan, operand).low;
  });
  const Tally tally = run_properties(backend, options_for(to_e4m3, 400), {overflow_is_nan, overflow_saturates});
  EXPECT_EQ(tally.consistent(), 0u);
  const PropertyFault* fault = fault_of(tally, "odd_symmetry");
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->requirement, Requirement::consistency);
  EXPECT_EQ(fault->witnesses.size(), 2u);
}

// Kills: a property that has no case and passes.
TEST(PropertyPart, APropertyWithoutCasesIsNoPass) {
  const Tally nothing = tried(
      narrowing, [](std::uint64_t) { return std::uint64_t{0x7fc0}; }, 50);
  EXPECT_EQ(nothing.property_cases.at("monotone"), 0u) << "NaN is in no order";
  EXPECT_TRUE(nothing.lacks_cases());

  FunctionBackend failing;
  failing.add(narrowing, [](std::uint64_t operand) { return right(narrowing, operand); });
  failing.fail_with(3);
  const Tally failed = run_properties(failing, options_for(narrowing, 50), {Semantics{}});
  ASSERT_EQ(failed.property_cases.size(), 4u);
  for (const auto& [property, cases] : failed.property_cases) EXPECT_EQ(cases, 0u) << property;
  EXPECT_TRUE(failed.lacks_cases());
  EXPECT_EQ(failed.environment.size(), 1u);
}

// Kills: a draw that says nothing and is not replaced: fewer cases than were asked for.
TEST(PropertyPart, DrawsThatSayNothingAreReplaced) {
  Semantics semantics;
  semantics.overflow = Overflow::nan;
  const Conversion to_e4m3{float32, float8_e4m3fn};
  FunctionBackend backend;
  backend.add(to_e4m3, following(to_e4m3, semantics, 1));
  const Tally tally = run_properties(backend, options_for(to_e4m3, 300), {semantics});
  for (const auto& [property, cases] : tally.property_cases) EXPECT_EQ(cases, 300u) << property;
}

// Kills: a kernel called once for each case: a device is called in blocks.
TEST(PropertyPart, CallsAreFew) {
  for (const std::size_t granularity : {std::size_t{1}, std::size_t{65536}}) {
    FunctionBackend backend;
    backend.set_granularity(granularity);
    backend.add(narrowing, [](std::uint64_t operand) { return right(narrowing, operand); });
    const Tally tally = run_properties(backend, options_for(narrowing, 400), {Semantics{}});
    EXPECT_TRUE(tally.property_faults.empty());
    EXPECT_LE(backend.calls(), 8u);
    EXPECT_EQ(tally.calls, backend.calls());
  }
}

// Kills: a case id that draws another case, or shrinks to another one.
TEST(PropertyPart, OneCaseAloneIsTheSameCase) {
  FunctionBackend backend;
  backend.add(narrowing, [](std::uint64_t operand) { return right(narrowing, operand) ^ (operand >> 23 & 1); });
  PropertyOptions options = options_for(narrowing, 400);
  const Tally all = run_properties(backend, options, {Semantics{}});
  const PropertyFault* fault = fault_of(all, "scaling");
  ASSERT_NE(fault, nullptr);
  const std::string number = fault->call.substr(fault->call.rfind('/') + 1);
  options.single = SingleCase{Property::scaling, std::stoull(number)};
  const Tally one = run_properties(backend, options, {Semantics{}});
  ASSERT_EQ(one.property_faults.size(), 1u);
  EXPECT_EQ(one.property_faults[0].what, fault->what);
  EXPECT_EQ(one.property_cases, (std::map<std::string, std::uint64_t>{{"scaling", 1}}));
}

// Kills: a result that was never written, told as a result.
TEST(PropertyPart, WhatIsNotWrittenIsNoResult) {
  class Forgetful final : public Backend {
   public:
    explicit Forgetful(FunctionBackend& inner) : inner_(inner) {}
    const BackendDescription& description() const override { return inner_.description(); }
    CallOutcome call(std::size_t operation, const hallmark_arguments& arguments) override {
      hallmark_arguments fewer = arguments;
      fewer.rows = arguments.rows / 2;
      return inner_.call(operation, fewer);
    }

   private:
    FunctionBackend& inner_;
  };
  FunctionBackend inner;
  inner.add(narrowing, [](std::uint64_t operand) { return right(narrowing, operand); });
  Forgetful backend(inner);
  const Tally tally = run_properties(backend, options_for(narrowing, 200), {Semantics{}});
  EXPECT_TRUE(tally.environment.contains("left results unwritten"));
  EXPECT_TRUE(tally.property_faults.empty());
}

// Kills: shrinking that takes a fault of a place for one of the operands.
TEST(PropertyPart, WhatDependsOnThePlaceIsSaidSo) {
  class ByPlace final : public Backend {
   public:
    explicit ByPlace(FunctionBackend& inner) : inner_(inner) {}
    const BackendDescription& description() const override { return inner_.description(); }
    CallOutcome call(std::size_t operation, const hallmark_arguments& arguments) override {
      const CallOutcome outcome = inner_.call(operation, arguments);
      auto* results = static_cast<std::uint16_t*>(arguments.result);
      for (std::size_t row = 1000; row < arguments.rows; ++row) results[row] ^= 1;
      return outcome;
    }

   private:
    FunctionBackend& inner_;
  };
  FunctionBackend inner;
  inner.add(narrowing, [](std::uint64_t operand) { return right(narrowing, operand); });
  ByPlace backend(inner);
  const Tally tally = run_properties(backend, options_for(narrowing, 400), {Semantics{}});
  ASSERT_FALSE(tally.property_faults.empty());
  for (const PropertyFault& fault : tally.property_faults) {
    EXPECT_TRUE(fault.what.ends_with("called alone, the same operands give other results")) << fault.what;
    EXPECT_EQ(fault.call, "");
  }
}

}  // namespace
}  // namespace hallmark::test
