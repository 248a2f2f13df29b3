// SPDX-License-Identifier: Apache-2.0
#include "judging/pair_judge.h"

#include "judging/compare.h"

namespace hallmark {

bool PairJudge::covers(const Elementwise& operation, const std::vector<Semantics>& alternatives) {
  return alternatives.size() == 1 && PairOracle::covers(operation, alternatives.front());
}

PairJudge::PairJudge(const Elementwise& operation, const std::vector<Semantics>& alternatives, std::uint64_t seed)
    : oracle_(operation, alternatives.front()), judge_(operation, alternatives, seed) {}

void PairJudge::prepare(const Columns& columns, std::size_t rows) {
  rows_ = rows;
  is_row_ = false;
  a_.assign(columns[0].begin(), columns[0].end());
  b_.assign(columns[1].begin(), columns[1].end());
  if (right_.size() < rows) right_.resize(rows);
  counts_ = oracle_.results(a_.data(), b_.data(), rows, right_.data());
}

void PairJudge::prepare_row(std::uint16_t a, std::uint16_t first_b, std::size_t rows) {
  rows_ = rows;
  is_row_ = true;
  a_.assign(1, a);
  b_.assign(1, first_b);
  if (right_.size() < rows) right_.resize(rows);
  counts_ = oracle_.row(a, first_b, rows, right_.data());
}

std::vector<std::uint64_t> PairJudge::operands_of(std::size_t row) const {
  if (is_row_) return {a_.front(), b_.front() + row};
  return {a_[row], b_[row]};
}

void PairJudge::count() {
  Tally& tally = judge_.tally();
  const auto add = [&](Requirement requirement, std::uint64_t pairs) {
    tally.tried[static_cast<std::size_t>(requirement)] += pairs;
  };
  add(Requirement::special_values, counts_.special_values);
  add(Requirement::subnormals, counts_.subnormals);
  add(Requirement::overflow, counts_.overflow);
  add(Requirement::rounding, rows_ - counts_.special_values - counts_.subnormals - counts_.overflow);
}

bool PairJudge::matches(const void* results) {
  if (!oracle_.all_match(right_.data(), results, rows_)) return false;
  count();
  for (std::size_t row = judge_.next_sample(0, rows_); row < rows_; row = judge_.next_sample(row + 1, rows_)) {
    judge_.confirm(operands_of(row), load_code(results, 2, row));
  }
  return true;
}

void PairJudge::record(const void* results, const std::vector<bool>* unwritten) {
  count();
  for (std::size_t row = 0; row < rows_; ++row) {
    if (unwritten != nullptr && (*unwritten)[row]) continue;
    const std::uint64_t got = load_code(results, 2, row);
    if (!oracle_.matches(right_[row], static_cast<std::uint16_t>(got))) judge_.record(operands_of(row), got);
  }
}

}  // namespace hallmark
