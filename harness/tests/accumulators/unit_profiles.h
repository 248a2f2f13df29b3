// SPDX-License-Identifier: Apache-2.0
// A profile for each accumulator known by name, as a user would write it.
#pragma once

#include <string>

#include "semantics/named_accumulators.h"

namespace hallmark::test {

/// TOML that says what the accumulator's semantics are, where they are not a profile's defaults.
std::string profile_of(const NamedAccumulator& accumulator);

}  // namespace hallmark::test
