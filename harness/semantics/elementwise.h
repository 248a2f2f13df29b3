// SPDX-License-Identifier: Apache-2.0
// Elementwise operations: which they are, and what is right where no rounding decides it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "formats/format.h"
#include "semantics/requirement.h"
#include "semantics/round.h"
#include "semantics/semantics.h"
#include "semantics/signature.h"

namespace hallmark {

/// IEEE 754-2019 5.3 to 5.7, 5.10 and 9.6, named as signatures name them.
enum class Operator : std::uint8_t {
  add, subtract, multiply, divide, sqrt, fma,
  remainder, fmod, floor, ceil, round_even, trunc, nextafter,
  negate, abs, copysign,
  minimum, maximum, minimum_number, maximum_number,
  equal, not_equal, less, less_equal, greater, greater_equal, unordered,
  is_nan, is_inf, is_finite, sign_bit, total_order,
};

/// The kinds share rules: `numeric` ones round an exact result, `bitwise` ones move a sign bit, `choice` ones deliver an
/// operand, `relation` and `predicate` ones deliver 0 or 1.
enum class OperatorKind : std::uint8_t { numeric, bitwise, choice, relation, predicate };

struct OperatorInfo {
  std::string_view name;
  Operator code;
  int operands;
  OperatorKind kind;
};

std::span<const OperatorInfo> all_operators();
const OperatorInfo& info_of(Operator code);

inline constexpr std::size_t most_operands = 3;

/// An operation on one element of each operand; nothing here depends on a semantics.
struct Elementwise {
  Operator code = Operator::add;
  std::array<Format, most_operands> operands{};
  std::size_t operand_count = 0;
  Format result;
};

/// The operation of a signature, or nothing where the name is no such operation, the number of operands is another, a
/// format is an integer (but the uint8 of relations and predicates), or a modifier is unknown.
std::optional<Elementwise> elementwise_of(const Signature& signature);

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

/// Computes exact results of numeric operators on finite operands that step 1 to 4 of design section 4 have not decided:
/// truth does it by MPFR, the oracle by integers.
class ExactArithmetic {
 public:
  virtual ~ExactArithmetic() = default;
  /// A nonzero result cut to `precision` bits or more, the rest in `sticky`; significand 0 where the exact result is zero.
  virtual Real compute(Operator code, std::span<const Decoded> operands, int precision) = 0;
};

/// Design section 4, steps 1 to 7, for any operator.
CodeSets elementwise_result(const Elementwise& operation, const Semantics& semantics,
                            std::span<const std::uint64_t> operands, ExactArithmetic& arithmetic);

/// The requirement the operands belong to: the first that applies (design section 2).
Requirement requirement_of(const Elementwise& operation, std::span<const std::uint64_t> operands,
                           ExactArithmetic& arithmetic);

}  // namespace hallmark
