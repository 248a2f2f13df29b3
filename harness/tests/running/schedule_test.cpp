// SPDX-License-Identifier: Apache-2.0
// Order of work, crash limits, narrowing and progress, without any process.
#include "running/schedule.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "running/narrowing.h"
#include "running/progress.h"

namespace hallmark {
namespace {

const Fault segv = signal_fault(11);

/// Bisects against a fault that shows when a predicate holds for the range.
Narrowing narrowed(std::uint64_t rows, const std::function<bool(std::uint64_t from, std::uint64_t rows)>& fails,
                   int* probes = nullptr, const Fault& fault = segv, double seconds = 0.001) {
  Narrowing narrowing({7, 0, rows}, fault, 0.0, 60.0);
  while (const auto probe = narrowing.next()) {
    EXPECT_EQ(probe->range.call, 7U);
    EXPECT_GT(probe->range.rows, 0U);
    EXPECT_LE(probe->range.from + probe->range.rows, rows);
    if (probes != nullptr) ++*probes;
    const bool failed = fails(probe->range.from, probe->range.rows);
    narrowing.observe(failed ? std::optional(fault) : std::nullopt, seconds);
  }
  return narrowing;
}

TEST(Narrowing, FindsTheOneRow) {
  for (const std::uint64_t rows : {1U, 2U, 3U, 16U, 100U, 4096U}) {
    for (const std::uint64_t culprit : {std::uint64_t{0}, rows / 2, rows - 1}) {
      int probes = 0;
      const Narrowing result = narrowed(
          rows, [&](auto from, auto count) { return culprit >= from && culprit < from + count; }, &probes);
      EXPECT_EQ(result.range().from, culprit);
      EXPECT_EQ(result.range().rows, 1U);
      EXPECT_TRUE(result.reproduced());
      EXPECT_LE(probes, 25);
    }
  }
}

TEST(Narrowing, KeepsTheSmallestRangeSeenToFail) {
  // Needs rows 10 and 13 together: 8 to 15 is the smallest half-range that has both.
  const Narrowing pair = narrowed(64, [](auto from, auto count) { return from <= 10 && 13 < from + count; });
  EXPECT_EQ(pair.range().from, 8U);
  EXPECT_EQ(pair.range().rows, 8U);
  const Narrowing length = narrowed(64, [](auto, auto count) { return count >= 20; });
  EXPECT_EQ(length.range().rows, 32U);
}

TEST(Narrowing, WhatDoesNotComeBackIsNotNarrowed) {
  int probes = 0;
  const Narrowing result = narrowed(
      64, [](auto, auto) { return false; }, &probes);
  EXPECT_FALSE(result.reproduced());
  EXPECT_EQ(result.range().rows, 64U);
  EXPECT_EQ(probes, 1);
}

TEST(Narrowing, AnotherFaultIsNotTheSame) {
  Narrowing narrowing({0, 0, 8}, segv, 0.0, 60.0);
  narrowing.observe(signal_fault(6), 0.1);
  EXPECT_FALSE(narrowing.reproduced());
  EXPECT_FALSE(narrowing.next());
}

TEST(Narrowing, StopsWhenItsTimeIsSpent) {
  int probes = 0;
  const auto first_row = [](std::uint64_t from, std::uint64_t) { return from == 0; };
  EXPECT_GT(narrowed(1 << 20, first_row, &probes, segv, 8.0).range().rows, 1U);
  EXPECT_LE(probes, 7);
}

TEST(Narrowing, AHangIsTriedForATimeThatFitsTheBudget) {
  double total = 0;
  Narrowing narrowing({0, 0, 4096}, hang_fault(60, true), 1e-4, 60.0);
  while (const auto probe = narrowing.next()) {
    EXPECT_LE(probe->silence_seconds, 2.0);
    EXPECT_GE(probe->silence_seconds, 0.3);
    total += probe->silence_seconds;
    narrowing.observe(hang_fault(probe->silence_seconds, true), probe->silence_seconds);
  }
  EXPECT_EQ(narrowing.range().rows, 1U);
  EXPECT_LE(total, 8.0);
}

TEST(Narrowing, ASlowCallIsNotTakenForAHang) {
  Narrowing narrowing({0, 0, 4096}, hang_fault(60, true), 0.02, 60.0);
  narrowing.observe(hang_fault(2, true), 2.0);
  EXPECT_GE(narrowing.next()->silence_seconds, 1.0);
}

std::vector<Part> parts_with_costs(const std::vector<std::pair<std::string, std::uint64_t>>& costs) {
  std::vector<Part> parts;
  for (const auto& [signature, cost] : costs) {
    parts.push_back({"suite", "part", signature, cost, {}, {}});
  }
  return parts;
}

TEST(Schedule, LargestCostFirstTiesInOrder) {
  const auto parts = parts_with_costs({{"a", 1}, {"a", 5}, {"b", 5}, {"b", 9}, {"c", 1}});
  Schedule schedule(parts, 60);
  std::vector<std::size_t> order;
  while (const auto task = schedule.take()) order.push_back(task->part);
  EXPECT_EQ(order, (std::vector<std::size_t>{3, 1, 2, 0, 4}));
  EXPECT_FALSE(schedule.done());
  for (const std::size_t part : order) schedule.finished({part, {}}, {{"failed", part == 2}}, 0.5);
  EXPECT_TRUE(schedule.done());
  EXPECT_EQ(schedule.settled_cost(), 21U);
  const auto reports = schedule.take_reports();
  EXPECT_EQ(reports[2].outcome, PartOutcome::fail);
  EXPECT_EQ(reports[3].outcome, PartOutcome::pass);
}

TEST(Schedule, APartRunsOnInOtherWorkersAfterTheThirdCrash) {
  const auto parts = parts_with_costs({{"a", 9}, {"a", 8}, {"a", 7}, {"a", 6}, {"a", 5}, {"b", 1}});
  Schedule schedule(parts, 60);
  std::vector<Task> tasks;
  for (int i = 0; i < 4; ++i) tasks.push_back(*schedule.take());
  for (int i = 0; i < 3; ++i) schedule.died(tasks[static_cast<std::size_t>(i)], segv, {}, 1);
  EXPECT_EQ(schedule.unfinished("a"), 1U) << "the fourth is still out, the fifth was dropped";
  schedule.finished(tasks[3], {{"failed", false}}, 1);
  const auto rest = schedule.take();
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->part, 5U);
  schedule.finished(*rest, {{"failed", false}}, 1);
  EXPECT_TRUE(schedule.done());
  const auto reports = schedule.take_reports();
  EXPECT_EQ(reports[3].outcome, PartOutcome::pass);
  EXPECT_EQ(reports[4].outcome, PartOutcome::not_run);
}

TEST(Schedule, OnlyTheFirstHangIsNarrowed) {
  const auto parts = parts_with_costs({{"a", 9}, {"b", 8}});
  Schedule schedule(parts, 60);
  const LastSeen seen{true, {0, 0, 1}, 0};
  const Task first = *schedule.take(), second = *schedule.take();
  schedule.died(first, hang_fault(60, true), seen, 60);
  schedule.died(second, hang_fault(60, true), seen, 60);
  const auto probe = schedule.take();
  ASSERT_TRUE(probe);
  EXPECT_TRUE(probe->probe);
  EXPECT_EQ(probe->part, 0U);
  schedule.died(*probe, hang_fault(2, true), seen, 2);
  EXPECT_TRUE(schedule.done());
}

std::string printed(const std::function<void(TextProgress&)>& use) {
  std::FILE* file = std::tmpfile();
  {
    TextProgress progress("scalar", file);
    use(progress);
  }
  std::string text(1000, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

TEST(Progress, IsPlainLinesOnAPipe) {
  const std::string text = printed([](TextProgress& progress) {
    const RunProgress now{100, 1000, 1, 4, 2.0, 1.0, 4.0};
    for (int i = 0; i < 1000; ++i) progress.update(now);
    progress.signature_finished("negate(float16)->float16", now);
  });
  EXPECT_EQ(text, "scalar: negate(float16)->float16 done, 1 of 4 parts\n");
}

TEST(Progress, IsABarOnATerminalErasedAtTheEnd) {
  int terminal = -1, shown = -1;
  ASSERT_EQ(openpty(&terminal, &shown, nullptr, nullptr, nullptr), 0);
  std::FILE* stream = fdopen(shown, "w");
  {
    TextProgress progress("scalar", stream);
    std::this_thread::sleep_for(std::chrono::milliseconds(120));
    for (int i = 0; i < 100; ++i) progress.update({100, 1000, 1, 4, 2.0, 1.0, 4.0});
    progress.signature_finished("negate(float16)->float16", {100, 1000, 1, 4, 2.0, 1.0, 4.0});
  }
  std::string text(1000, '\0');
  text.resize(static_cast<std::size_t>(read(terminal, text.data(), text.size())));
  std::fclose(stream);
  close(terminal);
  const std::string bar = "scalar [######..................]  25 %  1 of 4 parts  50/s  0:06 left";
  const std::string drawn = fmt::format("\r{}", bar), erased = fmt::format("\r{:{}}\r", "", bar.size());
  EXPECT_TRUE(text.starts_with(drawn)) << text;
  EXPECT_TRUE(text.ends_with(drawn + erased)) << text;
  // 100 updates: one is drawn, on a machine that pauses here a few.
  EXPECT_LT(text.size(), 10 * drawn.size());
}

TEST(Progress, CountsAndDurationsAreShort) {
  EXPECT_EQ(short_count(0), "0");
  EXPECT_EQ(short_count(999), "999");
  EXPECT_EQ(short_count(1000), "1 k");
  EXPECT_EQ(short_count(4294967296.0), "4.29 G");
  EXPECT_EQ(short_duration(7), "0:07");
  EXPECT_EQ(short_duration(725), "12:05");
  EXPECT_EQ(short_duration(3723), "1:02:03");
}

}  // namespace
}  // namespace hallmark
