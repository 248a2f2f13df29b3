// SPDX-License-Identifier: Apache-2.0
// Error statistics: sums and extremes that do not depend on how parts are cut or in which order they are merged.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats/formats.h"
#include "inputs/random.h"
#include "judging/function_errors.h"

namespace hallmark::test {
namespace {

UlpError error_of(std::uint64_t eighths) { return UlpError::from_eighths(eighths); }

// Kills: a sum that overflows or rounds, worst operands kept by order of arrival, a histogram bin off by one.
TEST(FunctionErrors, MergeInAnyOrder) {
  Random random(5);
  FunctionErrors whole;
  std::vector<FunctionErrors> parts(7);
  for (std::uint64_t operand = 0; operand < 5000; ++operand) {
    const std::uint64_t eighths = random.below(20) == 0 ? random.below(std::uint64_t{1} << 19) : random.below(9);
    const UlpError error = random.below(500) == 0 ? UlpError::unbounded() : error_of(eighths);
    const bool correct = eighths <= 4;
    whole.add({&operand, 1}, operand, error, correct);
    parts[static_cast<std::size_t>(random.below(7))].add({&operand, 1}, operand, error, correct);
  }
  for (int n = 0; n < 5; ++n) {
    std::rotate(parts.begin(), parts.begin() + 3, parts.end());
    FunctionErrors merged;
    for (const FunctionErrors& part : parts) merged.merge(nlohmann::json(part).get<FunctionErrors>());
    EXPECT_EQ(merged, whole);
  }
  EXPECT_EQ(whole.measured, 5000u);
  EXPECT_EQ(whole.worst.size(), FunctionErrors::most_worst);
  EXPECT_EQ(whole.maximum(), UlpError::unbounded());
}

// Kills: means of rounded errors, of none, of those that are no number.
TEST(FunctionErrors, StateTheMean) {
  FunctionErrors errors;
  EXPECT_EQ(errors.mean_text(), "");
  EXPECT_TRUE(errors.maximum().is_none());
  const std::uint64_t operand = 1;
  errors.add({&operand, 1}, 0, error_of(4), true);
  errors.add({&operand, 1}, 0, error_of(0), true);
  errors.add({&operand, 1}, 0, error_of(1), true);
  EXPECT_EQ(errors.mean_text(), "0.208333");
  EXPECT_EQ(errors.maximum().text(), "0.5");
  errors.add({&operand, 1}, 0, UlpError::unbounded(), false);
  EXPECT_EQ(errors.mean_text(), "0.208333");
  EXPECT_EQ(errors.maximum().text(), "inf");
  EXPECT_EQ(errors.correctly_rounded, 3u);
  EXPECT_EQ(errors.histogram[0], 1u);
  EXPECT_EQ(errors.histogram[1], 1u);
  EXPECT_EQ(errors.histogram[4], 1u);
  EXPECT_EQ(errors.histogram.back(), 1u);
}

// Kills: a sum of 64 bits: 2^32 results, each off by more than 2^40 ulp.
TEST(FunctionErrors, SumsDoNotOverflow) {
  FunctionErrors errors;
  const std::uint64_t operand = 1;
  errors.add({&operand, 1}, 0, error_of(std::uint64_t{1} << 43), false);
  for (int doubling = 0; doubling < 32; ++doubling) errors.merge(FunctionErrors(errors));
  EXPECT_EQ(errors.mean_text(), "1099511627776.000000");
  EXPECT_EQ(errors.worst.size(), 1u);
}

// Kills: an error whose ulp is taken from another binade, a bound that an error just above it falls under.
TEST(UlpErrors, AreMeasuredAtTheExactValue) {
  // 1 + 2^-9 lies a quarter of an ulp of bfloat16 above 1.
  EXPECT_EQ(ulp_error(bfloat16, {Category::normal, false, 513, -9}, 0x3f80).text(), "0.25");
  // 1 - 2^-9 lies half an ulp below 1, for there the ulp is half as large.
  EXPECT_EQ(ulp_error(bfloat16, {Category::normal, false, 511, -9}, 0x3f80).text(), "0.5");
  FunctionErrors errors;
  const std::uint64_t operand = 1;
  errors.add({&operand, 1}, 0,
             ulp_error(bfloat16, {Category::normal, false, (std::uint64_t{511} << 40) - 1, -49}, 0x3f80), false);
  EXPECT_EQ(errors.histogram[5], 1u);  // above a half, and not in its bin
  EXPECT_EQ(error_of(5).scaled(3, 100), 5u);
  EXPECT_EQ(error_of(5).scaled(0, 100), 0u);
  EXPECT_EQ(error_of(8 << 10).scaled(20, 1 << 20), 1u << 20);
}

}  // namespace
}  // namespace hallmark::test
