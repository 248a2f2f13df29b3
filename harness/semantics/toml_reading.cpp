// SPDX-License-Identifier: Apache-2.0
// Typed access to TOML nodes, names and signature globs, with positions in every error.
#include "semantics/toml_reading.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "semantics/nearest.h"

namespace hallmark {

std::string Reading::where(const toml::source_region& source, std::size_t further_columns) const {
  // A table that only dotted keys made has no place of its own.
  const auto line = std::max<std::size_t>(source.begin.line, 1);
  const auto column = std::max<std::size_t>(source.begin.column, 1) + further_columns;
  return file + ':' + std::to_string(line) + ':' + std::to_string(column);
}

void Reading::fail(const toml::source_region& source, const std::string& what) const {
  throw InputError(where(source) + ": " + what);
}

std::string_view kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a float";
    case toml::node_type::boolean:
      return "a boolean";
    case toml::node_type::date:
      return "a date";
    case toml::node_type::time:
      return "a time";
    case toml::node_type::date_time:
      return "a date and time";
    case toml::node_type::none:
      break;
  }
  return "nothing";
}

void fail_unknown_key(const Reading& reading, const toml::key& key, std::string_view place,
                      std::span<const std::string_view> known) {
  std::string what = "unknown key " + in_quotes(key.str()) + " in " + std::string(place);
  if (const auto near = nearest(key.str(), known)) {
    what += "; did you mean " + std::string(*near) + "?";
  } else {
    what += "; known are " + alternatives(known);
  }
  reading.fail(key.source(), what);
}

void check_keys(const Reading& reading, const toml::table& table, std::string_view place,
                std::span<const std::string_view> known) {
  const toml::key* first = nullptr;  // in the file: a table iterates by name
  for (const auto& [key, node] : table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    const auto place_of = [](const toml::key& k) { return std::pair(k.source().begin.line, k.source().begin.column); };
    if (first == nullptr || place_of(key) < place_of(*first)) first = &key;
  }
  if (first != nullptr) fail_unknown_key(reading, *first, place, known);
}

std::string string_of(const Reading& reading, const toml::node& node, std::string_view key, std::string_view takes) {
  if (const auto* text = node.as_string()) return text->get();
  reading.fail(node, std::string(key) + " is " + std::string(kind_of(node)) + "; it takes " + std::string(takes));
}

bool boolean_of(const Reading& reading, const toml::node& node, std::string_view key) {
  if (const auto* value = node.as_boolean()) return value->get();
  reading.fail(node, std::string(key) + " is " + std::string(kind_of(node)) + "; it takes true or false, unquoted");
}

std::int64_t integer_of(const Reading& reading, const toml::node& node, std::string_view key, std::int64_t low,
                        std::int64_t high) {
  const std::string takes = "an integer from " + std::to_string(low) + " to " + std::to_string(high);
  const auto* value = node.as_integer();
  if (value == nullptr) {
    reading.fail(node, std::string(key) + " is " + std::string(kind_of(node)) + "; it takes " + takes);
  }
  if (value->get() < low || value->get() > high) {
    reading.fail(node, std::string(key) + " = " + std::to_string(value->get()) + " is out of range; it takes " + takes);
  }
  return value->get();
}

const toml::table& table_of(const Reading& reading, const toml::node& node, std::string_view key,
                            std::string_view takes) {
  if (const auto* table = node.as_table()) return *table;
  reading.fail(node, std::string(key) + " is " + std::string(kind_of(node)) + "; it takes " + std::string(takes));
}

std::string match_of(const Reading& reading, const toml::table& table, std::string_view place) {
  constexpr std::string_view takes = "a glob over signatures, like \"convert(float32)->*\"";
  const toml::node* node = table.get("match");
  if (node == nullptr) reading.fail(table, std::string(place) + " has no match; add match = \"convert(float32)->*\"");
  const std::string match = string_of(reading, *node, "match", takes);
  if (match.empty()) reading.fail(*node, "match is empty and would match nothing; give " + std::string(takes));

  // In a string without escapes the offending character has a column of its own in the file.
  const toml::source_region& source = node->source();
  const bool plain =
      source.begin.line == source.end.line && source.end.column - source.begin.column == match.size() + 2;
  const auto refuse = [&](std::size_t column, const std::string& what) {
    throw InputError(reading.where(source, plain ? column : 0) + ": match = " + in_quotes(match) + ", column " +
                     std::to_string(column) + ": " + what);
  };
  if (match.find_first_of("*?") == std::string::npos) {
    const auto parsed =
        parse_signature(match, [&](std::string_view name) { return reading.profile.find_format(name); });
    if (const auto* error = std::get_if<SignatureError>(&parsed)) {
      refuse(error->column, error->what + (error->what.ends_with('?') ? " a glob has" : "; a glob has") +
                                " * or ? where anything may stand");
    }
  }
  const std::size_t foreign = match.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_[](),->*?");
  if (foreign != std::string::npos) {
    refuse(foreign + 1, in_quotes(match.substr(foreign, 1)) +
                            " stands in no signature, so this matches nothing; only * and ? are special");
  }
  return match;
}

std::string name_of(const Reading& reading, const toml::table& table, std::string_view place) {
  constexpr std::string_view takes = "a lower-case name: letters, digits and _, a letter first";
  const toml::node* node = table.get("name");
  if (node == nullptr)
    reading.fail(table, std::string(place) + " has no name; add name = \"...\", " + std::string(takes));
  std::string name = string_of(reading, *node, "name", takes);
  const bool good = !name.empty() && name.size() <= 64 && name.front() >= 'a' && name.front() <= 'z' &&
                    name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
  if (!good) reading.fail(*node, "name = " + in_quotes(name) + " is no name; it takes " + std::string(takes));
  return name;
}

}  // namespace hallmark
