// SPDX-License-Identifier: Apache-2.0
#include "inputs/testfloat_file.h"

#include <fmt/format.h>

#include <charconv>

#include "inputs/vector_bytes.h"
#include "inputs/vector_file.h"
#include "semantics/profile.h"

namespace hallmark {
namespace {

class LineReader {
 public:
  LineReader(const std::string& path, std::size_t number, std::string_view line, std::size_t words)
      : path_(path), number_(number), line_(line), words_(words) {}

  /// The next word, a code of the format.
  std::uint64_t code(const Format& format, std::string_view what) {
    const std::string_view word = next(what);
    const std::uint64_t code = number(word, what);
    if ((code & ~format.code_mask()) != 0) {
      fail(fmt::format("{} {} has more than the {} bits of {}", what, word, format.width(), format.name));
    }
    return code;
  }
  void flags() {
    const std::string_view word = next("flags");
    if (word.size() != 2) fail(fmt::format("flags {} are not two hexadecimal digits", word));
    number(word, "flags");
  }
  void end() {
    if (at_ < line_.size()) {
      start_ = at_ + 1;
      fail("more words than operands, result and flags; " + form());
    }
  }

 private:
  std::string_view next(std::string_view what) {
    start_ = at_;
    if (at_ > 0 && at_ < line_.size()) ++start_;  // one space
    const std::size_t space = std::min(line_.find(' ', start_), line_.size());
    const std::string_view word = line_.substr(start_, space - start_);
    if (word.empty()) fail(fmt::format("no {}; {}", what, form()));
    at_ = space;
    return word;
  }
  std::uint64_t number(std::string_view word, std::string_view what) const {
    std::uint64_t code = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), code, 16);
    if (error != std::errc() || end != word.data() + word.size()) {
      fail(fmt::format("{} '{}' is no hexadecimal number of at most 64 bits", what, word));
    }
    return code;
  }
  std::string form() const {
    return fmt::format("a line is {} hexadecimal word{}, result and flags, one space between them", words_,
                       words_ == 1 ? "" : "s");
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}:{}: {}", path_, number_, start_ + 1, what));
  }

  const std::string& path_;
  std::size_t number_;
  std::string_view line_;
  std::size_t words_;
  std::size_t start_ = 0, at_ = 0;
};

}  // namespace

TestfloatFile read_testfloat_file(const std::string& path, const Signature& signature) {
  const std::string bytes = read_vector_bytes(path);
  if (bytes.empty()) {
    throw InputError(path + ": has no line to judge; write it with testfloat_gen, or from what the device computed");
  }
  check_vector_bytes(path, bytes);
  TestfloatFile file;
  file.operands.resize(signature.operands.size());
  std::size_t number = 0;
  for (std::size_t start = 0; start < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
    LineReader line(path, ++number, std::string_view(bytes).substr(start, end - start), signature.operands.size());
    for (std::size_t i = 0; i < signature.operands.size(); ++i) {
      file.operands[i].push_back(line.code(signature.operands[i], "operand"));
    }
    file.results.push_back(line.code(signature.result, "result"));
    line.flags();
    line.end();
    file.lines.push_back(number);
    start = end + 1;
  }
  return file;
}

}  // namespace hallmark
