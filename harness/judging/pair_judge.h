// SPDX-License-Identifier: Apache-2.0
// The judge of blocks of pairs that the pair oracle covers.
#pragma once

#include <cstdint>
#include <vector>

#include "judging/right_codes_judge.h"
#include "oracles/pairs.h"

namespace hallmark {

class PairJudge : public RightCodesJudge {
 public:
  /// Whether blocks of this operation can be judged so: one alternative, which the oracle covers.
  static bool covers(const Elementwise& operation, const std::vector<Semantics>& alternatives);

  PairJudge(const Elementwise& operation, const std::vector<Semantics>& alternatives, std::uint64_t seed);

  /// Computes what is right: for a[i] with b[i]; or for one first operand and consecutive second ones.
  void prepare(const Columns& columns, std::size_t rows);
  void prepare_row(std::uint16_t a, std::uint16_t first_b, std::size_t rows);

  std::vector<std::uint64_t> operands_of(std::size_t row) const override;

 private:
  PairOracle oracle_;
  bool is_row_ = false;  ///< one first operand: a_[0]
  std::vector<std::uint16_t> a_, b_;
};

}  // namespace hallmark
