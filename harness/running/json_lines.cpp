// SPDX-License-Identifier: Apache-2.0
// Reading and writing JSON lines.
#include "running/json_lines.h"

#include <unistd.h>

#include <cerrno>
#include <vector>

namespace hallmark {

std::string json_line(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

JsonLineReader::State JsonLineReader::read_once() {
  std::vector<char> block(65536);
  const ssize_t count = read(fd_, block.data(), block.size());
  if (count < 0) return errno == EAGAIN || errno == EINTR ? State::open : State::closed;
  if (count == 0) return State::closed;
  rest_.append(block.data(), static_cast<std::size_t>(count));
  std::size_t start = 0;
  for (std::size_t end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n', start)) {
    auto value = nlohmann::json::parse(rest_.begin() + static_cast<std::ptrdiff_t>(start),
                                       rest_.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    if (!value.is_object()) {
      garbage_ = rest_.substr(start, end - start);
      return State::garbage;
    }
    values_.push_back(std::move(value));
    start = end + 1;
  }
  rest_.erase(0, start);
  return State::open;
}

std::optional<nlohmann::json> JsonLineReader::next() {
  if (values_.empty()) return std::nullopt;
  nlohmann::json value = std::move(values_.front());
  values_.pop_front();
  return value;
}

}  // namespace hallmark
