// SPDX-License-Identifier: Apache-2.0
// Golden vector files, `# hallmark vectors 1`: operands and right results as text that people review and Git keeps.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/code_set.h"
#include "semantics/profile.h"
#include "semantics/signature.h"

namespace hallmark {

/// One of the results a row allows.
struct ResultTerm {
  enum class Kind : std::uint8_t {
    code,   ///< `0x3f80`
    range,  ///< `0x3f80..0x3f82`, the lesser value first, both included
    nan,    ///< `nan`: any NaN the profile accepts
    any,    ///< `any`: nothing is demanded
  };
  Kind kind = Kind::code;
  std::uint64_t low = 0, high = 0;  ///< of a code (both alike) or a range; else 0

  friend constexpr auto operator<=>(const ResultTerm&, const ResultTerm&) = default;
};

struct VectorRow {
  std::vector<std::vector<std::uint64_t>> operands;  ///< operand0, operand1, ...: one code each, or a reduction's list
  std::vector<ResultTerm> result;                    ///< ascending and distinct; several where a profile has a choice
  std::string result_class;                          ///< "tie", "subnormals": lower case letters, digits and _
  std::string note;                                  ///< for people; no comma, no quote
  std::size_t line = 0;                              ///< of the file it was read from
};

struct VectorFile {
  std::string path;
  Signature signature;
  std::string profile;  ///< its name
  std::vector<VectorRow> rows;

  /// "vectors/ieee754/x.csv:17"
  std::string where(const VectorRow& row) const { return path + ':' + std::to_string(row.line); }
};

/// The formats that a profile, given by name, knows beside the built-in ones. May throw InputError.
using ProfileFormats = std::function<FormatLookup(const std::string& profile)>;

/// Reads a file. Throws InputError `file:line:column: what; the mend` for the first mistake: bytes first (ASCII, LF, no
/// byte order mark, every line ended), then the four header lines, the columns, every field, the number of rows.
VectorFile read_vector_file(const std::string& path, const ProfileFormats& formats_of = {});
/// The same for the bytes of a file called `path`.
VectorFile parse_vector_file(const std::string& path, std::string_view bytes, const ProfileFormats& formats_of = {});

/// The bytes of a regular file. Throws InputError, one line with the mend, for what cannot be read or is too large.
std::string read_vector_bytes(const std::string& path);

/// The one text of a file; parse_vector_file() reads it back.
std::string vector_file_text(const VectorFile& file);
/// One line of it, without its end.
std::string vector_row_text(const Signature& signature, const VectorRow& row);

/// What a file says of the right answers under each of a profile's alternatives.
std::vector<ResultTerm> result_terms(const Format& to, std::span<const CodeSet> answers);
/// "0x0000|0x0080"
std::string result_text(const Format& to, std::span<const ResultTerm> terms);

}  // namespace hallmark
