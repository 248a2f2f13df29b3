// SPDX-License-Identifier: Apache-2.0
// A table of words in columns, aligned for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hallmark {

enum class Align { left, right };

/// Terminal colours by what they say; `plain` adds nothing.
enum class Paint { plain, good, bad, warn, soft, strong };

/// The text between escape sequences, or as it is without colour.
std::string painted(const std::string& text, Paint paint, bool color);

struct TableCell {
  std::string text;
  Paint paint = Paint::plain;
};

class TextTable {
 public:
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  /// As many cells as there are columns. Control characters in them are made visible.
  void add(std::vector<TableCell> cells);

  /// Lines without trailing blanks. A last column that would pass `width` columns is cut with an ellipsis; 0: never.
  std::string text(std::size_t indent, std::size_t width, bool color) const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<TableCell>> rows_;
};

}  // namespace hallmark
