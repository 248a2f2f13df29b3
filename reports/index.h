// SPDX-License-Identifier: Apache-2.0
// One page over several backends: who conforms, requirement by requirement, with a link to each backend's own page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/certificate.h"
#include "reports/console.h"

namespace hallmark {

/// folders: of the certificates' pages, beside this one. without: backends that have no certificate, and why.
std::string index_page(std::span<const Certificate> certificates, std::span<const std::string> folders,
                       std::span<const SkippedBackend> without = {});

}  // namespace hallmark
