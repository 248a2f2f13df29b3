// SPDX-License-Identifier: Apache-2.0
// Reads tables of semantics fields and accumulator fields by the field table.
#include <algorithm>

#include "formats/formats.h"
#include "semantics/fields.h"
#include "semantics/nearest.h"
#include "semantics/toml_reading.h"

namespace hallmark {

namespace {

std::string hexadecimal(std::uint64_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), digits[value & 15]);
    value >>= 4;
  } while (value != 0);
  return "0x" + text;
}

[[noreturn]] void refuse_word(const Reading& reading, const toml::node& node, std::string_view key,
                              std::string_view value, std::span<const std::string_view> accepted) {
  std::string what = std::string(key) + " = " + in_quotes(value) + " is not a value it takes; ";
  if (const auto near = nearest(value, accepted)) what += "did you mean " + in_quotes(*near) + "? ";
  reading.fail(node, what + "accepted: " + alternatives(accepted, true));
}

/// A built-in floating format by name: where a computation may take place.
std::string floating_format_of(const Reading& reading, const toml::node& node, std::string_view key) {
  const std::string name = string_of(reading, node, key, "a floating format's name, like \"float32\"");
  const Format* format = find_format(name);
  if (format != nullptr && !format->is_integer()) return name;
  std::vector<std::string_view> names;
  for (const Format& known : floating_formats) names.push_back(known.name);
  if (format != nullptr) {
    reading.fail(node, std::string(key) + " = " + in_quotes(name) +
                           " is an integer format; accepted: " + alternatives(names, true));
  }
  refuse_word(reading, node, key, name, names);
}

void record(Reading& reading, std::string key, std::string value, const toml::node& node) {
  reading.settings.push_back(
      {reading.table, std::move(key), std::move(value), reading.where(node.source()), reading.match});
}

/// canonical_nan = { bfloat16 = 0x7fff }
void read_codes(Reading& reading, const toml::node& node, std::vector<FieldChange>& changes) {
  const toml::table& codes = table_of(reading, node, "canonical_nan", "a table of codes, like { bfloat16 = 0x7fff }");
  if (codes.empty())
    reading.fail(node, "canonical_nan is empty; give a code, like { bfloat16 = 0x7fff }, or remove it");
  for (const auto& [key, code] : codes) {
    const Format* format = reading.profile.find_format(key.str());
    if (format == nullptr || !format->has_nan()) {
      std::vector<std::string_view> names;
      for (const Format& known : floating_formats) {
        if (known.has_nan()) names.push_back(known.name);
      }
      for (const Format& own : reading.profile.formats) {
        if (own.has_nan()) names.push_back(own.name);
      }
      if (format != nullptr) reading.fail(key.source(), "canonical_nan: " + std::string(key.str()) + " has no NaN");
      fail_unknown_key(reading, key, "canonical_nan", names);
    }
    const auto* value = code.as_integer();
    if (value == nullptr) {
      reading.fail(code, "canonical_nan." + std::string(key.str()) + " is " + std::string(kind_of(code)) +
                             "; it takes a code, like " + hexadecimal(format->default_nan()));
    }
    // TOML integers are signed; a 64-bit code with the sign bit set is written as its two's complement.
    const auto bits = static_cast<std::uint64_t>(value->get());
    if (!format->is_nan(bits)) {
      reading.fail(code, "canonical_nan." + std::string(key.str()) + " = " + hexadecimal(bits) + " is no NaN of " +
                             std::string(key.str()) + "; its default NaN is " + hexadecimal(format->default_nan()));
    }
    changes.push_back(
        [name = std::string(key.str()), bits](Semantics& semantics) { semantics.canonical_nan[name] = bits; });
  }
  record(reading, "canonical_nan", "set", node);
}

FieldChange read_field(Reading& reading, const Field& field, const toml::node& node) {
  if (field.kind == FieldKind::format) {
    std::string name = floating_format_of(reading, node, field.key);
    record(reading, std::string(field.key), name, node);
    return [name = std::move(name)](Semantics& semantics) { semantics.evaluate_in = name; };
  }
  std::string text;
  if (field.kind == FieldKind::boolean) {
    text = boolean_of(reading, node, field.key) ? "true" : "false";
  } else {
    std::vector<std::string_view> accepted;
    for (const Spelling& spelling : field.spellings) accepted.push_back(spelling.text);
    text = string_of(reading, node, field.key, alternatives(accepted, true));
    if (!field.value_of(text)) refuse_word(reading, node, field.key, text, accepted);
  }
  record(reading, std::string(field.key), text, node);
  return [&field, value = *field.value_of(text)](Semantics& semantics) { field.set(semantics, value); };
}

