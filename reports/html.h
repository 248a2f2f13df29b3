// SPDX-License-Identifier: Apache-2.0
// A certificate as one self-contained HTML page: html.template.html filled in, html.css inside it.
#pragma once

#include <string>

#include "reports/certificate.h"

namespace hallmark {

/// No script, no network: a Content-Security-Policy allows the page's own style, by its digest, and nothing else.
std::string html_page(const Certificate& certificate);

}  // namespace hallmark
