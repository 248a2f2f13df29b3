// SPDX-License-Identifier: Apache-2.0
// Faulty backends of elementary functions. Ids such as FN02 are reports in the reference list of public faults.
#include "elementwise_signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr double quarter_tau = 1.5707963267948966;

// float64's functions, rounded once, are within half an ulp and a trifle of a 16-bit result.
template <Format format, double (*function)(double)>
Word<format> right(Word<format> x) {
  return rounded<format>(function(value<format>(x)));
}
double exp_of(double x) { return std::exp(x); }
double log_of(double x) { return std::log(x); }
double log1p_of(double x) { return std::log1p(x); }
double tanh_of(double x) { return std::tanh(x); }
double rsqrt_of(double x) { return 1 / std::sqrt(x); }
double gelu_of(double x) { return std::isinf(x) && x < 0 ? -0.0 : x * std::erfc(-x * 0.70710678118654752) / 2; }

// FN02: tanh from exponentials, with no clamp on the argument: infinity over infinity.
float tanh_of_exponentials(float x) {
  const float power = std::exp(2 * x);
  return (power - 1) / (power + 1);
}
uint16_t tanh_unclamped(uint16_t x) {
  return rounded<bfloat16>(tanh_of_exponentials(static_cast<float>(value<bfloat16>(x))));
}
uint16_t gelu_tanh_unclamped(uint16_t x) {
  const auto number = static_cast<float>(value<bfloat16>(x));
  const float inner = 0.7978845608f * (number + 0.044715f * number * number * number);
  return rounded<bfloat16>(0.5f * number * (1 + tanh_of_exponentials(inner)));
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
// SN13: subnormal arguments are zeros.
uint16_t log_flushes(uint16_t x) { return right<bfloat16, log_of>(flushed<bfloat16>(x)); }
uint16_t rsqrt_flushes(uint16_t x) { return right<bfloat16, rsqrt_of>(flushed<bfloat16>(x)); }
// LT01: 1 / sqrt(x) with two roundings, here with a root that is cut as well.
uint16_t rsqrt_rounded_twice(uint16_t x) {
  constexpr Policy truncating{.rounding = Rounding::rtz};
  const uint16_t root = rounded<bfloat16, truncating>(std::sqrt(value<bfloat16>(x)));
  return rounded<bfloat16, truncating>(1 / value<bfloat16>(root));
}
// The argument is reduced by a quarter turn of float32, which large arguments do not forgive.
uint16_t sin_of_short_reduction(uint16_t x) {
  const auto number = static_cast<float>(value<bfloat16>(x));
  if (!std::isfinite(number)) return 0x7fc0;
  const float turns = std::nearbyint(number / static_cast<float>(quarter_tau));
  const float rest = number - turns * static_cast<float>(quarter_tau);
  const int quadrant = static_cast<int>(std::fmod(turns, 4.0f)) & 3;
  const float sine = quadrant % 2 == 0 ? std::sin(rest) : std::cos(rest);
  return rounded<bfloat16>(x == 0x8000 ? -0.0f : quadrant >= 2 ? -sine : sine);
}
// Above 1 by a unit in the last place where the true value rounds to 1.
uint16_t tanh_beyond_one(uint16_t x) {
  const uint16_t result = right<bfloat16, tanh_of>(x);
  return (result & 0x7fff) == 0x3f80 && (x & 0x7fff) < 0x4180 ? static_cast<uint16_t>(result + 1) : result;
}
// A table's two halves do not meet: a step back of some units in between.
uint16_t exp_with_a_step(uint16_t x) {
  const uint16_t result = right<bfloat16, exp_of>(x);
  return x >= 0x3f00 && x < 0x3f04 ? static_cast<uint16_t>(result - 3) : result;
}
// C23 F.10.4.4: pow(1, NaN) is 1; F.10.4.3: hypot(infinity, NaN) is infinity.
uint16_t pow_of_nan(uint16_t x, uint16_t y) {
  if (is_nan<bfloat16>(x) || is_nan<bfloat16>(y)) return 0x7fc0;
  return rounded<bfloat16>(std::pow(value<bfloat16>(x), value<bfloat16>(y)));
}
uint16_t hypot_of_nan(uint16_t x, uint16_t y) {
  if (is_nan<bfloat16>(x) || is_nan<bfloat16>(y)) return 0x7fc0;
  return rounded<bfloat16>(std::hypot(value<bfloat16>(x), value<bfloat16>(y)));
}
// The squares overflow float32 though the root of their sum does not.
uint16_t hypot_of_squares(uint16_t x, uint16_t y) {
  const auto a = static_cast<float>(value<bfloat16>(x)), b = static_cast<float>(value<bfloat16>(y));
  if (std::isinf(a) || std::isinf(b)) return 0x7f80;
  return rounded<bfloat16>(std::sqrt(a * a + b * b));
}
// The quadrants of a negative zero are forgotten.
uint16_t atan2_of_quotient(uint16_t x, uint16_t y) {
  const double opposite = value<bfloat16>(x), adjacent = value<bfloat16>(y);
  return rounded<bfloat16>(std::atan2(opposite, adjacent == 0 ? 0.0 : adjacent));
}

constexpr char exp_bfloat16[] = HALLMARK_ONE("exp", "bfloat16");
constexpr char rsqrt_bfloat16[] = HALLMARK_ONE("rsqrt", "bfloat16");
constexpr char tanh_bfloat16[] = HALLMARK_ONE("tanh", "bfloat16");

const TestBackend faults[] = {
    {"FN02", "ieee754", {{HALLMARK_ONE("gelu_tanh", "bfloat16"), elementwise<gelu_tanh_unclamped>}}},
    {"FN02_tanh", "ieee754", {{tanh_bfloat16, elementwise<tanh_unclamped>}}},
    {"FN08", "ieee754", {{HALLMARK_ONE("gelu", "bfloat16"), elementwise<gelu_of_tiny>}}},
    {"FN10", "ieee754", {{HALLMARK_ONE("log1p", "bfloat16"), elementwise<log1p_of_short_domain>}}},
    {"FN11", "ieee754", {{exp_bfloat16, elementwise<exp_of_expm1>}}},
    {"exp_of_rounded_exponent", "ieee754", {{exp_bfloat16, elementwise<exp_of_rounded_exponent>}}},
    {"exp_with_a_step", "ieee754", {{exp_bfloat16, elementwise<exp_with_a_step>}}},
    {"SN13_log", "ieee754", {{HALLMARK_ONE("log", "bfloat16"), elementwise<log_flushes>}}},
    {"SN13_rsqrt", "ieee754", {{rsqrt_bfloat16, elementwise<rsqrt_flushes>}}},
    {"LT01", "ieee754", {{rsqrt_bfloat16, elementwise<rsqrt_rounded_twice>}}},
    {"sin_of_short_reduction", "ieee754", {{HALLMARK_ONE("sin", "bfloat16"), elementwise<sin_of_short_reduction>}}},
    {"tanh_beyond_one", "ieee754", {{tanh_bfloat16, elementwise<tanh_beyond_one>}}},
    {"pow_of_nan", "ieee754", {{HALLMARK_TWO("pow", "bfloat16"), elementwise<pow_of_nan>}}},
    {"hypot_of_nan", "ieee754", {{HALLMARK_TWO("hypot", "bfloat16"), elementwise<hypot_of_nan>}}},
    {"hypot_of_squares", "ieee754", {{HALLMARK_TWO("hypot", "bfloat16"), elementwise<hypot_of_squares>}}},
    {"atan2_of_quotient", "ieee754", {{HALLMARK_TWO("atan2", "bfloat16"), elementwise<atan2_of_quotient>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
