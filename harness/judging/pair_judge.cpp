// SPDX-License-Identifier: Apache-2.0
#include "judging/pair_judge.h"

namespace hallmark {

bool PairJudge::covers(const Elementwise& operation, const std::vector<Semantics>& alternatives) {
  return alternatives.size() == 1 && PairOracle::covers(operation, alternatives.front());
}

PairJudge::PairJudge(const Elementwise& operation, const std::vector<Semantics>& alternatives, std::uint64_t seed)
    : RightCodesJudge(operation, alternatives, seed), oracle_(operation, alternatives.front()) {}

void PairJudge::prepare(const Columns& columns, std::size_t rows) {
  is_row_ = false;
  a_.assign(columns[0].begin(), columns[0].end());
  b_.assign(columns[1].begin(), columns[1].end());
  set_counts(oracle_.results(a_.data(), b_.data(), rows, make_room(rows)));
}

void PairJudge::prepare_row(std::uint16_t a, std::uint16_t first_b, std::size_t rows) {
  is_row_ = true;
  a_.assign(1, a);
  b_.assign(1, first_b);
  set_counts(oracle_.row(a, first_b, rows, make_room(rows)));
}

std::vector<std::uint64_t> PairJudge::operands_of(std::size_t row) const {
  if (is_row_) return {a_.front(), b_.front() + row};
  return {a_[row], b_[row]};
}

}  // namespace hallmark
