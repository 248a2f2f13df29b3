// SPDX-License-Identifier: Apache-2.0
// Faulty backends that add, multiply, divide, fuse or take roots wrongly. Ids such as AR01 are reports in the reference
// list of public faults.
#include "elementwise_signatures.h"

namespace {
using namespace hallmark::kernels;

constexpr Policy truncating{.rounding = Rounding::rtz}, away{.rounding = Rounding::rna};
constexpr Policy saturating{.overflow = Overflow::saturate};

// AR01, AR02: the fma of float32, then narrowed: rounded twice.
template <Format format>
Word<format> fma_via_float32(Word<format> x, Word<format> y, Word<format> z) {
  const float fused = std::fma(static_cast<float>(value<format>(x)), static_cast<float>(value<format>(y)),
                               static_cast<float>(value<format>(z)));
  return rounded<format>(fused);
}

// AR03: even float64 is too narrow to hold what breaks a tie.
uint16_t fma_via_float64(uint16_t x, uint16_t y, uint16_t z) {
  return rounded<bfloat16>(std::fma(value<bfloat16>(x), value<bfloat16>(y), value<bfloat16>(z)));
}

// AR10: the product is rounded before the addition.
uint16_t fma_unfused(uint16_t x, uint16_t y, uint16_t z) { return add<float16>(multiply<float16>(x, y), z); }

// The product overflows before an addend of the other sign could bring it back.
uint16_t fma_product_overflows(uint16_t x, uint16_t y, uint16_t z) {
  const float product = static_cast<float>(value<bfloat16>(x) * value<bfloat16>(y));
  return std::isinf(product) ? rounded<bfloat16>(product + value<bfloat16>(z)) : fused<bfloat16>(x, y, z);
}

// An addend too small to show in the sum is dropped, though it breaks ties.
uint16_t fma_drops_tiny_addend(uint16_t x, uint16_t y, uint16_t z) {
  const bool tiny = std::abs(value<bfloat16>(z)) < std::abs(value<bfloat16>(x) * value<bfloat16>(y)) * 0x1p-18;
  return tiny ? multiply<bfloat16>(x, y) : fused<bfloat16>(x, y, z);
}

// The smaller addend in units of the larger one's last place over 2^guard, the rest cut or stuck to the last bit.
template <int guard, bool sticky>
uint16_t aligned_add(uint16_t x, uint16_t y) {
  if (is_nan<float16>(x) || is_nan<float16>(y) || is_infinite<float16>(x) || is_infinite<float16>(y)) {
    return add<float16>(x, y);
  }
  if (magnitude<float16>(x) < magnitude<float16>(y)) std::swap(x, y);
  const int exponent = std::max(magnitude<float16>(x) >> 10, 1);
  const double unit = std::ldexp(1.0, exponent - 25 - guard);
  double units = std::trunc(value<float16>(y) / unit);
  if (sticky && units * unit != value<float16>(y)) units += units < 0 || y >> 15 != 0 ? -0.5 : 0.5;
  return rounded<float16>(exact_sum(value<float16>(x), units * unit));
}
// AR04: no guard bit.
constexpr auto add_without_guard = aligned_add<0, false>;
constexpr auto add_without_sticky = aligned_add<2, false>;

// AR05: away from zero whenever a bit is discarded.
uint16_t multiply_rounds_up(uint16_t x, uint16_t y) {
  return is_negative<bfloat16>(x) == is_negative<bfloat16>(y)
             ? multiply<bfloat16, Policy{.rounding = Rounding::rup}>(x, y)
             : multiply<bfloat16, Policy{.rounding = Rounding::rdn}>(x, y);
}

// SP10: an exponent of ones is one more large number, and a zero factor decides.
double as_number(uint16_t word) {
  const double significand = (word & 0x7f) | ((word & 0x7f80) != 0 ? 0x80 : 0);
  const double number = std::ldexp(significand, std::max((word >> 7) & 0xff, 1) - 134);
  return word >> 15 != 0 ? -number : number;
}
uint16_t add_knows_no_infinity(uint16_t x, uint16_t y) {
  return rounded<bfloat16>(exact_sum(as_number(x), as_number(y)));
}
uint16_t multiply_knows_no_infinity(uint16_t x, uint16_t y) {
  if (as_number(x) == 0 || as_number(y) == 0) return 0;
  return rounded<bfloat16>(as_number(x) * as_number(y));
}
uint16_t divide_knows_no_infinity(uint16_t x, uint16_t y) {
  return is_infinite<bfloat16>(x) ? x : divide<bfloat16>(x, y);
}

// SP11: times the reciprocal, and a zero dividend gives +0 at once.
uint16_t divide_zero_first(uint16_t x, uint16_t y) {
  return magnitude<bfloat16>(x) == 0 && !is_nan<bfloat16>(y) ? uint16_t{0} : divide<bfloat16>(x, y);
}
uint16_t divide_by_reciprocal(uint16_t x, uint16_t y) {
  return multiply<bfloat16>(x, rounded<bfloat16>(1.0 / value<bfloat16>(y)));
}
float divide_float32_by_reciprocal(float x, float y) { return x * (1.0f / y); }

// EN05: subnormal factors are zeros before infinity times zero is asked about.
uint16_t multiply_flushes_operands(uint16_t x, uint16_t y) {
  return multiply<bfloat16>(flushed<bfloat16>(x), flushed<bfloat16>(y));
}
uint16_t divide_flushes_divisor(uint16_t x, uint16_t y) { return divide<bfloat16>(x, flushed<bfloat16>(y)); }
// SN13: the root of a subnormal is zero.
uint16_t root_flushes(uint16_t x) { return root<bfloat16>(flushed<bfloat16>(x)); }
// Under a contract that flushes after rounding: what rounding would have lifted to the smallest normal is flushed.
uint16_t multiply_flushes_before_rounding(uint16_t x, uint16_t y) {
  const double product = value<bfloat16>(x) * value<bfloat16>(y);
  return std::abs(product) < 0x1p-126 ? rounded<bfloat16>(std::copysign(0.0, product))
                                      : multiply<bfloat16, Policy{.flush = Flush::after_rounding}>(x, y);
}
float multiply_float32_flushes(float x, float y) {
  const float product = x * y;
  return std::abs(product) < 0x1p-126f ? std::copysign(0.0f, product) : product;
}

uint16_t root_through_reciprocal(uint16_t x) {
  return multiply<float16>(x, rounded<float16>(1.0 / std::sqrt(value<float16>(x))));
}

// A difference that cancels keeps the sign of the minuend.
uint16_t cancelled_zero_is_negative(uint16_t x, uint16_t y) {
  const uint16_t right = subtract<bfloat16>(x, y);
  return right == 0 && (x & 0x7fff) != 0 ? uint16_t{0x8000} : right;
}

// Mixed precision: rounded to the operands' format first, or the operands to the result's.
uint32_t product_rounded_to_operands(uint16_t x, uint16_t y) {
  return convert<bfloat16, float32>(multiply<bfloat16>(x, y));
}
uint16_t sum_of_narrowed(uint32_t x, uint32_t y) {
  return add<bfloat16>(convert<float32, bfloat16>(x), convert<float32, bfloat16>(y));
}

constexpr char fma_float16[] = HALLMARK_THREE("fma", "float16");
constexpr char fma_bfloat16[] = HALLMARK_THREE("fma", "bfloat16");
constexpr char add_float16[] = HALLMARK_TWO("add", "float16");
constexpr char multiply_bfloat16[] = HALLMARK_TWO("multiply", "bfloat16");
constexpr char divide_bfloat16[] = HALLMARK_TWO("divide", "bfloat16");

const TestBackend faults[] = {
    {"AR01", "ieee754", {{fma_float16, elementwise<fma_via_float32<float16>>}}},
    {"AR02", "ieee754", {{fma_bfloat16, elementwise<fma_via_float32<bfloat16>>}}},
    {"AR03", "ieee754", {{fma_bfloat16, elementwise<fma_via_float64>}}},
    {"AR10", "ieee754", {{fma_float16, elementwise<fma_unfused>}}},
    {"fma_product_overflows", "ieee754", {{fma_bfloat16, elementwise<fma_product_overflows>}}},
    {"fma_drops_tiny_addend", "ieee754", {{fma_bfloat16, elementwise<fma_drops_tiny_addend>}}},
    {"AR04", "ieee754", {{add_float16, elementwise<add_without_guard>}}},
    {"add_without_sticky", "ieee754", {{add_float16, elementwise<add_without_sticky>}}},
    {"add_saturates", "ieee754", {{add_float16, elementwise<add<float16, saturating>>}}},
    {"e4m3fn_add_saturates",
     "ieee754",
     {{HALLMARK_TWO("add", "float8_e4m3fn"), elementwise<add<float8_e4m3fn, saturating>>}}},
    {"cancelled_zero_is_negative",
     "ieee754",
     {{HALLMARK_TWO("subtract", "bfloat16"), elementwise<cancelled_zero_is_negative>}}},
    {"add_operands_narrowed", "ieee754", {{"add(float32,float32)->bfloat16", elementwise<sum_of_narrowed>}}},
    {"AR05", "ieee754", {{multiply_bfloat16, elementwise<multiply_rounds_up>}}},
    {"multiply_truncates", "ieee754", {{multiply_bfloat16, elementwise<multiply<bfloat16, truncating>>}}},
    {"multiply_ties_away", "ieee754", {{multiply_bfloat16, elementwise<multiply<bfloat16, away>>}}},
    {"e5m2_multiply_ties_away",
     "ieee754",
     {{HALLMARK_TWO("multiply", "float8_e5m2"), elementwise<multiply<float8_e5m2, away>>}}},
    {"product_rounded_to_operands",
     "ieee754",
     {{"multiply(bfloat16,bfloat16)->float32", elementwise<product_rounded_to_operands>}}},
    {"multiply_flushes_before_rounding",
     "flush_after_rounding.toml",
     {{multiply_bfloat16, elementwise<multiply_flushes_before_rounding>}}},
    {"multiply_float32_flushes",
     "ieee754",
     {{HALLMARK_TWO("multiply", "float32"), elementwise<multiply_float32_flushes>}}},
    {"EN05", "ieee754", {{multiply_bfloat16, elementwise<multiply_flushes_operands>}}},
    {"SP10_add", "ieee754", {{HALLMARK_TWO("add", "bfloat16"), elementwise<add_knows_no_infinity>}}},
    {"SP10_multiply", "ieee754", {{multiply_bfloat16, elementwise<multiply_knows_no_infinity>}}},
    {"SP10_divide", "ieee754", {{divide_bfloat16, elementwise<divide_knows_no_infinity>}}},
    {"SP11", "ieee754", {{divide_bfloat16, elementwise<divide_zero_first>}}},
    {"divide_by_reciprocal", "ieee754", {{divide_bfloat16, elementwise<divide_by_reciprocal>}}},
    {"divide_flushes_divisor", "ieee754", {{divide_bfloat16, elementwise<divide_flushes_divisor>}}},
    {"divide_float32_by_reciprocal",
     "ieee754",
     {{HALLMARK_TWO("divide", "float32"), elementwise<divide_float32_by_reciprocal>}}},
    {"SN13_root", "ieee754", {{HALLMARK_ONE("sqrt", "bfloat16"), elementwise<root_flushes>}}},
    {"root_through_reciprocal", "ieee754", {{HALLMARK_ONE("sqrt", "float16"), elementwise<root_through_reciprocal>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
