// SPDX-License-Identifier: Apache-2.0
// The suite of elementary functions: judged by special values, limits on accuracy, order and range.
#pragma once

#include <vector>

#include "backends/backend.h"
#include "plan.h"
#include "running/part.h"
#include "semantics/functions.h"
#include "semantics/profile.h"

namespace hallmark {

/// One elementary function a backend offers, ready to be tried.
struct OfferedFunction {
  Signature signature;
  FunctionOperation operation;
  std::size_t index = 0;  ///< in the backend's table
  std::vector<Alternative> alternatives;
  Limits limits;
};

/// The functions among a backend's operations that match the plan's glob (or its case), in the backend's order.
std::vector<OfferedFunction> offered_functions(const BackendDescription& backend, const Profile& profile,
                                               const Plan& plan);

/// Their parts: `part_00`...; or `case` when the plan names one. Each leaves a Tally.
std::vector<Part> function_parts(const BackendDescription& backend, const Profile& profile, const Plan& plan);

}  // namespace hallmark
