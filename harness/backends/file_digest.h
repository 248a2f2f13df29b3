// SPDX-License-Identifier: Apache-2.0
// The SHA-256 of a file, for the certificate to say which library was tested.
#pragma once

#include <string>

namespace hallmark {

/// Lower-case hex. Throws std::system_error if the file cannot be read.
std::string file_sha256(const std::string& path);

}  // namespace hallmark
