// SPDX-License-Identifier: Apache-2.0
#include "running/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>

#include "semantics/profile.h"

namespace hallmark {
namespace {

std::string read_all(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return std::move(text).str();
}

}  // namespace

Journal::Journal(std::filesystem::path path, const nlohmann::json& identity, bool resume) : path_(std::move(path)) {
  open_locked();
  std::istringstream lines(read_all(path_));
  std::string line;
  std::size_t whole = 0;  // bytes of whole lines
  if (resume && std::getline(lines, line) && !lines.eof()) {
    const nlohmann::json earlier = nlohmann::json::parse(line, nullptr, false);
    if (!earlier.is_discarded() && earlier != identity) {
      close(fd_);
      throw InputError(
          fmt::format("{}:1:1: is of another run (backend, profile, vectors, level, operations, seed or version "
                      "differ); run without --resume, or give another --out",
                      path_.string()));
    }
    whole = earlier.is_discarded() ? 0 : line.size() + 1;
    while (whole > 0 && std::getline(lines, line) && !lines.eof()) {
      const nlohmann::json entry = nlohmann::json::parse(line, nullptr, false);
      if (!entry.is_object() || !entry.contains("part") || !entry.contains("result")) break;
      finished_[entry["part"].get<std::string>()] = {entry["result"], entry.value("seconds", 0.0)};
      whole += line.size() + 1;
    }
  }
  size_ = static_cast<off_t>(whole);
  try {
    if (ftruncate(fd_, size_) != 0) throw write_error(errno);
    if (whole == 0) append(identity.dump());
  } catch (...) {
    // Nothing of it can be resumed.
    if (whole == 0) discard();
    std::error_code ignored;
    std::filesystem::remove(path_.parent_path(), ignored);  // only where it is empty
    close(fd_);
    throw;
  }
}

void Journal::open_locked() {
  std::error_code failed;
  std::filesystem::create_directories(path_.parent_path(), failed);
  if (failed) {
    throw JournalError(
        fmt::format("{}: cannot be created: {}; give another --out", path_.parent_path().string(), failed.message()));
  }
  for (;;) {
    fd_ = open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (fd_ < 0) throw write_error(errno);
    if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      close(fd_);
      throw JournalError(fmt::format("{}: another run writes to this folder now; wait for it or give another --out",
                                     path_.parent_path().string()));
    }
    struct stat status {};
    if (fstat(fd_, &status) == 0 && !S_ISREG(status.st_mode)) {
      close(fd_);
      throw JournalError(fmt::format("{}: is no regular file; remove it or give another --out", path_.string()));
    }
    if (status.st_nlink > 0) return;
    close(fd_);  // another run ended, and removed it, between the two calls
  }
}

Journal::~Journal() {
  if (fd_ >= 0) close(fd_);
}

void Journal::append(const std::string& line) {
  const std::string text = line + "\n";
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(fd_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const int error = count < 0 ? errno : ENOSPC;
      [[maybe_unused]] const int ignored = ftruncate(fd_, size_);  // half a line is of no use
      throw write_error(error);
    }
    done += static_cast<std::size_t>(count);
  }
  size_ += static_cast<off_t>(text.size());
}

JournalError Journal::write_error(int error) const {
  return JournalError(
      fmt::format("cannot write {}: {}; {}{}", path_.string(), std::strerror(error),
                  error == ENOSPC || error == EDQUOT ? "free some space or give another --out" : "give another --out",
                  finished_.empty() && size_ == 0 ? "" : "; --resume goes on from what is finished"));
}

void Journal::add(const std::string& part, const nlohmann::json& result, double seconds) {
  append(nlohmann::json({{"part", part}, {"result", result}, {"seconds", seconds}}).dump());
}

void Journal::discard() { unlink(path_.c_str()); }

}  // namespace hallmark
