// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/tuple_property.h"

#include <algorithm>
#include <utility>

namespace hallmark {
namespace {

using enum TupleProperty;

constexpr std::pair<TupleProperty, std::string_view> names[] = {{commutative, "commutative"},
                                                                {zero_difference, "zero_difference"},
                                                                {identity_one, "identity_one"},
                                                                {odd, "odd"},
                                                                {even, "even"},
                                                                {power_of_two, "power_of_two"},
                                                                {sterbenz, "sterbenz"},
                                                                {monotone, "monotone"}};

bool is_one_of(Operator code, std::initializer_list<Operator> codes) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

bool is_nan(const Format& format, std::uint64_t code) { return classify(format, code) == Category::nan; }

std::uint64_t one(const Format& format) { return static_cast<std::uint64_t>(format.bias) << format.significand_bits; }

bool is_finite(const Format& format, std::uint64_t code) {
  const Category category = classify(format, code);
  return category != Category::nan && category != Category::infinity;
}

/// Zeros alike, NaN nowhere.
std::uint64_t value_key(const Format& format, std::uint64_t code) {
  return to_ordered(format, classify(format, code) == Category::zero ? 0 : code);
}

}  // namespace

std::string_view tuple_property_name(TupleProperty property) {
  return std::find_if(std::begin(names), std::end(names), [&](const auto& entry) { return entry.first == property; })
      ->second;
}

std::optional<TupleProperty> find_tuple_property(std::string_view name) {
  for (const auto& [property, known] : names) {
    if (known == name) return property;
  }
  return std::nullopt;
}

bool is_symmetric(Rounding rounding) {
  return rounding == Rounding::rne || rounding == Rounding::rna || rounding == Rounding::rtz ||
         rounding == Rounding::rto;
}

bool has_one_format(const Elementwise& formats) {
  const Format& format = formats.operands[0];
  if (format.is_integer() || !format.has_negative_zero() || !format.has_nan()) return false;
  const bool decides = formats.result.is_integer();
  if (!decides && formats.result != format) return false;
  return std::all_of(formats.operands.begin(),
                     formats.operands.begin() + static_cast<std::ptrdiff_t>(formats.operand_count),
                     [&](const Format& operand) { return operand == format; });
}

std::optional<TupleCase> related_tuples(TupleProperty property, const Elementwise& formats, const TupleSeed& seed) {
  const Format& format = formats.operands[0];
  TupleCase made;
  made.first.assign(seed.codes.begin(), seed.codes.begin() + static_cast<std::ptrdiff_t>(formats.operand_count));
  std::vector<std::uint64_t>& x = made.first;
  std::vector<std::uint64_t>& y = made.second = x;
  if (property == commutative) {
    std::swap(y[0], y[1]);
  } else if (property == monotone) {
    y[0] = seed.codes[formats.operand_count];
    if (is_nan(format, x[0]) || is_nan(format, y[0])) return std::nullopt;
    if (to_ordered(format, x[0]) > to_ordered(format, y[0])) std::swap(x, y);
  } else {
    y[0] ^= format.sign_mask();
  }
  return made;
}

bool results_differ(TupleProperty property, const Format& result, std::uint64_t first, std::uint64_t second) {
  const auto nan = [&](std::uint64_t code) { return !result.is_integer() && is_nan(result, code); };
  if (nan(first) || nan(second)) return property != monotone && nan(first) != nan(second);
  if (property == monotone) return value_key(result, first) > value_key(result, second);
  return property == odd ? (first ^ second) != result.sign_mask() : first != second;
}

bool TupleRules::promises(TupleProperty property) const {
  if (semantics_.rounding == Rounding::stochastic || !has_one_format(operation_)) return false;
  const Operator code = operation_.code;
  switch (property) {
    case commutative:
      return is_one_of(code, {Operator::add, Operator::multiply, Operator::fma, Operator::minimum, Operator::maximum,
                              Operator::minimum_number, Operator::maximum_number, Operator::equal, Operator::not_equal,
                              Operator::unordered});
    case zero_difference:
      return code == Operator::subtract;
    case identity_one:
      return is_one_of(code, {Operator::multiply, Operator::divide});
    case odd:
      return is_symmetric(semantics_.rounding) && semantics_.flushed_zero == FlushedZero::keep_sign &&
             is_one_of(code, {Operator::multiply, Operator::divide});
    case even:
      return code == Operator::abs;
    case power_of_two:
      return code == Operator::multiply;
    case sterbenz:
      return code == Operator::subtract;
    case monotone:
      return is_one_of(code, {Operator::sqrt, Operator::floor, Operator::ceil, Operator::round_even, Operator::trunc,
                              Operator::add, Operator::subtract});
  }
  return false;
}

std::optional<TupleCase> TupleRules::make(TupleProperty property, const TupleSeed& seed) const {
  const Format& format = operation_.operands[0];
  const std::size_t count = operation_.operand_count;
  TupleCase made{{seed.codes.begin(), seed.codes.begin() + static_cast<std::ptrdiff_t>(count)}, {}};
  std::vector<std::uint64_t>& x = made.first;
  switch (property) {
    case commutative:
    case odd:
    case even:
    case monotone:
      return related_tuples(property, operation_, seed);
    case zero_difference:
      x[1] = x[0];
      if (!is_finite(format, x[0])) return std::nullopt;
      break;
    case identity_one:
      x[1] = one(format);
      if (is_nan(format, x[0])) return std::nullopt;
      if (classify(format, x[0]) == Category::subnormal && !keeps_subnormals()) return std::nullopt;
      break;
    case power_of_two:
      x[1] &= ~format.fraction_mask();  // its exponent alone
      if (classify(format, x[0]) != Category::normal || classify(format, x[1]) != Category::normal) return std::nullopt;
      break;
    case sterbenz: {
      // The second operand within a factor of two of the first: its exponent field or a neighbour's.
      const std::uint64_t fraction = x[1] & format.fraction_mask();
      const std::uint64_t field = (x[0] & format.magnitude_mask()) >> format.significand_bits;
      const std::uint64_t near = field - std::min<std::uint64_t>(field, x[1] >> (format.width() - 1) & 1);
      x[1] = (x[0] & format.sign_mask()) | near << format.significand_bits | fraction;
      if (!is_finite(format, x[0]) || !is_finite(format, x[1])) return std::nullopt;
      const bool subnormal =
          classify(format, x[0]) == Category::subnormal || classify(format, x[1]) == Category::subnormal;
      if (subnormal && !keeps_subnormals()) return std::nullopt;
      break;
    }
  }
  const bool speaks_of_value = property == power_of_two || property == sterbenz;
  if (speaks_of_value && !exact_result(property, made)) return std::nullopt;
  return made;
}

/// The result that is exact, where the format holds it as a number that nothing flushes.
std::optional<std::uint64_t> TupleRules::exact_result(TupleProperty property, const TupleCase& one) const {
  const Format& format = operation_.result;
  const Decoded a = decode(format, one.first[0]), b = decode(format, one.first[1]);
  if (property == power_of_two) {
    const auto code = encode(format, a.negative != b.negative, a.significand * b.significand, a.exponent + b.exponent);
    const bool fits = bit_length(a.significand) + bit_length(b.significand) <= 64;
    return fits && code && classify(format, *code) == Category::normal ? code : std::nullopt;
  }
  const int exponent = std::min(a.exponent, b.exponent);
  const int up_a = a.exponent - exponent, up_b = b.exponent - exponent;
  if (up_a > 2 || up_b > 2) return std::nullopt;
  const std::uint64_t x = a.significand << up_a, y = b.significand << up_b;
  if (x == y || 2 * x < y || x > 2 * y) return std::nullopt;
  const auto code = encode(format, a.negative != (x < y), x > y ? x - y : y - x, exponent);
  if (!code) return std::nullopt;
  return classify(format, *code) == Category::normal || keeps_subnormals() ? code : std::nullopt;
}

bool TupleRules::breaks(TupleProperty property, const TupleCase& one, std::uint64_t first, std::uint64_t second) const {
  const Format& format = operation_.result;
  if ((first & ~format.code_mask()) != 0 || (second & ~format.code_mask()) != 0) return true;
  switch (property) {
    case commutative:
    case odd:
    case even:
    case monotone:
      return results_differ(property, format, first, second);
    case zero_difference:
      return first != (semantics_.rounding == Rounding::rdn ? format.sign_mask() : 0);
    case identity_one:
      return first != one.first[0];
    case power_of_two:
    case sterbenz:
      return first != exact_result(property, one).value();
  }
  return false;
}

}  // namespace hallmark
