// SPDX-License-Identifier: Apache-2.0
// Reads vector files: the header by hand, the rows by the CSV library, every field with its place.
#include "inputs/vector_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>  // the CSV library uses it without saying so
#define CSV_IO_NO_THREAD
#include <libfccp/csv.h>

#include "inputs/vector_bytes.h"
#include "semantics/nearest.h"

namespace hallmark {
namespace {

constexpr unsigned header_lines = 5;  // four that begin with #, and the names of the columns
constexpr std::size_t most_operands = 4;

// Operations that take rows x depth (design section 5): an operand of theirs is a list.
constexpr std::string_view reductions[] = {
    "sum", "mean", "sum_of_squares", "logsumexp", "softmax", "cumulative_sum", "all_finite", "dot", "matmul"};

template <std::size_t columns>
using CsvReader =
    io::CSVReader<columns, io::trim_chars<>, io::no_quote_escape<','>, io::throw_on_overflow, io::no_comment>;

class Parser {
 public:
  Parser(const std::string& path, std::string_view bytes) : bytes_(bytes) { file_.path = path; }

  VectorFile parse(const ProfileFormats& formats_of) {
    check_vector_bytes(file_.path, bytes_);
    read_header(formats_of);
    switch (file_.signature.operands.size()) {
      case 1:
        read_rows<1>();
        break;
      case 2:
        read_rows<2>();
        break;
      case 3:
        read_rows<3>();
        break;
      default:
        read_rows<4>();
        break;
    }
    if (file_.rows.size() != rows_said_) {
      fail(4, fmt::format(
                  "says {} rows, the file has {}: it is truncated or was edited; fetch it again or correct the number",
                  rows_said_, file_.rows.size()));
    }
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", file_.path, line, what));
  }
  [[noreturn]] void fail(std::size_t line, std::size_t column, const std::string& what) const {
    throw InputError(fmt::format("{}:{}:{}: {}", file_.path, line, column, what));
  }

  /// The next header line, which begins with `start`; what follows it.
  std::string header_line(std::string_view start, std::string_view example) {
    ++line_;
    const std::size_t end = bytes_.find('\n', at_);
    const std::string_view line = end == std::string_view::npos ? std::string_view() : bytes_.substr(at_, end - at_);
    if (!line.starts_with(start)) {
      fail(line_,
           end == std::string_view::npos
               ? fmt::format("the file ends where line \"{}{}\" must stand; fetch it again", start, example)
               : fmt::format("{} stands where line \"{}{}\" must; add that line", in_quotes(line), start, example));
    }
    at_ = end + 1;
    return std::string(line.substr(start.size()));
  }

  void read_header(const ProfileFormats& formats_of) {
    const std::string version = header_line("# hallmark vectors ", "1");
    if (version != "1") {
      fail(line_, fmt::format("version {} of vector files; this program reads version 1: take a newer one",
                              in_quotes(version)));
    }
    constexpr std::string_view operation = "# operation: ";
    const std::string signature = header_line(operation, "convert(float32)->bfloat16");
    file_.profile = header_line("# profile: ", "ieee754");
    if (file_.profile.empty()) fail(line_, "names no profile; write \"# profile: ieee754\"");
    auto parsed = parse_signature(signature, formats_of ? formats_of(file_.profile) : FormatLookup());
    if (const auto* error = std::get_if<SignatureError>(&parsed)) {
      fail(2, operation.size() + error->column, error->what);
    }
    file_.signature = std::move(std::get<Signature>(parsed));
    if (file_.signature.operands.size() > most_operands) {
      fail(2, fmt::format("an operation has at most {} operands", most_operands));
    }
    lists_ = std::find(std::begin(reductions), std::end(reductions), file_.signature.name) != std::end(reductions);
    read_row_count(header_line("# rows: ", "100"));
    std::string columns;
    for (std::size_t i = 0; i < file_.signature.operands.size(); ++i) columns += fmt::format("operand{},", i);
    columns += "result,class,note";
    if (const std::string more = header_line(columns, ""); !more.empty()) {
      fail(line_, columns.size() + 1,
           fmt::format("{} follows the last column; the columns are {}", in_quotes(more), columns));
    }
    columns_ = std::move(columns);
  }

  void read_row_count(const std::string& text) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rows_said_);
    if (error != std::errc() || end != text.data() + text.size()) {
      fail(line_, fmt::format("{} is no number of rows; write \"# rows: 100\"", in_quotes(text)));
    }
    if (rows_said_ == 0) fail(line_, "no rows: a file without rows shows nothing; add rows or remove the file");
  }

  template <std::size_t operands>
  void read_rows() {
    CsvReader<operands + 3> reader("rows", bytes_.data() + at_, bytes_.data() + bytes_.size());
    reader.set_file_line(header_lines);
    std::array<std::string, operands + 3> fields;
    const auto next = [&] { return std::apply([&](auto&... field) { return reader.read_row(field...); }, fields); };
    for (;;) {
      try {
        if (!next()) return;
      } catch (const io::error::too_few_columns&) {
        fail(reader.get_file_line(), fmt::format("fewer than {} columns; they are {}", operands + 3, columns_));
      } catch (const io::error::too_many_columns&) {
        fail(reader.get_file_line(),
             fmt::format("more than {} columns; they are {}: a note has no comma", operands + 3, columns_));
      }
      add_row(reader.get_file_line(), fields);
    }
  }

