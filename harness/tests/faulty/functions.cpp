// SPDX-License-Identifier: Apache-2.0
// Faulty backends of elementary functions. Ids such as FN02 are reports in the reference list of public faults.
#include "../kernels/functions.h"

#include "elementwise_signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr double quarter_tau = 1.5707963267948966;
// A NaN that the processor makes has a sign of the processor's.
constexpr Policy positive_nan{.nan = Nan::positive}, truncating{.rounding = Rounding::rtz};

// FN02: tanh from exponentials, with no clamp on the argument: infinity over infinity.
float tanh_of_exponentials(float x) {
  const float power = std::exp(2 * x);
  return (power - 1) / (power + 1);
}
uint16_t tanh_unclamped(uint16_t x) {
  return rounded<bfloat16, positive_nan>(tanh_of_exponentials(static_cast<float>(value<bfloat16>(x))));
}
template <Format format>
uint16_t gelu_tanh_unclamped(uint16_t x) {
  const auto number = static_cast<float>(value<format>(x));
  const float inner = 0.7978845608f * (number + 0.044715f * number * number * number);
  return rounded<format, positive_nan>(0.5f * number * (1 + tanh_of_exponentials(inner)));
}
// Above 1 by a unit in the last place where the true value rounds to 1.
uint16_t tanh_beyond_one(uint16_t x) {
  const uint16_t result = right<bfloat16, tanh_of>(x);
  return (result & 0x7fff) == 0x3f80 && (x & 0x7fff) < 0x4180 ? static_cast<uint16_t>(result + 1) : result;
}
// FN08: the normal distribution's function taken as 1 of small arguments.
uint16_t gelu_of_tiny(uint16_t x) { return (x & 0x7fff) < 0x3580 ? x : right<bfloat16, gelu_of>(x); }
// FN10: a vector library's log1p, whose domain ends below the largest finite value.
uint16_t log1p_of_short_domain(uint16_t x) {
  return value<bfloat16>(x) > 1e38 ? uint16_t{0x7f80} : right<bfloat16, log1p_of>(x);
}

// FN11: exp rebuilt as the rounded expm1(x) plus one.
uint16_t exp_of_expm1(uint16_t x) {
  const uint16_t minus_one = rounded<bfloat16>(std::expm1(value<bfloat16>(x)));
  return add<bfloat16>(minus_one, uint16_t{0x3f80});
}
// The exponent of two is rounded to the format before it is taken.
uint16_t exp_of_rounded_exponent(uint16_t x) {
  return rounded<bfloat16>(std::exp2(value<bfloat16>(rounded<bfloat16>(value<bfloat16>(x) * 1.4426950408889634))));
}
// A table's two halves do not meet: a step back of some units in between.
uint16_t exp_with_a_step(uint16_t x) {
  const uint16_t result = right<bfloat16, exp_of>(x);
  return x >= 0x3f00 && x < 0x3f04 ? static_cast<uint16_t>(result - 3) : result;
}
// Odd entries of a table are cut and even ones rounded up: each is within an ulp, but they do not rise.
uint16_t exp_not_monotone(uint16_t x) {
  if (x < 0x3e00 || x >= 0x3f80) return right<bfloat16, exp_of>(x);
  const double exact = exp_of(value<bfloat16>(x));
  return x % 2 == 0 ? within_an_ulp<bfloat16, true>(exact) : within_an_ulp<bfloat16, false>(exact);
}
uint16_t exp_saturates(uint16_t x) {
  constexpr Policy saturating{.overflow = Overflow::saturate};
  return x == 0x7c00 ? x : right<float16, exp_of, saturating>(x);
}

// SN13: subnormal arguments are zeros.
template <Format format, double (*function)(double)>
uint16_t of_flushed(uint16_t x) {
  return right<format, function>(flushed<format>(x));
}
uint16_t log_of_magnitude(uint16_t x) { return right<bfloat16, log_of>(x & 0x7fff); }
// LT01: calls of fewer than eight rows take 1 / sqrt(x) with two roundings.
uint16_t rsqrt_by_length(uint16_t x, Place place) {
  return place.rows < 8 ? rsqrt_in_two_steps<bfloat16>(x) : right<bfloat16, rsqrt_of>(x);
}
uint16_t rsqrt_loses_sign_of_zero(uint16_t x) { return x == 0x8000 ? uint16_t{0x7f80} : right<bfloat16, rsqrt_of>(x); }

// The argument is reduced by a quarter turn of float32, which large arguments do not forgive.
uint16_t sin_of_short_reduction(uint16_t x) {
  const auto number = static_cast<float>(value<bfloat16>(x));
  if (!std::isfinite(number)) return 0x7fc0;
  const float turns = std::nearbyint(number / static_cast<float>(quarter_tau));
  // The product rounded by itself, whether or not the compiler fuses.
  const float rest = number - static_cast<float>(static_cast<double>(turns) * static_cast<float>(quarter_tau));
  const int quadrant = static_cast<int>(std::fmod(turns, 4.0f)) & 3;
  const float sine = quadrant % 2 == 0 ? std::sin(rest) : std::cos(rest);
  return rounded<bfloat16>(x == 0x8000 ? -0.0f : quadrant >= 2 ? -sine : sine);
}
// The reduction takes infinity for the largest number.
uint16_t sin_of_infinity(uint16_t x) {
  return right<float16, sin_of>((x & 0x7fff) == 0x7c00 ? static_cast<uint16_t>(x - 1) : x);
}

