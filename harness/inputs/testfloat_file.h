// SPDX-License-Identifier: Apache-2.0
// Lines as Berkeley TestFloat's testfloat_gen writes them: operands, result and exception flags in hexadecimal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "semantics/signature.h"

namespace hallmark {

struct TestfloatFile {
  std::vector<std::vector<std::uint64_t>> operands;  ///< by operand, then by row
  std::vector<std::uint64_t> results;
  std::vector<std::size_t> lines;  ///< of each row, from 1
};

/// "3C00 4000 4200 00": as many words as the signature has operands, the result, and flags, which are checked to be two
/// hexadecimal digits and otherwise ignored. A truth value is 0 or 1. Throws InputError with file:line:column for a
/// line of another form, and for a file without rows.
TestfloatFile read_testfloat_file(const std::string& path, const Signature& signature);

}  // namespace hallmark
