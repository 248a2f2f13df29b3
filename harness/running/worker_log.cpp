// SPDX-License-Identifier: Apache-2.0
// The log file behind a supervisor's workers.
#include "running/worker_log.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <vector>

#include "backends/text.h"

namespace hallmark {

namespace {

constexpr off_t most_bytes = off_t{64} << 20;
constexpr off_t kept_bytes = off_t{32} << 20;

off_t length(int fd) {
  struct stat status {};
  return fstat(fd, &status) == 0 ? status.st_size : 0;
}

int open_log(const std::string& path) {
  if (!path.empty()) return open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
  const int fd = memfd_create("hallmark log", MFD_CLOEXEC);
  if (fd >= 0) fcntl(fd, F_SETFL, O_APPEND);
  return fd;
}

}  // namespace

WorkerLog::WorkerLog(const std::string& path) : fd_(open_log(path)) {
  if (fd_ < 0) throw std::system_error(errno, std::generic_category(), path.empty() ? "cannot keep a log" : path);
}

WorkerLog::~WorkerLog() { close(fd_); }

void WorkerLog::bound() const {
  if (length(fd_) <= most_bytes || ftruncate(fd_, kept_bytes) != 0) return;
  constexpr std::string_view note = "\n[log shortened here: the backend printed more than 64 MiB]\n";
  [[maybe_unused]] const ssize_t ignored = write(fd_, note.data(), note.size());
}

std::string WorkerLog::last_line() const {
  const off_t end = length(fd_);
  const off_t start = std::max<off_t>(0, end - 4096);
  std::string text(static_cast<std::size_t>(end - start), '\0');
  const ssize_t count = pread(fd_, text.data(), text.size(), start);
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (last == std::string::npos) return {};
  const std::size_t newline = text.rfind('\n', last);
  const std::size_t first = newline == std::string::npos ? 0 : newline + 1;
  return one_line(std::string_view(text).substr(first, last - first + 1));
}

std::string WorkerLog::text() const {
  std::string all;
  std::vector<char> block(65536);
  for (;;) {
    const ssize_t count = pread(fd_, block.data(), block.size(), static_cast<off_t>(all.size()));
    if (count <= 0) return all;
    all.append(block.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace hallmark
