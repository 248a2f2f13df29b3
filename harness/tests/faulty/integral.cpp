// SPDX-License-Identifier: Apache-2.0
// Faulty backends that round to integral values, take remainders, step to neighbours or handle signs wrongly. Ids such
// as FN05 are reports in the reference list of public faults.
#include "elementwise_signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr Policy delivering_zeros{.flush = Flush::delivered};

// SN14: a tiny negative operand is flushed before its floor is taken.
uint16_t floor_flushes(uint16_t x) { return rounded<bfloat16>(std::floor(value<bfloat16>(flushed<bfloat16>(x)))); }
uint16_t ceil_loses_sign(uint16_t x) { return rounded<bfloat16>(std::ceil(value<bfloat16>(x)) + 0.0); }
uint16_t round_half_away(uint16_t x) { return rounded<float16>(std::round(value<float16>(x))); }
// As floor(x + 0.5) in the format itself, whose sum rounds.
uint16_t round_half_up(uint16_t x) {
  return rounded<float16>(std::floor(value<float16>(add<float16>(x, uint16_t{0x3800}))));
}
// Through an integer, whose limits are where the large numbers end up.
uint16_t trunc_through_int32(uint16_t x) {
  const double number = value<bfloat16>(x);
  if (std::isnan(number)) return 0x7fc0;
  if (std::isinf(number)) return x;
  const double limited = std::trunc(std::max(-0x1p31, std::min(number, 0x1p31 - 1)));
  return rounded<bfloat16>(std::copysign(limited, number));
}

// FN05: fmod by a rounded reciprocal and a truncation.
uint16_t fmod_by_reciprocal(uint16_t x, uint16_t y) {
  if (is_nan<bfloat16>(x) || is_nan<bfloat16>(y) || is_infinite<bfloat16>(x) || (y & 0x7fff) == 0) return 0x7fc0;
  if (is_infinite<bfloat16>(y)) return x;
  const uint16_t reciprocal = rounded<bfloat16>(1.0 / value<bfloat16>(y));
  const uint16_t quotient = rounded<bfloat16>(std::trunc(value<bfloat16>(multiply<bfloat16>(x, reciprocal))));
  return subtract<bfloat16>(x, multiply<bfloat16>(quotient, y));
}
// FN04: x - trunc(x / y) * y in float32, whose quotient overflows.
uint16_t fmod_in_float32(uint16_t x, uint16_t y) {
  const auto dividend = static_cast<float>(value<bfloat16>(x)), divisor = static_cast<float>(value<bfloat16>(y));
  if (std::isinf(divisor) && std::isfinite(dividend)) return x;
  const float rest = dividend - std::trunc(dividend / divisor) * divisor;
  return rounded<bfloat16>(rest == 0 ? std::copysign(0.0f, dividend) : rest);
}
uint16_t remainder_as_fmod(uint16_t x, uint16_t y) {
  return rounded<bfloat16>(std::fmod(value<bfloat16>(x), value<bfloat16>(y)));
}
// The quotient is rounded to nearest, but a tie goes away from zero.
uint16_t remainder_ties_away(uint16_t x, uint16_t y) {
  const double dividend = value<float16>(x), divisor = value<float16>(y), right = std::remainder(dividend, divisor);
  const bool tie = std::abs(right) * 2 == std::abs(divisor) && std::isfinite(divisor);
  return rounded<float16>(tie ? std::copysign(right, -dividend) : right);
}

// Words are stepped without regard to zero.
uint16_t nextafter_past_zero(uint16_t x, uint16_t y) {
  if (is_nan<bfloat16>(x) || is_nan<bfloat16>(y)) return 0x7fc0;
  const double from = value<bfloat16>(x), to = value<bfloat16>(y);
  if (from == to) return y;
  return static_cast<uint16_t>((from < to) == is_negative<bfloat16>(x) ? x - 1 : x + 1);
}
uint16_t nextafter_keeps_first(uint16_t x, uint16_t y) {
  if (is_nan<bfloat16>(x) || is_nan<bfloat16>(y)) return 0x7fc0;
  const double from = value<bfloat16>(x), to = value<bfloat16>(y);
  if (from == to) return x;
  if (from == 0) return from < to ? 0x0001 : 0x8001;
  return static_cast<uint16_t>((from < to) == is_negative<bfloat16>(x) ? x - 1 : x + 1);
}

// SP14: sent through the arithmetic packer, which flushes subnormals and has no NaN.
uint16_t packed(uint16_t word) {
  if (is_nan<bfloat16>(word)) return signed_word<bfloat16>(is_negative<bfloat16>(word), bfloat16.infinity());
  return rounded<bfloat16, delivering_zeros>(value<bfloat16>(word));
}
uint16_t negate_packed(uint16_t x) { return packed(x ^ 0x8000); }
uint16_t abs_packed(uint16_t x) { return packed(x & 0x7fff); }
uint16_t negate_by_subtraction(uint16_t x) { return subtract<bfloat16>(0, x); }
uint16_t copysign_of_nan_ignored(uint16_t x, uint16_t y) {
  const bool negative = is_nan<bfloat16>(y) ? is_negative<bfloat16>(x) : is_negative<bfloat16>(y);
  return signed_word<bfloat16>(negative, magnitude<bfloat16>(x));
}

constexpr char fmod_bfloat16[] = HALLMARK_TWO("fmod", "bfloat16");
constexpr char nextafter_bfloat16[] = HALLMARK_TWO("nextafter", "bfloat16");
constexpr char negate_bfloat16[] = HALLMARK_ONE("negate", "bfloat16");
constexpr char round_even_float16[] = HALLMARK_ONE("round_even", "float16");

const TestBackend faults[] = {
    {"SN14", "ieee754", {{HALLMARK_ONE("floor", "bfloat16"), elementwise<floor_flushes>}}},
    {"ceil_loses_sign", "ieee754", {{HALLMARK_ONE("ceil", "bfloat16"), elementwise<ceil_loses_sign>}}},
    {"round_half_away", "ieee754", {{round_even_float16, elementwise<round_half_away>}}},
    {"round_half_up", "ieee754", {{round_even_float16, elementwise<round_half_up>}}},
    {"trunc_through_int32", "ieee754", {{HALLMARK_ONE("trunc", "bfloat16"), elementwise<trunc_through_int32>}}},
    {"FN05", "ieee754", {{fmod_bfloat16, elementwise<fmod_by_reciprocal>}}},
    {"FN04", "ieee754", {{fmod_bfloat16, elementwise<fmod_in_float32>}}},
    {"remainder_as_fmod", "ieee754", {{HALLMARK_TWO("remainder", "bfloat16"), elementwise<remainder_as_fmod>}}},
    {"remainder_ties_away", "ieee754", {{HALLMARK_TWO("remainder", "float16"), elementwise<remainder_ties_away>}}},
    {"nextafter_past_zero", "ieee754", {{nextafter_bfloat16, elementwise<nextafter_past_zero>}}},
    {"nextafter_keeps_first", "ieee754", {{nextafter_bfloat16, elementwise<nextafter_keeps_first>}}},
    {"SP14_negate", "ieee754", {{negate_bfloat16, elementwise<negate_packed>}}},
    {"SP14_abs", "ieee754", {{HALLMARK_ONE("abs", "bfloat16"), elementwise<abs_packed>}}},
    {"negate_by_subtraction", "ieee754", {{negate_bfloat16, elementwise<negate_by_subtraction>}}},
    {"copysign_of_nan_ignored",
     "ieee754",
     {{HALLMARK_TWO("copysign", "bfloat16"), elementwise<copysign_of_nan_ignored>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
