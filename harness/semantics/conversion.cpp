// SPDX-License-Identifier: Apache-2.0
#include "semantics/conversion.h"

#include <algorithm>
#include <bit>

#include "formats/formats.h"
#include "formats/internal_error.h"

namespace hallmark {
Real exact_value(const Format& from, std::uint64_t operand) {
  const Decoded value = decode(from, operand);
  return {value.negative, value.significand, value.exponent, false};
}

std::optional<CodeSet> convert_special(const Conversion& conversion, const Semantics& semantics,
                                       std::uint64_t operand) {
  const auto& [from, to] = conversion;
  const Decoded value = decode(from, operand);
  switch (value.category) {
    case Category::nan: {
      // The payload without the quiet bit's own place would lose it: fraction bits as they stand, aligned to the top.
      const std::uint64_t payload =
          from.significand_bits == 0 ? 0 : (operand & from.fraction_mask()) << (64 - from.significand_bits);
      return nan_result(
          to, semantics,
          {value.negative && from.nan_has_sign(), payload, from.has_signalling_nan(), from.nan_has_sign()});
    }
    case Category::infinity:
      return infinity_result(to, semantics, value.negative);
    case Category::zero:
      return zero_result(to, semantics, value.negative);
    case Category::subnormal:
      if (semantics.subnormal_operands == SubnormalOperands::flush) {
        return flushed_zero_result(to, semantics, value.negative);
      }
      return std::nullopt;
    case Category::normal:
      return std::nullopt;
  }
  return std::nullopt;
}

CodeSet round_conversion(const Conversion& conversion, const Semantics& semantics, const Real& exact) {
  if (semantics.evaluate_in.empty()) return round_real(conversion.to, semantics, exact);
  const Format* middle = find_format(semantics.evaluate_in);
  if (middle == nullptr) throw InternalError("evaluate_in names no format: " + semantics.evaluate_in);
  Semantics direct = semantics;
  direct.evaluate_in.clear();
  const CodeSet rounded = round_real(*middle, direct, exact);
  const auto onward = [&](std::uint64_t code) {
    const auto special = convert_special({*middle, conversion.to}, direct, code);
    return special ? *special : round_real(conversion.to, direct, exact_value(*middle, code));
  };
  if (rounded.is_single()) return onward(rounded.low);
  if (middle->is_nan(rounded.high)) return nan_result(conversion.to, direct, {.negative = exact.negative});
  // Stochastic rounding leaves two neighbours in between; what they become is as close, and all between is right.
  const CodeSet low = onward(rounded.low), high = onward(rounded.high);
  return low == high ? low : CodeSet::interval(std::min(low.low, high.low), std::max(low.high, high.high));
}

Requirement requirement_of(const Conversion& conversion, std::uint64_t operand) {
  const auto& [from, to] = conversion;
  const Decoded value = decode(from, operand);
  if (value.significand == 0) return Requirement::special_values;
  if (value.category == Category::subnormal) return Requirement::subnormals;
  const Real exact = exact_value(from, operand);
  if (to.is_integer()) {
    if (value.negative && !to.is_signed) return Requirement::overflow;
    Decoded bound{Category::normal, value.negative, to.magnitude_mask(), 0};
    // The largest magnitude of a negative two's complement number is one more.
    if (value.negative) bound.significand = to.sign_mask();
    return compare_magnitude(exact, bound) > 0 ? Requirement::overflow : Requirement::rounding;
  }
  if (value.negative && !to.is_signed) return Requirement::special_values;  // an invalid case: no such value
  const Decoded smallest{Category::normal, false, 1, to.min_exponent()};    // a format may have subnormals alone
  if (compare_magnitude(exact, smallest) < 0) return Requirement::subnormals;
  const Decoded largest = decode(to, to.largest_finite());
  return compare_magnitude(exact, largest) > 0 ? Requirement::overflow : Requirement::rounding;
}

}  // namespace hallmark
