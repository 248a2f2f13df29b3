// SPDX-License-Identifier: Apache-2.0
// An operation's signature, name[modifiers](operand formats)->result format, and how it is read and written.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/format.h"

namespace hallmark {

struct Signature {
  std::string name;
  std::vector<std::string> modifiers;  ///< rounding first, then saturate, the others alphabetically
  std::vector<Format> operands;
  Format result;

  bool has_modifier(std::string_view modifier) const;
  friend bool operator==(const Signature&, const Signature&) = default;
};

/// "convert[rtz](float32)->bfloat16"
std::string to_string(const Signature& signature);
/// "convert_rtz_float32_to_bfloat16": no character that GoogleTest's filter treats specially.
std::string test_name(const Signature& signature);

struct SignatureError {
  std::size_t column;  ///< from 1
  std::string what;
};

/// Finds a format by name; used to let a profile's own formats take part.
using FormatLookup = std::function<const Format*(std::string_view)>;

/// Reads a signature; the error names the column and the mend.
std::variant<Signature, SignatureError> parse_signature(std::string_view text, const FormatLookup& lookup = {});

/// Whether a glob over signatures matches: only `*` and `?` are special, brackets and parentheses are literal.
bool glob_match(std::string_view pattern, std::string_view text);

}  // namespace hallmark
