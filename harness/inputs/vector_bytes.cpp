// SPDX-License-Identifier: Apache-2.0
// The bytes of a vector file, before anything is parsed: the CSV library accepts a byte order mark, CRLF and NUL
// silently.
#include "inputs/vector_bytes.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "inputs/vector_file.h"

namespace hallmark {
namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;
// Under the CSV library's block of 2^20 bytes, past which it could not find a line's end.
constexpr std::size_t longest_line = 1'000'000;

[[noreturn]] void fail(const std::string& path, std::size_t line, std::size_t column, std::string_view what) {
  throw InputError(fmt::format("{}:{}:{}: {}", path, line, column, what));
}

void check_character(const std::string& path, std::size_t line, std::size_t column, char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (c == '\r')
    fail(path, line, column, "a carriage return; lines end with LF alone: save the file with Unix line ends");
  if (byte == 0) fail(path, line, column, "a NUL byte; the file is damaged or UTF-16: save it as ASCII text");
  if (byte > 0x7e) {
    fail(path, line, column,
         fmt::format("byte 0x{:02x} is not ASCII; write letters without accents and plain signs", byte));
  }
  if (byte < 0x20) {
    fail(path, line, column, fmt::format("control character 0x{:02x}; write a space or nothing there", byte));
  }
}

}  // namespace

std::string read_vector_bytes(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) {
    throw InputError(path + ": is a directory; name a file in it");
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw InputError(path + ": is no regular file; copy what it gives into one");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw InputError(fmt::format("{}: cannot be read: {}; check the name and the permissions", path,
                                 std::strerror(errno != 0 ? errno : EIO)));
  }
  if (const auto size = std::filesystem::file_size(path, error); !error && size > most_bytes) {
    throw InputError(fmt::format("{}: has {} bytes, a vector file has at most {}; divide it", path, size, most_bytes));
  }
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) throw InputError(fmt::format("{}: cannot be read to its end; copy it to another disk", path));
  return bytes;
}

void check_vector_bytes(const std::string& path, std::string_view bytes) {
  if (bytes.empty()) fail(path, 1, 1, "the file is empty; it begins with the line \"# hallmark vectors 1\"");
  if (bytes.starts_with("\xef\xbb\xbf")) {
    fail(path, 1, 1, "a byte order mark; save the file as plain ASCII without one");
  }
  std::size_t line = 1, column = 1;
  for (const char c : bytes) {
    if (c == '\n') {
      ++line;
      column = 1;
      continue;
    }
    if (column > longest_line) {
      throw InputError(
          fmt::format("{}:{}: a line of more than {} bytes; one row takes one line", path, line, longest_line));
    }
    check_character(path, line, column, c);
    ++column;
  }
  if (bytes.back() != '\n')
    fail(path, line, column, "the last line does not end: the file is truncated; fetch it again");
}

}  // namespace hallmark
