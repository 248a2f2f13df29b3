// SPDX-License-Identifier: Apache-2.0
// What the judge keeps of the operands it is given: how many, where along the axis, and how far off the results are.
#include <algorithm>

#include "judging/judge.h"

namespace hallmark {
namespace {

// Of the results that matches() looks at, and all of them in a narrow domain, one in so many is measured against the
// exact value. Odd, so that no bit pattern is passed over.
constexpr std::uint64_t measure_distance = 61;

}  // namespace

/// Of every bin, so that memo_count_ stays where it is.
std::vector<std::uint64_t>& ConversionJudge::rejected_counts(std::uint64_t by) {
  std::vector<std::uint64_t>& counts = tally_.along.rejected[by];
  if (counts.empty()) counts.resize(axis_.scale().bins());
  return counts;
}

void ConversionJudge::measure(std::uint64_t operand, std::uint64_t got, std::uint64_t rejected) {
  if (!has_ulp_error(conversion_, operand)) return;
  const UlpError error = ulp_error(conversion_, operand, got);
  // What is no number may well be right: a NaN for what e8m0 cannot hold.
  if (error == UlpError::unbounded() && rejected != all_alternatives_) return;
  tally_.along.add_error(axis_.stretch_of(operand).bin, error);
}

void ConversionJudge::measure_some(std::uint64_t first, std::size_t count, const void* results) {
  if (count == 0) return;
  // Whether a result that is no number is right is not known here: zero alternatives reject it, so that it is left out.
  const auto measure_at = [&](std::size_t index) {
    measure(first + index, load_code(results, result_bytes_, index), 0);
  };
  // One of each bin at least.
  const std::uint64_t last = first + (count - 1);
  if (first < measured_.first || last > measured_.last) {
    std::size_t at = 0;
    axis_.divide(first, last, [&](std::size_t bin, std::uint64_t operands) {
      if (bin >= tally_.along.error.size() || tally_.along.error[bin].is_none()) measure_at(at);
      at += static_cast<std::size_t>(operands);
    });
    measured_ = axis_.stretch_of(last);
  }
  const bool narrow = conversion_.from.width() <= 16;
  while (until_measure_ < count) {
    measure_at(static_cast<std::size_t>(until_measure_));
    until_measure_ += measure_distance;
    // In a long stretch one is enough: all of it goes by at memory speed.
    if (!narrow) break;
  }
  until_measure_ = until_measure_ < count ? measure_distance : until_measure_ - count;
}

void ConversionJudge::count_tried(std::uint64_t first, std::uint64_t last) {
  for (std::size_t i = requirements_->find(first); i < requirements_->runs().size(); ++i) {
    const Run& run = requirements_->runs()[i];
    if (run.first > last) break;
    const std::uint64_t from = std::max(first, run.first);
    const std::uint64_t to = std::min(last, requirements_->last_of(i));
    tally_.tried[static_cast<std::size_t>(run.requirement)] += to - from + 1;
  }
  axis_.divide(first, last, [&](std::size_t bin, std::uint64_t count) { tally_.along.add_tried(bin, count); });
}

}  // namespace hallmark
