// SPDX-License-Identifier: Apache-2.0
// What semantics promise, stated by hand; and the error bound against truth, code by code.
#include <gtest/gtest.h>

#include <algorithm>

#include "conversions/property_rules.h"
#include "conversions/result_distance.h"
#include "formats/formats.h"
#include "oracles/convert.h"
#include "tests/properties/function_backend.h"

namespace hallmark::test {
namespace {

using Verdict = PropertyRules::Verdict;

Semantics rounding(Rounding mode) {
  Semantics semantics;
  semantics.rounding = mode;
  return semantics;
}

std::vector<Property> promised(const Conversion& conversion, const Semantics& semantics,
                               const std::vector<Semantics>& widening = {}) {
  std::vector<Property> list;
  const PropertyRules rules(conversion, semantics, widening);
  for (const Property property : all_properties) {
    if (rules.promises(property)) list.push_back(property);
  }
  return list;
}

using enum Property;
using List = std::vector<Property>;

// Kills: a property tried where it does not hold, and one left out where it does.
TEST(Promises, FollowFromTheSemantics) {
  const Conversion narrowing{float32, bfloat16};
  const Format &int8 = *find_format("int8"), &uint32 = *find_format("uint32");
  EXPECT_EQ(promised(narrowing, {}), (List{monotone, odd_symmetry, within_ulp, scaling}));
  EXPECT_EQ(promised(narrowing, {}, {Semantics{}}),
            (List{monotone, odd_symmetry, within_ulp, scaling, widen_then_narrow}));
  EXPECT_EQ(promised(narrowing, rounding(Rounding::rup)), (List{monotone, within_ulp, scaling}));
  EXPECT_EQ(promised(narrowing, rounding(Rounding::rdn)), (List{monotone, within_ulp, scaling}));
  EXPECT_EQ(promised(narrowing, rounding(Rounding::stochastic), {Semantics{}}), (List{within_ulp, widen_then_narrow}));
  EXPECT_EQ(promised({bfloat16, float32}, {}, {Semantics{}}), (List{monotone, odd_symmetry, within_ulp, scaling}))
      << "float32 is no value of bfloat16's: nothing comes back";
  EXPECT_EQ(promised({float32, float8_e8m0fnu}, {}), (List{monotone, within_ulp, scaling})) << "no sign";
  EXPECT_EQ(promised({float32, int8}, {}), (List{monotone, odd_symmetry, within_ulp}));
  EXPECT_EQ(promised({uint32, float32}, {}), (List{monotone, within_ulp, scaling}));
  Semantics through = {};
  through.evaluate_in = "float32";
  EXPECT_EQ(promised({float64, bfloat16}, through, {Semantics{}}), (List{monotone})) << "rounded twice";
}

// Kills: a promise about operands that the semantics treat apart.
TEST(Promises, LeaveOutWhatTheSemanticsTreatApart) {
  Semantics flush;
  flush.subnormal_operands = SubnormalOperands::flush;
  const PropertyRules flushes({float32, bfloat16}, flush, {Semantics{}}), keeps({float32, bfloat16}, {}, {Semantics{}});
  const PropertyCase subnormal{widen_then_narrow, 0x0001}, number{widen_then_narrow, 0x3f80};
  EXPECT_FALSE(flushes.promises(subnormal));
  EXPECT_TRUE(flushes.promises(number));
  EXPECT_TRUE(keeps.promises(subnormal));
  EXPECT_FALSE(PropertyRules({float32, bfloat16}, {}, {flush}).promises(subnormal)) << "the widening flushes";
  EXPECT_FALSE(flushes.promises({within_ulp, 0x00400000}));
  EXPECT_TRUE(keeps.promises({within_ulp, 0x00400000}));
  EXPECT_FALSE(keeps.promises({within_ulp, 0x7f800000})) << "infinity";
  EXPECT_FALSE(keeps.promises({within_ulp, 0x7f7fffff})) << "beyond the largest bfloat16";
  EXPECT_FALSE(keeps.promises({monotone, 0x7f800000, 0x7f800001})) << "a NaN";
  EXPECT_FALSE(keeps.promises({odd_symmetry, 0x7fc00000, 0xffc00000}));
  EXPECT_FALSE(keeps.promises({scaling, 0x00800000, 0x00400000, -1})) << "into the subnormals";
  Semantics wrap;
  wrap.integer_overflow = IntegerOverflow::wrap;
  const Conversion to_int8{float32, *find_format("int8")};
  EXPECT_FALSE(PropertyRules(to_int8, wrap, {}).promises({monotone, 0x42fe0000, 0x43000000})) << "127 and 128";
  EXPECT_TRUE(PropertyRules(to_int8, {}, {}).promises({monotone, 0x42fe0000, 0x43000000}));
  EXPECT_FALSE(PropertyRules(to_int8, {}, {}).promises({odd_symmetry, 0xc3000000, 0x43000000}))
      << "-128 has no negative";
  const PropertyRules scale({float32, float8_e8m0fnu}, {}, {});
  EXPECT_FALSE(scale.promises({scaling, 0x3fc00000, 0x40400000, 1})) << "1.5 and 3 are ties to another parity";
  EXPECT_TRUE(scale.promises({scaling, 0x3fc00000, 0x40c00000, 2}));
  EXPECT_FALSE(scale.promises({monotone, 0xbf800000, 0x3f800000}));
}

// Kills: a zero's sign demanded where a flush may have dropped it, or not demanded where nothing may.
TEST(Verdicts, OfZerosWithSigns) {
  Semantics positive;
  positive.subnormal_results = SubnormalResults::flush_delivered;
  positive.flushed_zero = FlushedZero::positive;
  const PropertyCase tiny{odd_symmetry, 0x00000001, 0x80000001}, zero{odd_symmetry, 0, 0x80000000};
  const PropertyRules drops({float32, float16}, positive, {}), keeps({float32, float16}, {}, {});
  EXPECT_EQ(drops.judge(tiny, 0, 0), Verdict::kept);
  EXPECT_EQ(keeps.judge(tiny, 0, 0), Verdict::broken);
  EXPECT_EQ(keeps.judge(tiny, 0, 0x8000), Verdict::kept);
  EXPECT_EQ(drops.judge(zero, 0, 0), Verdict::broken) << "a zero operand is not flushed";
  EXPECT_EQ(drops.judge(zero, 0, 0x8000), Verdict::kept);
  EXPECT_EQ(PropertyRules({float32, float8_e4m3fnuz}, {}, {}).judge(tiny, 0, 0), Verdict::kept) << "no -0 there";
}

/// Expects that the results within the bound are exactly those that truth gives under one of the modes.
void expect_bound(const Conversion& conversion, Rounding mode, const std::vector<Semantics>& right,
                  std::uint64_t step) {
  const auto& [from, to] = conversion;
  const PropertyRules rules(conversion, rounding(mode), {});
  std::uint64_t judged = 0;
  for (std::uint64_t operand = 0; operand <= from.code_mask(); operand += step) {
    const PropertyCase one{within_ulp, operand};
    if (!rules.promises(one)) continue;
    for (std::uint64_t result = 0; result <= to.code_mask(); ++result) {
      const bool accepted = std::any_of(right.begin(), right.end(), [&](const Semantics& semantics) {
        return oracle_convert(conversion, semantics, operand).contains(result);
      });
      ++judged;
      // A zero of the other sign is as near.
      if (classify(to, result) == Category::zero && !accepted) continue;
      ASSERT_EQ(rules.judge(one, result, 0) == Verdict::kept, accepted)
          << from.name << " " << to.name << " " << std::hex << operand << " " << result << " mode "
          << static_cast<int>(mode);
    }
  }
  EXPECT_GT(judged, 150u);
}

// Kills: a unit of the wrong binade, a bound that takes the wrong neighbour or refuses the right one, subnormal units.
TEST(Verdicts, OfTheErrorBoundAreTruths) {
  const Format& int8 = *find_format("int8");
  // Both neighbours of a tie are half an ulp away: ties to even and away from zero, and to odd on the other parity.
  for (const Conversion& conversion :
       {Conversion{bfloat16, float8_e4m3fn}, Conversion{float16, float8_e5m2}, Conversion{float16, float4_e2m1fn},
        Conversion{float16, int8}, Conversion{float8_e4m3fn, float8_e5m2}, Conversion{int8, float4_e2m1fn}}) {
    const std::uint64_t step = conversion.from.width() > 8 ? 7 : 1;
    for (const Rounding mode : {Rounding::rtz, Rounding::rup, Rounding::rdn, Rounding::rto, Rounding::stochastic}) {
      expect_bound(conversion, mode, {rounding(mode)}, step);
    }
  }
}

// Kills: a bound of one ulp where half an ulp is promised, and one that refuses either side of a tie.
TEST(Verdicts, OfHalfAnUlp) {
  const PropertyRules rules({float32, bfloat16}, {}, {});
  const auto verdict = [&](std::uint64_t operand, std::uint64_t result) {
    return rules.judge({within_ulp, operand}, result, 0);
  };
  EXPECT_EQ(verdict(0x3f808000, 0x3f80), Verdict::kept);
  EXPECT_EQ(verdict(0x3f808000, 0x3f81), Verdict::kept);
  EXPECT_EQ(verdict(0x3f807fff, 0x3f81), Verdict::broken);
  EXPECT_EQ(verdict(0x3f808001, 0x3f80), Verdict::broken);
  EXPECT_EQ(verdict(0x3fffffff, 0x4000), Verdict::kept) << "the next binade";
  EXPECT_EQ(verdict(0x3f800000, 0xbf80), Verdict::broken);
  EXPECT_EQ(verdict(0x3f800000, 0x7fc0), Verdict::broken);
  EXPECT_EQ(verdict(0x00008000, 0x0000), Verdict::kept) << "half the least subnormal";
  EXPECT_EQ(verdict(0x00008001, 0x0000), Verdict::broken);
  EXPECT_EQ(verdict(0x00008001, 0x0001), Verdict::kept);
}

}  // namespace
}  // namespace hallmark::test
