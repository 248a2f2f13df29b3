// SPDX-License-Identifier: Apache-2.0
// Finds settings of a profile that cannot both hold, or that can have no effect.
#pragma once

#include "semantics/toml_reading.h"

namespace hallmark {

/// Throws InputError at the first contradiction found.
void check_contradictions(const Reading& reading);

}  // namespace hallmark
