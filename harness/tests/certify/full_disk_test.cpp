// SPDX-License-Identifier: Apache-2.0
// A disk that is full, read-only or limited, whichever file it strikes first: one line, exit code 3, earlier files
// intact, nothing left behind. The disk is a small tmpfs in a namespace of its own, where this machine lets a user make
// one.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "certify_backend.h"

namespace hallmark {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t page = 4096;

/// Content of every file under a folder.
std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> all;
  for (const std::string& file : files_under(folder)) all[file] = read_bytes(folder / file);
  return all;
}

std::size_t pages_of(const std::map<std::string, std::string>& files) {
  std::size_t pages = 0;
  for (const auto& [name, bytes] : files) pages += (bytes.size() + page - 1) / page;
  return pages;
}

Finished shell(const ScratchFolder& folder, const std::string& line) {
  return run_shell(line, {.folder = folder.path(), .environment = {}});
}

/// What a command did on a disk of that many pages which held the files of earlier/, and what it left there.
struct OnDisk {
  int exit_code = -1;
  std::string error;
  std::map<std::string, std::string> left;
};

/// Runs it in a mount namespace; `more` is a further mount option.
OnDisk run_on_disk(const ScratchFolder& folder, std::size_t pages, const std::string& command,
                   const std::string& more = "") {
  fs::create_directories(folder.path() / "disk");
  fs::remove_all(folder.path() / "left");
  const std::string remount = more.empty() ? "true" : "mount -o remount," + more + " disk";
  // The command goes by way of the environment, whatever quotes it has.
  const Finished finished = run_shell(
      "unshare -rm sh -c 'mount -t tmpfs -o size=" + std::to_string(pages * page) +
          " tmpfs disk && if [ -d earlier ]; then cp -a earlier disk/out; fi && " + remount +
          " || exit 98; eval \"$DISK_COMMAND\" 2> error > output; code=$?; cp -a disk/out left 2> cp; exit $code'",
      {.folder = folder.path(), .environment = {{"DISK_COMMAND", command}}});
  OnDisk result;
  result.exit_code = finished.exit_code;
  std::getline(std::ifstream(folder.path() / "error"), result.error, '\0');
  if (fs::exists(folder.path() / "left")) result.left = contents(folder.path() / "left");
  return result;
}

/// Why no small disk can be made here, empty where one can.
std::string no_small_disk() {
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "disk");
  const Finished tried = shell(folder, "unshare -rm mount -t tmpfs -o size=64k tmpfs disk");
  return tried.exit_code == 0 ? "" : "no tmpfs in a namespace of one's own here: " + tried.err;
}

void expect_one_line(const std::string& error, const std::string& context) {
  std::string last = error;
  while (!last.empty() && last.back() == '\n') last.pop_back();
  last = last.substr(last.rfind('\n') + 1);  // npos + 1 is 0; lines of progress come before
  EXPECT_TRUE(last.starts_with("hallmark: ")) << context << ": " << error;
  EXPECT_NE(last.find("; "), std::string::npos) << context << " names no mend: " << error;
  EXPECT_EQ(error.find("terminate"), std::string::npos) << error;
}

/// Earlier files as they were; beside them at most what a run resumes from.
void expect_intact(std::map<std::string, std::string> left, const std::map<std::string, std::string>& earlier,
                   const std::string& context) {
  std::erase_if(left, [](const auto& file) { return file.first.ends_with("unfinished.jsonl"); });
  EXPECT_EQ(left.size(), earlier.size()) << context;
  for (const auto& [name, bytes] : left) {
    const auto before = earlier.find(name);
    if (before == earlier.end()) {
      ADD_FAILURE() << name << " is left behind: " << context;
    } else {
      EXPECT_EQ(bytes == before->second, true) << name << " is not what it was: " << context;
    }
  }
}

