// SPDX-License-Identifier: Apache-2.0
// Edit distance and word lists for error messages.
#include "semantics/nearest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace hallmark {

namespace {

/// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours, which are the usual typos.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = last;
    last = now;
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > 64) return std::nullopt;
  std::size_t best = std::clamp<std::size_t>(word.size() / 3, 1, 3) + 1;
  std::optional<std::string_view> found;
  for (const std::string_view candidate : candidates) {
    if (const std::size_t edits = distance(word, candidate); edits < best) {
      best = edits;
      found = candidate;
    }
  }
  return found;
}

std::string alternatives(std::span<const std::string_view> words, bool quotes) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    if (quotes) text += '"';
    text += words[i];
    if (quotes) text += '"';
  }
  return text;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 80;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte > 0x7e) {
      result += "\\x";
      result += digits[byte >> 4];
      result += digits[byte & 15];
    } else {
      result += c;
    }
  }
  if (text.size() > longest) result += "...";
  return result + '"';
}

}  // namespace hallmark
