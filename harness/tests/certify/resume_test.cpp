// SPDX-License-Identifier: Apache-2.0
// A run killed at any moment goes on from its finished parts and ends with the certificate of an uninterrupted run.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "certificates.h"
#include "hallmark_process.h"

namespace hallmark {
namespace {

const std::vector<std::string> command = {"certify", "--backend", "scalar", "--operation", "convert(float32)->bfloat16",
                                          "--out",   "out"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::string& more) {
  arguments.push_back(more);
  return arguments;
}

ProcessOptions in(const ScratchFolder& folder, double seconds = 300) {
  ProcessOptions options;
  options.folder = folder.path();
  options.seconds = seconds;
  options.killed_is_meant = seconds < 300;
  return options;
}

std::size_t lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::size_t count = 0;
  for (std::string line; std::getline(file, line);) ++count;
  return count;
}

std::filesystem::path journal_under(const std::filesystem::path& out) {
  for (const std::string& file : files_under(out)) {
    if (file.ends_with("unfinished.jsonl")) return out / file;
  }
  return {};
}

// Kills: a part counted twice or lost, a torn last line believed, a certificate left from the killed run.
TEST(Resume, AfterKillAtTwentyMoments) {
  ScratchFolder whole;
  const Finished reference = run_hallmark(command, in(whole));
  ASSERT_EQ(reference.exit_code, 0) << reference.err;
  const auto expected = read_certificate_under(whole.path() / "out").at("result_digest");
  EXPECT_TRUE(journal_under(whole.path() / "out").empty()) << "a complete run leaves nothing to resume";

  std::mt19937 random(20);
  std::uniform_real_distribution<double> moment(0, 0.95);
  // Runs take less time where another test has just ended: the shortest seen says how long there is to kill one.
  double length = reference.seconds;
  constexpr std::size_t moments = 20, most_runs = 80;
  std::size_t interrupted = 0, resumed_with_parts = 0;
  for (std::size_t i = 0; i < most_runs && interrupted < moments; ++i) {
    ScratchFolder scratch;
    const double seconds = std::max(0.02, moment(random) * length);
    const Finished killed = run_hallmark(command, in(scratch, seconds));
    if (killed.exit_code == -1) {
      ++interrupted;
    } else {
      length = std::min(length, killed.seconds);
    }
    const auto journal = journal_under(scratch.path() / "out");
    if (!journal.empty() && lines_of(journal) > 1) ++resumed_with_parts;
    const Finished resumed = run_hallmark(with(command, "--resume"), in(scratch));
    EXPECT_EQ(resumed.exit_code, 0) << "killed after " << seconds << " s: " << resumed.err;
    EXPECT_EQ(read_certificate_under(scratch.path() / "out").at("result_digest"), expected)
        << "killed after " << seconds << " s";
  }
  EXPECT_EQ(interrupted, moments) << "too few runs were interrupted";
  EXPECT_GT(resumed_with_parts, 0u) << "no run left a finished part: nothing was resumed";
}

// Kills: a journal whose last line was torn, and one of another command taken for this one's.
TEST(Resume, TornLineIsDroppedAndAnotherRunRefused) {
  ScratchFolder scratch;
  for (double seconds = 0.3;; seconds *= 1.3) {  // until a run dies with a part finished
    ASSERT_LT(seconds, 60) << "no run left a finished part";
    run_hallmark(command, in(scratch, seconds));
    const auto journal = journal_under(scratch.path() / "out");
    if (!journal.empty() && lines_of(journal) > 2) break;
    std::filesystem::remove_all(scratch.path() / "out");
  }
  const auto journal = journal_under(scratch.path() / "out");
  std::filesystem::resize_file(journal, std::filesystem::file_size(journal) - 7);

  std::vector<std::string> other = with(command, "--resume");
  other.insert(other.end(), {"--seed", "2"});
  const Finished refused = run_hallmark(other, in(scratch));
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error_lines().size(), 1u) << refused.err;
  EXPECT_NE(refused.err.find("another run"), std::string::npos) << refused.err;
  // Other golden vectors are another run as well: parts judged by two sets must not meet in one certificate.
  ScratchFolder no_vectors;
  ProcessOptions without = in(scratch);
  without.environment["HALLMARK_VECTORS"] = no_vectors.path();
  const Finished mixed = run_hallmark(with(command, "--resume"), without);
  EXPECT_EQ(mixed.exit_code, 2) << mixed.err;
  EXPECT_NE(mixed.err.find("another run"), std::string::npos) << mixed.err;

  const Finished resumed = run_hallmark(with(command, "--resume"), in(scratch));
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  ScratchFolder whole;
  run_hallmark(command, in(whole));
  EXPECT_EQ(read_certificate_under(scratch.path() / "out").at("result_digest"),
            read_certificate_under(whole.path() / "out").at("result_digest"));
}

// Kills: two runs that write one folder and leave a mixture.
TEST(Resume, TwoRunsOnOneFolderAtOnce) {
  ScratchFolder scratch;
  const Finished both = run_shell(
      "hallmark certify --backend scalar --operation 'convert(float32)->*16' --out out > first.txt 2>&1 & sleep 0.3; "
      "hallmark certify --backend scalar --operation 'convert(float32)->*16' --out out > second.txt 2>&1; "
      "second=$?; wait $!; echo $second $?",
      in(scratch));
  EXPECT_EQ(both.out, "3 0\n") << both.err << read_bytes(scratch.path() / "second.txt");
  EXPECT_NE(read_bytes(scratch.path() / "second.txt").find("another run writes to this folder"), std::string::npos);
  EXPECT_NO_THROW(read_certificate_under(scratch.path() / "out"));
}

}  // namespace
}  // namespace hallmark
