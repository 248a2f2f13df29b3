// SPDX-License-Identifier: Apache-2.0
// What a backend's workers print on stdout and stderr: kept for a reader, never parsed.
#pragma once

#include <string>

namespace hallmark {

/// A file in append mode, so that several workers' lines follow each other. A backend that prints without end does not
/// fill the disk: above 64 MiB the log keeps its first 32 MiB and goes on from there.
class WorkerLog {
 public:
  /// path: a file to create, or empty for memory. Throws std::system_error if it cannot be created.
  explicit WorkerLog(const std::string& path);
  ~WorkerLog();
  WorkerLog(const WorkerLog&) = delete;
  WorkerLog& operator=(const WorkerLog&) = delete;

  int fd() const { return fd_; }
  void bound() const;
  /// The last line that is not empty, or "".
  std::string last_line() const;
  /// Everything it holds.
  std::string text() const;

 private:
  int fd_;
};

}  // namespace hallmark
