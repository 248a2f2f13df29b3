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

/// The rows at the end of calls that all faults keep to, if there are such.
struct Tail {
  std::uint64_t low = ~std::uint64_t{0}, high = 0, longest = 0;

  void add(std::uint64_t rows, std::uint64_t row) {
    low = std::min(low, rows - row);
    high = std::max(high, rows - row);
    longest = std::max(longest, rows);
  }
  /// A body shorter than the tail's bound would make every row one of its tail: some call must have been longer.
  bool is_one() const { return high < widest_tail && longest > 2 * high; }
  std::string text() const {
    if (low != high) return fmt::format("last {} to {} rows", low, high);
    return low == 1 ? std::string("last row") : fmt::format("row {} from the end", low);
  }
};

/// The vector width at which the faults keep to the smallest share of lanes, if that is at most half of them.
std::optional<std::string> explain_lanes(const std::vector<PositionFault>& faults) {
  std::uint64_t width = 0;
  std::set<std::uint64_t> wrong;
  for (const std::uint64_t lanes : {2u, 4u, 8u, 16u, 32u, 64u}) {
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
  const auto changed =
      std::count_if(faults.begin(), faults.end(), [](const PositionFault& one) { return !one.repeats; });
  if (changed > 0) {
    return fmt::format(
        "results change from call to call: of {} wrong ones {} came out otherwise when the same call was made "
        "again",
        faults.size(), changed);
  }
  if (std::all_of(faults.begin(), faults.end(), [](const PositionFault& one) { return one.both_right; })) {
    return "results depend on the rows beside them: right everywhere, but not the same, as the profile asks "
           "(batch_invariant)";
  }
  Tail wrong, right;
  std::set<std::size_t> misalignments;
  for (const PositionFault& fault : faults) {
    wrong.add(fault.rows, fault.row);
    right.add(fault.right_rows, fault.right_row);
    misalignments.insert(fault.misalignment);
  }
  const std::uint64_t longest = wrong.longest;
  std::set<std::uint64_t> lengths;
  for (const PositionFault& fault : faults) lengths.insert(fault.rows);
  // What is wrong with a tail, a lane or an array shows in longer calls too, which have nearly all of the rows.
  if (lengths.size() > 1 && faults.size() >= 4 && longest <= widest_tail / 2) {
    return fmt::format("results depend on length: right elsewhere, wrong only in calls of at most {} rows", longest);
  }
  if (wrong.is_one()) return "results depend on position: right elsewhere, wrong only in the " + wrong.text();
  // A few may stand there by chance.
  if (right.is_one() && faults.size() >= 8)
    return "results depend on position: wrong elsewhere, right only in the " + right.text();
  if (lengths.size() == 1 && faults.size() > 1 && longest <= widest_tail) {
    return fmt::format("results depend on length: right elsewhere, wrong only in calls of {} rows", longest);
  }
  if (auto text = explain_lanes(faults)) return *text;
  for (const std::size_t unit : {2u, 4u, 8u, 16u, 32u, 64u}) {
    const bool all_off = std::none_of(misalignments.begin(), misalignments.end(),
                                      [&](std::size_t offset) { return offset % unit == 0; });
    if (all_off && misalignments.size() > 1) {
      return fmt::format("results depend on alignment: wrong only in arrays not aligned to {} bytes", unit);
    }
  }
  return fmt::format("results depend on position or length: right elsewhere, wrong in calls of {}",
                     lengths.size() == 1 ? fmt::format("{} row{}", longest, longest == 1 ? "" : "s")
                                         : fmt::format("{} to {} rows", *lengths.begin(), longest));
}

}  // namespace hallmark
