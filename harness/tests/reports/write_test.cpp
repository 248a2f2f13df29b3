// SPDX-License-Identifier: Apache-2.0
// Tests of writing reports: complete or not at all, earlier files intact, one clear line when it cannot be done.
#include "reports/write.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "reports/json_text.h"
#include "sample.h"

namespace hallmark::test {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

class Write : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "hallmark_write_XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }

  /// The line a failed write gives; empty if it did not fail.
  static std::string failure(const Certificate& certificate, const fs::path& folder) {
    try {
      write_reports(certificate, folder);
      return "";
    } catch (const WriteError& error) {
      return error.what();
    }
  }

  fs::path folder_;
};

const std::vector<std::string> all_files = {"certificate.json", "index.html", "junit.xml", "summary.md"};

TEST_F(Write, FourFilesAndNothingElse) {
  const fs::path out = folder_ / "made" / "on the way";
  write_reports(realistic(), out);
  EXPECT_EQ(names_in(out), all_files);
  EXPECT_EQ(check_certificate_text(bytes_of(out / "certificate.json")), "");
  for (const std::string& name : all_files) EXPECT_GT(fs::file_size(out / name), 500u) << name;
  write_reports(small(), out);
  EXPECT_EQ(bytes_of(out / "certificate.json"), certificate_text(to_json(small())));
  EXPECT_EQ(names_in(out), all_files);
}

TEST_F(Write, SampleToLookAt) {
  // Left in the build folder: the page that screenshots are taken of.
  const fs::path out = fs::path(HALLMARK_BINARY_DIR) / "tests" / "reports-sample";
  write_reports(realistic(), out / "realistic");
  write_reports(every_outcome(), out / "every_outcome");
  write_reports(small(), out / "small");
  EXPECT_TRUE(fs::exists(out / "realistic" / "index.html"));
}

TEST_F(Write, RefusalsNameFileCauseAndMend) {
  std::ofstream(folder_ / "file") << "in the way";
  const std::string in_the_way = failure(small(), folder_ / "file" / "out");
  EXPECT_NE(in_the_way.find((folder_ / "file").string()), std::string::npos) << in_the_way;
  EXPECT_NE(in_the_way.find("Not a directory; a file is in the way"), std::string::npos) << in_the_way;
  EXPECT_EQ(in_the_way.find('\n'), std::string::npos);
  fs::create_directories(folder_ / "out" / "index.html");
  EXPECT_NE(failure(small(), folder_ / "out").find("index.html: Is a directory"), std::string::npos);
  if (geteuid() == 0) return;  // root may write everywhere
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_NE(failure(small(), folder_ / "other").find("Permission denied; name an --out"), std::string::npos);
}

TEST_F(Write, FullDiskLeavesEarlierFilesIntact) {
  write_reports(small(), folder_);
  std::vector<std::string> before;
  for (const std::string& name : all_files) before.push_back(bytes_of(folder_ / name));
  // A limit on file sizes stands in for a full disk: write() comes up short, then fails. In a child, because a limit
  // once lowered holds for the whole process.
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    // The certificate and the two smaller reports fit, the page does not.
    const rlimit limit = {30000, 30000};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string line = failure(realistic(), folder_);
    _exit(line.find("index.html: File too large") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(names_in(folder_), all_files) << "no half-written file is left";
  for (std::size_t i = 0; i < all_files.size(); ++i) EXPECT_EQ(bytes_of(folder_ / all_files[i]), before[i]);
}

TEST(FolderName, StaysInsideAndDoesNotClash) {
  std::set<std::string> taken;
  EXPECT_EQ(folder_name("avx512_bf16", taken), "avx512_bf16");
  EXPECT_EQ(folder_name("avx512_bf16", taken), "avx512_bf16-2");
  EXPECT_EQ(folder_name("../../etc/x y", taken), ".._.._etc_x_y");
  EXPECT_EQ(folder_name("index.html", taken), "index.html-2") << "the index stands there";
  EXPECT_EQ(folder_name("..", taken), "_");
  EXPECT_EQ(folder_name("", taken), "_-2");
  EXPECT_EQ(folder_name("caf\u00e9", taken), "caf__");
}

}  // namespace
}  // namespace hallmark::test
