// SPDX-License-Identifier: Apache-2.0
// Golden vectors as a suite uses them: of the signature and profile their place says, every row checked by MPFR.
#pragma once

#include <string>
#include <vector>

#include "inputs/vector_file.h"
#include "semantics/profile.h"

namespace hallmark {

/// A vector file of a signature under a profile, read and checked against truth. Throws InputError: malformed, of
/// another signature or profile, or a row is wrong.
VectorFile load_vectors(const std::string& path, const Profile& profile, const Signature& signature);

/// The operands of each row, one code each, in the file's order; read only. Throws InputError for a malformed file.
std::vector<std::vector<std::uint64_t>> vector_tuples(const std::string& path, const Profile& profile);

}  // namespace hallmark
