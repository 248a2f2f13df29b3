// SPDX-License-Identifier: Apache-2.0
// A certificate as Markdown, for a pull request or a step summary: at most 200 KiB, because GitHub drops larger ones.
#pragma once

#include <cstddef>
#include <string>

#include "reports/certificate.h"

namespace hallmark {

inline constexpr std::size_t markdown_limit = 200 * 1024;

/// Verdict first, then what is wrong, then every operation. What does not fit is counted, and certificate.json named.
std::string markdown_summary(const Certificate& certificate);

}  // namespace hallmark
