// SPDX-License-Identifier: Apache-2.0
#include "semantics/profile_writer.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

#include "semantics/fields.h"

namespace hallmark {
namespace {

std::string toml_string(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return made + '"';
}

std::string hexadecimal(std::uint64_t code) {
  char digits[16];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), code, 16).ptr;
  return std::string("0x").append(digits, end);
}

std::string in_braces(const std::string& inside) { return std::string("{ ").append(inside).append(" }"); }

/// The value as TOML has it; empty where both have the same.
std::string changed_value(const AccumulatorField& field, const Accumulator& to, const Accumulator& from) {
  if (field.text != nullptr && to.*field.text != from.*field.text) return toml_string(to.*field.text);
  if (field.number != nullptr && to.*field.number != from.*field.number) return std::to_string(to.*field.number);
  if (field.flag != nullptr && to.*field.flag != from.*field.flag) return to.*field.flag ? "true" : "false";
  return "";
}

/// { format = { exponent_bits = 8, precision = 22 }, order = "sequential" }
std::string accumulator_text(const Accumulator& to, const Accumulator& from) {
  std::vector<std::pair<std::string, std::string>> entries;
  std::map<std::string, std::string> tables;  // by name, what is inside
  for (const AccumulatorField& field : accumulator_fields()) {
    const std::string value = changed_value(field, to, from);
    if (value.empty() || value == "\"\"") continue;
    const std::size_t dot = field.key.find('.');
    if (dot == std::string_view::npos) {
      entries.emplace_back(field.key, value);
      continue;
    }
    std::string& inside = tables[std::string(field.key.substr(0, dot))];
    inside += (inside.empty() ? "" : ", ") + std::string(field.key.substr(dot + 1)) + " = " + value;
  }
  for (const auto& [name, inside] : tables) entries.emplace_back(name, in_braces(inside));
  std::string text;
  for (const auto& [key, value] : entries) text += (text.empty() ? "" : ", ") + key + " = " + value;
  return text.empty() ? text : in_braces(text);
}

}  // namespace

std::string override_text(const Signature& signature, const Semantics& semantics) {
  const Semantics silent = Profile().resolve(signature).front().semantics;
  std::string lines;
  const auto line = [&](std::string_view key, std::string_view value) {
    lines += std::string(key) + " = " + std::string(value) + '\n';
  };
  for (const Field& field : fields()) {
    if (field.kind == FieldKind::format || field.kind == FieldKind::codes) continue;
    if (field.get(semantics) == field.get(silent)) continue;
    const std::string_view word = field.spelling_in(semantics);
    line(field.key, field.kind == FieldKind::boolean ? std::string(word) : toml_string(word));
  }
  if (semantics.evaluate_in != silent.evaluate_in) line("evaluate_in", toml_string(semantics.evaluate_in));
  if (semantics.canonical_nan != silent.canonical_nan) {
    std::string codes;
    for (const auto& [format, code] : semantics.canonical_nan) {
      codes += (codes.empty() ? "" : ", ") + format + " = " + hexadecimal(code);
    }
    line("canonical_nan", in_braces(codes));
  }
  const std::string accumulator = accumulator_text(semantics.accumulator, silent.accumulator);
  if (!accumulator.empty()) line("accumulator", accumulator);
  if (lines.empty()) return lines;
  return std::string("[[override]]\nmatch = ").append(toml_string(to_string(signature))).append("\n").append(lines);
}

std::string limit_text(std::string_view match, double max_ulp) {
  char digits[32];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), max_ulp, std::chars_format::fixed).ptr;
  std::string number(digits, end);
  if (number.find('.') == std::string::npos) number += ".0";
  return "[[limit]]\nmatch = " + toml_string(match) + "\nmax_ulp = " + number + '\n';
}

std::string heading_text(std::string_view name, std::string_view title, std::string_view source) {
  return "name = " + toml_string(name) + "\ntitle = " + toml_string(title) + "\nsource = " + toml_string(source) +
         "\n\n[semantics]\n";
}

}  // namespace hallmark
