// SPDX-License-Identifier: Apache-2.0
// The command printed with a finding shows the finding again, and carries the options that takes and no others.
#include <gtest/gtest.h>

#include <ostream>

#include "certify_backend.h"

namespace hallmark {
namespace {

struct Shown {
  std::string name, library;
  std::vector<std::string> arguments;  ///< of the run
  std::string ends_with;               ///< what follows the profile in the command
};

void PrintTo(const Shown& shown, std::ostream* out) { *out << shown.library; }

class Reproduce : public testing::TestWithParam<Shown> {};

// Kills: a command that draws other operands, watches by other limits, or tries everything to show one case.
TEST_P(Reproduce, CarriesWhatItNeeds) {
#if defined(__SANITIZE_ADDRESS__)
  if (GetParam().name == "memory") GTEST_SKIP() << "the sanitizer takes memory of its own";
#endif
  CertifyRun run;
  std::vector<std::string> arguments = {"--level", "quick"};
  arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  certify(run, HALLMARK_BINARY_DIR "/tests/" + GetParam().library, arguments);
  ASSERT_EQ(run.process.exit_code, 1) << run.process.out << run.process.err;
  const std::vector<nlohmann::json> findings = findings_of(run.certificate());
  ASSERT_FALSE(findings.empty());
  const std::string command = findings.back().at("reproduce");
  EXPECT_TRUE(command.ends_with(GetParam().ends_with)) << command;

  const ScratchFolder folder;
  const Finished again = run_shell(command + " --out out", {.folder = folder.path(), .environment = {}});
  EXPECT_EQ(again.exit_code, 1) << command << "\n" << again.out << again.err;
  const std::vector<nlohmann::json> shown = findings_of(read_certificate_under(folder.path() / "out"));
  ASSERT_FALSE(shown.empty()) << command;
  EXPECT_EQ(shown.back().at("requirement"), findings.back().at("requirement")) << command;
}

INSTANTIATE_TEST_SUITE_P(Findings, Reproduce,
                         testing::Values(Shown{"operand",
                                               "backends/rounding.so?CV20",
                                               {"--seed", "7"},
                                               "ieee754 --case 'convert(float16)->bfloat16#0x0103'"},
                                         Shown{"operand_by_default",
                                               "backends/rounding.so?CV20",
                                               {},
                                               "ieee754 --case 'convert(float16)->bfloat16#0x0103'"}),
                         [](const auto& one) { return one.param.name; });

// Kills: a seed left out where the operands of a call are drawn with it.
INSTANTIATE_TEST_SUITE_P(
    Places, Reproduce,
    testing::Values(Shown{"place", "backends/lanes.so?one_length_truncates", {"--seed", "7"}, " --seed 7"},
                    Shown{"repeat", "backends/determinism.so?nan_now_and_then", {"--seed", "7"}, " --seed 7"},
                    Shown{"block",
                          "backends/environment.so?nothing_written",
                          {"--seed", "7"},
                          "ieee754 --case 'convert(float32)->bfloat16@lanes/1' --seed 7"}),
    [](const auto& one) { return one.param.name; });

// Kills: a limit left out that the crash is about.
INSTANTIATE_TEST_SUITE_P(
    Limits, Reproduce,
    testing::Values(
        Shown{"memory", "misbehaving/process.so?take_memory", {"--memory-limit", "0.5"}, " --memory-limit 0.5"},
        Shown{"hang", "misbehaving/process.so?loop", {"--timeout", "6"}, " --timeout 6"}),
    [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace hallmark