class FullDisk : public testing::Test {
 protected:
  void SetUp() override {
    static const std::string why = no_small_disk();
    if (!why.empty()) GTEST_SKIP() << why;
  }
  /// An earlier run's reports in earlier/, and what a run takes by itself.
  void certify_earlier() {
    for (const char* seed : {"1", "2"}) {
      const Finished finished =
          shell(folder_, command_ + " --seed " + seed + " --out " + (*seed == '1' ? "earlier" : "later"));
      ASSERT_EQ(finished.exit_code, 0) << finished.err;
    }
    earlier_ = contents(folder_.path() / "earlier");
    later_ = contents(folder_.path() / "later");
    ASSERT_EQ(earlier_.size(), 5u);
    ASSERT_FALSE(earlier_.at("talkative/log.txt").empty());
  }

  /// Every size at which the disk can be full in another file, up to one that is enough: `write` what is written, in
  /// that order, while the earlier files are there.
  std::set<std::size_t> sizes(const std::vector<std::string>& written) const {
    constexpr std::size_t more = 4;  // pages that a journal may take, or a file may have grown
    std::set<std::size_t> all;
    std::size_t pages = std::max<std::size_t>(pages_of(earlier_), 1);
    for (std::size_t i = 0; i <= more; ++i) all.insert(pages + i);
    for (const std::string& name : written) {
      pages += (later_.at(name).size() + page - 1) / page;
      for (std::size_t i = 0; i <= more; ++i) all.insert(pages + i);
    }
    all.insert(pages + 64);
    return all;
  }

  ScratchFolder folder_;
  const std::string command_ = "hallmark certify --backend '" + test_backend("right_manners.so?talkative") +
                               "' --case 'convert(float32)->bfloat16#0x3f800000'";
  std::map<std::string, std::string> earlier_, later_;
};

// Kills: files written in place or published one by one, a log that is opened for writing first, a message without the
// file, an error that ends the program by a signal or an exception.
TEST_F(FullDisk, StrikesEachFileOfARun) {
  certify_earlier();
  std::set<std::string> struck;
  std::size_t succeeded = 0;
  for (const std::size_t pages : sizes({"talkative/certificate.json", "talkative/junit.xml", "talkative/summary.md",
                                        "talkative/index.html", "talkative/log.txt"})) {
    const OnDisk done = run_on_disk(folder_, pages, command_ + " --seed 2 --out disk/out");
    const std::string context = std::to_string(pages) + " pages";
    if (done.exit_code == 0) {
      ++succeeded;
      EXPECT_EQ(done.left.size(), 5u) << context;
      EXPECT_NE(done.left.at("talkative/certificate.json"), earlier_.at("talkative/certificate.json"));
      continue;
    }
    ASSERT_EQ(done.exit_code, 3) << context << ": " << done.error;
    expect_one_line(done.error, context);
    EXPECT_NE(done.error.find("No space left on device; free some space"), std::string::npos) << done.error;
    expect_intact(done.left, earlier_, context);
    for (const char* file :
         {"unfinished.jsonl", "certificate.json", "junit.xml", "summary.md", "index.html", "log.txt"}) {
      if (done.error.find(file) != std::string::npos) struck.insert(file);
    }
  }
  EXPECT_EQ(struck.size(), 6u) << testing::PrintToString(struck);
  EXPECT_GT(succeeded, 0u);
}

// Kills: a run whose reports could not be written and whose work is lost.
TEST_F(FullDisk, LeavesWhatARunCanBeResumedFrom) {
  certify_earlier();
  fs::remove_all(folder_.path() / "earlier");
  const std::size_t journal_only = 3;
  const OnDisk full = run_on_disk(folder_, journal_only, command_ + " --out disk/out");
  ASSERT_EQ(full.exit_code, 3) << full.error;
  ASSERT_EQ(full.left.size(), 1u) << testing::PrintToString(full.left);
  fs::rename(folder_.path() / "left", folder_.path() / "out");
  const Finished resumed = shell(folder_, command_ + " --out out --resume");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  const auto digest = [&](const char* out) { return read_certificate_under(folder_.path() / out).at("result_digest"); };
  ASSERT_EQ(shell(folder_, command_ + " --out whole").exit_code, 0);
  EXPECT_EQ(digest("out"), digest("whole"));
}

