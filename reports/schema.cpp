// SPDX-License-Identifier: Apache-2.0
// Checks a JSON document against a JSON Schema, for the part of draft 2020-12 that our schemas use.
#include "reports/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <stdexcept>
#include <vector>

namespace hallmark {

namespace {

using Json = nlohmann::ordered_json;

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "number") return value.is_number();
  if (type == "integer") {
    return value.is_number_integer() || (value.is_number_float() && std::trunc(value.get<double>()) == value);
  }
  throw std::logic_error("schema: unknown type '" + type + "'");
}

/// x86's long double holds every 64-bit integer and every double.
long double number_of(const Json& value) {
  if (value.is_number_unsigned()) return static_cast<long double>(value.get<std::uint64_t>());
  if (value.is_number_integer()) return static_cast<long double>(value.get<std::int64_t>());
  return static_cast<long double>(value.get<double>());
}

/// A value as a message quotes it: short, on one line.
std::string quoted(const Json& value) {
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

class Checker {
 public:
  explicit Checker(const Json& root) : root_(root) {}

  std::string check(const Json& schema, const Json& value, const std::string& path) {
    if (schema.is_boolean()) return schema.get<bool>() ? "" : at(path) + "is not allowed here; remove it";
    for (const auto& [keyword, rule] : schema.items()) {
      std::string problem = apply(keyword, rule, schema, value, path);
      if (!problem.empty()) return problem;
    }
    return "";
  }

 private:
  static std::string at(const std::string& path) { return path.empty() ? "the document: " : path + ": "; }
  static std::string inside(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + "." + key;
  }

  std::string apply(const std::string& keyword, const Json& rule, const Json& schema, const Json& value,
                    const std::string& path) {
    if (keyword == "type") return check_type(rule, value, path);
    if (keyword == "enum") return check_enum(rule, value, path);
    if (keyword == "const") {
      return rule == value ? "" : at(path) + fmt::format("must be {}, is {}", rule.dump(), quoted(value));
    }
    if (keyword == "required") return check_required(rule, value, path);
    if (keyword == "properties") return check_properties(rule, value, path);
    if (keyword == "additionalProperties") return check_additional(rule, schema, value, path);
    if (keyword == "items") return check_items(rule, value, path);
    if (keyword == "anyOf") return check_any(rule, value, path);
    if (keyword == "minimum" || keyword == "maximum") return check_bound(keyword == "minimum", rule, value, path);
    if (keyword == "minLength" || keyword == "maxLength") {
      return check_length(keyword == "minLength", rule, value, path);
    }
    if (keyword == "minItems") {
      const bool good = !value.is_array() || value.size() >= rule.get<std::size_t>();
      return good ? "" : at(path) + fmt::format("must have {} items or more, has {}", rule.dump(), value.size());
    }
    if (keyword == "pattern") return check_pattern(rule, schema, value, path);
    if (keyword == "$ref") return check(resolve(rule.get<std::string>()), value, path);
    static const std::vector<std::string> annotations = {"$schema", "$id", "$defs", "title", "description"};
    if (std::find(annotations.begin(), annotations.end(), keyword) != annotations.end()) return "";
    throw std::logic_error("schema: the keyword '" + keyword + "' is not understood");
  }

  const Json& resolve(const std::string& reference) const {
    const std::string prefix = "#/$defs/";
    if (!reference.starts_with(prefix)) throw std::logic_error("schema: cannot follow the reference " + reference);
    return root_.at("$defs").at(reference.substr(prefix.size()));
  }

  static std::string check_type(const Json& rule, const Json& value, const std::string& path) {
    std::vector<std::string> types;
    if (rule.is_string()) {
      types.push_back(rule.get<std::string>());
    } else {
      for (const Json& type : rule) types.push_back(type.get<std::string>());
    }
    const bool good = std::any_of(types.begin(), types.end(), [&](const std::string& t) { return has_type(value, t); });
    return good ? "" : at(path) + fmt::format("must be of type {}, is {}", fmt::join(types, " or "), quoted(value));
  }

  static std::string check_enum(const Json& rule, const Json& value, const std::string& path) {
    if (std::find(rule.begin(), rule.end(), value) != rule.end()) return "";
    return at(path) + fmt::format("must be one of {}, is {}", rule.dump(), quoted(value));
  }

  static std::string check_required(const Json& rule, const Json& value, const std::string& path) {
    if (!value.is_object()) return "";
    for (const Json& key : rule) {
      if (!value.contains(key.get<std::string>())) return at(path) + fmt::format("lacks the field {}", key.dump());
    }
    return "";
  }

  std::string check_properties(const Json& rule, const Json& value, const std::string& path) {
    if (!value.is_object()) return "";
    for (const auto& [key, schema] : rule.items()) {
      const auto found = value.find(key);
      if (found == value.end()) continue;
      std::string problem = check(schema, *found, inside(path, key));
      if (!problem.empty()) return problem;
    }
    return "";
  }

  std::string check_additional(const Json& rule, const Json& schema, const Json& value, const std::string& path) {
    if (!value.is_object()) return "";
    const auto known = schema.find("properties");
    for (const auto& [key, member] : value.items()) {
      if (known != schema.end() && known->contains(key)) continue;
      std::string problem = check(rule, member, inside(path, key));
      if (!problem.empty()) return problem;
    }
    return "";
  }

  std::string check_items(const Json& rule, const Json& value, const std::string& path) {
    if (!value.is_array()) return "";
    for (std::size_t i = 0; i < value.size(); ++i) {
      std::string problem = check(rule, value[i], fmt::format("{}[{}]", path, i));
      if (!problem.empty()) return problem;
    }
    return "";
  }

  std::string check_any(const Json& rule, const Json& value, const std::string& path) {
    std::string last;
    for (const Json& alternative : rule) {
      last = check(alternative, value, path);
      if (last.empty()) return "";
    }
    return last;
  }

  static std::string check_bound(bool is_minimum, const Json& rule, const Json& value, const std::string& path) {
    if (!value.is_number()) return "";
    const long double number = number_of(value);
    const long double bound = number_of(rule);
    if (is_minimum ? number >= bound : number <= bound) return "";
    return at(path) + fmt::format("must be at {} {}, is {}", is_minimum ? "least" : "most", rule.dump(), quoted(value));
  }

  /// JSON Schema counts characters: bytes that do not continue one.
  static std::size_t length_of(const Json& value) {
    const auto& text = value.get_ref<const std::string&>();
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }

  static std::string check_length(bool is_minimum, const Json& rule, const Json& value, const std::string& path) {
    if (!value.is_string()) return "";
    const std::size_t bound = rule.get<std::size_t>();
    const std::size_t length = length_of(value);
    if (is_minimum ? length >= bound : length <= bound) return "";
    return at(path) +
           fmt::format("must have at {} {} characters, has {}", is_minimum ? "least" : "most", bound, length);
  }

  std::string check_pattern(const Json& rule, const Json& schema, const Json& value, const std::string& path) {
    if (!value.is_string()) return "";
    // libstdc++'s matcher recurses once a character: only strings of bounded length may reach it.
    if (!schema.contains("maxLength")) throw std::logic_error("schema: a pattern needs a maxLength beside it");
    const auto& text = value.get_ref<const std::string&>();
    if (length_of(value) > schema["maxLength"].get<std::size_t>()) {
      return check_length(false, schema["maxLength"], value, path);
    }
    const auto& pattern = rule.get_ref<const std::string&>();
    const auto [found, is_new] = patterns_.try_emplace(pattern, pattern);
    if (std::regex_search(text, found->second)) return "";
    return at(path) + fmt::format("must match {}, is {}", pattern, quoted(value));
  }

  const Json& root_;
  std::map<std::string, std::regex> patterns_;
};

}  // namespace

std::string check_schema(const nlohmann::ordered_json& schema, const nlohmann::ordered_json& document) {
  return Checker(schema).check(schema, document, "");
}

}  // namespace hallmark
