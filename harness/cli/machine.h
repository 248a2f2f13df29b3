// SPDX-License-Identifier: Apache-2.0
// Where and how a run was made: the provenance of a certificate.
#pragma once

#include <string>
#include <vector>

#include "reports/certificate.h"

namespace hallmark {

/// CPU model, the instruction sets that matter to low-precision kernels, operating system, compiler of this build, the
/// command, and the present time in UTC.
Provenance describe_machine(const std::vector<std::string>& command);

/// A word as a POSIX shell reads it: quoted where it must be.
std::string shell_word(const std::string& word);

}  // namespace hallmark
