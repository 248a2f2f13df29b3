// SPDX-License-Identifier: Apache-2.0
// The catalogues of faulty, right and unloadable backends, read from the CSV files beside their sources.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace hallmark {

struct FaultyRow {
  std::string id, library, profile, signature, requirement, quick, witness, right, wrong;
};
struct RightRow {
  std::string library, profile, signature;
};
struct UnloadableRow {
  std::string library, reason;
};
/// What a kernel does, what hallmark's exit code must be (0: it conforms, 1: it does not) and words of the finding.
struct MisbehavingRow {
  std::string behaviour, backend, options, words;
  int exit = 0;
};

/// Each throws where the file cannot be read, a column is missing or no row is there.
std::vector<FaultyRow> faulty_rows();
std::vector<RightRow> right_rows();
std::vector<UnloadableRow> unloadable_rows();
std::vector<MisbehavingRow> misbehaving_rows();

// How GoogleTest shows a row.
inline void PrintTo(const FaultyRow& row, std::ostream* out) { *out << row.library << " under " << row.profile; }
inline void PrintTo(const RightRow& row, std::ostream* out) { *out << row.library << ", " << row.signature; }
inline void PrintTo(const MisbehavingRow& row, std::ostream* out) { *out << row.behaviour << ": " << row.backend; }
inline void PrintTo(const UnloadableRow& row, std::ostream* out) { *out << row.library << ": " << row.reason; }

/// Whether a signature names a function of two operands. One at standard has 16 parts, by the first operand's leading
/// four bits, each some five million pairs that functions take a dozen seconds for: tests try the parts that matter.
bool is_function_of_pairs(const std::string& signature);

/// A row's text with every character GoogleTest forbids in a name replaced.
std::string test_name_of(const std::string& text);

}  // namespace hallmark
