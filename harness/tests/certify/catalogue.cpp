// SPDX-License-Identifier: Apache-2.0
#include "catalogue.h"

#include <libfccp/csv.h>

#include <cctype>
#include <stdexcept>

namespace hallmark {
namespace {

// Quotes are for the commas of signatures and witnesses with several operands.
template <std::size_t columns>
using Reader = io::CSVReader<columns, io::trim_chars<' '>, io::double_quote_escape<',', '"'>, io::throw_on_overflow,
                             io::no_comment>;

template <class Row>
std::vector<Row> at_least_one(std::vector<Row> rows, const std::string& path) {
  if (rows.empty()) throw std::runtime_error(path + " has no rows");
  return rows;
}

std::string catalogue(const char* folder) {
  return std::string(HALLMARK_SOURCE_DIR "/harness/tests/") + folder + "/catalogue.csv";
}

}  // namespace

std::vector<FaultyRow> faulty_rows() {
  const std::string path = catalogue("faulty");
  Reader<9> reader(path);
  reader.read_header(io::ignore_no_column, "id", "library", "profile", "signature", "requirement", "quick", "witness",
                     "right", "wrong");
  std::vector<FaultyRow> rows;
  for (FaultyRow row; reader.read_row(row.id, row.library, row.profile, row.signature, row.requirement, row.quick,
                                      row.witness, row.right, row.wrong);) {
    if (row.quick != "yes" && row.quick != "no") throw std::runtime_error(path + ": quick is yes or no: " + row.id);
    rows.push_back(row);
  }
  return at_least_one(std::move(rows), path);
}

std::vector<RightRow> right_rows() {
  const std::string path = catalogue("right");
  Reader<3> reader(path);
  reader.read_header(io::ignore_no_column, "library", "profile", "signature");
  std::vector<RightRow> rows;
  for (RightRow row; reader.read_row(row.library, row.profile, row.signature);) rows.push_back(row);
  return at_least_one(std::move(rows), path);
}

std::vector<UnloadableRow> unloadable_rows() {
  const std::string path = catalogue("unloadable");
  Reader<2> reader(path);
  reader.read_header(io::ignore_no_column, "library", "reason");
  std::vector<UnloadableRow> rows;
  for (UnloadableRow row; reader.read_row(row.library, row.reason);) rows.push_back(row);
  return at_least_one(std::move(rows), path);
}

std::vector<MisbehavingRow> misbehaving_rows() {
  const std::string path = catalogue("misbehaving");
  Reader<5> reader(path);
  reader.read_header(io::ignore_no_column, "behaviour", "backend", "options", "exit", "words");
  std::vector<MisbehavingRow> rows;
  for (MisbehavingRow row; reader.read_row(row.behaviour, row.backend, row.options, row.exit, row.words);) {
    if ((row.exit == 1) == row.words.empty()) {
      throw std::runtime_error(path + ": words go with exit 1: " + row.behaviour);
    }
    rows.push_back(row);
  }
  return at_least_one(std::move(rows), path);
}

bool is_function_of_pairs(const std::string& signature) {
  return signature.starts_with("pow(") || signature.starts_with("atan2(") || signature.starts_with("hypot(");
}

std::string test_name_of(const std::string& text) {
  std::string name;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  return name;
}

}  // namespace hallmark
