// SPDX-License-Identifier: Apache-2.0
// JSON as bytes: the one layout a certificate is written in, and the canonical form that digests are taken of.
#include "reports/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/certificate.h"

namespace hallmark {

namespace {

constexpr std::size_t line_limit = 118;
constexpr std::size_t long_list = 32;

template <class Json>
std::string scalar(const Json& value) {
  if (!value.is_number_float()) return value.dump();
  const double number = value.template get<double>();
  // Counts beyond 64 bits are held as doubles. Written in full, they are the same number to a reader whose integers
  // have no limit, so that two lines of Python can recompute a digest.
  if (std::isfinite(number) && std::abs(number) >= 1e15) return fmt::format("{:.0f}", number);
  return std::isfinite(number) ? fmt::format("{}", number) : "null";
}

void append_canonical(std::string& text, const nlohmann::json& value) {
  if (value.is_object()) {
    text += '{';
    const char* separator = "";
    for (const auto& [key, member] : value.items()) {
      text += separator;
      text += nlohmann::json(key).dump();
      text += ':';
      append_canonical(text, member);
      separator = ",";
    }
    text += '}';
  } else if (value.is_array()) {
    text += '[';
    const char* separator = "";
    for (const nlohmann::json& member : value) {
      text += separator;
      append_canonical(text, member);
      separator = ",";
    }
    text += ']';
  } else {
    text += scalar(value);
  }
}

/// A long list of scalars, as many on a line as fit: one number a line would make a certificate unreadable.
void append_filled(std::string& text, const nlohmann::ordered_json& value, std::size_t indent) {
  text += '[';
  std::size_t used = line_limit;
  const char* separator = "";
  for (const auto& member : value) {
    const std::string one = scalar(member);
    text += separator;
    if (used + one.size() + 2 > line_limit) {
      text += '\n';
      text.append(indent + 2, ' ');
      used = indent + 2;
    } else {
      text += ' ';
      ++used;
    }
    text += one;
    used += one.size() + 1;
    separator = ",";
  }
  text += '\n';
  text.append(indent, ' ');
  text += ']';
}

/// The members of a container, each with its key, as lines of their own would hold them.
void append_pretty(std::string& text, const nlohmann::ordered_json& value, std::size_t indent, std::size_t used) {
  if (!value.is_structured()) {
    text += scalar(value);
    return;
  }
  const bool object = value.is_object();
  const char open = object ? '{' : '[';
  const char close = object ? '}' : ']';
  if (value.empty()) {
    text += {open, close};
    return;
  }
  const auto key_of = [&](const auto& item) {
    return object ? nlohmann::json(item.key()).dump() + ": " : std::string();
  };
  const bool flat = std::none_of(value.begin(), value.end(),
                                 [](const auto& member) { return member.is_structured() && !member.empty(); });
  if (flat) {
    std::string line(1, open);
    const char* separator = "";
    for (const auto& item : value.items()) {
      line += separator + key_of(item);
      append_pretty(line, item.value(), 0, 0);
      separator = ", ";
    }
    line += close;
    if (used + line.size() <= line_limit) {
      text += line;
      return;
    }
    if (!object && value.size() >= long_list) {
      append_filled(text, value, indent);
      return;
    }
  }
  text += open;
  const char* separator = "\n";
  for (const auto& item : value.items()) {
    text += separator;
    const std::string key = key_of(item);
    text.append(indent + 2, ' ');
    text += key;
    append_pretty(text, item.value(), indent + 2, indent + 2 + key.size() + 1);
    separator = ",\n";
  }
  text += '\n';
  text.append(indent, ' ');
  text += close;
}

}  // namespace

std::string canonical_json(const nlohmann::json& document) {
  std::string text;
  append_canonical(text, document);
  return text;
}

std::string certificate_text(const nlohmann::ordered_json& document) {
  std::string text;
  append_pretty(text, document, 0, 0);
  return text + '\n';
}

bool nests_deeper(std::string_view text, int limit) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > limit) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

}  // namespace hallmark
