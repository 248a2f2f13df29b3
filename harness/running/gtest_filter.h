// SPDX-License-Identifier: Apache-2.0
// GoogleTest's filter language, applied before workers start: POSITIVE[:POSITIVE...][-NEGATIVE[:NEGATIVE...]].
#pragma once

#include <string_view>

namespace hallmark {

/// Whether --gtest_filter=filter keeps the test of that full name ("suite.test"). Only * and ? are special.
bool gtest_filter_matches(std::string_view filter, std::string_view full_name);

}  // namespace hallmark
