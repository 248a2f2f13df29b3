// SPDX-License-Identifier: Apache-2.0
#include "judging/pair_judge.h"

namespace hallmark {

namespace {

Requirement usual_of(const Elementwise& operation) {
  const OperatorKind kind = info_of(operation.code).kind;
  return kind == OperatorKind::relation || kind == OperatorKind::predicate ? Requirement::comparison
                                                                           : Requirement::rounding;
}

}  // namespace

bool PairJudge::covers(const Elementwise& operation, const std::vector<Semantics>& alternatives) {
  return alternatives.size() == 1 &&
         (PairOracle::covers(operation, alternatives.front()) || OrderOracle::covers(operation, alternatives.front()));
}

PairJudge::PairJudge(const Elementwise& operation, const std::vector<Semantics>& alternatives, std::uint64_t seed)
    : RightCodesJudge(operation, alternatives, seed, usual_of(operation)) {
  if (PairOracle::covers(operation, alternatives.front())) {
    pairs_.emplace(operation, alternatives.front());
  } else {
    orders_.emplace(operation);
  }
}

void PairJudge::prepare(const Columns& columns, std::size_t rows) {
  is_row_ = false;
  a_.assign(columns[0].begin(), columns[0].end());
  b_.assign(columns[1].begin(), columns[1].end());
  std::uint16_t* right = make_room(rows);
  set_counts(pairs_ ? pairs_->results(a_.data(), b_.data(), rows, right)
                    : orders_->results(a_.data(), b_.data(), rows, right));
}

void PairJudge::prepare_row(std::uint16_t a, std::uint16_t first_b, std::size_t rows) {
  is_row_ = true;
  a_.assign(1, a);
  b_.assign(1, first_b);
  std::uint16_t* right = make_room(rows);
  set_counts(pairs_ ? pairs_->row(a, first_b, rows, right) : orders_->row(a, first_b, rows, right));
}

std::vector<std::uint64_t> PairJudge::operands_of(std::size_t row) const {
  if (is_row_) return {a_.front(), b_.front() + row};
  return {a_[row], b_[row]};
}

}  // namespace hallmark
