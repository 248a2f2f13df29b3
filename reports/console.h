// SPDX-License-Identifier: Apache-2.0
// Certificates on a terminal: the verdict table over several backends, and one backend in full.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reports/certificate.h"

namespace hallmark {

struct ConsoleStyle {
  bool color = false;
  std::size_t width = 0;  ///< columns; longer lines of words are cut, 0: never
};

/// Colour and width where the descriptor is a terminal; NO_COLOR (no-color.org) and TERM=dumb turn colour off.
ConsoleStyle console_style(int descriptor);

/// A backend without a certificate: it could not be opened, or this machine cannot run it.
using SkippedBackend = std::pair<std::string, std::string>;  ///< name, why

/// One line a backend: backend, profile, verdict, operations passed, operands tried, seconds, first finding. Skipped
/// backends follow with the reason.
std::string verdict_table(std::span<const Certificate> certificates, const ConsoleStyle& style,
                          std::span<const SkippedBackend> skipped = {});

/// Verdict, each signature's outcome, each finding with counterexample and the command that reproduces it.
std::string backend_block(const Certificate& certificate, const ConsoleStyle& style);

}  // namespace hallmark
