// SPDX-License-Identifier: Apache-2.0
// One operand tuple that a case id names.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arithmetic/tuple_sweep.h"
#include "formats/format.h"

namespace hallmark {

/// The operands in "SIGNATURE#0x3f80,0x4000", or an InputError that says how it is written.
std::vector<std::uint64_t> operands_of_case(std::span<const Format> formats, const std::string& case_id);

/// These operands and no others.
MakeTuples one_tuple(std::vector<std::uint64_t> operands);

}  // namespace hallmark