// Kills: the same of the other verbs that write.
TEST_F(FullDisk, StrikesReport) {
  certify_earlier();
  std::set<std::string> struck;
  for (const std::size_t pages :
       sizes({"talkative/certificate.json", "talkative/junit.xml", "talkative/summary.md", "talkative/index.html"})) {
    const OnDisk done = run_on_disk(folder_, pages, "hallmark report later/talkative/certificate.json --out disk/out");
    if (done.exit_code == 0) continue;
    ASSERT_EQ(done.exit_code, 3) << done.error;
    expect_one_line(done.error, std::to_string(pages));
    expect_intact(done.left, earlier_, std::to_string(pages) + " pages");
    for (const char* file : {"certificate.json", "junit.xml", "summary.md", "index.html"}) {
      if (done.error.find(file) != std::string::npos) struck.insert(file);
    }
  }
  EXPECT_EQ(struck.size(), 4u) << testing::PrintToString(struck);
}

TEST_F(FullDisk, StrikesVectors) {
  fs::copy(HALLMARK_SOURCE_DIR "/vectors", folder_.path() / "earlier", fs::copy_options::recursive);
  earlier_ = contents(folder_.path() / "earlier");
  // Other bytes than are generated, so that a file that was replaced shows.
  for (auto& [name, bytes] : earlier_) {
    bytes += "# mine\n";
    folder_.write("earlier/" + name, bytes);
  }
  const std::size_t all = pages_of(earlier_);
  for (const std::size_t pages : {all, all + all / 2, 2 * all - 8}) {
    const OnDisk done = run_on_disk(folder_, pages, "hallmark vectors generate --out disk/out");
    ASSERT_EQ(done.exit_code, 3) << pages << ": " << done.error;
    expect_one_line(done.error, std::to_string(pages));
    expect_intact(done.left, earlier_, std::to_string(pages) + " pages");
  }
  EXPECT_EQ(run_on_disk(folder_, 2 * all + 64, "hallmark vectors generate --out disk/out").exit_code, 0);
}

// Root may write everywhere but here.
TEST_F(FullDisk, IsReadOnly) {
  certify_earlier();
  for (const std::string& command : {command_ + " --out disk/out", command_ + " --out disk/new",
                                     std::string("hallmark report later/talkative/certificate.json --out disk/out"),
                                     std::string("hallmark vectors generate --out disk/vectors")}) {
    const OnDisk done = run_on_disk(folder_, 4096, command, "ro");
    ASSERT_EQ(done.exit_code, 3) << command << ": " << done.error;
    expect_one_line(done.error, command);
    EXPECT_NE(done.error.find("Read-only file system"), std::string::npos) << done.error;
    expect_intact(done.left, earlier_, command);
  }
}

// What every machine has: a limit on the size of files, with its signal ignored and not.
class FileLimit : public testing::TestWithParam<const char*> {};

