// SPDX-License-Identifier: Apache-2.0
#include "semantics/functions.h"

#include <algorithm>

#include "semantics/conversion.h"

namespace hallmark {
namespace {

using enum ElementaryFunction;

constexpr std::array functions{
    FunctionInfo{"exp", ElementaryFunction::exp, 1, 1, 1, true},
    FunctionInfo{"exp2", ElementaryFunction::exp2, 1, 1, 1, true},
    FunctionInfo{"expm1", ElementaryFunction::expm1, 1, 1, 1, true},
    FunctionInfo{"log", ElementaryFunction::log, 1, 0, 1, false},
    FunctionInfo{"log2", ElementaryFunction::log2, 1, 0, 1, false},
    FunctionInfo{"log10", ElementaryFunction::log10, 1, 0, 1, false},
    FunctionInfo{"log1p", ElementaryFunction::log1p, 1, 1, 1, true},
    FunctionInfo{"sin", ElementaryFunction::sin, 1, 0, 0, false},
    FunctionInfo{"cos", ElementaryFunction::cos, 1, 0, 0, false},
    FunctionInfo{"tan", ElementaryFunction::tan, 1, 0, 0, false},
    FunctionInfo{"asin", ElementaryFunction::asin, 1, 1, 1, true},
    FunctionInfo{"acos", ElementaryFunction::acos, 1, -1, -1, true},
    FunctionInfo{"atan", ElementaryFunction::atan, 1, 1, 1, true},
    FunctionInfo{"atan2", ElementaryFunction::atan2, 2, 0, 0, false},
    FunctionInfo{"sinh", ElementaryFunction::sinh, 1, 1, 1, true},
    FunctionInfo{"cosh", ElementaryFunction::cosh, 1, -1, 1, false},
    FunctionInfo{"tanh", ElementaryFunction::tanh, 1, 1, 1, true},
    FunctionInfo{"erf", ElementaryFunction::erf, 1, 1, 1, true},
    FunctionInfo{"erfc", ElementaryFunction::erfc, 1, -1, -1, true},
    FunctionInfo{"pow", ElementaryFunction::pow, 2, 0, 0, false},
    FunctionInfo{"cbrt", ElementaryFunction::cbrt, 1, 1, 1, true},
    FunctionInfo{"rsqrt", ElementaryFunction::rsqrt, 1, 0, -1, false},
    FunctionInfo{"reciprocal", ElementaryFunction::reciprocal, 1, -1, -1, false},
    FunctionInfo{"hypot", ElementaryFunction::hypot, 2, 0, 0, false},
    FunctionInfo{"logistic", ElementaryFunction::logistic, 1, 1, 1, true},
    FunctionInfo{"softplus", ElementaryFunction::softplus, 1, 1, 1, true},
    FunctionInfo{"silu", ElementaryFunction::silu, 1, 0, 1, false},
    FunctionInfo{"gelu", ElementaryFunction::gelu, 1, 0, 1, false},
    FunctionInfo{"gelu_tanh", ElementaryFunction::gelu_tanh, 1, 0, 1, false},
};

enum class Whole : std::uint8_t { no, even, odd };

/// Whether a finite nonzero value is an integer, and which.
Whole whole(const Decoded& value) {
  const int trailing = value.exponent + std::countr_zero(value.significand);
  return trailing < 0 ? Whole::no : trailing == 0 ? Whole::odd : Whole::even;
}

/// -1, 0, 1: the magnitude of a finite nonzero value against 1.
int compare_to_one(const Decoded& value) {
  return compare_magnitude({false, value.significand, value.exponent, false}, {Category::normal, false, 1, 0});
}

/// One call of a function, its operands flushed.
struct Call {
  const FunctionOperation& operation;
  const Semantics& semantics;
  const FunctionOperands& operands;

