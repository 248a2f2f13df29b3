// SPDX-License-Identifier: Apache-2.0
// Text that comes from a backend, made fit for one line of a report.
#pragma once

#include <string>
#include <string_view>

namespace hallmark {

/// Control characters become spaces and the ends are trimmed: a backend's text must not break a line-based format.
inline std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return line.substr(first, line.find_last_not_of(' ') - first + 1);
}

}  // namespace hallmark
