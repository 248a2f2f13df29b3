// SPDX-License-Identifier: Apache-2.0
// The golden vectors of conversions: which files there are and what stands in them.
#pragma once

#include <string>
#include <vector>

#include "inputs/vector_file.h"
#include "semantics/profile.h"
#include "vector_set.h"

namespace hallmark {

/// The conversions a shipped profile has golden vectors of: under ieee754 every pair of float64, float32, float16,
/// bfloat16 and the 8-bit formats, under tpu those from and to bfloat16, of which its source speaks.
std::vector<VectorSet> conversion_vector_sets();

/// The rows of one file, computed by MPFR under every alternative of the profile.
VectorFile generate_conversion_vectors(const Profile& profile, const Signature& signature);

}  // namespace hallmark
