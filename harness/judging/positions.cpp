// SPDX-License-Identifier: Apache-2.0
#include "judging/positions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

namespace hallmark {
namespace {

constexpr std::uint64_t widest_tail = 127;

/// The vector width at which the faults keep to the smallest share of lanes, if that is at most half of them.
std::optional<std::string> explain_lanes(const std::vector<PositionFault>& faults) {
  std::uint64_t width = 0;
  std::set<std::uint64_t> wrong;
  for (const std::uint64_t lanes : {2, 4, 8, 16, 32, 64}) {
    // Fewer faults leave lanes out by chance.
    if (faults.size() < 4 * lanes) break;
    std::set<std::uint64_t> seen;
    for (const PositionFault& fault : faults) seen.insert(fault.row % lanes);
    if (2 * seen.size() > lanes || (width != 0 && seen.size() * width >= wrong.size() * lanes)) continue;
    width = lanes;
    wrong = std::move(seen);
  }
  if (width == 0) return std::nullopt;
  return fmt::format("results depend on position: wrong only at rows with row mod {} {} {}", width,
                     wrong.size() == 1 ? "=" : "in", fmt::join(wrong, ", "));
}

}  // namespace

std::string explain_positions(const std::vector<PositionFault>& faults) {
  std::uint64_t tail_low = ~std::uint64_t{0}, tail_high = 0;
  std::uint64_t longest = 0;
  std::set<std::size_t> misalignments;
  for (const PositionFault& fault : faults) {
    const std::uint64_t from_end = fault.rows - fault.row;
    tail_low = std::min(tail_low, from_end);
    tail_high = std::max(tail_high, from_end);
    longest = std::max(longest, fault.rows);
    misalignments.insert(fault.misalignment);
  }
  // A body shorter than the tail bound would make every fault a tail fault: some call must have been longer.
  if (tail_high < widest_tail && longest > 2 * tail_high) {
    if (tail_low == tail_high) {
      return fmt::format("results depend on position: right elsewhere, wrong only in the {}",
                         tail_low == 1 ? std::string("last row") : fmt::format("row {} from the end", tail_low));
    }
    return fmt::format("results depend on position: right elsewhere, wrong only in the last {} to {} rows", tail_low,
                       tail_high);
  }
  std::set<std::uint64_t> lengths;
  for (const PositionFault& fault : faults) lengths.insert(fault.rows);
  if (lengths.size() == 1 && faults.size() > 1 && longest <= widest_tail) {
    return fmt::format("results depend on length: right elsewhere, wrong only in calls of {} rows", longest);
  }
  if (auto text = explain_lanes(faults)) return *text;
  for (const std::size_t unit : {2, 4, 8, 16, 32, 64}) {
    const bool all_off = std::none_of(misalignments.begin(), misalignments.end(),
                                      [&](std::size_t offset) { return offset % unit == 0; });
    if (all_off) {
      return fmt::format("results depend on alignment: wrong only in arrays not aligned to {} bytes", unit);
    }
  }
  return fmt::format("results depend on position or length: right elsewhere, wrong in calls of {}",
                     lengths.size() == 1 ? fmt::format("{} rows", longest)
                                         : fmt::format("{} to {} rows", *lengths.begin(), longest));
}

}  // namespace hallmark
