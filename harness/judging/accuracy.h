// SPDX-License-Identifier: Apache-2.0
// What a certificate says of a function's errors.
#pragma once

#include <optional>

#include "judging/function_errors.h"
#include "judging/record.h"
#include "semantics/signature.h"

namespace hallmark {

/// Nothing where no error was measured.
std::optional<AccuracyRecord> accuracy_record(const Signature& signature, const FunctionErrors& errors);

}  // namespace hallmark
