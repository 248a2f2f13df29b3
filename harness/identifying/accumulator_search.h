// SPDX-License-Identifier: Apache-2.0
// Finds the accumulator that gives every result a backend gave.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "identifying/reduction_prober.h"
#include "semantics/semantics.h"

namespace hallmark {

/// Seeded rows of every hard kind, shallow and deep: what candidates are held against.
std::vector<HardDot> identifying_rows(const Reduction& reduction, std::span<const int> precisions);

struct FoundAccumulator {
  Semantics semantics;
  /// Whether it gives each result bit for bit; else it is of any order, and each result lies within its bound.
  bool is_exact = false;
};

/// The first accumulator that explains every probe; nothing where none does. seen_bits: what the accumulator was seen
/// to keep, 0 where that is not known; no bound of fewer bits explains it.
std::optional<FoundAccumulator> find_accumulator(const Reduction& reduction, std::span<const Probe> probes,
                                                 std::span<const int> precisions, int seen_bits);

/// The accumulators known by name that give each result, NaNs included, the most demanding of NaNs first.
std::vector<std::string_view> agreeing_accumulators(const Reduction& reduction, std::span<const Probe> probes);

}  // namespace hallmark