FieldChange read_accumulator_field(Reading& reading, const AccumulatorField& field, const toml::node& node) {
  const std::string key = "accumulator." + std::string(field.key);
  std::string text;
  switch (field.kind) {
    case AccumulatorKind::boolean: {
      const bool value = boolean_of(reading, node, key);
      record(reading, key, value ? "true" : "false", node);
      return [member = field.flag, value](Semantics& semantics) { semantics.accumulator.*member = value; };
    }
    case AccumulatorKind::integer: {
      const auto value = static_cast<int>(integer_of(reading, node, key, field.low, field.high));
      text = std::to_string(value);
      if (!field.words.empty() && std::find(field.words.begin(), field.words.end(), text) == field.words.end()) {
        reading.fail(node, key + " = " + text + " is not a value it takes; accepted: " + alternatives(field.words));
      }
      record(reading, key, text, node);
      return [member = field.number, value](Semantics& semantics) { semantics.accumulator.*member = value; };
    }
    case AccumulatorKind::format:
      text = floating_format_of(reading, node, key);
      break;
    case AccumulatorKind::word:
    case AccumulatorKind::order: {
      const bool tree = field.kind == AccumulatorKind::order;
      std::vector<std::string_view> accepted = field.words;
      text =
          string_of(reading, node, key, alternatives(accepted, true) + (tree ? ", or a tree like \"((c,1),0)\"" : ""));
      const bool known = std::find(accepted.begin(), accepted.end(), text) != accepted.end();
      if (!known && !(tree && is_order_tree(text))) {
        if (tree && text.find('(') != std::string::npos) {
          reading.fail(node, key + " = " + in_quotes(text) +
                                 " is no tree: nested pairs of the leaves 0 to n-1, each once, "
                                 "and at most once c, the value so far, like \"((c,1),0)\"");
        }
        refuse_word(reading, node, key, text, accepted);
      }
      break;
    }
  }
  record(reading, key, text, node);
  return [member = field.text, text](Semantics& semantics) { semantics.accumulator.*member = text; };
}

/// The keys of an accumulator table or, with prefix "block." or "format.", of a table in it.
std::vector<std::string_view> accumulator_keys(std::string_view prefix) {
  std::vector<std::string_view> keys;
  for (const AccumulatorField& field : accumulator_fields()) {
    if (!field.key.starts_with(prefix)) continue;
    std::string_view rest = field.key.substr(prefix.size());
    rest = rest.substr(0, rest.find('.'));
    if (std::find(keys.begin(), keys.end(), rest) == keys.end()) keys.push_back(rest);
  }
  return keys;
}

void read_accumulator_table(Reading& reading, const toml::table& table, const std::string& prefix,
                            std::vector<FieldChange>& changes) {
  const std::string place = prefix.empty() ? "accumulator" : "accumulator." + prefix.substr(0, prefix.size() - 1);
  check_keys(reading, table, place, accumulator_keys(prefix));
  for (const auto& [key, node] : table) {
    const std::string full = prefix + std::string(key.str());
    if (full == "block" || (full == "format" && node.is_table())) {
      const toml::table& inner = table_of(reading, node, "accumulator." + full, "{ width = 8, fraction_bits = 24 }");
      if (full == "format") {
        for (const char* part : {"exponent_bits", "precision"}) {
          if (!inner.contains(part)) {
            reading.fail(node, "accumulator.format has no " + std::string(part) +
                                   "; give both, like { exponent_bits = 8, precision = 24 }, or a format's name");
          }
        }
        changes.push_back([](Semantics& semantics) { semantics.accumulator.format.clear(); });
      } else if (inner.empty()) {
        reading.fail(node, "accumulator.block is empty; give { width = 8, fraction_bits = 24 }, or remove it");
      }
      read_accumulator_table(reading, inner, full + ".", changes);
      continue;
    }
    const AccumulatorField& field = *find_accumulator_field(full);
    changes.push_back(read_accumulator_field(reading, field, node));
    if (field.kind == AccumulatorKind::format && field.key == "format") {
      changes.push_back([](Semantics& semantics) {
        semantics.accumulator.exponent_bits = 0;
        semantics.accumulator.precision = 0;
      });
    }
  }
}

}  // namespace

std::vector<FieldChange> read_accumulator(Reading& reading, const toml::table& table) {
  std::vector<FieldChange> changes;
  read_accumulator_table(reading, table, "", changes);
  return changes;
}

std::vector<FieldChange> read_changes(Reading& reading, const toml::table& table, std::string_view place,
                                      std::span<const std::string_view> others) {
  std::vector<std::string_view> known(others.begin(), others.end());
  for (const Field& field : fields()) known.push_back(field.key);
  // [semantics] has its accumulator in [accumulator], a table of its own.
  if (!others.empty()) known.push_back("accumulator");
  check_keys(reading, table, place, known);
  std::vector<FieldChange> changes;
  for (const auto& [key, node] : table) {
    if (std::find(others.begin(), others.end(), key.str()) != others.end()) continue;
    if (key.str() == "accumulator") {
      const toml::table& inner = table_of(reading, node, "accumulator", "a table of accumulator fields");
      for (FieldChange& change : read_accumulator(reading, inner)) changes.push_back(std::move(change));
      continue;
    }
    const Field& field = *find_field(key.str());
    if (field.kind == FieldKind::codes) {
      read_codes(reading, node, changes);
    } else {
      changes.push_back(read_field(reading, field, node));
    }
  }
  return changes;
}

}  // namespace hallmark