  void add_row(std::size_t line, std::span<const std::string> fields) {
    line_ = line;
    VectorRow row;
    row.line = line;
    std::size_t column = 1;
    const std::size_t operands = file_.signature.operands.size();
    for (std::size_t i = 0; i < operands; ++i) {
      row.operands.push_back(operand(file_.signature.operands[i], fields[i], column));
      column += fields[i].size() + 1;
    }
    row.result = result(fields[operands], column);
    column += fields[operands].size() + 1;
    row.result_class = fields[operands + 1];
    check_class(row.result_class, column);
    column += row.result_class.size() + 1;
    row.note = fields[operands + 2];
    if (const auto quote = row.note.find('"'); quote != std::string::npos) {
      fail(line_, column + quote, "a quote in a note; write the note without one");
    }
    file_.rows.push_back(std::move(row));
  }

  std::uint64_t code(const Format& format, std::string_view text, std::size_t column) const {
    const auto digits = static_cast<std::size_t>((format.width() + 3) / 4);
    std::uint64_t value = 0;
    const bool hex = text.starts_with("0x") && text.size() > 2 && std::all_of(text.begin() + 2, text.end(), [](char c) {
                       return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
                     });
    if (!hex) {
      fail(
          line_, column,
          fmt::format("{} is no code of {}; write 0x and {} hexadecimal digits", in_quotes(text), format.name, digits));
    }
    if (text.size() - 2 != digits) {
      fail(line_, column,
           fmt::format("{} has {} hexadecimal digits; a code of {} has {}", in_quotes(text), text.size() - 2,
                       format.name, digits));
    }
    std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
    if ((value & ~format.code_mask()) != 0) {
      fail(line_, column,
           fmt::format("{} has more than the {} bits of {}; write 0x{:x} at most", in_quotes(text), format.width(),
                       format.name, format.code_mask()));
    }
    return value;
  }

  std::vector<std::uint64_t> operand(const Format& format, std::string_view text, std::size_t column) const {
    if (!lists_) return {code(format, text, column)};
    std::vector<std::uint64_t> codes;
    for (std::size_t begin = 0; begin < text.size();) {  // an empty list is a sum of nothing
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      codes.push_back(code(format, text.substr(begin, end - begin), column + begin));
      begin = end + 1;
      if (begin == text.size()) fail(line_, column + end, "a space after the last code of a list; remove it");
    }
    return codes;
  }

  std::vector<ResultTerm> result(std::string_view text, std::size_t column) const {
    std::vector<ResultTerm> terms;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('|', begin), text.size());
      terms.push_back(term(text.substr(begin, end - begin), column + begin));
      begin = end + 1;
    }
    std::sort(terms.begin(), terms.end());
    if (std::adjacent_find(terms.begin(), terms.end()) != terms.end()) {
      fail(line_, column, fmt::format("{} names one result twice; name each once", in_quotes(text)));
    }
    return terms;
  }

  ResultTerm term(std::string_view text, std::size_t column) const {
    const Format& to = file_.signature.result;
    if (text == "any") return {ResultTerm::Kind::any, 0, 0};
    if (text == "nan") {
      if (!to.has_nan()) fail(line_, column, fmt::format("{} has no NaN; write a code", to.name));
      return {ResultTerm::Kind::nan, 0, 0};
    }
    if (!text.starts_with("0x")) {
      fail(line_, column,
           fmt::format("{} is no result; write a code, nan, any, LOW..HIGH, or several with | between",
                       in_quotes(text)));
    }
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) {
      const std::uint64_t only = code(to, text, column);
      return {ResultTerm::Kind::code, only, only};
    }
    const std::uint64_t low = code(to, text.substr(0, dots), column);
    const std::uint64_t high = code(to, text.substr(dots + 2), column + dots + 2);
    if (to_ordered(to, low) >= to_ordered(to, high)) {
      fail(line_, column, fmt::format("{} is no range: the first value must be less than the second", in_quotes(text)));
    }
    return {ResultTerm::Kind::range, low, high};
  }

  void check_class(std::string_view text, std::size_t column) const {
    const bool word = !text.empty() && text[0] >= 'a' && text[0] <= 'z' &&
                      std::all_of(text.begin(), text.end(),
                                  [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
    if (!word) {
      fail(line_, column,
           fmt::format("{} is no class; write a word like tie, rounding, overflow, subnormals or special_values",
                       in_quotes(text)));
    }
  }

  std::string_view bytes_;
  VectorFile file_;
  std::size_t at_ = 0, line_ = 0;
  std::uint64_t rows_said_ = 0;
  bool lists_ = false;
  std::string columns_;
};

}  // namespace

VectorFile parse_vector_file(const std::string& path, std::string_view bytes, const ProfileFormats& formats_of) {
  return Parser(path, bytes).parse(formats_of);
}

VectorFile read_vector_file(const std::string& path, const ProfileFormats& formats_of) {
  const std::string bytes = read_vector_bytes(path);
  return parse_vector_file(path, bytes, formats_of);
}

}  // namespace hallmark
