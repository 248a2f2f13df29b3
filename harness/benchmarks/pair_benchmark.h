// SPDX-License-Identifier: Apache-2.0
// How fast all pairs of 16-bit operands are judged: the oracle alone, the whole sweep against the bare kernel, and
// MPFR.
#pragma once

#include <string>

namespace hallmark {

void register_pairs(const std::string& backend, const std::string& signature);

}  // namespace hallmark
