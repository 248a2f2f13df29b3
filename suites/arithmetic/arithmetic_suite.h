// SPDX-License-Identifier: Apache-2.0
// The arithmetic suite: elementwise operations of IEEE 754 on any formats, comparisons and predicates among them.
#pragma once

#include "suite.h"

namespace hallmark {

/// Parts: `part_00`... and `lanes`; or `case` when the plan names one.
class ArithmeticSuite final : public Suite {
 public:
  bool covers(const Signature& signature) const override;
  std::vector<Part> parts(const OfferedOperation& operation, const Assignment& assignment) const override;
  OperationContext context(const OfferedOperation& operation, const Profile& profile) const override;
  std::vector<std::pair<std::string, std::string>> listing() const override;
};

}  // namespace hallmark
