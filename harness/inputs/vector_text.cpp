// SPDX-License-Identifier: Apache-2.0
// Writes vector files: one text for one content, so that a file made twice has the same bytes.
#include <fmt/format.h>

#include <algorithm>

#include "inputs/vector_file.h"

namespace hallmark {
namespace {

std::string hex(const Format& format, std::uint64_t code) {
  return fmt::format("0x{:0{}x}", code, (format.width() + 3) / 4);
}

ResultTerm term_of(const Format& to, const CodeSet& codes) {
  if (codes.is_single()) return {ResultTerm::Kind::code, codes.low, codes.low};
  if (to.is_nan(codes.low)) return {ResultTerm::Kind::nan, 0, 0};
  if (codes.low == 0 && codes.high >= to.code_mask()) return {ResultTerm::Kind::any, 0, 0};
  return {ResultTerm::Kind::range, codes.low, codes.high};
}

}  // namespace

std::vector<ResultTerm> result_terms(const Format& to, std::span<const CodeSet> answers) {
  std::vector<ResultTerm> terms;
  for (const CodeSet& answer : answers) terms.push_back(term_of(to, answer));
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

std::string result_text(const Format& to, std::span<const ResultTerm> terms) {
  std::string text;
  for (const ResultTerm& term : terms) {
    if (!text.empty()) text += '|';
    switch (term.kind) {
      case ResultTerm::Kind::code:
        text += hex(to, term.low);
        break;
      case ResultTerm::Kind::range:
        text += hex(to, term.low) + ".." + hex(to, term.high);
        break;
      case ResultTerm::Kind::nan:
        text += "nan";
        break;
      case ResultTerm::Kind::any:
        text += "any";
        break;
    }
  }
  return text;
}

std::string vector_row_text(const Signature& signature, const VectorRow& row) {
  std::string text;
  for (std::size_t i = 0; i < row.operands.size(); ++i) {
    const char* separator = "";
    for (const std::uint64_t code : row.operands[i]) {
      text += separator;
      text += hex(signature.operands[i], code);
      separator = " ";
    }
    text += ',';
  }
  return text + result_text(signature.result, row.result) + ',' + row.result_class + ',' + row.note;
}

std::string vector_file_text(const VectorFile& file) {
  std::string text = fmt::format("# hallmark vectors 1\n# operation: {}\n# profile: {}\n# rows: {}\n",
                                 to_string(file.signature), file.profile, file.rows.size());
  for (std::size_t i = 0; i < file.signature.operands.size(); ++i) text += fmt::format("operand{},", i);
  text += "result,class,note\n";
  for (const VectorRow& row : file.rows) text += vector_row_text(file.signature, row) + '\n';
  return text;
}

}  // namespace hallmark
