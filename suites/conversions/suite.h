// SPDX-License-Identifier: Apache-2.0
// The conversion suite: which tests a backend's conversions get under a profile at a level, and what they leave.
#pragma once

#include <vector>

#include "backends/backend.h"
#include "judging/diagnose.h"
#include "plan.h"
#include "running/part.h"
#include "semantics/profile.h"

namespace hallmark {

/// One conversion a backend offers, ready to be tried.
struct ConversionOperation {
  Signature signature;
  Conversion conversion;
  std::size_t index = 0;  ///< in the backend's table
  std::vector<Alternative> alternatives;
};

/// Whether the suite tests this signature: one operand, another format as result, no modifier it does not know.
bool is_conversion(const Signature& signature);

/// The conversions among a backend's operations that match the plan's glob (or its case), in the backend's order.
std::vector<ConversionOperation> conversion_operations(const BackendDescription& backend, const Profile& profile,
                                                       const Plan& plan);

/// Their parts: `part_00`..., `lanes`, where the profile has golden vectors `vectors`, where its semantics promise any
/// property `properties`; or `case` when the plan names one. Each leaves a Tally.
std::vector<Part> conversion_parts(const BackendDescription& backend, const Profile& profile, const Plan& plan);

/// Whether a part tries operands again that other parts of its signature try and count.
bool is_rerun(const Part& part);

/// Checks the golden vectors that the parts would use, file by file against truth, before any backend is judged by
/// them. Throws InputError with file:line.
void check_vectors(const Profile& profile, const std::vector<Part>& parts);

}  // namespace hallmark
