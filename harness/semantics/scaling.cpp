// SPDX-License-Identifier: Apache-2.0
#include "semantics/scaling.h"

#include <algorithm>
#include <array>
#include <optional>

#include "formats/formats.h"
#include "formats/internal_error.h"

namespace hallmark {
namespace {

constexpr std::uint64_t float32_one = 0x3f800000;

/// The operation as another operator on a second operand of some format.
Elementwise with(const Elementwise& operation, Operator code, const Format& second) {
  Elementwise changed = operation;
  changed.code = code;
  changed.operands[1] = second;
  return changed;
}

bool is_finite_nonzero(const Format& format, std::uint64_t code) {
  const Category category = classify(format, code);
  return category == Category::normal || category == Category::subnormal;
}

/// One interval of codes of one sign that holds both, where all between them can come out of a rounding.
std::optional<CodeSet> hull(const Format& to, const Semantics& semantics, const CodeSet& one, const CodeSet& other) {
  const auto ends = {one.low, one.high, other.low, other.high};
  if (~one.mask != 0 || ~other.mask != 0) return std::nullopt;
  const auto is_nan = [&](std::uint64_t code) { return classify(to, code) == Category::nan; };
  if (std::any_of(ends.begin(), ends.end(), is_nan)) return std::nullopt;
  const auto [least, most] = std::minmax(ends);
  if (to.is_negative(least) != to.is_negative(most)) return std::nullopt;
  // A rounding that flushes gives no subnormals: none lies between zero and the smallest normal.
  const bool flushes = semantics.subnormal_results != SubnormalResults::keep;
  if (flushes && classify(to, least) == Category::zero && least != most) return std::nullopt;
  return CodeSet::interval(least, most);
}

}  // namespace

std::uint64_t float32_reciprocal(const Format& from, const Semantics& semantics, std::uint64_t scalar,
                                 ExactArithmetic& arithmetic) {
  Semantics nearest;  // what the profile says of rounding and overflow is said of the result
  nearest.subnormal_operands = semantics.subnormal_operands;
  nearest.subnormal_results = semantics.subnormal_results;
  nearest.flushed_zero = semantics.flushed_zero;
  const Elementwise division{Operator::divide, {float32, from}, 2, float32};
  const std::array<std::uint64_t, 2> operands{float32_one, scalar};
  const CodeSets reciprocal = elementwise_result(division, nearest, operands, arithmetic);
  // Only a NaN is several codes, and its reciprocal decides nothing.
  return reciprocal.single().value_or(float32.default_nan());
}

UnscaleWays unscale_ways(const Elementwise& operation, const Semantics& semantics,
                         std::span<const std::uint64_t> operands, ExactArithmetic& arithmetic) {
  const Format &x = operation.operands[0], &s = operation.operands[1];
  UnscaleWays ways;
  ways.quotient = elementwise_result(with(operation, Operator::divide, s), semantics, operands, arithmetic);
  ways.product = ways.quotient;
  if (classify(x, operands[0]) == Category::nan || classify(s, operands[1]) == Category::nan) return ways;
  ways.reciprocal = float32_reciprocal(s, semantics, operands[1], arithmetic);
  const std::array<std::uint64_t, 2> factors{operands[0], ways.reciprocal};
  ways.product = elementwise_result(with(operation, Operator::multiply, float32), semantics, factors, arithmetic);
  return ways;
}

CodeSets scaling_result(const Elementwise& operation, const Semantics& semantics,
                        std::span<const std::uint64_t> operands, ExactArithmetic& arithmetic) {
  if (operation.code == Operator::scale) {
    return elementwise_result(with(operation, Operator::multiply, operation.operands[1]), semantics, operands,
                              arithmetic);
  }
  const UnscaleWays ways = unscale_ways(operation, semantics, operands, arithmetic);
  if (ways.quotient == ways.product) return ways.quotient;
  if (ways.quotient.count != 1 || ways.product.count != 1) {
    throw InternalError("a quotient of numbers is more than one set");
  }
  if (is_finite_nonzero(float32, ways.reciprocal)) {
    if (const auto both = hull(operation.result, semantics, ways.quotient.sets[0], ways.product.sets[0])) return *both;
  }
  CodeSets either = ways.quotient;
  either.add(ways.product.sets[0]);
  return either;
}

}  // namespace hallmark
