// SPDX-License-Identifier: Apache-2.0
#include "inputs/intervals.h"

#include <algorithm>

namespace hallmark {

void Intervals::add_around(std::uint64_t centre, std::uint64_t radius, std::uint64_t first, std::uint64_t last) {
  if (centre < first || centre > last) return;
  add(centre - std::min(radius, centre - first), centre + std::min(radius, last - centre));
}

void Intervals::normalise() {
  std::sort(intervals_.begin(), intervals_.end(),
            [](const Interval& a, const Interval& b) { return a.first < b.first; });
  std::size_t kept = 0;
  for (const Interval& next : intervals_) {
    if (kept > 0) {
      Interval& previous = intervals_[kept - 1];
      if (next.first <= previous.last || next.first == previous.last + 1) {
        previous.last = std::max(previous.last, next.last);
        continue;
      }
    }
    intervals_[kept++] = next;
  }
  intervals_.resize(kept);
}

void Intervals::restrict_to(std::uint64_t first, std::uint64_t last) {
  std::vector<Interval> kept;
  for (const Interval& interval : intervals_) {
    if (interval.last < first || interval.first > last) continue;
    kept.push_back({std::max(interval.first, first), std::min(interval.last, last)});
  }
  intervals_ = std::move(kept);
}

std::uint64_t Intervals::size() const {
  std::uint64_t count = 0;
  for (const Interval& interval : intervals_) count += interval.last - interval.first + 1;
  return count;
}

std::vector<std::uint64_t> Intervals::codes() const {
  std::vector<std::uint64_t> codes;
  for (const Interval& interval : intervals_) {
    for (std::uint64_t code = interval.first;; ++code) {
      codes.push_back(code);
      if (code == interval.last) break;  // the last may be the greatest there is
    }
  }
  return codes;
}

}  // namespace hallmark
