// SPDX-License-Identifier: Apache-2.0
#include "conversions/property_parameters.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <set>
#include <string>

#include "semantics/nearest.h"
#include "semantics/profile.h"

namespace hallmark {
namespace {

constexpr std::array<std::string_view, 8> keys = {
    "seed",     "max_success",      "max_size",          "max_discard_ratio",
    "noshrink", "verbose_progress", "verbose_shrinking", "reproduce"};

template <class Number>
Number number(std::string_view key, std::string_view text, Number first, Number last) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < first || value > last) {
    throw InputError(
        fmt::format("RC_PARAMS: {} takes a number from {} to {}, not {}", key, first, last, in_quotes(text)));
  }
  return value;
}

}  // namespace

PropertyParameters parse_property_parameters(std::string_view text) {
  constexpr std::string_view space = " \t\n";
  constexpr int most_cases = 1000000;
  PropertyParameters parameters;
  std::set<std::string_view> seen;
  while (true) {
    const std::size_t start = text.find_first_not_of(space);
    if (start == std::string_view::npos) return parameters;
    text.remove_prefix(start);
    const std::string_view word = text.substr(0, text.find_first_of(space));
    text.remove_prefix(word.size());
    const std::size_t equals = word.find('=');
    const std::string_view key = word.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      const auto meant = nearest(key, keys);
      throw InputError(fmt::format("RC_PARAMS: {} is no parameter of RapidCheck; {}", in_quotes(key),
                                   meant ? fmt::format("write {}=", *meant) : "it has " + alternatives(keys)));
    }
    if (equals == std::string_view::npos)
      throw InputError(fmt::format("RC_PARAMS: {} has no value; write {}=...", key, key));
    if (!seen.insert(key).second) throw InputError(fmt::format("RC_PARAMS: {} stands twice; keep one", key));
    if (key == "seed") parameters.seed = number<std::uint64_t>(key, value, 0, ~std::uint64_t{0});
    if (key == "max_success") parameters.cases = number(key, value, 1, most_cases);
    if (key == "max_size") parameters.size = number(key, value, 0, 100);
    if (key == "max_discard_ratio") parameters.discard_ratio = number(key, value, 0, 1000);
    if (key == "noshrink") parameters.shrink = number(key, value, 0, 1) == 0;
    if (key == "verbose_progress") parameters.show_progress = number(key, value, 0, 1) == 1;
    if (key == "verbose_shrinking") parameters.show_shrinking = number(key, value, 0, 1) == 1;
    if (key == "reproduce") {
      throw InputError(
          "RC_PARAMS: reproduce would leave every other property without a case; run the command that the finding "
          "gives, "
          "which has --case");
    }
  }
}

int number_of_cases(const PropertyParameters& parameters, Level level) {
  constexpr int quick = 1000, standard = 4000, exhaustive = 20000;
  return parameters.cases.value_or(level == Level::quick ? quick : level == Level::standard ? standard : exhaustive);
}

}  // namespace hallmark
