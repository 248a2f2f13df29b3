// SPDX-License-Identifier: Apache-2.0
// Case ids as people give them: SIGNATURE#0xCODE,... or SIGNATURE@KIND/NUMBER.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/format.h"

namespace hallmark {

/// "convert(float32)->bfloat16", and what comes after it: "#0x3f808000", "@lanes/17".
std::string_view signature_of_case(std::string_view case_id);
std::string_view rest_of_case(std::string_view case_id);

/// The codes of a case "...#0x4018,0x0001", one for each format. Throws InputError with how it is written.
std::vector<std::uint64_t> operands_of_case(const std::string& case_id, std::span<const Format> formats);

/// The number of a case "...@lanes/17", less than `end`. Throws InputError.
std::uint64_t number_of_case(const std::string& case_id, std::string_view text);
/// As number_of_case, of a call of the part `lanes`.
std::uint64_t lanes_call_of_case(const std::string& case_id);
inline constexpr std::string_view lanes_case_mark = "@lanes/";

/// "#0x4018,0x0001": the other way round.
std::string mark_of_operands(std::span<const Format> formats, std::span<const std::uint64_t> operands);

}  // namespace hallmark
