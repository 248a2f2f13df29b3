// SPDX-License-Identifier: Apache-2.0
// A kernel that dies, hangs, fails, takes memory or lies in the middle of a sweep costs its own test and nothing else.
#include <gtest/gtest.h>

#include "certify_backend.h"

namespace hallmark {
namespace {

constexpr char judged[] = "convert(float32)->bfloat16";
constexpr char beside[] = "convert(float16)->bfloat16";

constexpr char memory_fault[] = "SIGSEGV";

std::string spec(const std::string& name) { return HALLMARK_BINARY_DIR "/tests/certify/misbehaving.so?" + name; }

void certify_misbehaving(CertifyRun& run, const std::string& name, std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--level", "quick"});
  certify(run, spec(name), more);
  ASSERT_EQ(run.process.exit_code, 1) << run.process.out << run.process.err;
  // The operation beside it is judged in full all the same.
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(certificate.at("claim").at("verdict"), "does not conform");
  const nlohmann::json& other = operation_of(certificate, beside);
  EXPECT_EQ(other.at("outcome"), "pass");
  EXPECT_EQ(other.at("tried"), 65536);
}

void expect_one_operand(const CertifyRun& run, const std::string& fault) {
  const nlohmann::json certificate = run.certificate();
  const nlohmann::json& operation = operation_of(certificate, judged);
  EXPECT_EQ(operation.at("outcome"), "crashed");
  ASSERT_FALSE(operation.at("findings").empty());
  const nlohmann::json& finding = operation.at("findings").front();
  const std::string explanation = finding.at("explanation"), command = finding.at("reproduce");
  EXPECT_EQ(finding.at("requirement"), "environment");
  EXPECT_NE(explanation.find(fault), std::string::npos) << explanation;
  EXPECT_NE(explanation.find("0x42280000"), std::string::npos) << explanation;
  EXPECT_EQ(finding.at("operands"), nlohmann::json::array({"0x42280000"}));
  EXPECT_NE(command.find("--case 'convert(float32)->bfloat16#0x42280000'"), std::string::npos) << command;
}

// Kills: a supervisor that dies with its worker, that names the block instead of the operand, or that gives up the
// rest.
TEST(Misbehaving, ACrashIsNarrowedToItsOperand) {
  CertifyRun run;
  certify_misbehaving(run, "crashes_on_one");
  expect_one_operand(run, memory_fault);
  EXPECT_LT(run.process.seconds, 120);
  const std::string command = operation_of(run.certificate(), judged).at("findings").front().at("reproduce");
  const Finished again = run_shell(command, {.folder = run.folder.path(), .environment = {}});
  EXPECT_EQ(again.exit_code, 1) << again.out << again.err;
}

// Kills: a watchdog that counts only crashes, or that waits the time-out once for every probe.
TEST(Misbehaving, AHangIsEndedAndNarrowed) {
  CertifyRun run;
  // Not less: a worker must open within it too, on a busy machine.
  certify_misbehaving(run, "hangs_on_one", {"--timeout", "5"});
  expect_one_operand(run, "hang");
  EXPECT_LT(run.process.seconds, 120);
}

// Kills: a schedule that restarts a worker for every one of the parts of a kernel that always dies.
TEST(Misbehaving, AKernelThatAlwaysCrashesIsGivenUp) {
  CertifyRun run;
  certify(run, spec("crashes_always"), {"--level", "standard"});
  ASSERT_EQ(run.process.exit_code, 1) << run.process.out << run.process.err;
  const nlohmann::json certificate = run.certificate();
  const nlohmann::json& operation = operation_of(certificate, judged);
  EXPECT_EQ(operation.at("outcome"), "crashed");
  EXPECT_EQ(operation.at("tried"), 0);
  EXPECT_GE(operation.at("findings").size(), 1u);
  EXPECT_LE(operation.at("findings").size(), 4u) << "three crashed parts are enough";
  EXPECT_EQ(operation_of(certificate, beside).at("outcome"), "pass");
  EXPECT_LT(run.process.seconds, 180);
}

// Kills: a caller that ignores the status, or drops the whole sweep for one failed call.
TEST(Misbehaving, AFailedCallIsCountedAndTheSweepGoesOn) {
  CertifyRun run;
  certify_misbehaving(run, "fails_on_one");
  const nlohmann::json certificate = run.certificate();
  const nlohmann::json& operation = operation_of(certificate, judged);
  EXPECT_EQ(operation.at("outcome"), "fail");
  EXPECT_EQ(operation.at("failed"), 0) << "no result is wrong";
  EXPECT_GT(operation.at("tried"), 1000000);
  ASSERT_EQ(operation.at("findings").size(), 1u) << operation.dump(1);
  const nlohmann::json& finding = operation.at("findings").front();
  EXPECT_EQ(finding.at("requirement"), "environment");
  EXPECT_NE(finding.at("explanation").get<std::string>().find("returned 7 instead of 0"), std::string::npos);
}

// Kills: a memory limit that is read and not watched.
TEST(Misbehaving, MemoryOverTheLimitEndsTheWorker) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer's own memory is over any useful limit";
#endif
  CertifyRun run;
  certify_misbehaving(run, "takes_memory", {"--memory-limit", "0.4"});
  const std::string text = operation_of(run.certificate(), judged).dump();
  EXPECT_NE(text.find("GiB of memory in use (limit 0.4 GiB)"), std::string::npos) << text;
}

// Kills: a supervisor that reads its workers' stdout, or a log that loses what they said.
TEST(Misbehaving, WhatItPrintsIsLoggedAndNotBelieved) {
  CertifyRun run;
  certify(run, spec("boasts"), {"--level", "quick"});
  EXPECT_EQ(run.process.exit_code, 1);
  const nlohmann::json certificate = run.certificate();
  EXPECT_EQ(operation_of(certificate, judged).at("outcome"), "fail");
  EXPECT_EQ(run.process.out.find("PASSED"), std::string::npos);
  EXPECT_EQ(run.process.err.find("\"verdict\""), std::string::npos);
  const std::string log = read_bytes(certificate_path(run.folder.path() / "out").parent_path() / "log.txt");
  EXPECT_NE(log.find("[  PASSED  ]"), std::string::npos);
  EXPECT_NE(log.find("\"verdict\":\"conforms\""), std::string::npos);
}

/// What environment.so does, and words of the finding that says so.
struct Manner {
  std::string name, words;
};

class Manners : public testing::TestWithParam<Manner> {};

// Kills: a call that is not fenced in: environment not compared, no guard page, no canary, no poison, no catch.
TEST_P(Manners, AreFound) {
  CertifyRun run;
  certify(run, test_backend("environment.so?" + GetParam().name), {"--level", "quick"});
  ASSERT_EQ(run.process.exit_code, 1) << run.process.out << run.process.err;
  bool found = false;
  for (const nlohmann::json& finding : findings_of(run.certificate())) {
    if (finding.at("requirement") != "environment") continue;
    found |= finding.at("explanation").get<std::string>().find(GetParam().words) != std::string::npos;
  }
  EXPECT_TRUE(found) << run.process.out;
}

INSTANTIATE_TEST_SUITE_P(
    Environment, Manners,
    testing::Values(Manner{"EN02_caller", "flush to zero"}, Manner{"rounding_mode_left", "rounding upward"},
                    Manner{"x87_precision_left", "precision"}, Manner{"throws", "this kernel throws"},
                    Manner{"writes_past_end", memory_fault}, Manner{"writes_before_start", memory_fault},
                    Manner{"writes_operand", memory_fault}, Manner{"reads_past_end", memory_fault},
                    Manner{"nothing_written", "left results unwritten"}, Manner{"LT04", "left results unwritten"},
                    Manner{"fails_on_tails", "returned 1 instead of 0"}),
    [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace hallmark
