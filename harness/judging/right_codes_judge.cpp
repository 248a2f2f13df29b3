// SPDX-License-Identifier: Apache-2.0
#include "judging/right_codes_judge.h"

#include "judging/compare.h"

namespace hallmark {

RightCodesJudge::RightCodesJudge(const Elementwise& operation, const std::vector<Semantics>& alternatives,
                                 std::uint64_t seed)
    : codes_(operation.result, *all_pair_kernels().back()), judge_(operation, alternatives, seed) {}

std::uint16_t* RightCodesJudge::make_room(std::size_t rows) {
  rows_ = rows;
  if (right_.size() < rows) right_.resize(rows);
  return right_.data();
}

void RightCodesJudge::count() {
  Tally& tally = judge_.tally();
  const auto add = [&](Requirement requirement, std::uint64_t tuples) {
    tally.tried[static_cast<std::size_t>(requirement)] += tuples;
  };
  add(Requirement::special_values, counts_.special_values);
  add(Requirement::subnormals, counts_.subnormals);
  add(Requirement::overflow, counts_.overflow);
  add(Requirement::rounding, rows_ - counts_.special_values - counts_.subnormals - counts_.overflow);
}

bool RightCodesJudge::matches(const void* results) {
  if (!codes_.all_match(right_.data(), results, rows_)) return false;
  count();
  for (std::size_t row = judge_.next_sample(0, rows_); row < rows_; row = judge_.next_sample(row + 1, rows_)) {
    judge_.confirm(operands_of(row), load_code(results, 2, row));
  }
  return true;
}

void RightCodesJudge::record(const void* results, const std::vector<bool>* unwritten) {
  count();
  for (std::size_t row = 0; row < rows_; ++row) {
    if (unwritten != nullptr && (*unwritten)[row]) continue;
    const std::uint64_t got = load_code(results, 2, row);
    if (!codes_.matches(right_[row], static_cast<std::uint16_t>(got))) judge_.record(operands_of(row), got);
  }
}

}  // namespace hallmark
