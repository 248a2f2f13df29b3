// SPDX-License-Identifier: Apache-2.0
// In which order terms are summed, found with one unit at a time beside two huge terms that cancel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "identifying/reduction_prober.h"

namespace hallmark {

/// A huge term at leaf i, its opposite at j and a unit at k: the unit survives exactly where k joins after i and j have
/// met. After FPRev (Xie et al., arXiv 2411.00442), whose units at all other leaves at once are lost where sums round
/// to odd; one at a time they are not.
struct SummationTree {
  std::size_t products = 0;
  bool has_initial = false;  ///< the last leaf is the initial value
  /// By pair i < j, row-major: the leaves (bit k) that have met i and j once those meet, themselves among them.
  std::vector<std::uint32_t> met;

  std::size_t leaves() const { return products + (has_initial ? 1 : 0); }
  std::uint32_t of(std::size_t i, std::size_t j) const;

  /// Nested pairs as a profile writes an order, "((c,1),0)"; more than two in one pair of parentheses are summed at
  /// once. "exact" where nothing is ever lost; empty where the pairs fit no tree.
  std::string text() const;

  friend bool operator==(const SummationTree&, const SummationTree&) = default;
};

/// At most 31 products. kept_bits: how many bits below a term the accumulator keeps. Nothing where the formats do not
/// reach so far. Throws CallFailed.
std::optional<SummationTree> summation_tree(ReductionProber& prober, std::size_t products, int kept_bits);

}  // namespace hallmark
