// SPDX-License-Identifier: Apache-2.0
// The properties of an operation on one code an operand run through the backend: drawn by RapidCheck, judged, shrunk,
// confirmed by MPFR.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arithmetic/tuple_property.h"
#include "conversions/property_parameters.h"
#include "inputs/tuples.h"
#include "judging/tally.h"
#include "plan.h"
#include "running/part.h"
#include "suite.h"

namespace hallmark {

/// What is right for the operands of a property, by MPFR, and what is surely not.
class PropertyTruth {
 public:
  virtual ~PropertyTruth() = default;

  /// Whether a result is right under an alternative.
  virtual bool accepts(std::size_t alternative, std::span<const std::uint64_t> operands, std::uint64_t got) = 0;
  virtual Requirement requirement(std::span<const std::uint64_t> operands) = 0;

  /// As judges do it: codes that are wrong in every one of the rows that were prepared.
  virtual void prepare(const Columns& columns, std::size_t rows) = 0;
  virtual void poison(int turn, void* results) const = 0;
  virtual bool is_poison(std::size_t row, std::uint64_t code, int turn) const = 0;
};

struct TuplePropertyOptions {
  Elementwise formats;    ///< of the operation; its operator does not matter here
  std::size_t index = 0;  ///< in the backend's table
  std::string signature;
  std::uint64_t seed = 1;
  int cases = 0;  ///< of each property
  PropertyParameters parameters;
  std::optional<std::pair<TupleProperty, std::uint64_t>> single;  ///< one case of one property, for a case id
  std::vector<std::shared_ptr<const PropertyRules>> rules;        ///< of each alternative
  std::function<std::unique_ptr<PropertyTruth>()> make_truth;
};

/// The properties that some alternative promises; none: there is nothing to run.
std::vector<TupleProperty> promised_tuple_properties(const std::vector<std::shared_ptr<const PropertyRules>>& rules);

/// Counts tuples as if it were alone: the caller merges the tally as a rerun. Throws InternalError where a broken
/// promise has no wrong result.
Tally tuple_properties(PartContext& context, const TuplePropertyOptions& options);

/// The part that runs them.
Part tuple_properties_part(const OfferedOperation& offered, std::string name, const TuplePropertyOptions& options,
                           std::size_t block_rows);

/// The options for an operation at a level; rules and truth are the suite's to add.
TuplePropertyOptions tuple_property_options(const OfferedOperation& offered, const Elementwise& formats,
                                            const Plan& plan);

/// Of a case id "...@properties/commutative/17" the property and the number; nothing where it is another kind of case.
/// Throws InputError where the operation is promised no such property.
std::optional<std::pair<TupleProperty, std::uint64_t>> property_of_case(const TuplePropertyOptions& options,
                                                                        const std::string& case_id);

}  // namespace hallmark
