// SPDX-License-Identifier: Apache-2.0
#include "judging/triple_judge.h"

namespace hallmark {

bool TripleJudge::covers(const Elementwise& operation, const std::vector<Semantics>& alternatives) {
  return alternatives.size() == 1 && TripleOracle::covers(operation, alternatives.front());
}

TripleJudge::TripleJudge(const Elementwise& operation, const std::vector<Semantics>& alternatives, std::uint64_t seed)
    : RightCodesJudge(operation, alternatives, seed), oracle_(operation, alternatives.front()) {}

void TripleJudge::prepare(const Columns& columns, std::size_t rows) {
  is_row_ = false;
  for (std::size_t i = 0; i < 3; ++i) operands_[i].assign(columns[i].begin(), columns[i].end());
  set_counts(oracle_.results(operands_[0].data(), operands_[1].data(), operands_[2].data(), rows, make_room(rows)));
}

void TripleJudge::prepare_row(std::uint16_t a, std::uint16_t b, std::uint16_t first_c, std::size_t rows) {
  is_row_ = true;
  operands_[2].assign(1, first_c);
  keep_row(a, b);
  set_counts(oracle_.row(a, b, first_c, rows, make_room(rows)));
}

void TripleJudge::keep_row(std::uint16_t a, std::uint16_t b) {
  operands_[0].assign(1, a);
  operands_[1].assign(1, b);
}

std::vector<std::uint64_t> TripleJudge::operands_of(std::size_t row) const {
  if (is_row_) return {operands_[0].front(), operands_[1].front(), operands_[2].front() + row};
  return {operands_[0][row], operands_[1][row], operands_[2][row]};
}

}  // namespace hallmark
