// SPDX-License-Identifier: Apache-2.0
// Codes for people: hex, bits by field, and the exact decimal value.
#pragma once

#include <cstdint>
#include <string>

#include "formats/format.h"

namespace hallmark {

/// "0x3f80", as many digits as the format's width takes.
std::string hex_code(const Format& format, std::uint64_t code);

/// "0 01111111 0000000" (sign, exponent, fraction); plain binary for integers.
std::string bits_of_code(const Format& format, std::uint64_t code);

/// "1.0078125", "-0", "infinity", "NaN (signalling)": the shortest decimal that is this value of the format and no
/// other double; "3 * 2^2000" where no double is.
std::string value_of_code(const Format& format, std::uint64_t code);

/// "0x3f80 = 0 01111111 0000000 = 1"
std::string describe_code(const Format& format, std::uint64_t code);

/// What a vector file or a certificate says of several right codes: one code, "nan" for NaNs, "lo..hi" for an interval.
std::string describe_codes(const Format& format, const CodeSet& codes);

}  // namespace hallmark
