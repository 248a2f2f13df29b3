// SPDX-License-Identifier: Apache-2.0
#include "oracles/function_estimate.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "formats/formats.h"

namespace hallmark {
namespace {

constexpr double general_margin = 0x1p-42, gelu_margin = 0x1p-37;
// Below this a float64 may have lost bits: all that is known is that the value is smaller still.
constexpr double least_value = 0x1p-1000, most_value = 0x1p+1000;
constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1, sqrt_8_over_pi = 0x1.9884533d43651p+0;

double to_double(const Decoded& value) {
  if (value.category == Category::infinity) return value.negative ? -HUGE_VAL : HUGE_VAL;
  const double magnitude = std::ldexp(static_cast<double>(value.significand), value.exponent);
  return value.negative ? -magnitude : magnitude;
}

bool is_gelu(ElementaryFunction code) {
  return code == ElementaryFunction::gelu || code == ElementaryFunction::gelu_tanh;
}

}  // namespace

bool FunctionEstimate::suits(const FunctionOperation& operation, const std::vector<Semantics>& alternatives) {
  const Format& to = operation.result;
  // Without subnormals zero has many codes.
  if (to.precision() > 24 || !to.subnormals) return false;
  return std::all_of(alternatives.begin(), alternatives.end(),
                     [](const Semantics& semantics) { return semantics.evaluate_in.empty(); });
}

FunctionEstimate::FunctionEstimate(const FunctionOperation& operation, std::vector<Semantics> alternatives,
                                   const Limits& limits)
    : operation_(operation),
      alternatives_(std::move(alternatives)),
      limits_(limits),
      margin_(is_gelu(operation.code) ? gelu_margin : general_margin) {
  const Format& to = operation.result;
  smallest_normal_ = std::ldexp(1.0, to.min_exponent());
  largest_ = to_double(decode(to, to.largest_finite()));
  // Where a limit leaves at least half of such a value, that half overflows as well.
  beyond_ = 8 * largest_;
  for (const Semantics& semantics : alternatives_) {
    flushes_operands_ |= semantics.subnormal_operands == SubnormalOperands::flush;
    keeps_results_ &= semantics.subnormal_results == SubnormalResults::keep;
  }
  to_nearest_ = alternatives_.front().rounding == Rounding::rne || alternatives_.front().rounding == Rounding::rna;
  const bool narrow_limit = limits_.max_ulp <= std::ldexp(0.5, to.significand_bits);
  for (const bool negative : {false, true}) {
    const auto overflow = [&](const Semantics& semantics) {
      return round_real(to, semantics, {negative, 1, 1 << 20, false});
    };
    const CodeSet first = overflow(alternatives_.front());
    const bool agree = std::all_of(alternatives_.begin(), alternatives_.end(),
                                   [&](const Semantics& semantics) { return overflow(semantics) == first; });
    if (agree && narrow_limit) overflow_[negative ? 1 : 0] = first;
  }
}

double FunctionEstimate::evaluate(double x, double y) const {
  switch (operation_.code) {
    case ElementaryFunction::exp:
      return std::exp(x);
    case ElementaryFunction::exp2:
      return std::exp2(x);
    case ElementaryFunction::expm1:
      return std::expm1(x);
    case ElementaryFunction::log:
      return std::log(x);
    case ElementaryFunction::log2:
      return std::log2(x);
    case ElementaryFunction::log10:
      return std::log10(x);
    case ElementaryFunction::log1p:
      return std::log1p(x);
    case ElementaryFunction::sin:
      return std::sin(x);
    case ElementaryFunction::cos:
      return std::cos(x);
    case ElementaryFunction::tan:
      return std::tan(x);
    case ElementaryFunction::asin:
      return std::asin(x);
    case ElementaryFunction::acos:
      return std::acos(x);
    case ElementaryFunction::atan:
      return std::atan(x);
    case ElementaryFunction::atan2:
      return std::atan2(x, y);
    case ElementaryFunction::sinh:
      return std::sinh(x);
    case ElementaryFunction::cosh:
      return std::cosh(x);
    case ElementaryFunction::tanh:
      return std::tanh(x);
    case ElementaryFunction::erf:
      return std::erf(x);
    case ElementaryFunction::erfc:
      return std::erfc(x);
    case ElementaryFunction::pow:
      return std::pow(x, y);
    case ElementaryFunction::cbrt:
      return std::cbrt(x);
    case ElementaryFunction::rsqrt:
      return 1.0 / std::sqrt(x);
    case ElementaryFunction::reciprocal:
      return 1.0 / x;
    case ElementaryFunction::hypot:
      return std::hypot(x, y);
    case ElementaryFunction::logistic:
      return 1.0 / (1.0 + std::exp(-x));
    case ElementaryFunction::softplus:
      return x > 0.0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
    case ElementaryFunction::silu:
      return x / (1.0 + std::exp(-x));
    case ElementaryFunction::gelu:
      return 0.5 * x * std::erfc(-x * sqrt_half);
    case ElementaryFunction::gelu_tanh:
      return x / (1.0 + std::exp(-sqrt_8_over_pi * x * (1.0 + 0.044715 * x * x)));
  }
  return 0.0;
}

std::optional<double> FunctionEstimate::value(std::span<const Decoded> operands) const {
  for (const Decoded& operand : operands) {
    if (flushes_operands_ && operand.category == Category::subnormal) return std::nullopt;
  }
  const double x = to_double(operands[0]), y = operands.size() > 1 ? to_double(operands[1]) : 0.0;
  double value = evaluate(x, y);
  if (std::isnan(value)) return std::nullopt;
  if (std::fabs(value) < least_value) return std::copysign(0.0, value);
  if (std::fabs(value) > most_value) return std::copysign(HUGE_VAL, value);
  return value;
}

EstimateVerdict FunctionEstimate::judge(double value, std::uint64_t got) const {
  const Format& to = operation_.result;
  EstimateVerdict verdict;
  if ((got & ~to.code_mask()) != 0) return verdict;
  const double magnitude = std::fabs(value);
  if (magnitude >= beyond_) {
    const CodeSet& overflow = overflow_[std::signbit(value) ? 1 : 0];
    verdict.right = !limits_.has_range && overflow.contains(got);
    // Without a limit more than this is right, so that nothing is said against the rest.
    verdict.rounding_known = verdict.correctly_rounded = verdict.right;
    return verdict;
  }
  const Decoded decoded = decode(to, got);
  if (decoded.category == Category::infinity || decoded.category == Category::nan) return verdict;
  const double result = to_double(decoded);
  const double unsure = std::max(magnitude * margin_, least_value);
  const double off = std::fabs(result - value);
  // A result that is itself rounded to itself, and lies within the limit, lies within the limit rounded: fl is
  // monotone.
  const bool stays = keeps_results_ || decoded.category != Category::subnormal;
  const double least_magnitude = std::max(magnitude - unsure, 0.0);
  const int leading = least_magnitude < smallest_normal_ ? to.min_exponent() : std::ilogb(least_magnitude);
  const double ulp = std::ldexp(1.0, leading - to.significand_bits);
  const bool in_range = !limits_.has_range || (result >= limits_.range_low && result <= limits_.range_high);
  const bool zero_or_same_sign = decoded.category == Category::zero || decoded.negative == std::signbit(value);

  // Correct rounding: against half the distance to the neighbour on the exact value's side.
  if (to_nearest_ && keeps_results_ && magnitude < largest_) {
    const double size = std::fabs(result);
    const int own = size < smallest_normal_ ? to.min_exponent() : std::ilogb(size);
    double half = std::ldexp(0.5, own - to.significand_bits);
    const bool power_of_two = decoded.significand == std::uint64_t{1} << to.significand_bits;
    if (power_of_two && magnitude < size && own > to.min_exponent()) half /= 2;
    const bool sign_fits = decoded.negative == std::signbit(value) || !to.has_negative_zero();
    if (off + unsure < half && zero_or_same_sign) {
      verdict.rounding_known = true;
      verdict.correctly_rounded = sign_fits;
    } else if (off - unsure > half) {
      verdict.rounding_known = true;
    }
  }
  if (limits_.correctly_rounded) {
    // Alternatives may round otherwise than the first.
    verdict.right = alternatives_.size() == 1 && verdict.rounding_known && verdict.correctly_rounded;
  } else if (limits_.max_ulp > 0.0) {
    verdict.right = stays && in_range && off + unsure <= limits_.max_ulp * ulp;
  } else {
    verdict.right = in_range && zero_or_same_sign && unsure < magnitude;
  }
  return verdict;
}

FloatingPointMode::FloatingPointMode() {
  std::fegetenv(&saved_);
  std::fesetenv(FE_DFL_ENV);
}

FloatingPointMode::~FloatingPointMode() { std::fesetenv(&saved_); }

}  // namespace hallmark
