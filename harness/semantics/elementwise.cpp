// SPDX-License-Identifier: Apache-2.0
#include "semantics/elementwise.h"

#include <algorithm>

#include "formats/formats.h"
#include "formats/internal_error.h"
#include "semantics/conversion.h"
#include "semantics/scaling.h"

namespace hallmark {
namespace {

using enum Operator;
using enum OperatorKind;

struct Case {
  const Elementwise& operation;
  const Semantics& semantics;
  std::array<Operand, most_operands> operands;

  const Operand& operator[](std::size_t i) const { return operands[i]; }
  const Format& format(std::size_t i) const { return operation.operands[i]; }
  std::size_t count() const { return operation.operand_count; }
  bool any(Category category) const {
    return std::any_of(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(count()),
                       [&](const Operand& operand) { return operand.value.category == category; });
  }
  std::array<Decoded, most_operands> values() const {
    return {operands[0].value, operands[1].value, operands[2].value};
  }
};

Case read(const Elementwise& operation, const Semantics& semantics, std::span<const std::uint64_t> codes, bool flush) {
  Case read{operation, semantics, {}};
  for (std::size_t i = 0; i < operation.operand_count; ++i) {
    read.operands[i] = read_operand(operation.operands[i], semantics, codes[i], flush);
  }
  return read;
}

CodeSet truth_value(bool value) { return CodeSet::single(value ? 1 : 0); }

CodeSet nan_of(const Case& at, std::size_t i) { return nan_of(at.format(i), at[i], at.operation.result, at.semantics); }
CodeSets nan_of_operands(const Case& at) {
  return nan_of_operands(std::span(at.operation.operands).first(at.count()), std::span(at.operands).first(at.count()),
                         at.operation.result, at.semantics);
}
CodeSet generated_nan(const Case& at) { return generated_nan(at.operation.result, at.semantics); }

/// An exact zero of that sign.
CodeSet zero(const Case& at, bool negative) { return zero_result(at.operation.result, at.semantics, negative); }
CodeSet infinity(const Case& at, bool negative) { return infinity_result(at.operation.result, at.semantics, negative); }

/// A value delivered to the result's format, as a conversion.
CodeSet deliver(const Case& at, std::size_t i) {
  if (at.format(i) == at.operation.result) return CodeSet::single(at[i].code);
  const Conversion conversion{at.format(i), at.operation.result};
  if (const auto special = convert_special(conversion, at.semantics, at[i].code)) return *special;
  return round_conversion(conversion, at.semantics, exact_value(at.format(i), at[i].code));
}

/// The sign of a sum that is exactly zero (IEEE 754-2019 6.3).
bool zero_sum_is_negative(const Semantics& semantics, bool first, bool second, bool both_zero) {
  if (both_zero && first == second) return first;
  return semantics.rounding == Rounding::rdn;
}

/// -1, 0, 1; both finite or infinite; -0 equals +0.
int compare_values(const Format& x_format, const Operand& x, const Format& y_format, const Operand& y) {
  const auto rank = [](const Operand& operand) { return is_zero(operand) ? 0 : operand.value.negative ? -1 : 1; };
  if (rank(x) != rank(y)) return rank(x) < rank(y) ? -1 : 1;
  if (rank(x) == 0) return 0;
  const int away = rank(x);
  if (is_infinite(x) || is_infinite(y)) return is_infinite(x) == is_infinite(y) ? 0 : is_infinite(x) ? away : -away;
  if (x_format == y_format) {
    const std::uint64_t a = x.code & x_format.magnitude_mask(), b = y.code & y_format.magnitude_mask();
    return a == b ? 0 : a > b ? away : -away;
  }
  const int x_leading = x.value.exponent + bit_length(x.value.significand);
  const int y_leading = y.value.exponent + bit_length(y.value.significand);
  if (x_leading != y_leading) return x_leading > y_leading ? away : -away;
  const std::uint64_t a = x.value.significand << std::countl_zero(x.value.significand);
  const std::uint64_t b = y.value.significand << std::countl_zero(y.value.significand);
  return a == b ? 0 : a > b ? away : -away;
}

int compare_operands(const Case& at) { return compare_values(at.format(0), at[0], at.format(1), at[1]); }

/// Zeros, infinities and invalid cases of numeric operators; nothing where the exact result must be computed.
std::optional<CodeSet> numeric_special(const Case& at) {
  const Operand &x = at[0], &y = at[1], &z = at[2];
  const bool x_negative = x.value.negative, y_negative = y.value.negative;
  const bool product_negative = x_negative != y_negative;
  switch (at.operation.code) {
    case add:
    case subtract: {
      const bool second = y_negative != (at.operation.code == subtract);
      if (is_infinite(x) && is_infinite(y)) return x_negative == second ? infinity(at, x_negative) : generated_nan(at);
      if (is_infinite(x)) return infinity(at, x_negative);
      if (is_infinite(y)) return infinity(at, second);
      if (is_zero(x) && is_zero(y)) return zero(at, zero_sum_is_negative(at.semantics, x_negative, second, true));
      return std::nullopt;
    }
    case multiply:
      if (is_infinite(x) || is_infinite(y)) {
        return is_zero(x) || is_zero(y) ? generated_nan(at) : infinity(at, product_negative);
      }
      if (is_zero(x) || is_zero(y)) return zero(at, product_negative);
      return std::nullopt;
    case divide:
      if ((is_infinite(x) && is_infinite(y)) || (is_zero(x) && is_zero(y))) return generated_nan(at);
      if (is_infinite(x) || is_zero(y)) return infinity(at, product_negative);
      if (is_zero(x) || is_infinite(y)) return zero(at, product_negative);
      return std::nullopt;
    case Operator::sqrt:
      if (is_zero(x)) return zero(at, x_negative);
      if (x_negative) return generated_nan(at);
      if (is_infinite(x)) return infinity(at, false);
      return std::nullopt;
    case Operator::fma: {
      const bool infinite_product = is_infinite(x) || is_infinite(y);
      if (infinite_product) {
        if (is_zero(x) || is_zero(y)) return generated_nan(at);
        if (is_infinite(z) && z.value.negative != product_negative) return generated_nan(at);
        return infinity(at, product_negative);
      }
      if (is_infinite(z)) return infinity(at, z.value.negative);
      if ((is_zero(x) || is_zero(y)) && is_zero(z)) {
        return zero(at, zero_sum_is_negative(at.semantics, product_negative, z.value.negative, true));
      }
      return std::nullopt;
    }
    case Operator::remainder:
    case Operator::fmod:
      if (is_infinite(x) || is_zero(y)) return generated_nan(at);
      if (is_zero(x) || is_infinite(y)) return deliver(at, 0);
      return std::nullopt;
    case Operator::floor:
    case Operator::ceil:
    case round_even:
    case Operator::trunc:
      if (is_zero(x) || is_infinite(x)) return deliver(at, 0);
      return std::nullopt;
    default:
      throw InternalError("not a numeric operator");
  }
}

/// The sign of an exact zero that finite nonzero operands gave.
bool zero_is_negative(const Case& at) {
  switch (at.operation.code) {
    case Operator::remainder:
    case Operator::fmod:
    case Operator::floor:
    case Operator::ceil:
    case round_even:
    case Operator::trunc:
      return at[0].value.negative;
    default:
      return at.semantics.rounding == Rounding::rdn;
  }
}

/// Two bits more than any precision that is rounded to, or all 64.
int needed_precision(const Format& to) { return std::min(64, to.precision() + 2); }

CodeSet round_exact(const Case& at, const Real& exact) {
  if (exact.significand == 0) return zero(at, zero_is_negative(at));
  return round_real(at.operation.result, at.semantics, exact);
}

CodeSets numeric_result(const Case& at, ExactArithmetic& arithmetic);

/// The operation in another format, whose result is then rounded once more.
CodeSets through(const Case& at, const Format& middle, ExactArithmetic& arithmetic) {
  Semantics direct = at.semantics;
  direct.evaluate_in.clear();
  direct.fma = Fma::fused;
  Elementwise inner = at.operation;
  inner.result = middle;
  const CodeSets first = numeric_result({inner, direct, at.operands}, arithmetic);
  CodeSets sets;
  for (std::size_t i = 0; i < first.count; ++i) {
    const CodeSet& set = first.sets[i];
    if (!set.is_single()) {  // a NaN, the only set of many codes that rounding to one answer leaves
      sets.add(generated_nan(at));
      continue;
    }
    const Conversion onward{middle, at.operation.result};
    const auto special = convert_special(onward, direct, set.low);
    sets.add(special ? *special : round_real(onward.to, direct, exact_value(middle, set.low)));
  }
  return sets;
}

/// multiply, rounded to the result's format, then add.
CodeSets unfused(const Case& at, ExactArithmetic& arithmetic) {
  const Format& to = at.operation.result;
  Semantics direct = at.semantics;
  direct.fma = Fma::fused;
  const Elementwise product{multiply, {at.format(0), at.format(1)}, 2, to};
  const CodeSets rounded = numeric_result({product, direct, at.operands}, arithmetic);
  CodeSets sets;
  for (std::size_t i = 0; i < rounded.count; ++i) {
    const std::uint64_t code = rounded.sets[i].is_single() ? rounded.sets[i].low : to.default_nan();
    const Elementwise sum{add, {to, at.format(2)}, 2, to};
    const std::array<std::uint64_t, 2> operands{code, at[2].code};
    const CodeSets result = elementwise_result(sum, direct, operands, arithmetic);
    for (std::size_t k = 0; k < result.count; ++k) sets.add(result.sets[k]);
  }
  return sets;
}

CodeSets numeric_result(const Case& at, ExactArithmetic& arithmetic) {
  const bool is_unfused = at.operation.code == Operator::fma && at.semantics.fma == Fma::unfused;
  // A product of finite factors may overflow, and then meet an infinite addend of the other sign.
  const bool product_first = is_unfused && is_infinite(at[2]) && !is_infinite(at[0]) && !is_infinite(at[1]);
  if (const auto special = numeric_special(at); special && !product_first) return *special;
  if (is_unfused) return unfused(at, arithmetic);
  if (!at.semantics.evaluate_in.empty()) {
    const Format* middle = find_format(at.semantics.evaluate_in);
    if (middle == nullptr) throw InternalError("evaluate_in names no format: " + at.semantics.evaluate_in);
    return through(at, *middle, arithmetic);
  }
  if (at.operation.code == Operator::fma && at.semantics.fma == Fma::via_float32)
    return through(at, float32, arithmetic);
  const auto values = at.values();
  return round_exact(at, arithmetic.compute(at.operation.code, std::span(values).first(at.count()),
                                            needed_precision(at.operation.result)));
}

/// IEEE 754-2019 5.5.1: these move bits, of NaNs too; but whoever may return any NaN may do so here.
CodeSets bitwise_result(const Case& at) {
  const Format& from = at.format(0);
  bool negative = false;
  if (at.operation.code == negate) negative = !from.is_negative(at[0].code);
  if (at.operation.code == Operator::copysign) negative = at.format(1).is_negative(at[1].code);
  if (at[0].value.category == Category::nan) {
    if (at.semantics.nan == Nan::any || !from.nan_has_sign() || !(from == at.operation.result)) return nan_of(at, 0);
    return CodeSet::single((at[0].code & from.magnitude_mask()) | (negative ? from.sign_mask() : 0));
  }
  if (is_zero(at[0])) return zero(at, negative);
  if (is_infinite(at[0])) return infinity(at, negative);
  Decoded value = at[0].value;
  if (negative && !from.is_signed) throw InternalError("an unsigned format has no negative");
  return round_real(at.operation.result, at.semantics, {negative, value.significand, value.exponent, false});
}

CodeSets choice_result(const Case& at) {
  const bool x_nan = at[0].value.category == Category::nan, y_nan = at[1].value.category == Category::nan;
  const Operator code = at.operation.code;
  const bool number = code == minimum_number || code == maximum_number;
  if (x_nan || y_nan) {
    if (!number || (x_nan && y_nan)) return nan_of_operands(at);
    return deliver(at, x_nan ? 1 : 0);
  }
  int order = compare_operands(at);
  if (code == Operator::nextafter) {
    if (order == 0) return deliver(at, 1);
    const std::uint64_t next = order < 0 ? next_up(at.format(0), at[0].code) : next_down(at.format(0), at[0].code);
    Case moved = at;
    moved.operands[0] = {decode(at.format(0), next), next};
    return deliver(moved, 0);
  }
  if (order == 0) order = at[0].value.negative == at[1].value.negative ? 0 : at[0].value.negative ? -1 : 1;
  const bool least = code == minimum || code == minimum_number;
  return deliver(at, (order <= 0) == least ? 0 : 1);
}

bool relation_holds(const Case& at) {
  const Operator code = at.operation.code;
  if (at.any(Category::nan)) return code == not_equal || code == unordered;
  const int order = compare_operands(at);
  switch (code) {
    case equal:
      return order == 0;
    case not_equal:
      return order != 0;
    case less:
      return order < 0;
    case less_equal:
      return order <= 0;
    case greater:
      return order > 0;
    case greater_equal:
      return order >= 0;
    default:
      return false;  // unordered
  }
}

/// IEEE 754-2019 5.10: the order of the encodings, negative NaNs first; a NaN without a sign comes last.
bool totally_ordered(const Case& at) {
  const auto key = [&](std::size_t i) {
    const Format& format = at.format(i);
    if (at[i].value.category == Category::nan && !format.nan_has_sign()) return ~std::uint64_t{0};
    return to_ordered(format, at[i].code);
  };
  return key(0) <= key(1);
}

bool predicate_holds(const Case& at) {
  const Category category = at[0].value.category;
  switch (at.operation.code) {
    case is_nan:
      return category == Category::nan;
    case is_inf:
      return category == Category::infinity;
    case is_finite:
      return category != Category::nan && category != Category::infinity;
    case sign_bit:
      return at.format(0).is_negative(at[0].code);
    default:
      return totally_ordered(at);
  }
}

}  // namespace

CodeSets elementwise_result(const Elementwise& operation, const Semantics& semantics,
                            std::span<const std::uint64_t> operands, ExactArithmetic& arithmetic) {
  if (operation.shared_operand()) return scaling_result(operation, semantics, operands, arithmetic);
  const OperatorInfo& info = info_of(operation.code);
  const Case at = read(operation, semantics, operands, semantics.subnormal_operands == SubnormalOperands::flush);
  switch (info.kind) {
    case numeric:
      return at.any(Category::nan) ? nan_of_operands(at) : numeric_result(at, arithmetic);
    case bitwise:
      return bitwise_result(at);
    case choice:
      return choice_result(at);
    case relation:
      return truth_value(relation_holds(at));
    case predicate:
      return truth_value(predicate_holds(at));
  }
  throw InternalError("no such kind of operator");
}

Requirement requirement_of(const Elementwise& operation, std::span<const std::uint64_t> operands,
                           ExactArithmetic& arithmetic) {
  static const Semantics exact_semantics;
  if (const Operator code = computed_as(operation.code); code != operation.code) {
    Elementwise computed = operation;
    computed.code = code;
    return requirement_of(computed, operands, arithmetic);
  }
  const OperatorInfo& info = info_of(operation.code);
  const Case at = read(operation, exact_semantics, operands, false);
  if (at.any(Category::nan) || at.any(Category::infinity) || at.any(Category::zero)) return Requirement::special_values;
  if (info.kind == relation || info.kind == predicate) return Requirement::comparison;
  if (info.kind == numeric && numeric_special(at)) return Requirement::special_values;  // invalid: sqrt of a negative
  if (at.any(Category::subnormal)) return Requirement::subnormals;
  Real exact{at[0].value.negative, at[0].value.significand, at[0].value.exponent, false};
  if (info.kind == numeric) {
    const auto values = at.values();
    exact = arithmetic.compute(operation.code, std::span(values).first(at.count()), needed_precision(operation.result));
    if (exact.significand == 0) return Requirement::rounding;
  } else if (info.kind == choice) {
    const CodeSets chosen =
        choice_result({{operation.code, operation.operands, operation.operand_count, operation.operands[0]},
                       exact_semantics,
                       at.operands});
    const Decoded value = decode(operation.operands[0], chosen.sets[0].low);
    if (value.category == Category::infinity) return Requirement::overflow;
    if (value.significand == 0) return Requirement::rounding;
    exact = {value.negative, value.significand, value.exponent, false};
  }
  // By its exponent: a format may have subnormals alone, and no code of the smallest normal.
  const Decoded smallest{Category::normal, false, 1, operation.result.min_exponent()};
  if (compare_magnitude(exact, smallest) < 0) return Requirement::subnormals;
  return compare_magnitude(exact, decode(operation.result, operation.result.largest_finite())) > 0
             ? Requirement::overflow
             : Requirement::rounding;
}

}  // namespace hallmark
