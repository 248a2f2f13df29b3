// SPDX-License-Identifier: Apache-2.0
// The arithmetic suite: elementwise operations of IEEE 754 on any formats, comparisons and predicates among them.
#pragma once

#include <vector>

#include "backends/backend.h"
#include "plan.h"
#include "running/part.h"
#include "semantics/elementwise.h"
#include "semantics/profile.h"

namespace hallmark {

/// One elementwise operation a backend offers, ready to be tried.
struct ArithmeticOperation {
  Signature signature;
  Elementwise operation;
  std::size_t index = 0;  ///< in the backend's table
  std::vector<Alternative> alternatives;
};

/// The elementwise operations among a backend's that match the plan's glob (or its case), in the backend's order.
std::vector<ArithmeticOperation> arithmetic_operations(const BackendDescription& backend, const Profile& profile,
                                                       const Plan& plan);

/// Their parts: `part_00`...; or `case` when the plan names one. Each leaves a Tally.
std::vector<Part> arithmetic_parts(const BackendDescription& backend, const Profile& profile, const Plan& plan);

}  // namespace hallmark
