// SPDX-License-Identifier: Apache-2.0
#include "judging/positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hallmark {
namespace {

constexpr std::uint64_t widest_tail = 127;

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
    return fmt::format("results depend on position: right elsewhere, wrong only in the last {}",
                       tail_low == tail_high ? fmt::format("row but {}", tail_low - 1) == "row but 0"
                                                   ? std::string("row")
                                                   : fmt::format("rows, {} from the end", tail_low)
                                             : fmt::format("{} to {} rows", tail_low, tail_high));
  }
  for (const std::uint64_t lanes : {2, 4, 8, 16, 32, 64}) {
    std::set<std::uint64_t> seen;
    for (const PositionFault& fault : faults) seen.insert(fault.row % lanes);
    if (seen.size() == 1 && faults.size() > 1) {
      return fmt::format("results depend on position: wrong only at rows with row mod {} = {}", lanes, *seen.begin());
    }
  }
  for (const std::size_t unit : {2, 4, 8, 16, 32, 64}) {
    const bool all_off = std::none_of(misalignments.begin(), misalignments.end(),
                                      [&](std::size_t offset) { return offset % unit == 0; });
    if (all_off) {
      return fmt::format("results depend on alignment: wrong only in arrays not aligned to {} bytes", unit);
    }
  }
  std::set<std::uint64_t> lengths;
  for (const PositionFault& fault : faults) lengths.insert(fault.rows);
  const auto longest_wrong = *lengths.rbegin();
  return fmt::format("results depend on position or length: right elsewhere, wrong in calls of {} to {} rows",
                     *lengths.begin(), longest_wrong);
}

}  // namespace hallmark