  CodeSet zero(bool negative = false) const { return zero_result(operation.result, semantics, negative); }
  CodeSet infinity(bool negative = false) const { return infinity_result(operation.result, semantics, negative); }
  CodeSet invalid() const { return generated_nan(operation.result, semantics); }
  CodeSet number(const Real& x) const { return round_conversion({operation.result, operation.result}, semantics, x); }
  CodeSet one(bool negative = false) const { return number({negative, 1, 0, false}); }
  CodeSets either_zero() const {
    CodeSets zeros(zero(false));
    zeros.add(zero(true));
    return zeros;
  }
  CodeSets nan() const {
    const std::size_t count = operation.operand_count;
    return nan_of_operands(std::span(operation.operands).first(count), std::span(operands).first(count),
                           operation.result, semantics);
  }
  bool signalling(std::size_t i) const {
    const Format& format = operation.operands[i];
    return is_nan(operands[i]) && format.has_signalling_nan() && (operands[i].code & format.quiet_bit()) == 0;
  }
  /// What a number is in spite of a NaN operand; a signalling one may still count as invalid (IEEE 754-2019 9.2.1).
  CodeSets in_spite_of_nan(const CodeSet& result) const {
    CodeSets sets(result);
    if (!signalling(0) && !signalling(1)) return sets;
    const CodeSets nans = nan();
    for (std::size_t i = 0; i < nans.count && sets.count < sets.sets.size(); ++i) sets.add(nans.sets[i]);
    return sets;
  }
};

/// C23 F.10.4.4.
std::optional<CodeSets> pow_special(const Call& call) {
  const Operand &x = call.operands[0], &y = call.operands[1];
  const bool x_negative = x.value.negative, y_negative = y.value.negative;
  const int x_to_one = is_zero(x) ? -1 : is_infinite(x) ? 1 : is_nan(x) ? 2 : compare_to_one(x.value);
  if (is_zero(y) || (x_to_one == 0 && !x_negative)) return call.in_spite_of_nan(call.one());
  if (is_nan(x) || is_nan(y)) return call.nan();
  if (is_infinite(y)) {
    if (x_to_one == 0) return call.one();  // -1
    return (x_to_one > 0) == y_negative ? call.zero() : call.infinity();
  }
  const Whole y_whole = whole(y.value);
  const bool negative = x_negative && y_whole == Whole::odd;
  if (is_zero(x)) return y_negative ? call.infinity(negative) : call.zero(negative);
  if (is_infinite(x)) return y_negative ? call.zero(negative) : call.infinity(negative);
  if (x_negative && y_whole == Whole::no) return call.invalid();
  return std::nullopt;
}

/// C23 F.10.4.4 of hypot, F.10.1.4 of atan2.
std::optional<CodeSets> pair_special(const Call& call) {
  const Operand &x = call.operands[0], &y = call.operands[1];
  if (call.operation.code == ElementaryFunction::pow) return pow_special(call);
  if (call.operation.code == ElementaryFunction::hypot) {
    if (is_infinite(x) || is_infinite(y)) return call.in_spite_of_nan(call.infinity());
    if (is_nan(x) || is_nan(y)) return call.nan();
    if (is_zero(x) && is_zero(y)) return call.zero();
    if (!is_zero(x) && !is_zero(y)) return std::nullopt;
    const Decoded& only = is_zero(x) ? y.value : x.value;
    return call.number({false, only.significand, only.exponent, false});
  }
  if (is_nan(x) || is_nan(y)) return call.nan();
  // atan2(y, x) is called with y first: zeros where x is on the positive side, else fractions of pi.
  const Operand &ordinate = x, &abscissa = y;
  if (abscissa.value.negative) return std::nullopt;
  if (is_zero(ordinate) || (is_infinite(abscissa) && !is_infinite(ordinate))) return call.zero(ordinate.value.negative);
  return std::nullopt;
}

/// At zeros; nothing where the value there is irrational.
std::optional<CodeSets> at_zero(const Call& call, bool negative) {
  switch (call.operation.code) {
    case ElementaryFunction::exp:
    case ElementaryFunction::exp2:
    case ElementaryFunction::cos:
    case ElementaryFunction::cosh:
    case ElementaryFunction::erfc:
      return call.one();
    case ElementaryFunction::log:
    case ElementaryFunction::log2:
    case ElementaryFunction::log10:
      return call.infinity(true);
    case rsqrt:
    case reciprocal:
      return call.infinity(negative);
    case logistic:
      return call.number({false, 1, -1, false});
    case ElementaryFunction::acos:
    case softplus:
      return std::nullopt;
    default:  // odd functions, and those that are as x/2 is
      return call.zero(negative);
  }
}

std::optional<CodeSets> at_infinity(const Call& call, bool negative) {
  switch (call.operation.code) {
    case ElementaryFunction::exp:
    case ElementaryFunction::exp2:
    case softplus:
      return negative ? call.zero() : call.infinity();
    case ElementaryFunction::expm1:
      return negative ? call.one(true) : call.infinity();
    case ElementaryFunction::log:
    case ElementaryFunction::log2:
    case ElementaryFunction::log10:
    case ElementaryFunction::log1p:
      return negative ? call.invalid() : call.infinity();
    case rsqrt:
      return negative ? call.invalid() : call.zero();
    case reciprocal:
      return call.zero(negative);
    case ElementaryFunction::sinh:
    case ElementaryFunction::cbrt:
      return call.infinity(negative);
    case ElementaryFunction::cosh:
      return call.infinity();
    case ElementaryFunction::tanh:
    case ElementaryFunction::erf:
      return call.one(negative);
    case ElementaryFunction::erfc:
      return negative ? call.number({false, 2, 0, false}) : call.zero();
    case logistic:
      return negative ? call.zero() : call.one();
    case silu:
    case gelu:
    case gelu_tanh:
      return negative ? call.either_zero() : call.infinity();
    case ElementaryFunction::atan:
      return std::nullopt;
    default:  // sin, cos, tan, asin, acos
      return call.invalid();
  }
}

/// A finite nonzero operand outside the domain.
bool outside(ElementaryFunction code, const Decoded& x) {
  switch (code) {
    case ElementaryFunction::log:
    case ElementaryFunction::log2:
    case ElementaryFunction::log10:
    case rsqrt:
      return x.negative;
    case ElementaryFunction::log1p:
      return x.negative && compare_to_one(x) > 0;
    case ElementaryFunction::asin:
    case ElementaryFunction::acos:
      return compare_to_one(x) > 0;
    default:
      return false;
  }
}

/// 2^x for an integer x.
CodeSet power_of_two(const Call& call, const Decoded& x) {
  // Past 2^20 any format overflows or underflows alike.
  const int leading = std::min(20, x.exponent + bit_length(x.significand) - 1);
  const int magnitude =
      leading == 20 ? 1 << 20
                    : static_cast<int>(x.exponent >= 0 ? x.significand << x.exponent : x.significand >> -x.exponent);
  return call.number({false, 1, x.negative ? -magnitude : magnitude, false});
}

}  // namespace

std::span<const FunctionInfo> all_functions() { return functions; }

const FunctionInfo& info_of(ElementaryFunction code) {
  return *std::find_if(functions.begin(), functions.end(), [&](const FunctionInfo& info) { return info.code == code; });
}

std::optional<FunctionOperation> function_of(const Signature& signature) {
  const auto info = std::find_if(functions.begin(), functions.end(),
                                 [&](const FunctionInfo& known) { return known.name == signature.name; });
  if (info == functions.end() || signature.operands.size() != static_cast<std::size_t>(info->operands)) return {};
  // A scale (e8m0) has neither sign nor zero: most logarithms and exponentials of scales would be no scales.
  const auto computes = [](const Format& format) { return !format.is_integer() && format.is_signed; };
  if (!std::all_of(signature.operands.begin(), signature.operands.end(), computes)) return {};
  if (!computes(signature.result)) return {};
  const auto known = [](const std::string& modifier) {
    constexpr std::string_view modifiers[] = {"rne", "rna", "rtz", "rup", "rdn", "rto", "saturate"};
    return std::find(std::begin(modifiers), std::end(modifiers), modifier) != std::end(modifiers);
  };
  if (!std::all_of(signature.modifiers.begin(), signature.modifiers.end(), known)) return {};
  FunctionOperation operation{info->code, {}, signature.operands.size(), signature.result};
  std::copy(signature.operands.begin(), signature.operands.end(), operation.operands.begin());
  return operation;
}

FunctionOperands read_operands(const FunctionOperation& operation, const Semantics& semantics,
                               std::span<const std::uint64_t> codes) {
  const bool flush = semantics.subnormal_operands == SubnormalOperands::flush;
  FunctionOperands operands{};
  for (std::size_t i = 0; i < operation.operand_count; ++i) {
    operands[i] = read_operand(operation.operands[i], semantics, codes[i], flush);
  }
  return operands;
}

std::optional<CodeSets> function_special(const FunctionOperation& operation, const Semantics& semantics,
                                         const FunctionOperands& operands) {
  const Call call{operation, semantics, operands};
  if (operation.operand_count == 2) return pair_special(call);
  const Decoded& x = operands[0].value;
  switch (x.category) {
    case Category::nan:
      return call.nan();
    case Category::zero:
      return at_zero(call, x.negative);
    case Category::infinity:
      return at_infinity(call, x.negative);
    default:
      break;
  }
  if (outside(operation.code, x)) return call.invalid();
  switch (operation.code) {
    case ElementaryFunction::log:
    case ElementaryFunction::log2:
    case ElementaryFunction::log10:
    case ElementaryFunction::acos:
      if (compare_to_one(x) == 0 && !x.negative) return call.zero();
      return std::nullopt;
    case ElementaryFunction::log1p:
      if (compare_to_one(x) == 0 && x.negative) return call.infinity(true);
      return std::nullopt;
    case ElementaryFunction::exp2:
      if (whole(x) != Whole::no) return power_of_two(call, x);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

Requirement requirement_of(const FunctionOperation& operation, std::span<const std::uint64_t> codes) {
  static const Semantics exact;
  const FunctionOperands operands = read_operands(operation, exact, codes);
  for (std::size_t i = 0; i < operation.operand_count; ++i) {
    if (operands[i].value.significand == 0) return Requirement::special_values;
  }
  const Decoded& x = operands[0].value;
  bool special = outside(operation.code, x);
  if (operation.code == ElementaryFunction::pow) {
    special = x.negative && whole(operands[1].value) == Whole::no;
  } else if (operation.code == ElementaryFunction::log1p && compare_to_one(x) == 0) {
    special = x.negative;  // the pole
  }
  return special ? Requirement::special_values : Requirement::function_accuracy;
}

}  // namespace hallmark
