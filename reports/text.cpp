// SPDX-License-Identifier: Apache-2.0
// Text that came from elsewhere, made fit to show: valid UTF-8, no control characters, escaped, measured, counted.
#include "reports/text.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

namespace hallmark {

namespace {

constexpr char32_t replacement = 0xFFFD;

/// Takes one character off the front; malformed bytes give U+FFFD one at a time (Unicode 3.9, table 3-7).
char32_t take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  std::size_t length = 1;
  char32_t character = lead;
  char32_t least = 0;
  if (lead >= 0x80) {
    length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    least = lead >= 0xF0 ? 0x10000 : lead >= 0xE0 ? 0x800 : 0x80;
    character = lead & (0x7Fu >> length);
    bool good = lead >= 0xC2 && lead <= 0xF4 && text.size() >= length;
    for (std::size_t i = 1; good && i < length; ++i) {
      good = (byte(i) & 0xC0) == 0x80;
      character = (character << 6) | (byte(i) & 0x3F);
    }
    good = good && character >= least && character <= 0x10FFFF && (character < 0xD800 || character > 0xDFFF);
    if (!good) {
      text.remove_prefix(1);
      return replacement;
    }
  }
  text.remove_prefix(length);
  return character;
}

void append(std::string& text, char32_t character) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((character >> shift) & 0x3F)); };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xC0 | (character >> 6));
    tail(0);
  } else if (character < 0x10000) {
    text += static_cast<char>(0xE0 | (character >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | (character >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// A direction control could make a report read differently from what it says; U+FFFE and U+FFFF are no XML characters.
bool misleads(char32_t c) {
  return (c >= 0x80 && c <= 0x9F) || c == 0x200E || c == 0x200F || c == 0x2028 || c == 0x2029 ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || (c & 0xFFFE) == 0xFFFE;
}

std::array<unsigned char, 32> sha256(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  unsigned length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL could not compute a SHA-256 digest");
  }
  return digest;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) append(result, take_character(text));
  return result;
}

std::string visible(std::string_view text, Lines lines) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const char32_t character = take_character(text);
    if (lines == Lines::keep && (character == '\n' || character == '\t')) {
      append(result, character);
    } else if (character < 0x20) {
      append(result, 0x2400 + character);
    } else if (character == 0x7F) {
      append(result, 0x2421);
    } else {
      append(result, misleads(character) ? replacement : character);
    }
  }
  return result;
}

std::string escape_markup(std::string_view text) {
  std::string result;
  for (const char c : visible(text, Lines::keep)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::size_t display_width(std::string_view text) {
  struct Range {
    char32_t first, last;
  };
  // The blocks that matter in names of chips and machines; wcwidth() would depend on the locale.
  static constexpr std::array narrow = {Range{0x0300, 0x036F}, Range{0x1AB0, 0x1AFF}, Range{0x200B, 0x200D},
                                        Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}};
  static constexpr std::array wide = {Range{0x1100, 0x115F}, Range{0x2E80, 0xA4CF},   Range{0xAC00, 0xD7A3},
                                      Range{0xF900, 0xFAFF}, Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},
                                      Range{0xFFE0, 0xFFE6}, Range{0x1F300, 0x1FAFF}, Range{0x20000, 0x3FFFD}};
  const auto within = [](const auto& ranges, char32_t c) {
    return std::any_of(ranges.begin(), ranges.end(), [c](Range r) { return c >= r.first && c <= r.last; });
  };
  std::size_t width = 0;
  while (!text.empty()) {
    const char32_t character = take_character(text);
    width += within(narrow, character) ? 0u : within(wide, character) ? 2u : 1u;
  }
  return width;
}

std::string grouped(Count count) {
  std::string digits;
  int written = 0;
  do {
    if (written != 0 && written % 3 == 0) digits += ',';
    digits += static_cast<char>('0' + static_cast<int>(count % 10));
    count /= 10;
    ++written;
  } while (count != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string superscript(std::string base, int exponent) {
  static constexpr std::array digits = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                        "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  for (const char digit : fmt::format("{}", exponent)) {
    base += digit == '-' ? "\u207b" : digits[static_cast<std::size_t>(digit - '0')];
  }
  return base;
}

std::string short_count(Count count) {
  if (count < Count{1'000'000'000'000'000}) return grouped(count);
  int exponent = 0;
  if ((count & (count - 1)) == 0) {
    while ((count >>= 1) != 0) ++exponent;
    return superscript("2", exponent);
  }
  // Three digits, rounded half up: 999.5 becomes 100 of the next power.
  for (; count >= 10'000; count /= 10) ++exponent;
  count = (count + 5) / 10;
  ++exponent;
  if (count == 1000) {
    count = 100;
    ++exponent;
  }
  const auto digits = static_cast<int>(count);
  return superscript(fmt::format("{}.{:02} \u00d7 10", digits / 100, digits % 100), exponent + 2);
}

std::string sha256_hex(std::string_view bytes) {
  std::string hex;
  for (const unsigned char byte : sha256(bytes)) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::string sha256_base64(std::string_view bytes) {
  const std::array<unsigned char, 32> digest = sha256(bytes);
  std::array<unsigned char, 45> text{};  // 4 characters for each 3 bytes, and the NUL EVP_EncodeBlock writes
  const int length = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(digest.size()));
  return {reinterpret_cast<const char*>(text.data()), static_cast<std::size_t>(length)};
}

}  // namespace hallmark
