// SPDX-License-Identifier: Apache-2.0
// A supervisor outlives what backends do to its workers, says what it was, and always ends in bounded time.
#include "running/supervisor.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "misbehaving_parts.h"

namespace hallmark {
namespace {

using nlohmann::json;

const std::string worker = HALLMARK_TEST_WORKER;
const std::string negate = "negate(float16)->float16";
const std::string twice = "twice(float16)->float16";

SupervisorOptions options_for(const std::string& spec) {
  SupervisorOptions options;
  options.spec = spec;
  options.worker_command = {worker};
  options.timeout_seconds = 1.0;
  return options;
}

json step(const std::string& does, json extra = json::object()) {
  json all = {{"signature", negate}, {"does", does}};
  all.update(extra);
  return all;
}

std::string fresh_file(const std::string& name) {
  const std::string path = testing::TempDir() + "hallmark_" + name + "_" + std::to_string(getpid());
  std::filesystem::remove(path);
  return path;
}

struct Ran {
  RunReport report;
  double seconds = 0;
  std::string log;
};

std::string text_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

Ran run_plan(const SupervisorOptions& options, const std::vector<json>& steps) {
  const json plan = steps;
  Ran ran;
  const auto start = std::chrono::steady_clock::now();
  {
    Supervisor supervisor(options);
    const auto opened = supervisor.open();
    const auto* description = std::get_if<BackendDescription>(&opened);
    EXPECT_NE(description, nullptr);
    if (description == nullptr) return ran;
    ProgressListener quiet;
    ran.report = supervisor.run(plan, tests::build_parts(*description, plan), quiet);
    ran.log = supervisor.log_text();
  }
  ran.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return ran;
}

Ran run_plan(const std::vector<json>& steps) { return run_plan(options_for("plain"), steps); }

std::string refusal(const SupervisorOptions& options) {
  const auto opened = probe_backend(options);
  const auto* refused = std::get_if<OpeningRefusal>(&opened);
  return refused != nullptr ? refused->why : "opened";
}

bool alive(pid_t pid) {
  const std::string status = text_of("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = status.rfind(')');
  return name_end != std::string::npos && status.at(name_end + 2) != 'Z';
}

bool dies(pid_t pid) {
  for (int i = 0; i < 200 && alive(pid); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return !alive(pid);
}

TEST(Supervisor, RunsEveryPartOnceAndBringsResultsBack) {
  const Ran ran = run_plan({step("pass"), step("fail"), step("pass", {{"signature", twice}})});
  ASSERT_EQ(ran.report.parts.size(), 3U);
  EXPECT_EQ(ran.report.parts[0].outcome, PartOutcome::pass);
  EXPECT_EQ(ran.report.parts[1].outcome, PartOutcome::fail);
  EXPECT_EQ(ran.report.parts[2].outcome, PartOutcome::pass);
  for (const PartReport& part : ran.report.parts) EXPECT_EQ(part.result.at("tried"), 400);
  EXPECT_EQ(ran.report.workers, 1U);
  EXPECT_TRUE(ran.report.loose_faults.empty());
  EXPECT_FALSE(ran.report.internal_error);
  EXPECT_FALSE(ran.report.failure);
  EXPECT_FALSE(ran.report.interrupted);
}

TEST(Supervisor, ASegfaultOnOneOperandIsNarrowedToIt) {
  const Ran ran = run_plan({step("pass"), step("segv", {{"call", 2}, {"row", 37}}), step("pass")});
  EXPECT_EQ(ran.report.parts[0].outcome, PartOutcome::pass);
  EXPECT_EQ(ran.report.parts[2].outcome, PartOutcome::pass);
  const PartReport& crashed = ran.report.parts[1];
  EXPECT_EQ(crashed.outcome, PartOutcome::crashed);
  EXPECT_EQ(crashed.what, "SIGSEGV in negate(float16)->float16, part 2 of 3");
  ASSERT_TRUE(crashed.narrowed);
  EXPECT_TRUE(crashed.narrowed->reproduced);
  EXPECT_EQ(crashed.narrowed->range.call, 2U);
  EXPECT_EQ(crashed.narrowed->range.from, 37U);
  EXPECT_EQ(crashed.narrowed->range.rows, 1U);
  EXPECT_EQ(crashed.narrowed->operands, std::vector<std::string>{"0x00ed"});
  EXPECT_LT(ran.seconds, 10);
}

struct Crash {
  const char* does;
  const char* text;
};
void PrintTo(const Crash& crash, std::ostream* stream) { *stream << crash.does; }

class Crashes : public testing::TestWithParam<Crash> {};

TEST_P(Crashes, CostsItsPartAndNotTheRun) {
  SupervisorOptions options = options_for("plain");
  // Only a hang is to be waited out: on a busy machine the others take their time.
  options.timeout_seconds = std::string(GetParam().text).starts_with("hang") ? 0.5 : 10;
  options.memory_limit = std::uint64_t{300} << 20;
  const std::string file = fresh_file("sleeper");
  const Ran ran = run_plan(
      options, {step("pass"), step(GetParam().does, {{"call", 1}, {"row", 99}, {"file", file}}), step("pass")});
  EXPECT_EQ(ran.report.parts[1].outcome, PartOutcome::crashed);
  EXPECT_TRUE(ran.report.parts[1].what.starts_with(GetParam().text)) << ran.report.parts[1].what;
  EXPECT_NE(ran.report.parts[1].what.find(" in negate(float16)->float16, part 2 of 3"), std::string::npos);
  // A kernel that closed everything has returned before anybody can know.
  if (std::string(GetParam().does) != "close_all") {
    ASSERT_TRUE(ran.report.parts[1].narrowed);
    EXPECT_EQ(ran.report.parts[1].narrowed->range.call, 1U);
  }
  EXPECT_EQ(ran.report.parts[0].outcome, PartOutcome::pass);
  EXPECT_EQ(ran.report.parts[2].outcome, PartOutcome::pass);
  EXPECT_LT(ran.seconds, 60);
  if (std::filesystem::exists(file)) {
    EXPECT_TRUE(dies(std::stoi(text_of(file)))) << "a process it forked lives on";
  }
  std::filesystem::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Supervisor, Crashes,
                         testing::Values(Crash{"ill", "SIGILL"}, Crash{"abort", "SIGABRT"}, Crash{"sigpipe", "SIGPIPE"},
                                         Crash{"hang", "hang (no kernel call returned for 0.5 s)"},
                                         Crash{"block_signals_and_hang", "hang"}, Crash{"fork_and_hang", "hang"},
                                         Crash{"exit", "exit with status 0"},
                                         Crash{"exit_handlers", "exit with status 5"}, Crash{"stop", "stop by SIGSTOP"},
                                         Crash{"grow", "0."}, Crash{"close_all", "closing of the pipe"},
                                         Crash{"garbage_event", "text in the pipe"},
                                         Crash{"forged_event", "an answer to another command"}),
                         [](const auto& crash) { return std::string(crash.param.does); });

TEST(Supervisor, NarrowsAHang) {
  const Ran ran = run_plan({step("hang", {{"call", 3}, {"row", 64}})});
  ASSERT_TRUE(ran.report.parts[0].narrowed);
  EXPECT_TRUE(ran.report.parts[0].narrowed->reproduced);
  EXPECT_EQ(ran.report.parts[0].narrowed->range.from, 64U);
  EXPECT_EQ(ran.report.parts[0].narrowed->range.rows, 1U);
}

TEST(Supervisor, ACrashThatDoesNotComeBackKeepsItsWholeCall) {
  const std::string file = fresh_file("once");
  const Ran ran = run_plan({step("segv", {{"call", 1}, {"row", 5}, {"once", true}, {"file", file}})});
  EXPECT_EQ(ran.report.parts[0].outcome, PartOutcome::crashed);
  ASSERT_TRUE(ran.report.parts[0].narrowed);
  EXPECT_FALSE(ran.report.parts[0].narrowed->reproduced);
  EXPECT_EQ(ran.report.parts[0].narrowed->range.rows, tests::rows_of_a_call);
  EXPECT_TRUE(ran.report.parts[0].narrowed->operands.empty());
  std::filesystem::remove(file);
}

TEST(Supervisor, ADeathOutsideACallIsSaidToBeThat) {
  const Ran ran = run_plan({step("die_outside"), step("pass")});
  EXPECT_EQ(ran.report.parts[0].what, "SIGSEGV in negate(float16)->float16, part 1 of 2, outside a kernel call");
  EXPECT_FALSE(ran.report.parts[0].narrowed);
  EXPECT_EQ(ran.report.parts[1].outcome, PartOutcome::pass);
}

TEST(Supervisor, AfterThreeCrashesOfASignatureItsRestDoesNotRun) {
  std::vector<json> plan;
  for (int i = 0; i < 6; ++i) plan.push_back(step("segv", {{"row", i}}));
  plan.push_back(step("pass", {{"signature", twice}}));
  const Ran ran = run_plan(plan);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(ran.report.parts[i].outcome, PartOutcome::crashed) << i;
  for (std::size_t i = 3; i < 6; ++i) {
    EXPECT_EQ(ran.report.parts[i].outcome, PartOutcome::not_run) << i;
    EXPECT_EQ(ran.report.parts[i].what, "3 parts of its signature crashed before");
  }
  EXPECT_EQ(ran.report.parts[6].outcome, PartOutcome::pass);
}

TEST(Supervisor, AnExceptionInTheHarnessIsAnErrorOfItsPart) {
  const Ran ran = run_plan({step("throw"), step("pass")});
  EXPECT_EQ(ran.report.parts[0].outcome, PartOutcome::error);
  EXPECT_EQ(ran.report.parts[0].what, "out of luck in negate(float16)->float16, part 1 of 2");
  EXPECT_EQ(ran.report.parts[1].outcome, PartOutcome::pass);
  EXPECT_EQ(ran.report.workers, 1U);
}

TEST(Supervisor, AnInternalErrorStopsTheRun) {
  const Ran ran = run_plan({step("internal"), step("pass")});
  EXPECT_EQ(ran.report.internal_error, "oracle says 0x3f80, truth 0x3f81 in negate(float16)->float16, part 1 of 2");
  EXPECT_EQ(ran.report.parts[1].outcome, PartOutcome::not_run);
  EXPECT_EQ(ran.report.parts[1].what, "the run was stopped");
}

TEST(Supervisor, OutputGoesToTheLogAndIsNeverParsed) {
  const Ran ran = run_plan({step("print"), step("fail")});
  EXPECT_EQ(ran.report.parts[0].outcome, PartOutcome::pass);
  EXPECT_EQ(ran.report.parts[1].outcome, PartOutcome::fail);
  EXPECT_NE(ran.log.find("[  PASSED  ]"), std::string::npos);
  EXPECT_NE(ran.log.find("noise on stderr"), std::string::npos);
}

TEST(Supervisor, AForkedProcessDoesNotOutliveTheRun) {
  const std::string file = fresh_file("child");
  const Ran ran = run_plan({step("fork", {{"file", file}})});
  EXPECT_EQ(ran.report.parts[0].outcome, PartOutcome::pass);
  EXPECT_TRUE(dies(std::stoi(text_of(file))));
  std::filesystem::remove(file);
}

TEST(Supervisor, RefusesWhatCannotBeOpened) {
  EXPECT_EQ(refusal(options_for("refuse")), "refuse: cannot run here: no such unit");
  EXPECT_EQ(refusal(options_for("segv")), "segv: crashed (SIGSEGV) while opening");
  EXPECT_EQ(refusal(options_for("exit")), "exit: exit with status 9 while opening; it last printed: licence expired");
  EXPECT_EQ(refusal(options_for("hang")), "hang: hung while opening, not open after 1 s");
  SupervisorOptions absent = options_for("plain");
  absent.worker_command = {"/nonexistent/worker"};
  EXPECT_EQ(refusal(absent), "the worker process /nonexistent/worker cannot be executed");
  EXPECT_EQ(refusal(options_for("plain")), "opened");
}

TEST(Supervisor, OpensALibraryInItsWorker) {
  const std::string tricks = std::string(HALLMARK_BINARY_DIR) + "/tests/running/tricks.so";
  const auto opened = probe_backend(options_for(tricks + "?full"));
  const auto* description = std::get_if<BackendDescription>(&opened);
  ASSERT_NE(description, nullptr);
  EXPECT_EQ(description->version, "1.2");
  EXPECT_EQ(description->operations.at(0), "copy(bfloat16)->bfloat16");
  EXPECT_EQ(description->file_sha256.size(), 64U);
  EXPECT_EQ(refusal(options_for(tricks + "?null")), tricks + ": cannot run here: this machine has no such unit");
  EXPECT_NE(refusal(options_for("nowhere/absent.so")).find("No such file"), std::string::npos);
}

TEST(Supervisor, ABackendThatCannotBeReopenedEndsTheRun) {
  const std::string file = fresh_file("device");
  const Ran ran = run_plan(options_for("once:" + file), {step("segv"), step("pass")});
  EXPECT_EQ(ran.report.parts[0].outcome, PartOutcome::crashed);
  EXPECT_EQ(ran.report.parts[1].outcome, PartOutcome::not_run);
  EXPECT_EQ(ran.report.failure, "no worker could be kept open: the device is gone");
  std::filesystem::remove(file);
}

TEST(Supervisor, FaultsWhileClosingAreTold) {
  for (const auto& [spec, fault] :
       {std::pair{"segv_at_close", "SIGSEGV while closing"}, std::pair{"segv_at_exit", "SIGSEGV while closing"},
        std::pair{"hang_at_close", "hang (no progress outside a kernel call for 1 s) while closing"}}) {
    const Ran ran = run_plan(options_for(spec), {step("pass")});
    EXPECT_EQ(ran.report.parts.at(0).outcome, PartOutcome::pass);
    EXPECT_EQ(ran.report.loose_faults, std::vector<std::string>{fault});
  }
}

TEST(Supervisor, AWorkerWithOtherPartsIsAnInternalError) {
  EXPECT_EQ(run_plan(options_for("different"), {step("pass"), step("pass")}).report.internal_error,
            "a worker built 0 parts from a plan of 2");
}

/// Whether any two parts ran at the same time.
bool any_overlap(const std::vector<PartReport>& parts) {
  for (const PartReport& one : parts) {
    for (const PartReport& other : parts) {
      const double one_begun = one.result.at("begun"), other_begun = other.result.at("begun");
      if (one_begun < other_begun && other_begun < one.result.at("ended").get<double>()) return true;
    }
  }
  return false;
}

TEST(Supervisor, AnExclusiveBackendHasOneWorkerAndOthersHaveTheirJobs) {
  std::vector<json> plan;
  for (int i = 0; i < 4; ++i) plan.push_back(step("sleep"));
  SupervisorOptions options = options_for("plain");
  options.jobs = 2;
  const Ran two = run_plan(options, plan);
  options.spec = "exclusive";
  const Ran one = run_plan(options, plan);
  EXPECT_EQ(two.report.workers, 2U);
  EXPECT_EQ(one.report.workers, 1U);
  for (const Ran* ran : {&two, &one}) {
    for (const PartReport& part : ran->report.parts) ASSERT_EQ(part.outcome, PartOutcome::pass) << part.what;
  }
  EXPECT_TRUE(any_overlap(two.report.parts));
  EXPECT_FALSE(any_overlap(one.report.parts));
}

TEST(Supervisor, GoogleTestVariablesDoNotReachWorkers) {
  setenv("GTEST_TOTAL_SHARDS", "2", 1);
  setenv("GTEST_SHARD_INDEX", "1", 1);
  setenv("GTEST_FILTER", "nothing", 1);
  const Ran ran = run_plan({step("pass"), step("pass"), step("pass")});
  unsetenv("GTEST_TOTAL_SHARDS");
  unsetenv("GTEST_SHARD_INDEX");
  unsetenv("GTEST_FILTER");
  for (const PartReport& part : ran.report.parts) EXPECT_EQ(part.outcome, PartOutcome::pass) << part.what;
}

TEST(Supervisor, ASignalEndsWorkersAndTheRun) {
  const std::string file = fresh_file("interrupted");
  const pid_t child = fork();
  if (child == 0) {
    SupervisorOptions options = options_for("plain");
    options.timeout_seconds = 100;
    std::thread([&] {
      while (!std::filesystem::exists(file)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      kill(getpid(), SIGTERM);
    }).detach();
    const RunReport report = run_plan(options, {step("fork_and_hang", {{"file", file}}), step("pass")}).report;
    const bool right = report.interrupted && report.parts.at(0).outcome == PartOutcome::not_run &&
                       report.parts.at(1).what == "the run was interrupted";
    _exit(right ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(dies(std::stoi(text_of(file))));
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace hallmark
