// SPDX-License-Identifier: Apache-2.0
// Text that came from elsewhere, made fit to show: valid UTF-8, no control characters, escaped, measured, counted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "judging/record.h"

namespace hallmark {

/// A copy whose malformed UTF-8 is replaced by U+FFFD: a backend's strings are bytes, a certificate's are text.
std::string valid_utf8(std::string_view text);

enum class Lines { keep, show };

/// Valid UTF-8 in which no character acts on a terminal, on the direction of the text or on an XML parser: control
/// characters become their pictures (ESC is U+241B). Line ends and tabs stay with Lines::keep.
std::string visible(std::string_view text, Lines lines = Lines::show);

/// Visible text (lines kept) with & < > " ' as entities: for HTML and XML, elements and quoted attributes.
std::string escape_markup(std::string_view text);

/// Columns that a text takes on a terminal: combining marks take none, East Asian wide characters two.
std::size_t display_width(std::string_view text);

/// "4,294,967,296"
std::string grouped(Count count);
/// As grouped() below 10^15, then a power of two as one and the rest to three digits (U+00D7 and superscripts): in a
/// table, the 18,446,744,073,709,551,616 operands of a float64 domain are 2 to the 64.
std::string short_count(Count count);

/// A power in superscript digits: "2" and -126.
std::string superscript(std::string base, int exponent);

/// Lower-case hex of SHA-256.
std::string sha256_hex(std::string_view bytes);
/// Base64 of SHA-256, as a Content-Security-Policy names an inline style.
std::string sha256_base64(std::string_view bytes);

}  // namespace hallmark