// Kills: a program that dies by SIGXFSZ.
TEST_P(FileLimit, IsAnErrorLikeAFullDisk) {
  const ScratchFolder folder;
  const std::string certify =
      "hallmark certify --backend '" + test_backend("right_manners.so?talkative") + "' --level quick --out out";
  ASSERT_EQ(shell(folder, certify).exit_code, 0);
  const auto earlier = contents(folder.path() / "out");
  // Arrays are files in memory, which the limit is for as well: it must leave those their 40 KiB.
  constexpr std::size_t blocks = 96;  // of 512 bytes
  const std::string limited = std::string(GetParam()) + "ulimit -f " + std::to_string(blocks) + "; ";
  const fs::path vectors = folder.path() / "vectors";
  const Finished generated = shell(folder, limited + "hallmark vectors generate --out '" + vectors.string() + "'");
  EXPECT_EQ(generated.exit_code, 3) << generated.err;
  expect_one_line(generated.err, "vectors generate");
  EXPECT_NE(generated.err.find("File too large"), std::string::npos) << generated.err;
  EXPECT_FALSE(fs::exists(vectors)) << "a folder is left behind";

  // The page may be larger than the limit; all else of a run is smaller.
  const bool fits = earlier.at("talkative/index.html").size() < blocks * 512;
  const Finished certified = shell(folder, limited + certify);
  EXPECT_EQ(certified.exit_code, fits ? 0 : 3) << certified.err;
  if (!fits) expect_intact(contents(folder.path() / "out"), earlier, "file limit");
}
INSTANTIATE_TEST_SUITE_P(Signal, FileLimit, testing::Values("", "trap '' XFSZ; "),
                         [](const auto& one) { return *one.param == '\0' ? "at_default" : "ignored"; });

// Kills: a verdict lost on the way to whoever reads it, with exit code 0.
TEST(FullDevice, TakesNoOutput) {
  const ScratchFolder folder;
  for (const char* command : {"list formats", "explain 'convert(float32)->bfloat16' 1", "--version", "--help",
                              "vectors check '" HALLMARK_SOURCE_DIR "/vectors/tpu/convert_float32_to_bfloat16.csv'"}) {
    const Finished finished = shell(folder, std::string("hallmark ") + command + " > /dev/full");
    EXPECT_EQ(finished.exit_code, 3) << command;
    EXPECT_NE(finished.err.find("hallmark: "), std::string::npos) << command << ": " << finished.err;
  }
  // Not even the error can be told, but the exit code is.
  EXPECT_EQ(shell(folder, "hallmark certify --level none 2> /dev/full").exit_code, 2);
  EXPECT_EQ(shell(folder, "hallmark certify --backend ./none.so > /dev/full 2> /dev/full").exit_code, 3);
}

TEST(FullDevice, IsNoJournal) {
  const ScratchFolder folder;
  fs::create_directories(folder.path() / "out" / "talkative");
  fs::create_symlink("/dev/full", folder.path() / "out" / "talkative" / "unfinished.jsonl");
  CertifyRun run;
  const Finished finished = shell(folder, "hallmark certify --backend '" + test_backend("right_manners.so?talkative") +
                                              "' --level quick --out out");
  EXPECT_EQ(finished.exit_code, 3) << finished.err;
  expect_one_line(finished.err, "journal");
  EXPECT_NE(finished.err.find("unfinished.jsonl"), std::string::npos) << finished.err;
  EXPECT_LT(finished.seconds, 20) << "it was read to its end, which it has not";
}

// Kills: a second run that empties or removes what the first one writes.
TEST(OneFolder, IsWrittenByOneRun) {
  const ScratchFolder folder;
  fs::create_directories(folder.path() / "out" / "talkative");
  const fs::path journal = folder.write("out/talkative/unfinished.jsonl", "the other run's\n");
  const int held = open(journal.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(held, LOCK_EX | LOCK_NB), 0);
  const std::string certify =
      "hallmark certify --backend '" + test_backend("right_manners.so?talkative") + "' --level quick --out out";
  for (const char* more : {"", " --resume"}) {
    const Finished finished = shell(folder, certify + more);
    EXPECT_EQ(finished.exit_code, 3) << finished.err;
    expect_one_line(finished.err, "locked");
    EXPECT_NE(finished.err.find("another run writes to this folder"), std::string::npos) << finished.err;
    EXPECT_EQ(contents(folder.path() / "out"),
              (std::map<std::string, std::string>{{"talkative/unfinished.jsonl", "the other run's\n"}}));
  }
  close(held);
  EXPECT_EQ(shell(folder, certify).exit_code, 0);
}

}  // namespace
}  // namespace hallmark
