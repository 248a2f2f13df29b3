// SPDX-License-Identifier: Apache-2.0
// What the bytes of a vector file must be like before it is worth parsing.
#pragma once

#include <string>
#include <string_view>

namespace hallmark {

/// ASCII without control characters, LF after every line, no byte order mark, no line too long. Throws InputError.
void check_vector_bytes(const std::string& path, std::string_view bytes);

}  // namespace hallmark
