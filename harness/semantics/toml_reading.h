// SPDX-License-Identifier: Apache-2.0
// Helpers over toml++ that turn every mistake in a profile into one line: file:line:column: what, and the mend.
#pragma once

#include <toml++/toml.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "semantics/profile.h"

namespace hallmark {

/// A field that some table of the profile sets, kept to find settings that contradict each other.
struct Setting {
  std::size_t table = 0;  ///< number of the table it stands in
  std::string key;        ///< "nan", "accumulator.order"
  std::string value;      ///< as written
  std::string where;      ///< file:line:column of the value
  std::string match;      ///< the glob the table applies to; empty in [semantics] and [accumulator]
};

/// What the readers of a profile's tables share.
struct Reading {
  std::string file;
  Profile& profile;
  std::vector<Setting> settings;
  std::size_t table = 0;
  std::string match;

  /// "file:line:column" of a node or key.
  std::string where(const toml::source_region& source, std::size_t further_columns = 0) const;
  [[noreturn]] void fail(const toml::source_region& source, const std::string& what) const;
  [[noreturn]] void fail(const toml::node& node, const std::string& what) const { fail(node.source(), what); }
};

/// "a string", "an integer", ... as a message says it.
std::string_view kind_of(const toml::node& node);

/// Throws for the first key in the file that is not in `known`, with what was probably meant. `place` is "[semantics]".
void check_keys(const Reading& reading, const toml::table& table, std::string_view place,
                std::span<const std::string_view> known);
[[noreturn]] void fail_unknown_key(const Reading& reading, const toml::key& key, std::string_view place,
                                   std::span<const std::string_view> known);

/// The node's value, or an error that says what the key takes.
std::string string_of(const Reading& reading, const toml::node& node, std::string_view key, std::string_view takes);
bool boolean_of(const Reading& reading, const toml::node& node, std::string_view key);
std::int64_t integer_of(const Reading& reading, const toml::node& node, std::string_view key, std::int64_t low,
                        std::int64_t high);
const toml::table& table_of(const Reading& reading, const toml::node& node, std::string_view key,
                            std::string_view takes);

/// The table's `match`: a signature glob that can match something.
std::string match_of(const Reading& reading, const toml::table& table, std::string_view place);
/// The table's `name`: [a-z][a-z0-9_]*.
std::string name_of(const Reading& reading, const toml::table& table, std::string_view place);

/// The changes that a table's fields make; `others` are keys of the table that are no fields (match, name).
std::vector<FieldChange> read_changes(Reading& reading, const toml::table& table, std::string_view place,
                                      std::span<const std::string_view> others);
/// The changes that an accumulator table makes.
std::vector<FieldChange> read_accumulator(Reading& reading, const toml::table& table);

/// A [[format]] table.
Format read_format(const Reading& reading, const toml::table& table);

}  // namespace hallmark
