// SPDX-License-Identifier: Apache-2.0
// Options of a backend that takes several: "device=0&denorms=zero", pairs separated by '&' or ','.
#ifndef HALLMARK_ADAPTERS_KEY_VALUES_H
#define HALLMARK_ADAPTERS_KEY_VALUES_H

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels.h"

namespace hallmark {

using KeyValues = std::map<std::string, std::string>;

/// The pairs of `options`, each key one of `keys` and at most once; otherwise nothing, with the reason on stderr.
inline std::optional<KeyValues> parse_key_values(const char* backend, const char* options,
                                                 std::initializer_list<std::string_view> keys) {
  std::string accepted;
  for (const std::string_view key : keys) accepted += (accepted.empty() ? "" : ", ") + std::string(key) + "=...";
  KeyValues values;
  std::string_view rest = options == nullptr ? "" : options;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of("&,"), rest.size());
    const std::string_view pair = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string key(pair.substr(0, equals));
    if (std::find(keys.begin(), keys.end(), key) == keys.end() || equals + 1 >= pair.size()) {
      refuse(backend, "unknown option '" + std::string(pair) + "'; accepted are " + accepted + ", separated by '&'");
      return std::nullopt;
    }
    if (!values.emplace(key, pair.substr(equals + 1)).second) {
      refuse(backend, "option '" + key + "' is given twice; leave one out");
      return std::nullopt;
    }
  }
  return values;
}

/// Which of the devices is meant by option device=...: a number from 0, or part of exactly one device's name; the first
/// without the option. Nothing, with the reason on stderr, if it is none of them.
inline std::optional<std::size_t> choose_device(const char* backend, const KeyValues& values,
                                                const std::vector<std::string>& names) {
  const auto option = values.find("device");
  if (option == values.end()) return 0;
  const std::string& text = option->second;
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    list += (i == 0 ? "" : ", ") + std::to_string(i) + " (" + names[i] + ")";
  }
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) {
    if (number < names.size()) return number;
    refuse(backend, "there is no device " + text + "; there are: " + list);
    return std::nullopt;
  }
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].find(text) == std::string::npos) continue;
    if (found) {
      refuse(backend, "'" + text + "' is part of more than one device's name; give a number: " + list);
      return std::nullopt;
    }
    found = i;
  }
  if (!found) refuse(backend, "no device's name contains '" + text + "'; there are: " + list);
  return found;
}

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_KEY_VALUES_H
