// SPDX-License-Identifier: Apache-2.0
// Parts for the supervisor's tests: each pretends to call a kernel that misbehaves in the way the plan says.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "running/part.h"

namespace hallmark::tests {

/// A plan is an array of {"signature": "...", "does": "segv", "call": 2, "row": 37, "file": "..."}; "does" is "pass" or
/// one of the misbehaviours in misbehaving_parts.cpp, shown when row `row` of call `call` is among the rows computed.
/// "cost" is optional.
std::vector<Part> build_parts(const BackendDescription& description, const nlohmann::json& plan);

inline constexpr std::uint64_t calls_of_a_part = 4;
inline constexpr std::uint64_t rows_of_a_call = 100;

}  // namespace hallmark::tests
