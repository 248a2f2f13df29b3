// SPDX-License-Identifier: Apache-2.0
// The operands of a conversion's golden vectors: few enough to review, chosen for what has gone wrong before.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "semantics/conversion.h"

namespace hallmark {

struct CuratedOperand {
  std::uint64_t code = 0;
  std::string name;  ///< "0.1 in float32", "CV02"; empty for most
};

/// Distinct, in a fixed order: named values, witnesses of public bug reports, special values, the ends of both formats,
/// ties of both parities with their neighbours over the binades, double-rounding witnesses, a few seeded random ones.
std::vector<CuratedOperand> curated_operands(const Conversion& conversion);

}  // namespace hallmark
