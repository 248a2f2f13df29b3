// SPDX-License-Identifier: Apache-2.0
// A table of words in columns, aligned for a terminal.
#include "reports/table.h"

#include <algorithm>
#include <stdexcept>

#include "reports/text.h"

namespace hallmark {

namespace {

constexpr std::size_t gap = 2;

/// The longest beginning that takes at most `width` columns, with an ellipsis where something is cut.
std::string cut(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  std::size_t end = 0;
  for (std::size_t next = 1; next <= text.size(); ++next) {
    const bool boundary = next == text.size() || (static_cast<unsigned char>(text[next]) & 0xC0) != 0x80;
    if (!boundary) continue;
    if (display_width(text.substr(0, next)) + 1 > width) break;
    end = next;
  }
  return text.substr(0, end) + "\u2026";
}

}  // namespace

std::string painted(const std::string& text, Paint paint, bool color) {
  const char* start = "";
  switch (paint) {
    case Paint::plain:
      return text;
    case Paint::good:
      start = "\x1b[32m";
      break;
    case Paint::bad:
      start = "\x1b[1;31m";
      break;
    case Paint::warn:
      start = "\x1b[33m";
      break;
    case Paint::soft:
      start = "\x1b[2m";
      break;
    case Paint::strong:
      start = "\x1b[1m";
      break;
  }
  return color && !text.empty() ? start + text + "\x1b[0m" : text;
}

void TextTable::add(std::vector<TableCell> cells) {
  if (cells.size() != columns_.size()) throw std::logic_error("a table's row needs a cell for each column");
  for (TableCell& cell : cells) cell.text = visible(cell.text);
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t indent, std::size_t width, bool color) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i].text));
  }
  std::string result;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    std::size_t owed = 0;  // blanks to write before the next text, so that no line ends in blanks
    std::size_t used = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string words = row[i].text;
      if (i + 1 == row.size() && width != 0 && used + owed + 1 < width) words = cut(words, width - used - owed);
      const std::size_t own = display_width(words);
      const std::size_t blanks = widths[i] > own ? widths[i] - own : 0;
      if (columns_[i] == Align::right) owed += blanks;
      if (!words.empty()) {
        line.append(owed, ' ');
        used += owed + own;
        owed = 0;
        line += painted(words, row[i].paint, color);
      }
      owed += (columns_[i] == Align::left ? blanks : 0) + gap;
    }
    if (used == indent) line.clear();
    result += line + '\n';
  }
  return result;
}

}  // namespace hallmark
