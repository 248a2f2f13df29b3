// SPDX-License-Identifier: Apache-2.0
// The golden vectors of a conversion run through the backend: what a vector file says, the kernel must say.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "inputs/intervals.h"
#include "judging/judge.h"
#include "running/part.h"
#include "semantics/profile.h"

namespace hallmark {

struct VectorsOptions {
  Signature signature;
  Conversion conversion;
  std::size_t operation = 0;  ///< index in the backend's table
  std::uint64_t seed = 1;
  std::filesystem::path file;
};

/// Every row's operand, in the file's order. Throws InputError for a malformed file.
std::vector<std::uint64_t> vector_operands(const VectorsOptions& options, const Profile& profile);

/// Judges the backend's result of every row by MPFR, as the file states it. Counts as if it were alone: the caller
/// merges the tally as a rerun where a sweep has the same operands. Throws InputError for a malformed file or a wrong
/// row.
Tally vectors(PartContext& context, const VectorsOptions& options, const Profile& profile,
              const std::vector<Semantics>& alternatives);

}  // namespace hallmark
