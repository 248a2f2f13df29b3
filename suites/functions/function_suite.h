// SPDX-License-Identifier: Apache-2.0
// The suite of elementary functions: judged by special values, limits on accuracy, order and range.
#pragma once

#include "suite.h"

namespace hallmark {

/// Parts: `part_00`... and `lanes`, `properties` where correct rounding promises any, `vectors` where there is a file;
/// or `case` when the plan names one.
class FunctionSuite final : public Suite {
 public:
  bool covers(const Signature& signature) const override;
  std::vector<Part> parts(const OfferedOperation& operation, const Assignment& assignment) const override;
  OperationContext context(const OfferedOperation& operation, const Profile& profile) const override;
  Tally judge(const OfferedOperation& operation, const Profile& profile,
              const std::vector<std::vector<std::uint64_t>>& columns,
              const std::vector<std::uint64_t>& results) const override;
  std::vector<VectorSet> vector_sets() const override;
  VectorFile generate_vectors(const Profile& profile, const Signature& signature) const override;
  void check_vectors(const VectorFile& file, const Profile& profile) const override;
  std::vector<std::pair<std::string, std::string>> listing() const override;
};

}  // namespace hallmark
