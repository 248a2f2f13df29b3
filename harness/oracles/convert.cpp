// SPDX-License-Identifier: Apache-2.0
#include "oracles/convert.h"

namespace hallmark {

CodeSet oracle_convert(const Conversion& conversion, const Semantics& semantics, std::uint64_t operand) {
  if (const auto special = convert_special(conversion, semantics, operand)) return *special;
  return round_conversion(conversion, semantics, exact_value(conversion.from, operand));
}

void oracle_convert(const Conversion& conversion, std::span<const Semantics> alternatives, std::uint64_t operand,
                    std::span<CodeSet> answers) {
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    answers[i] = oracle_convert(conversion, alternatives[i], operand);
  }
}

}  // namespace hallmark