// C23 F.10.4.4: pow(1, NaN) is 1; F.10.4.3: hypot(infinity, NaN) is infinity.
uint16_t pow_of_nan(uint16_t x, uint16_t y) {
  return is_nan<bfloat16>(x) || is_nan<bfloat16>(y) ? uint16_t{0x7fc0} : right<bfloat16, pow_of>(x, y);
}
uint16_t hypot_of_nan(uint16_t x, uint16_t y) {
  return is_nan<bfloat16>(x) || is_nan<bfloat16>(y) ? uint16_t{0x7fc0} : right<bfloat16, hypot_of>(x, y);
}
// A negative base has no logarithm, though whole powers of it are numbers.
uint16_t pow_of_logarithm(uint16_t x, uint16_t y) {
  return rounded<float16, positive_nan>(std::exp2(value<float16>(y) * std::log2(value<float16>(x))));
}
// The squares overflow and underflow float32, though the root of their sum does not.
uint16_t hypot_of_squares(uint16_t x, uint16_t y) {
  const auto a = static_cast<float>(value<bfloat16>(x)), b = static_cast<float>(value<bfloat16>(y));
  if (std::isinf(a) || std::isinf(b)) return 0x7f80;
  return rounded<bfloat16>(std::sqrt(a * a + b * b));
}
// The quadrants of a negative zero are forgotten: as abscissa, and as ordinate.
uint16_t atan2_of_quotient(uint16_t y, uint16_t x) {
  return right<bfloat16, atan2_of>(y, x == 0x8000 ? uint16_t{0} : x);
}
uint16_t atan2_of_sum(uint16_t y, uint16_t x) { return right<float16, atan2_of>(y == 0x8000 ? uint16_t{0} : y, x); }

constexpr char exp_bfloat16[] = HALLMARK_ONE("exp", "bfloat16");
constexpr char log_bfloat16[] = HALLMARK_ONE("log", "bfloat16");
constexpr char rsqrt_bfloat16[] = HALLMARK_ONE("rsqrt", "bfloat16");
constexpr char tanh_bfloat16[] = HALLMARK_ONE("tanh", "bfloat16");
constexpr char hypot_bfloat16[] = HALLMARK_TWO("hypot", "bfloat16");

const TestBackend faults[] = {
    {"FN02", "ieee754", {{HALLMARK_ONE("gelu_tanh", "bfloat16"), elementwise<gelu_tanh_unclamped<bfloat16>>}}},
    {"FN02_float16", "ieee754", {{HALLMARK_ONE("gelu_tanh", "float16"), elementwise<gelu_tanh_unclamped<float16>>}}},
    {"FN02_tanh", "ieee754", {{tanh_bfloat16, elementwise<tanh_unclamped>}}},
    {"FN08", "ieee754", {{HALLMARK_ONE("gelu", "bfloat16"), elementwise<gelu_of_tiny>}}},
    {"FN10", "ieee754", {{HALLMARK_ONE("log1p", "bfloat16"), elementwise<log1p_of_short_domain>}}},
    {"FN11", "ieee754", {{exp_bfloat16, elementwise<exp_of_expm1>}}},
    {"tanh_beyond_one", "ieee754", {{tanh_bfloat16, elementwise<tanh_beyond_one>}}},
    {"exp_of_rounded_exponent", "ieee754", {{exp_bfloat16, elementwise<exp_of_rounded_exponent>}}},
    {"exp_with_a_step", "ieee754", {{exp_bfloat16, elementwise<exp_with_a_step>}}},
    {"exp_not_monotone", "ieee754", {{exp_bfloat16, elementwise<exp_not_monotone>}}},
    {"exp_saturates", "ieee754", {{HALLMARK_ONE("exp", "float16"), elementwise<exp_saturates>}}},
    {"SN13_log", "ieee754", {{log_bfloat16, elementwise<of_flushed<bfloat16, log_of>>}}},
    {"SN13_log_float16", "ieee754", {{HALLMARK_ONE("log", "float16"), elementwise<of_flushed<float16, log_of>>}}},
    {"SN13_rsqrt", "ieee754", {{rsqrt_bfloat16, elementwise<of_flushed<bfloat16, rsqrt_of>>}}},
    {"log_of_magnitude", "ieee754", {{log_bfloat16, elementwise<log_of_magnitude>}}},
    {"LT01", "correctly_rounded.toml", {{rsqrt_bfloat16, positional<rsqrt_by_length>}}},
    {"rsqrt_of_cut_root", "ieee754", {{rsqrt_bfloat16, elementwise<rsqrt_in_two_steps<bfloat16, truncating>>}}},
    {"rsqrt_loses_sign_of_zero", "ieee754", {{rsqrt_bfloat16, elementwise<rsqrt_loses_sign_of_zero>}}},
    {"sin_of_short_reduction", "ieee754", {{HALLMARK_ONE("sin", "bfloat16"), elementwise<sin_of_short_reduction>}}},
    {"sin_of_infinity", "ieee754", {{HALLMARK_ONE("sin", "float16"), elementwise<sin_of_infinity>}}},
    {"pow_of_nan", "ieee754", {{HALLMARK_TWO("pow", "bfloat16"), elementwise<pow_of_nan>}}},
    {"pow_of_logarithm", "ieee754", {{HALLMARK_TWO("pow", "float16"), elementwise<pow_of_logarithm>}}},
    {"hypot_of_nan", "ieee754", {{hypot_bfloat16, elementwise<hypot_of_nan>}}},
    {"hypot_of_squares", "ieee754", {{hypot_bfloat16, elementwise<hypot_of_squares>}}},
    {"atan2_of_quotient", "ieee754", {{HALLMARK_TWO("atan2", "bfloat16"), elementwise<atan2_of_quotient>}}},
    {"atan2_of_sum", "ieee754", {{HALLMARK_TWO("atan2", "float16"), elementwise<atan2_of_sum>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
