// SPDX-License-Identifier: Apache-2.0
// Faulty backends that scale or unscale rows wrongly.
#include "../kernels/scaling.h"

namespace {
using namespace hallmark::kernels;

constexpr Policy saturating{.overflow = Overflow::saturate}, delivered{.flush = Flush::delivered};
constexpr Policy truncating{.rounding = Rounding::rtz};

// The scalar is kept in the tensor's own type.
uint16_t scalar_narrowed(uint16_t x, uint32_t scalar) {
  return product<bfloat16, bfloat16>(x, convert<bfloat16, float32>(convert<float32, bfloat16>(scalar)));
}
uint32_t reciprocal_narrowed(uint16_t x, uint32_t scalar) {
  return rounded<float32>(value<float16>(x) * reciprocal<bfloat16>(scalar));
}
// A reciprocal one unit too small: nearer to right than any test with a tolerance would see.
uint32_t reciprocal_truncated(uint16_t x, uint32_t scalar) {
  return rounded<float32>(value<float16>(x) * reciprocal<float32, truncating>(scalar));
}

// half(float(x) * s): rounded to float32 first.
uint16_t rounded_to_float32_first(uint16_t x, uint32_t scalar) {
  return convert<float32, float16>(product<float16, float32>(x, scalar));
}
uint16_t rounded_to_float16_first(uint16_t x, uint32_t scalar) {
  return convert<float16, bfloat16>(product<bfloat16, float16>(x, scalar));
}

// Vectors of 8, and what is left over is copied.
int tail_not_scaled(void* state, const hallmark_arguments* arguments) {
  hallmark_arguments whole = *arguments;
  whole.rows -= whole.rows % 8;
  const auto* operand = static_cast<const uint16_t*>(arguments->operand[0]);
  auto* result = static_cast<uint16_t*>(arguments->result);
  for (std::size_t row = whole.rows; row < arguments->rows; ++row) result[row] = operand[row];
  return scaled<product<bfloat16, bfloat16>>(state, &whole);
}

// The second operand taken for an array like the first.
int scalar_of_each_row(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const uint16_t*>(arguments->operand[0]);
  const auto* scalars = static_cast<const volatile uint32_t*>(arguments->operand[1]);
  auto* result = static_cast<uint16_t*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    result[row] = product<bfloat16, bfloat16>(operand[row], scalars[row]);
  }
  return 0;
}

// A gradient that is zero stays zero, whatever the scale.
uint16_t zero_times_infinity(uint16_t x, uint32_t scalar) {
  const bool zero = magnitude<bfloat16>(x) == 0;
  return zero && is_infinite<float32>(scalar) ? x : product<bfloat16, bfloat16>(x, scalar);
}

// A scalar whose reciprocal may overflow is not divided by, and what is then left is the wrong way round.
uint32_t multiplies_by_tiny(uint16_t x, uint32_t scalar) {
  return is_subnormal<float32>(scalar) ? product<float16, float32>(x, scalar) : quotient<float16, float32>(x, scalar);
}
uint32_t flushes_scalar(uint16_t x, uint32_t scalar) { return quotient<float16, float32>(x, flushed<float32>(scalar)); }

constexpr char scale_bfloat16[] = HALLMARK_SCALE("bfloat16", "bfloat16");
constexpr char scale_float16[] = HALLMARK_SCALE("float16", "float16");
constexpr char unscale_float32[] = HALLMARK_UNSCALE("float16", "float32");

constexpr TestBackend faults[] = {
    {"scale_scalar_narrowed", "ieee754", {{scale_bfloat16, scaled<scalar_narrowed>}}},
    {"scale_rounded_to_float32_first", "ieee754", {{scale_float16, scaled<rounded_to_float32_first>}}},
    {"scale_rounded_to_float16_first", "ieee754", {{scale_bfloat16, scaled<rounded_to_float16_first>}}},
    {"scale_tail_not_scaled", "ieee754", {{scale_bfloat16, tail_not_scaled}}},
    {"scale_scalar_of_each_row", "ieee754", {{scale_bfloat16, scalar_of_each_row}}},
    {"scale_zero_times_infinity", "ieee754", {{scale_bfloat16, scaled<zero_times_infinity>}}},
    {"scale_flushes_results", "ieee754", {{scale_float16, scaled<product<float16, float16, delivered>>}}},
    {"scale_saturates", "ieee754", {{scale_float16, scaled<product<float16, float16, saturating>>}}},
    {"unscale_reciprocal_narrowed", "ieee754", {{unscale_float32, scaled<reciprocal_narrowed>}}},
    {"unscale_reciprocal_truncated", "ieee754", {{unscale_float32, scaled<reciprocal_truncated>}}},
    {"unscale_multiplies_by_tiny", "ieee754", {{unscale_float32, scaled<multiplies_by_tiny>}}},
    {"unscale_flushes_scalar", "ieee754", {{unscale_float32, scaled<flushes_scalar>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
