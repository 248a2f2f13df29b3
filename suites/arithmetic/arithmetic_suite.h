// SPDX-License-Identifier: Apache-2.0
// The arithmetic suite: elementwise operations of IEEE 754 on any formats, comparisons and predicates among them.
#pragma once

#include "suite.h"

namespace hallmark {

/// Parts: `part_00`..., `lanes`, where the semantics promise any property `properties`, where the profile has golden
/// vectors `vectors`; or `case` when the plan names one.
class ArithmeticSuite : public Suite {
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
