// SPDX-License-Identifier: Apache-2.0
// The sweep of two stretches against kernels in this process that err at one row of one call.
#include "conversions/sweep.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "formats/formats.h"
#include "inputs/random.h"
#include "judging/describe.h"

namespace hallmark::test {
namespace {

constexpr std::size_t rows_of_a_call = 4096;
const Conversion narrowing{float32, bfloat16};
// Values and their negatives: 16 calls of each sign, with a step in every eighth, on a block's edge or one beside it.
const std::vector<Interval> stretches{{0x3f800000, 0x3f80ffff}, {0xbf800000, 0xbf80ffff}};
// Of one sign: what one call leaves behind a step is right for the next call.
const std::vector<Interval> alike{{0x3f800000, 0x3f808fff}, {0x3f809000, 0x3f811fff}};

std::uint16_t nearest_even(std::uint32_t x) {
  return static_cast<std::uint16_t>((x + 0x7fffu + ((x >> 16) & 1u)) >> 16);
}

/// Rounds correctly, then lets `spoil` have its way with the results of call `at`; what_stood is what they were before.
class ErringBackend : public Backend {
 public:
  using Spoil = std::function<void(std::uint16_t* results, const std::uint16_t* what_stood)>;
  ErringBackend(std::uint64_t at, Spoil spoil) : at_(at), spoil_(std::move(spoil)) {}
  const BackendDescription& description() const override { return description_; }
  CallOutcome call(std::size_t, const hallmark_arguments& arguments) override {
    const auto* operands = static_cast<const std::uint32_t*>(arguments.operand[0]);
    auto* results = static_cast<std::uint16_t*>(arguments.result);
    const bool spoilt = operands[0] == at_;
    const std::vector<std::uint16_t> what_stood(results, results + arguments.rows);
    for (std::size_t row = 0; row < arguments.rows; ++row) results[row] = nearest_even(operands[row]);
    if (spoilt) spoil_(results, what_stood.data());
    return {};
  }

 private:
  BackendDescription description_;
  std::uint64_t at_;
  Spoil spoil_;
};

Tally swept(ErringBackend backend, const std::vector<Interval>& over = stretches) {
  Flight flight;
  PartContext context{backend, flight, std::nullopt};
  Intervals operands;
  for (const Interval& stretch : over) operands.add(stretch.first, stretch.last);
  return sweep(context, {narrowing, 0, operands, over}, {Semantics{}}, 1);
}

std::vector<std::uint64_t> first_operands(const std::vector<Interval>& over) {
  std::vector<std::uint64_t> firsts;
  for (const Interval& stretch : over) {
    for (std::uint64_t first = stretch.first; first < stretch.last; first += rows_of_a_call) firsts.push_back(first);
  }
  return firsts;
}

TEST(Sweep, ARightKernelPasses) {
  const Tally tally = swept({0, {}});
  EXPECT_TRUE(tally.groups.empty());
  EXPECT_TRUE(tally.environment.empty());
  EXPECT_EQ(tally.calls, 32u);
  EXPECT_EQ(tally.tried[static_cast<std::size_t>(Requirement::rounding)], 0x20000u);
}

// Kills: a block judged by its neighbour's code, a row beside a step or at an end that is not compared, the operands of
// the next block taken for this one's.
TEST(Sweep, OneWrongResultIsOneMismatch) {
  Random random(7);
  for (const std::uint64_t first : first_operands(stretches)) {
    for (const std::uint64_t row :
         {std::uint64_t{0}, std::uint64_t{1}, random.below(rows_of_a_call), std::uint64_t{4095}}) {
      const Tally tally = swept({first, [row](std::uint16_t* results, const std::uint16_t*) { results[row] ^= 1; }});
      ASSERT_EQ(tally.groups.size(), 1u) << std::hex << first << " " << row;
      EXPECT_EQ(tally.groups[0].count, 1u);
      EXPECT_EQ(tally.groups[0].smallest.operands[0], first + row);
      EXPECT_TRUE(tally.environment.empty());
    }
  }
}

// Kills: results that stand from the call before taken for this call's, and poison that is right somewhere in its
// block.
TEST(Sweep, UnwrittenResultsAreNamed) {
  Random random(8);
  for (const std::vector<Interval>& over : {stretches, alike}) {
    for (const std::uint64_t first : first_operands(over)) {
      for (const std::uint64_t row :
           {std::uint64_t{0}, std::uint64_t{1}, random.below(rows_of_a_call), std::uint64_t{4095}}) {
        const auto skip_row = [row](std::uint16_t* results, const std::uint16_t* what_stood) {
          results[row] = what_stood[row];
        };
        const Tally tally = swept({first, skip_row}, over);
        ASSERT_EQ(tally.environment.count("left results unwritten"), 1u) << std::hex << first << " " << row;
        EXPECT_EQ(tally.environment.at("left results unwritten").call,
                  fmt::format("#{}", hex_code(float32, first + row)));
        EXPECT_TRUE(tally.groups.empty());
      }
      const auto skip_all = [](std::uint16_t* results, const std::uint16_t* what_stood) {
        std::memcpy(results, what_stood, rows_of_a_call * sizeof *results);
      };
      ASSERT_EQ(swept({first, skip_all}, over).environment.count("left results unwritten"), 1u) << std::hex << first;
    }
  }
}

// Kills: the wrong stretch or the wrong place named for a crash.
TEST(Sweep, OperandsOfACallAreItsOwn) {
  Intervals operands;
  for (const Interval& stretch : stretches) operands.add(stretch.first, stretch.last);
  EXPECT_EQ(sweep_operand(operands, rows_of_a_call, 0, 5), 0x3f800005u);
  EXPECT_EQ(sweep_operand(operands, rows_of_a_call, 1, 5), 0xbf800005u);
  EXPECT_EQ(sweep_operand(operands, rows_of_a_call, 31, 4095), 0xbf80ffffu);
}

}  // namespace
}  // namespace hallmark::test
