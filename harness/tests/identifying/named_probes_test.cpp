// SPDX-License-Identifier: Apache-2.0
// The table of probes by accumulators: against outcomes computed elsewhere, and against the page that shows it.
#include "identifying/named_probes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace hallmark::test {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Cells by probe and column.
std::map<std::string, std::map<std::string, std::string>> cells(std::istream& lines, char separator) {
  std::map<std::string, std::map<std::string, std::string>> table;
  std::vector<std::string> heading;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#") || line.starts_with("|--")) continue;
    std::vector<std::string> row;
    for (const std::string& cell : split(line, separator)) row.push_back(trimmed(cell));
    if (separator == '|' && !row.empty()) row.erase(row.begin());
    if (heading.empty()) {
      heading = row;
      continue;
    }
    for (std::size_t i = 1; i < std::min(row.size(), heading.size()); ++i) table[row[0]][heading[i]] = row[i];
  }
  return table;
}

// Kills: a probe that is not the one its name promises, an accumulator that gives something else. The outcomes come
// from exact rationals computed apart (probes.csv).
TEST(NamedProbes, GiveWhatWasComputedElsewhere) {
  std::ifstream file(HALLMARK_SOURCE_DIR "/harness/tests/reductions/probes.csv");
  const auto elsewhere = cells(file, ',');
  std::istringstream text(probe_table());
  const auto own = cells(text, '|');
  std::size_t compared = 0;
  for (const auto& [probe, row] : elsewhere) {
    for (const auto& [column, word] : row) {
      if (column == "c" || column == "a" || column == "b") continue;
      if (probe == "P10" && column == "cdna2") continue;  // another tree over three products there
      EXPECT_EQ(own.at(probe).at(column), word) << probe << ' ' << column;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 31u * 14u - 1);
}

// Kills: a set of probes under which two accumulators are one, NaNs aside.
TEST(NamedProbes, TellAccumulatorsApart) {
  std::istringstream text(probe_table());
  std::map<std::string, std::string> answers;  // by accumulator
  for (const auto& [probe, row] : cells(text, '|')) {
    for (const auto& [column, word] : row) {
      if (column != "sum" && column != "what it asks") answers[column] += word + ' ';
    }
  }
  EXPECT_EQ(answers.size(), 27u);
  std::map<std::string, std::set<std::string>> alike;
  for (const auto& [name, all] : answers) alike[all].insert(name);
  for (const auto& [all, names] : alike) {
    if (names.size() == 1) continue;
    EXPECT_EQ(names, (std::set<std::string>{"fma_chain", "vfwmaccbf16"}));
  }
}

// Kills: a page that shows yesterday's table.
TEST(NamedProbes, AreOnThePage) {
  std::ifstream file(HALLMARK_SOURCE_DIR "/docs/accumulators.md");
  std::ostringstream page;
  page << file.rdbuf();
  EXPECT_NE(page.str().find(probe_table()), std::string::npos)
      << "docs/accumulators.md: replace its table by what `hallmark list probes` prints";
}

}  // namespace
}  // namespace hallmark::test
