// SPDX-License-Identifier: Apache-2.0
// The part of an elementwise operation that tries a sample of its operands at many places.
#pragma once

#include "lanes.h"
#include "suite.h"

namespace hallmark {

/// options: sample and judge; the rest is filled in. call: only this one, for a case.
Part lanes_part(const OfferedOperation& operation, std::string name, LanesOptions options, std::uint64_t seed,
                std::size_t block_rows, std::optional<std::uint64_t> call);

}  // namespace hallmark
