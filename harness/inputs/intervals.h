// SPDX-License-Identifier: Apache-2.0
// A set of operand codes as disjoint ascending intervals: counts are of distinct operands by construction.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formats/interval.h"

namespace hallmark {

class Intervals {
 public:
  Intervals() = default;
  Intervals(std::uint64_t first, std::uint64_t last) { add(first, last); }

  void add(std::uint64_t first, std::uint64_t last) { intervals_.push_back({first, last}); }
  /// The codes within `radius` of the centre, clamped to first..last.
  void add_around(std::uint64_t centre, std::uint64_t radius, std::uint64_t first, std::uint64_t last);
  /// Sorts and merges; called once after the last add.
  void normalise();
  /// Keeps what lies in first..last. Normalised before and after.
  void restrict_to(std::uint64_t first, std::uint64_t last);

  std::span<const Interval> intervals() const { return intervals_; }
  /// Distinct codes; a whole 64-bit domain is never asked for.
  std::uint64_t size() const;
  /// Every code, in the order of the intervals; of few enough to hold.
  std::vector<std::uint64_t> codes() const;
  void clear() { intervals_.clear(); }
  bool empty() const { return intervals_.empty(); }

 private:
  std::vector<Interval> intervals_;
};

}  // namespace hallmark
