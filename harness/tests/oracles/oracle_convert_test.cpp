// SPDX-License-Identifier: Apache-2.0
// The integer oracle equals truth: on every code of 16-bit and narrower sources, at boundaries of the wider.
#include <gtest/gtest.h>

#include "formats/formats.h"
#include "oracles/convert.h"
#include "tests/oracles/profile_semantics.h"
#include "tests/truth/near_thresholds.h"
#include "truth/truth.h"

namespace hallmark::test {
namespace {

struct Difference {
  std::uint64_t tried = 0, wrong = 0;
};

void compare(const Conversion& conversion, std::span<const Semantics> list, std::uint64_t operand, Truth& truth,
             Difference& difference) {
  std::vector<CodeSet> slow(list.size()), fast(list.size());
  truth.convert(conversion, list, operand, slow);
  oracle_convert(conversion, list, operand, fast);
  difference.tried += list.size();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (fast[i] == slow[i] && oracle_convert(conversion, list[i], operand) == slow[i]) continue;
    if (++difference.wrong <= 5) {
      ADD_FAILURE() << conversion.from.name << " to " << conversion.to.name << std::hex << " " << operand
                    << " semantics " << i << ": oracle " << fast[i].low << ".." << fast[i].high << ", truth "
                    << slow[i].low << ".." << slow[i].high;
    }
  }
}

class NarrowSources : public testing::TestWithParam<const char*> {};

/// Kills: a decode that differs from MPFR's reading of the fields, an operand left out, an answer put in another's
/// place.
TEST_P(NarrowSources, EveryCodeIntoEveryTarget) {
  const Format& from = *find_format(GetParam());
  Truth truth;
  for (const Format& to : formats_up_to(64)) {
    if (from == to) continue;
    // 8-bit sources under everything; 16-bit ones without modifiers, whose rounding the other tests exhaust.
    auto groups = all_profile_semantics({from, to});
    if (from.width() > 8) groups = {profile_semantics({from, to})};
    Difference difference;
    for (const auto& list : groups) {
      for (std::uint64_t operand = 0; operand <= from.code_mask(); ++operand) {
        compare({from, to}, list, operand, truth, difference);
      }
    }
    EXPECT_EQ(difference.wrong, 0u);
    EXPECT_GE(difference.tried, from.code_mask() + 1);
  }
}

INSTANTIATE_TEST_SUITE_P(All, NarrowSources,
                         testing::Values("float16", "bfloat16", "float8_e5m2", "float8_e4m3fn", "float8_e4m3fnuz",
                                         "float8_e5m2fnuz", "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn",
                                         "float4_e2m1fn", "int8", "uint8", "int16", "uint16"),
                         [](const auto& source) { return std::string(source.param); });

class WideSources : public testing::TestWithParam<const char*> {};

/// Kills: a 64-bit operand read as 32, a negative minimum whose magnitude overflows, boundaries one code off.
TEST_P(WideSources, BoundariesAndRandomCodesIntoEveryTarget) {
  const Format& from = *find_format(GetParam());
  Truth truth;
  for (const Format& to : formats_up_to(64)) {
    if (from == to) continue;
    Difference difference;
    const std::vector<std::uint64_t> operands = near_thresholds(from, to, 4000);
    for (const auto& list : all_profile_semantics({from, to})) {
      for (const std::uint64_t operand : operands) compare({from, to}, list, operand, truth, difference);
    }
    EXPECT_EQ(difference.wrong, 0u);
    EXPECT_GE(difference.tried, 4000u);
  }
}

INSTANTIATE_TEST_SUITE_P(All, WideSources, testing::Values("float32", "float64", "int32", "uint32", "int64", "uint64"),
                         [](const auto& source) { return std::string(source.param); });

}  // namespace
}  // namespace hallmark::test
