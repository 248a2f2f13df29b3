// SPDX-License-Identifier: Apache-2.0
// What a run has finished so far, on disk: an interrupted run resumes from it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace hallmark {

/// The journal cannot be written, or another run writes it now. The command line exits with 3.
class JournalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file of JSON lines: the run's identity, then one line for each part that ran to its end. A line is written at
/// once, so whatever kills the run leaves whole lines and at most one torn one, which is dropped. Locked while it is
/// open.
class Journal {
 public:
  struct FinishedPart {
    nlohmann::json result;
    double seconds = 0;
  };

  /// identity: everything that decides what the parts are and what they give. With `resume`, parts of an earlier run of
  /// the same identity are taken over; of another identity, throws InputError. Without, an earlier journal is dropped.
  Journal(std::filesystem::path path, const nlohmann::json& identity, bool resume);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::map<std::string, FinishedPart>& finished() const { return finished_; }
  void add(const std::string& part, const nlohmann::json& result, double seconds);
  /// The run is complete and written down elsewhere: the file goes.
  void discard();

 private:
  void open_locked();
  void append(const std::string& line);
  JournalError write_error(int error) const;

  std::filesystem::path path_;
  int fd_ = -1;
  off_t size_ = 0;  ///< of its whole lines
  std::map<std::string, FinishedPart> finished_;
};

}  // namespace hallmark
