// SPDX-License-Identifier: Apache-2.0
// Every behaviour of the catalogue ends in bounded time with the right verdict; at its end the program prints what it
// saw as a table, which scripts/misbehaving puts into docs/misbehaving.md.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "catalogue.h"
#include "certify_backend.h"

namespace hallmark {
namespace {

struct Seen {
  std::string behaviour, verdict, said;
  int exit_code = -1;
  double seconds = 0;
};

std::vector<Seen>& seen() {
  static std::vector<Seen> all;
  return all;
}

/// Prints the table when all tests have run.
class Table : public testing::Environment {
 public:
  void TearDown() override {
    if (seen().empty()) return;
    std::printf("\n| the kernel | verdict | exit code | seconds | what the report says |\n|---|---|---|---|---|\n");
    for (const Seen& row : seen()) {
      std::printf("| %s | %s | %d | %.1f | %s |\n", row.behaviour.c_str(), row.verdict.c_str(), row.exit_code,
                  row.seconds, row.said.c_str());
    }
    std::fflush(stdout);
  }
};

[[maybe_unused]] const testing::Environment* const table = testing::AddGlobalTestEnvironment(new Table);

/// Options of a row; a file of a test profile stands by its name.
std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(test_profile(word));
  return words;
}

/// Processes whose program is hallmark and whose folder is this run's: whatever a run left behind.
std::size_t processes_in(const std::filesystem::path& folder) {
  std::size_t count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (entry.path().filename().string().find_first_not_of("0123456789") != std::string::npos) continue;
    if (std::filesystem::read_symlink(entry.path() / "cwd", error) == folder && !error) ++count;
  }
  return count;
}

bool says(const std::string& explanation, const std::string& words) {
  if (explanation.find(words) != std::string::npos) return true;
#if defined(__SANITIZE_ADDRESS__)
  // The sanitizer sees some of them first, reports them and leaves.
  if (words.starts_with("SIGSEGV")) return says(explanation, "exit with status 1" + words.substr(7));
#endif
  return false;
}

class MisbehavingMatrix : public testing::TestWithParam<MisbehavingRow> {};

// Kills: a supervisor that waits for ever, believes its worker's last words or stdout, or leaves processes behind; a
// worker whose fences a kernel can take down; a verdict of 0 for a wrong kernel, and of 1 for a right one with odd
// manners.
TEST_P(MisbehavingMatrix, EndsWithTheRightVerdict) {
  const MisbehavingRow& row = GetParam();
#if defined(__SANITIZE_ADDRESS__)
  if (row.backend.find("?take_") != std::string::npos) GTEST_SKIP() << "the sanitizer takes memory of its own";
#endif
  CertifyRun run;
  std::vector<std::string> arguments = words_of(row.options);
  if (row.options.find("--level") == std::string::npos) arguments.insert(arguments.end(), {"--level", "quick"});
  certify(run, HALLMARK_BINARY_DIR "/tests/" + row.backend, arguments);
  Seen what{row.behaviour, "", "", run.process.exit_code, run.process.seconds};
  ASSERT_EQ(run.process.exit_code, row.exit) << run.process.out << run.process.err;
  EXPECT_LT(run.process.seconds, 120);
  EXPECT_EQ(processes_in(run.folder.path()), 0u) << "a process outlives the run";

  const nlohmann::json certificate = run.certificate();
  what.verdict = certificate.at("claim").at("verdict");
  EXPECT_EQ(what.verdict, row.exit == 0 ? "conforms" : "does not conform");
  const std::vector<nlohmann::json> findings = findings_of(certificate);
  EXPECT_EQ(findings.empty(), row.exit == 0);
  for (const nlohmann::json& finding : findings) {
    const std::string explanation = finding.at("explanation");
    if (what.said.empty() && says(explanation, row.words)) what.said = explanation;
  }
  EXPECT_EQ(what.said.empty(), row.exit == 0) << "no finding says '" << row.words << "'\n" << run.process.out;
  seen().push_back(std::move(what));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, MisbehavingMatrix, testing::ValuesIn(misbehaving_rows()),
                         [](const auto& one) { return test_name_of(one.param.behaviour); });

}  // namespace
}  // namespace hallmark
