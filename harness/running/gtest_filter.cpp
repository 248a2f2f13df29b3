// SPDX-License-Identifier: Apache-2.0
#include "running/gtest_filter.h"

#include "semantics/signature.h"

namespace hallmark {
namespace {

bool any_matches(std::string_view patterns, std::string_view name) {
  while (true) {
    const std::size_t colon = patterns.find(':');
    if (glob_match(patterns.substr(0, colon), name)) return true;
    if (colon == std::string_view::npos) return false;
    patterns.remove_prefix(colon + 1);
  }
}

}  // namespace

bool gtest_filter_matches(std::string_view filter, std::string_view full_name) {
  const std::size_t dash = filter.find('-');
  std::string_view positive = filter.substr(0, dash);
  if (positive.empty()) positive = "*";
  if (!any_matches(positive, full_name)) return false;
  return dash == std::string_view::npos || !any_matches(filter.substr(dash + 1), full_name);
}

}  // namespace hallmark
