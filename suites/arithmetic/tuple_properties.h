// SPDX-License-Identifier: Apache-2.0
// The properties of an elementwise operation run through the backend: drawn by RapidCheck, judged, shrunk, confirmed by
// MPFR.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arithmetic/tuple_property.h"
#include "conversions/property_parameters.h"
#include "judging/tally.h"
#include "running/part.h"

namespace hallmark {

struct TuplePropertyOptions {
  Elementwise operation;
  std::size_t index = 0;  ///< in the backend's table
  std::string signature;
  std::uint64_t seed = 1;
  int cases = 0;  ///< of each property
  PropertyParameters parameters;
  std::optional<std::pair<TupleProperty, std::uint64_t>> single;  ///< one case of one property, for a case id
};

/// The properties that some alternative promises; none: there is nothing to run.
std::vector<TupleProperty> promised_tuple_properties(const Elementwise& operation,
                                                     const std::vector<Semantics>& alternatives);

/// Counts tuples as if it were alone: the caller merges the tally as a rerun. Throws InternalError where a broken
/// promise has no wrong result.
Tally tuple_properties(PartContext& context, const TuplePropertyOptions& options,
                       const std::vector<Semantics>& alternatives);

/// The operands of a row of a call, as hex codes, where they do not depend on results.
std::vector<std::string> tuple_property_operands(const TuplePropertyOptions& options,
                                                 const std::vector<Semantics>& alternatives, std::size_t block_rows,
                                                 std::uint64_t call, std::uint64_t row);

}  // namespace hallmark
