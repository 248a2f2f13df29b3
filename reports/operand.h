// SPDX-License-Identifier: Apache-2.0
// A finding's counterexample for people: each code in hex, in bits by field, and in decimal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/format.h"
#include "judging/record.h"

namespace hallmark {

/// One code. Where the format or the text is not a single code of a known format, only `text` is filled.
struct CodeView {
  std::string text;                      ///< as the record has it: "0x3f80", "nan"
  std::string sign, exponent, fraction;  ///< bits; an integer has all of them in `fraction`
  std::string decimal;                   ///< "1.0078125", "-0", "infinity", "NaN (signalling)"
  std::string category;                  ///< "subnormal"; empty where the decimal says it all
};

/// A line of the counterexample: an operand, what was expected (one of several, perhaps), what came.
struct CounterexampleRow {
  std::string label;  ///< "operand", "operand 2", "expected", "got"
  std::vector<CodeView> codes;
  std::string
      note;  ///< the record's words beyond the codes: "(row 5 of 127)", or all where no code could be taken apart
};

CodeView view_code(const Format* format, std::string_view text);

/// "0 01111111 0000001"; empty where the code was not taken apart.
std::string bits_text(const CodeView& view);
/// Decimal, category and a row's note: "9.18e-41, subnormal (row 5 of 127)".
std::string value_text(const CodeView& view, const std::string& note);

/// Operands, expected and got, in that order. Rows that the record leaves empty are left out.
std::vector<CounterexampleRow> counterexample(const std::string& signature, const Finding& finding);

}  // namespace hallmark
