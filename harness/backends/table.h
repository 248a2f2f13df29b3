// SPDX-License-Identifier: Apache-2.0
// Checking the table of operations a library hands over, before anything in it is used.
#pragma once

#include <string>

#include "backends/backend.h"
#include "hallmark/backend.h"

namespace hallmark {

/// The description of a right table (spec, file_sha256 and opening_note left empty). Throws BackendError with one line
/// "<file>: what is wrong; the mend" for a wrong one. An operation or a format Hallmark does not know is no error.
BackendDescription describe_table(const hallmark_backend& table, const std::string& file);

}  // namespace hallmark
