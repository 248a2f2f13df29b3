// SPDX-License-Identifier: Apache-2.0
// Accumulators known by name: what shipped units are documented or observed to do, and weaker ones a test must catch.
#pragma once

#include <span>
#include <string_view>

#include "semantics/semantics.h"

namespace hallmark {

struct NamedAccumulator {
  std::string_view name;
  std::string_view title;
  Semantics semantics;  ///< of a dot product with float32 results
  /// Whether a float32 accumulator that rounds to nearest could not be mistaken for it: fewer bits, another rounding,
  /// sums left in a low precision, rounded products.
  bool is_weaker = false;
};

/// Every one gives one result for one row. The sources are in the table of named_accumulators.cpp.
std::span<const NamedAccumulator> named_accumulators();

/// The one of that name; throws InternalError where there is none.
const NamedAccumulator& named_accumulator(std::string_view name);

}  // namespace hallmark
