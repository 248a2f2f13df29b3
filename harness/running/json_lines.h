// SPDX-License-Identifier: Apache-2.0
// JSON values as lines over a file descriptor: how a supervisor and its workers talk.
#pragma once

#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace hallmark {

/// One line, newline included. Text that is not UTF-8 (a backend's name, say) is replaced, never refused.
std::string json_line(const nlohmann::json& value);

/// Splits what arrives on a descriptor into JSON values.
class JsonLineReader {
 public:
  enum class State {
    open,     ///< more may come
    closed,   ///< the other end closed
    garbage,  ///< a line that is not a JSON object
  };

  explicit JsonLineReader(int fd) : fd_(fd) {}

  /// Reads once and queues whole lines. Blocks only if the descriptor does.
  State read_once();
  /// The next queued value, if any.
  std::optional<nlohmann::json> next();
  const std::string& garbage() const { return garbage_; }

 private:
  int fd_;
  std::string rest_;
  std::string garbage_;
  std::deque<nlohmann::json> values_;
};

}  // namespace hallmark
