// SPDX-License-Identifier: Apache-2.0
// The golden vectors of elementwise operations: which files there are, what stands in them, and their check by MPFR.
#pragma once

#include "inputs/vector_file.h"
#include "semantics/elementwise.h"
#include "vector_set.h"

namespace hallmark {

/// Under ieee754 every operation on bfloat16 and on float16, and products of bfloat16 delivered in float32.
std::vector<VectorSet> arithmetic_vector_sets();

/// Every pair of corners, ties of both parities, edges of the subnormal and of the largest numbers, witnesses of public
/// bug reports; a few hundred tuples, so that people can review them. Computed by MPFR under every alternative.
VectorFile generate_arithmetic_vectors(const Profile& profile, const Signature& signature);

/// Throws InputError `file:line: ...` for the first row whose result is not what MPFR says.
void check_arithmetic_vectors(const VectorFile& file, const Profile& profile);

}  // namespace hallmark
