// SPDX-License-Identifier: Apache-2.0
// The suite of elementary functions: judged by special values, limits on accuracy, order and range.
#pragma once

#include "suite.h"

namespace hallmark {

/// Parts: `part_00`... and `lanes`; or `case` when the plan names one.
class FunctionSuite final : public Suite {
 public:
  bool covers(const Signature& signature) const override;
  std::vector<Part> parts(const OfferedOperation& operation, const Assignment& assignment) const override;
  OperationContext context(const OfferedOperation& operation, const Profile& profile) const override;
  std::vector<std::pair<std::string, std::string>> listing() const override;
};

}  // namespace hallmark
