// SPDX-License-Identifier: Apache-2.0
// The properties of a conversion run through the backend: drawn in blocks, judged, shrunk, confirmed by truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conversions/property.h"
#include "conversions/property_parameters.h"
#include "conversions/property_rules.h"
#include "judging/tally.h"
#include "running/part.h"

namespace hallmark {

/// The backend's operation from a conversion's result format back to its operand format, where that widens.
struct Widening {
  std::size_t operation = 0;  ///< index in the backend's table
  std::string signature;
  std::vector<Semantics> alternatives;
};

/// One case of one property, for a case id.
struct SingleCase {
  Property property = Property::monotone;
  std::uint64_t number = 0;
};

struct PropertyOptions {
  Conversion conversion;
  std::size_t operation = 0;  ///< index in the backend's table
  std::string signature;
  std::uint64_t seed = 1;
  int cases = 0;  ///< of each property
  PropertyParameters parameters;
  std::optional<Widening> widening;
  std::optional<SingleCase> single;
};

/// What one set of alternatives promises alike.
struct PropertyPromise {
  PropertyRules rules;
  std::uint64_t alternatives = 0;  ///< as a mask
};
std::vector<PropertyPromise> property_promises(const PropertyOptions& options,
                                               const std::vector<Semantics>& alternatives);

/// The properties that some alternative promises of some operands; none: there is nothing to run.
std::vector<Property> promised_properties(const std::vector<PropertyPromise>& promises);

/// Draws cases, calls the backend in full blocks, and leaves cases of each property and the faults. Counts operands as
/// if it were alone: the caller merges the tally as a rerun. Throws InternalError where a broken promise has no wrong
/// result.
Tally properties(PartContext& context, const PropertyOptions& options, const std::vector<Semantics>& alternatives);

/// The operand of a row of a call, where it can be told without the backend: in the first block.
std::optional<std::uint64_t> property_operand(const PropertyOptions& options,
                                              const std::vector<Semantics>& alternatives, std::size_t block_rows,
                                              std::uint64_t call, std::uint64_t row);

}  // namespace hallmark
