// SPDX-License-Identifier: Apache-2.0
// The judge of blocks of triples that the triple oracle covers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "judging/right_codes_judge.h"
#include "oracles/triples.h"

namespace hallmark {

class TripleJudge : public RightCodesJudge {
 public:
  /// Whether blocks of this operation can be judged so: one alternative, which the oracle covers.
  static bool covers(const Elementwise& operation, const std::vector<Semantics>& alternatives);

  TripleJudge(const Elementwise& operation, const std::vector<Semantics>& alternatives, std::uint64_t seed);

  /// Computes what is right: for a[i], b[i] and c[i]; or for a, b and consecutive addends.
  void prepare(const Columns& columns, std::size_t rows);
  void prepare_row(std::uint16_t a, std::uint16_t b, std::uint16_t first_c, std::size_t rows);
  /// The same addends with other factors of the same signed product, both of them subnormal or none: what is right
  /// stays.
  void keep_row(std::uint16_t a, std::uint16_t b);

  std::vector<std::uint64_t> operands_of(std::size_t row) const override;

 private:
  TripleOracle oracle_;
  bool is_row_ = false;  ///< one a, one b: the first of each
  std::array<std::vector<std::uint16_t>, 3> operands_;
};

}  // namespace hallmark
