// SPDX-License-Identifier: Apache-2.0
// The elementwise operations there are: names, numbers of operands, kinds.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "formats/format.h"
#include "semantics/signature.h"

namespace hallmark {

/// IEEE 754-2019 5.3 to 5.7, 5.10 and 9.6, named as signatures name them; and a loss scaler's product and quotient,
/// whose second operand is one float32 element a call.
enum class Operator : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  sqrt,
  fma,
  remainder,
  fmod,
  floor,
  ceil,
  round_even,
  trunc,
  nextafter,
  negate,
  abs,
  copysign,
  minimum,
  maximum,
  minimum_number,
  maximum_number,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  unordered,
  is_nan,
  is_inf,
  is_finite,
  sign_bit,
  total_order,
  scale,
  unscale,
};

/// The kinds share rules: `numeric` ones round an exact result, `bitwise` ones move a sign bit, `choice` ones deliver
/// an operand, `relation` and `predicate` ones deliver 0 or 1.
enum class OperatorKind : std::uint8_t { numeric, bitwise, choice, relation, predicate };

struct OperatorInfo {
  std::string_view name;
  Operator code;
  int operands;
  OperatorKind kind;
};

std::span<const OperatorInfo> all_operators();
const OperatorInfo& info_of(Operator code);

/// The operator whose exact result is rounded: `multiply` for scale, `divide` for unscale, else the operator itself.
constexpr Operator computed_as(Operator code) {
  return code == Operator::scale ? Operator::multiply : code == Operator::unscale ? Operator::divide : code;
}

inline constexpr std::size_t most_operands = 3;

/// An operation on one element of each operand; nothing here depends on a semantics.
struct Elementwise {
  Operator code = Operator::add;
  std::array<Format, most_operands> operands{};
  std::size_t operand_count = 0;
  Format result;

  /// Which operand has one element for all rows of a call.
  std::optional<std::size_t> shared_operand() const {
    return computed_as(code) == code ? std::nullopt : std::optional<std::size_t>(1);
  }
};

/// The operation of a signature, or nothing where the name is no such operation, the number of operands is another, a
/// format is an integer (but the uint8 of relations and predicates) or has no sign, a modifier is unknown, or scale's
/// or unscale's second operand is not float32.
std::optional<Elementwise> elementwise_of(const Signature& signature);

/// Which operand of the signature has one element for all rows of a call; of most operations none.
std::optional<std::size_t> shared_operand_of(const Signature& signature);

}  // namespace hallmark
