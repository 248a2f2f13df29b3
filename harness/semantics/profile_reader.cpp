// SPDX-License-Identifier: Apache-2.0
// Reads a profile's file: bytes first, then TOML, then every table.
#include <openssl/sha.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <system_error>

#include "semantics/contradictions.h"
#include "semantics/nearest.h"
#include "semantics/toml_reading.h"

namespace hallmark {

namespace {

constexpr std::size_t largest_file = std::size_t{1} << 20;

[[noreturn]] void refuse_file(const std::string& file, const std::string& what) {
  throw InputError(file + ":1:1: " + what);
}

std::string bytes_of(const std::filesystem::path& path, const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) refuse_file(file, "this is a folder; give a profile's file");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    refuse_file(file, "cannot be read: " + std::generic_category().message(errno) + "; give a profile's file");
  }
  std::string bytes(largest_file + 1, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (stream.bad()) refuse_file(file, "cannot be read to its end: " + std::generic_category().message(errno));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  if (bytes.size() > largest_file)
    refuse_file(file, "is larger than 1 MiB, which no profile is; give a profile's file");
  if (bytes.empty()) refuse_file(file, "is empty; a profile starts with name = \"...\"");
  return bytes;
}

/// Length of the UTF-8 sequence that starts there (RFC 3629), or 0.
std::size_t sequence_length(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xc2 && lead < 0xe0   ? 2
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xf0 && lead < 0xf5 ? 4
                                                           : 0;
  if (length == 0 || bytes.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // Overlong forms, surrogates and values above U+10FFFF.
  if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) > 0x9f)) return 0;
  if ((lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) > 0x8f)) return 0;
  return length;
}

void check_encoding(std::string_view bytes, const std::string& file) {
  std::size_t line = 1, column = 1;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = sequence_length(bytes.substr(at));
    if (length == 0) {
      throw InputError(file + ':' + std::to_string(line) + ':' + std::to_string(column) +
                       ": this byte is not UTF-8; save the profile as UTF-8 text");
    }
    column = bytes[at] == '\n' ? 1 : column + 1;
    line += bytes[at] == '\n' ? 1 : 0;
    at += length;
  }
}

