// SPDX-License-Identifier: Apache-2.0
// The golden vectors of elementary functions: which files there are, what stands in them, and their check by MPFR.
#pragma once

#include "inputs/vector_file.h"
#include "vector_set.h"

namespace hallmark {

/// Under ieee754 every function on bfloat16 and on float16.
std::vector<VectorSet> function_vector_sets();

/// Corners, small numbers, where results change their kind (overflow, underflow, one), multiples of pi/2, the operands
/// whose values lie nearest to the middle between two results, witnesses of public bug reports. A result is the
/// interval that the profile's limits accept; the note has the correctly rounded one.
VectorFile generate_function_vectors(const Profile& profile, const Signature& signature);

/// Throws InputError `file:line: ...` for the first row whose result is not what MPFR says.
void check_function_vectors(const VectorFile& file, const Profile& profile);

}  // namespace hallmark
