// SPDX-License-Identifier: Apache-2.0
// The one table that connects a profile's field names and spellings with the members of Semantics and Accumulator.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/semantics.h"

namespace hallmark {

/// How a field's value is written: one of some words, true or false, a format's name, a table of codes by format.
enum class FieldKind : std::uint8_t { word, boolean, format, codes };

struct Spelling {
  std::string_view text;
  std::uint8_t value = 0;  ///< the enumerator, or 0 and 1 for a boolean
};

/// A field of [semantics]. Words and booleans are set and read through the table; the other kinds name their member.
struct Field {
  std::string_view key;
  FieldKind kind = FieldKind::word;
  std::vector<Spelling> spellings;
  std::function<void(Semantics&, std::uint8_t)> set;
  std::function<std::uint8_t(const Semantics&)> get;

  /// The enumerator of a spelling.
  std::optional<std::uint8_t> value_of(std::string_view text) const;
  /// How the profile would spell what the semantics have; empty for the kinds format and codes.
  std::string_view spelling_in(const Semantics& semantics) const;
};

/// Every field of [semantics], in the order of Semantics' members.
const std::vector<Field>& fields();
const Field* find_field(std::string_view key);

/// The rounding that a signature's modifier asks for.
std::optional<Rounding> rounding_of_modifier(std::string_view modifier);

enum class AccumulatorKind : std::uint8_t { word, boolean, integer, format, order };

/// A field of [accumulator]; "block.width" is `width` inside `block = {...}`. Exactly one member pointer is set.
struct AccumulatorField {
  std::string_view key;
  AccumulatorKind kind = AccumulatorKind::word;
  std::vector<std::string_view> words;  ///< accepted values of the kinds word and order; of an integer, if not a range
  int low = 0, high = 0;                ///< accepted range of an integer
  std::string Accumulator::*text = nullptr;
  int Accumulator::*number = nullptr;
  bool Accumulator::*flag = nullptr;
};

const std::vector<AccumulatorField>& accumulator_fields();
const AccumulatorField* find_accumulator_field(std::string_view key);

/// Whether the text is an order of summation written as a tree: nested pairs of the leaves 0 to n-1, each once, and at
/// most once `c`, the value accumulated so far. "((c,1),0)" adds element 1, then element 0, of each group of two.
bool is_order_tree(std::string_view text);

}  // namespace hallmark
