// SPDX-License-Identifier: Apache-2.0
// The suite of scale and unscale: elementwise operations whose second operand is one float32 for all rows of a call.
#pragma once

#include "arithmetic/arithmetic_suite.h"

namespace hallmark {

/// Parts: `part_00`..., each of some scalars; `lanes`; or `case` when the plan names one. Truth, judge and explanations
/// are those of arithmetic.
class ScalingSuite final : public ArithmeticSuite {
 public:
  bool covers(const Signature& signature) const override;
  std::vector<Part> parts(const OfferedOperation& operation, const Assignment& assignment) const override;
  std::vector<VectorSet> vector_sets() const override { return {}; }
  std::vector<std::pair<std::string, std::string>> listing() const override;
};

}  // namespace hallmark
