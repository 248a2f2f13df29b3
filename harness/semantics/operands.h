// SPDX-License-Identifier: Apache-2.0
// What operations on one or more operands share: the flush of operands, and the NaN rule (design section 4, steps 1,
// 2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "formats/code_set.h"
#include "formats/format.h"
#include "semantics/operators.h"
#include "semantics/semantics.h"

namespace hallmark {

/// Codes that are right: one set, or several where NaNs of several operands may come back.
struct CodeSets {
  std::array<CodeSet, most_operands> sets{};
  std::size_t count = 0;

  CodeSets() = default;
  CodeSets(const CodeSet& set) : sets{set}, count(1) {}  // NOLINT: a set is sets
  void add(const CodeSet& set);
  bool contains(std::uint64_t code) const;
  /// The one code that is right, if there is but one.
  std::optional<std::uint64_t> single() const;

  friend bool operator==(const CodeSets&, const CodeSets&) = default;
};

/// An operand as the operation sees it: after a flush.
struct Operand {
  Decoded value;
  std::uint64_t code;
};

bool is_zero(const Operand& operand);
bool is_infinite(const Operand& operand);
bool is_nan(const Operand& operand);

/// Step 1: the operand of that code, flushed if `flush` says so and it is subnormal.
Operand read_operand(const Format& format, const Semantics& semantics, std::uint64_t code, bool flush);

/// Step 7 for a NaN operand of that format.
CodeSet nan_of(const Format& from, const Operand& operand, const Format& result, const Semantics& semantics);

/// The NaN rule for NaN operands, of which there is at least one: of the first, the second, or whichever.
CodeSets nan_of_operands(std::span<const Format> formats, std::span<const Operand> operands, const Format& result,
                         const Semantics& semantics);

/// The NaN of an invalid operation.
CodeSet generated_nan(const Format& result, const Semantics& semantics);

}  // namespace hallmark
