// SPDX-License-Identifier: Apache-2.0
// One kind of hard rows through a backend's reduction: every call, every result.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judging/tally.h"
#include "plan.h"
#include "reductions/calls.h"
#include "running/part.h"
#include "semantics/semantics.h"

namespace hallmark {

/// A reduction as its tests try it.
struct TriedReduction {
  Reduction reduction;
  std::string signature;
  std::size_t operation = 0;  ///< index in the backend's table
  std::vector<Semantics> alternatives;
  Level level = Level::standard;
  std::uint64_t seed = 1;

  /// Of the accumulator that the profile states; rows are made for it.
  int precision() const;
};

/// A result as witnesses name it: the shallowest first, then the first.
std::vector<std::uint64_t> witness_operands(const ReductionCall& call, std::uint64_t number);
/// "@cancellation/17"
std::string mark_of_result(HardDotKind kind, std::uint64_t number);
/// The kind of that name, of those that the reduction has.
std::optional<HardDotKind> hard_dot_kind_of(const Reduction& reduction, std::string_view name);

/// The weaker models that rows of the kind are there to catch on these formats.
std::vector<std::string_view> weaker_models(const TriedReduction& tried, HardDotKind kind);

/// single: only this result, in the call that has it.
Tally sweep_hard_rows(PartContext& context, const TriedReduction& tried, HardDotKind kind,
                      std::optional<std::uint64_t> single);

/// Terms that the calls sum.
std::uint64_t cost_of_hard_rows(const TriedReduction& tried, HardDotKind kind);

/// The number of a result in a row of a call, for a crash that was narrowed to it.
std::uint64_t number_of_row(const TriedReduction& tried, HardDotKind kind, std::uint64_t call, std::uint64_t row);

/// A result's call and operands, made again.
struct FoundResult {
  std::shared_ptr<const CallOperands> operands;
  OutputPlace place;
};
/// Of a number; nothing where there is no such result.
std::optional<FoundResult> find_result(const TriedReduction& tried, HardDotKind kind, std::uint64_t number);

}  // namespace hallmark
