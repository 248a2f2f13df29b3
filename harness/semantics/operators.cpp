// SPDX-License-Identifier: Apache-2.0
#include "semantics/operators.h"

#include <algorithm>

namespace hallmark {
namespace {

using enum Operator;
using enum OperatorKind;

constexpr std::array operators{
    OperatorInfo{"add", add, 2, numeric},
    OperatorInfo{"subtract", subtract, 2, numeric},
    OperatorInfo{"multiply", multiply, 2, numeric},
    OperatorInfo{"divide", divide, 2, numeric},
    OperatorInfo{"sqrt", Operator::sqrt, 1, numeric},
    OperatorInfo{"fma", Operator::fma, 3, numeric},
    OperatorInfo{"remainder", Operator::remainder, 2, numeric},
    OperatorInfo{"fmod", Operator::fmod, 2, numeric},
    OperatorInfo{"floor", Operator::floor, 1, numeric},
    OperatorInfo{"ceil", Operator::ceil, 1, numeric},
    OperatorInfo{"round_even", round_even, 1, numeric},
    OperatorInfo{"trunc", Operator::trunc, 1, numeric},
    OperatorInfo{"nextafter", Operator::nextafter, 2, choice},
    OperatorInfo{"negate", negate, 1, bitwise},
    OperatorInfo{"abs", Operator::abs, 1, bitwise},
    OperatorInfo{"copysign", Operator::copysign, 2, bitwise},
    OperatorInfo{"minimum", minimum, 2, choice},
    OperatorInfo{"maximum", maximum, 2, choice},
    OperatorInfo{"minimum_number", minimum_number, 2, choice},
    OperatorInfo{"maximum_number", maximum_number, 2, choice},
    OperatorInfo{"equal", equal, 2, relation},
    OperatorInfo{"not_equal", not_equal, 2, relation},
    OperatorInfo{"less", less, 2, relation},
    OperatorInfo{"less_equal", less_equal, 2, relation},
    OperatorInfo{"greater", greater, 2, relation},
    OperatorInfo{"greater_equal", greater_equal, 2, relation},
    OperatorInfo{"unordered", unordered, 2, relation},
    OperatorInfo{"is_nan", is_nan, 1, predicate},
    OperatorInfo{"is_inf", is_inf, 1, predicate},
    OperatorInfo{"is_finite", is_finite, 1, predicate},
    OperatorInfo{"sign_bit", sign_bit, 1, predicate},
    OperatorInfo{"total_order", total_order, 2, predicate},
    OperatorInfo{"scale", scale, 2, numeric},
    OperatorInfo{"unscale", unscale, 2, numeric},
};

}  // namespace

std::span<const OperatorInfo> all_operators() { return operators; }

const OperatorInfo& info_of(Operator code) {
  return *std::find_if(operators.begin(), operators.end(), [&](const OperatorInfo& info) { return info.code == code; });
}

std::optional<Elementwise> elementwise_of(const Signature& signature) {
  const auto info = std::find_if(operators.begin(), operators.end(),
                                 [&](const OperatorInfo& known) { return known.name == signature.name; });
  if (info == operators.end() || signature.operands.size() != static_cast<std::size_t>(info->operands)) return {};
  Elementwise operation{info->code, {}, signature.operands.size(), signature.result};
  std::copy(signature.operands.begin(), signature.operands.end(), operation.operands.begin());
  const bool delivers_truth = info->kind == relation || info->kind == predicate;
  if (delivers_truth && signature.result.name != "uint8") return {};
  // A scale (e8m0) has neither sign nor zero: most differences and minima of scales would be no scales.
  const auto computes = [](const Format& format) { return !format.is_integer() && format.is_signed; };
  if (!std::all_of(signature.operands.begin(), signature.operands.end(), computes)) return {};
  if (!delivers_truth && !computes(signature.result)) return {};
  if (const auto shared = operation.shared_operand(); shared && signature.operands[*shared].name != "float32")
    return {};
  if (info->code == total_order && !(signature.operands[0] == signature.operands[1])) return {};
  const auto known = [&](const std::string& modifier) {
    constexpr std::string_view modifiers[] = {"rne", "rna", "rtz", "rup", "rdn", "rto", "saturate"};
    return !delivers_truth && std::find(std::begin(modifiers), std::end(modifiers), modifier) != std::end(modifiers);
  };
  if (!std::all_of(signature.modifiers.begin(), signature.modifiers.end(), known)) return {};
  return operation;
}

std::optional<std::size_t> shared_operand_of(const Signature& signature) {
  const auto operation = elementwise_of(signature);
  return operation ? operation->shared_operand() : std::nullopt;
}

}  // namespace hallmark