std::string sha256_of(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

toml::table parse(std::string_view bytes, const Reading& reading) {
  try {
    return toml::parse(bytes, reading.file);
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    for (char& c : what) {
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    }
    reading.fail(error.source(), "not TOML: " + what + "; correct the line");
  }
}

/// Calls `read` for each table of the array of tables [[key]].
template <typename Read>
void for_each_table(const Reading& reading, const toml::table& root, std::string_view key, const Read& read) {
  const toml::node* node = root.get(key);
  if (node == nullptr) return;
  const std::string takes = "tables, each headed [[" + std::string(key) + "]]";
  const auto* array = node->as_array();
  if (array == nullptr) {
    reading.fail(*node, std::string(key) + " is " + std::string(kind_of(*node)) + "; it takes " + takes);
  }
  for (const toml::node& element : *array) read(table_of(reading, element, "an element of " + std::string(key), takes));
}

/// Starts a table of its own for the settings that follow.
void begin_table(Reading& reading, std::string match) {
  ++reading.table;
  reading.match = std::move(match);
}

Override read_override(Reading& reading, const toml::table& table) {
  constexpr std::array<std::string_view, 1> others = {"match"};
  Override rule{.match = match_of(reading, table, "[[override]]"), .changes = {}};
  begin_table(reading, rule.match);
  rule.changes = read_changes(reading, table, "[[override]]", others);
  if (rule.changes.empty()) reading.fail(table, "[[override]] sets no field; give one, or remove the table");
  return rule;
}

Choice read_choice(Reading& reading, const toml::table& table) {
  constexpr std::array<std::string_view, 3> keys = {"name", "match", "options"};
  constexpr std::array<std::string_view, 1> others = {"name"};
  check_keys(reading, table, "[[choice]]", keys);
  Choice choice;
  choice.where = reading.where(table.source());
  choice.name = name_of(reading, table, "[[choice]]");
  const std::string place = "[[choice]] " + choice.name;
  for (const Choice& earlier : reading.profile.choices) {
    if (earlier.name == choice.name) {
      reading.fail(*table.get("name"), "a choice named " + in_quotes(choice.name) + " exists already at " +
                                           earlier.where + "; choose another name");
    }
  }
  choice.match = match_of(reading, table, place);
  const std::string takes =
      "an array of two or more tables, like [ { name = \"a\", nan = \"any\" }, { name = \"b\" } ]";
  const toml::node* node = table.get("options");
  if (node == nullptr) reading.fail(table, place + " has no options; it takes " + takes);
  const auto* array = node->as_array();
  if (array == nullptr) reading.fail(*node, "options is " + std::string(kind_of(*node)) + "; it takes " + takes);
  if (array->size() < 2) {
    reading.fail(*node, place + " has " + (array->empty() ? "no option" : "one option") +
                            "; a choice has at least two, and what is not open belongs into an [[override]]");
  }
  for (const toml::node& element : *array) {
    const toml::table& fields = table_of(reading, element, "an option", "a table of a name and fields");
    Option option{.name = name_of(reading, fields, "an option of " + place), .changes = {}};
    for (const Option& earlier : choice.options) {
      if (earlier.name == option.name) {
        reading.fail(*fields.get("name"), "an option named " + in_quotes(option.name) + " exists already in " + place +
                                              "; choose another name");
      }
    }
    begin_table(reading, choice.match);
    option.changes = read_changes(reading, fields, "an option of " + place, others);
    choice.options.push_back(std::move(option));
  }
  return choice;
}

double number_of(const Reading& reading, const toml::node& node, std::string_view key, std::string_view takes) {
  const auto value = node.is_number() ? node.value<double>() : std::nullopt;
  if (!value)
    reading.fail(node, std::string(key) + " is " + std::string(kind_of(node)) + "; it takes " + std::string(takes));
  return *value;
}

LimitRule read_limit(const Reading& reading, const toml::table& table) {
  constexpr std::array<std::string_view, 5> keys = {"match", "max_ulp", "correctly_rounded", "monotone", "range"};
  check_keys(reading, table, "[[limit]]", keys);
  LimitRule rule;
  rule.match = match_of(reading, table, "[[limit]]");
  if (table.size() == 1) {
    reading.fail(table, "[[limit]] demands nothing; give max_ulp, correctly_rounded, monotone or range");
  }
  if (const toml::node* node = table.get("max_ulp")) {
    constexpr std::string_view takes = "a number above 0, like 1.0 (units in the last place)";
    rule.limits.max_ulp = number_of(reading, *node, "max_ulp", takes);
    if (!(rule.limits.max_ulp > 0.0) || std::isinf(rule.limits.max_ulp)) {
      reading.fail(*node, "max_ulp is not a finite number above 0; it takes " + std::string(takes) +
                              "; exactness is correctly_rounded = true");
    }
  }
  if (const toml::node* node = table.get("correctly_rounded")) {
    rule.limits.correctly_rounded = boolean_of(reading, *node, "correctly_rounded");
    rule.clears_correctly_rounded = !rule.limits.correctly_rounded;
  }
  if (const toml::node* node = table.get("monotone")) {
    rule.limits.monotone = boolean_of(reading, *node, "monotone");
    rule.clears_monotone = !rule.limits.monotone;
  }
  if (const toml::node* node = table.get("range")) {
    constexpr std::string_view takes = "two numbers, the lower first, like [-1.0, 1.0]";
    const auto* array = node->as_array();
    if (array == nullptr || array->size() != 2) {
      reading.fail(
          *node, "range is " +
                     (array == nullptr ? std::string(kind_of(*node)) : "an array of " + std::to_string(array->size())) +
                     "; it takes " + std::string(takes));
    }
    rule.limits.range_low = number_of(reading, *array->get(0), "range", takes);
    rule.limits.range_high = number_of(reading, *array->get(1), "range", takes);
    rule.limits.has_range = true;
    if (!(rule.limits.range_low <= rule.limits.range_high)) {
      reading.fail(*node, "range is empty; it takes " + std::string(takes));
    }
  }
  return rule;
}

void read_document(Reading& reading, const toml::table& root) {
  constexpr std::array<std::string_view, 10> keys = {"name",     "title",  "source",  "semantics", "accumulator",
                                                     "override", "choice", "require", "limit",     "format"};
  Profile& profile = reading.profile;
  check_keys(reading, root, "a profile", keys);
  profile.name = name_of(reading, root, "the profile");
  if (const toml::node* node = root.get("title")) profile.title = string_of(reading, *node, "title", "a string");
  if (const toml::node* node = root.get("source")) profile.source = string_of(reading, *node, "source", "a string");
  // Formats first: every glob and field below may name them.
  for_each_table(reading, root, "format",
                 [&](const toml::table& table) { profile.formats.push_back(read_format(reading, table)); });
  if (const toml::node* node = root.get("semantics")) {
    const toml::table& table = table_of(reading, *node, "semantics", "a table headed [semantics]");
    for (const FieldChange& change : read_changes(reading, table, "[semantics]", {})) change(profile.semantics);
  }
  if (const toml::node* node = root.get("accumulator")) {
    const toml::table& table = table_of(reading, *node, "accumulator", "a table headed [accumulator]");
    for (const FieldChange& change : read_accumulator(reading, table)) change(profile.semantics);
  }
  for_each_table(reading, root, "override",
                 [&](const toml::table& table) { profile.overrides.push_back(read_override(reading, table)); });
  for_each_table(reading, root, "choice",
                 [&](const toml::table& table) { profile.choices.push_back(read_choice(reading, table)); });
  for_each_table(reading, root, "require", [&](const toml::table& table) {
    constexpr std::array<std::string_view, 1> known = {"match"};
    check_keys(reading, table, "[[require]]", known);
    profile.required.push_back(match_of(reading, table, "[[require]]"));
  });
  for_each_table(reading, root, "limit",
                 [&](const toml::table& table) { profile.limits.push_back(read_limit(reading, table)); });
  check_contradictions(reading);
}

}  // namespace

Profile read_profile(const std::filesystem::path& path) {
  Profile profile;
  profile.path = path;
  Reading reading{.file = path.string(), .profile = profile, .settings = {}, .table = 0, .match = {}};
  const std::string bytes = bytes_of(path, reading.file);
  check_encoding(bytes, reading.file);
  profile.sha256 = sha256_of(bytes);
  read_document(reading, parse(bytes, reading));
  return profile;
}

}  // namespace hallmark
