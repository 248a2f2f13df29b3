// SPDX-License-Identifier: Apache-2.0
// Finds the word somebody probably meant, and writes lists of accepted words for error messages.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hallmark {

/// The candidate within a third of the word's length (at least one, at most three) in edit distance, if any.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

/// "a, b or c"; with quotes `"a", "b" or "c"`.
std::string alternatives(std::span<const std::string_view> words, bool quotes = false);

/// The text in double quotes on one line: control and non-ASCII bytes escaped, long text cut.
std::string in_quotes(std::string_view text);

}  // namespace hallmark
