// SPDX-License-Identifier: Apache-2.0
// Right backends of scale and unscale: a division, a multiplication by the float32 reciprocal, float64, a unit that
// flushes, and one that wants whole vectors.
#include "../kernels/scaling.h"

namespace {
using namespace hallmark::kernels;

constexpr Policy after_rounding{.flush = Flush::after_rounding};

template <Format from, Format to>
Word<to> by_reciprocal(Word<from> x, uint32_t scalar) {
  return rounded<to>(value<from>(x) * reciprocal<float32>(scalar));
}

// A float64 quotient has so many more bits that rounding it again does no harm.
template <Format from, Format to>
Word<to> by_float64(Word<from> x, uint32_t scalar) {
  return rounded<to>(value<from>(x) / value<float32>(scalar));
}

uint32_t flushing_product(uint32_t x, uint32_t scalar) {
  return product<float32, float32, after_rounding>(flushed<float32>(x), flushed<float32>(scalar));
}
uint32_t flushing_quotient(uint32_t x, uint32_t scalar) {
  return quotient<float32, float32, after_rounding>(flushed<float32>(x), flushed<float32>(scalar));
}
// The reciprocal of a scalar above 2^126 is a subnormal, which such a unit makes zero.
uint32_t flushing_reciprocal(uint32_t x, uint32_t scalar) {
  return rounded<float32, after_rounding>(value<float32>(flushed<float32>(x)) *
                                          reciprocal<float32, after_rounding>(flushed<float32>(scalar)));
}

float native_product(float x, float scalar) { return x * scalar; }
template <float operation(float, float)>
int native(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const float*>(arguments->operand[0]);
  const float scalar = *static_cast<const float*>(arguments->operand[1]);
  auto* __restrict result = static_cast<float*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) result[row] = operation(operand[row], scalar);
  return 0;
}
int native_reciprocal(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const float*>(arguments->operand[0]);
  const float once = 1.0f / *static_cast<const float*>(arguments->operand[1]);
  auto* __restrict result = static_cast<float*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) result[row] = operand[row] * once;
  return 0;
}

// Vectors of 16 rows, whatever stands in the padding; the scalar is not padded.
int whole_vectors(void* state, const hallmark_arguments* arguments) {
  if (arguments->rows % 16 != 0) return 1;
  return scaled<product<bfloat16, bfloat16>>(state, arguments);
}

constexpr TestBackend backends[] = {
    {"scale",
     "ieee754",
     {{HALLMARK_SCALE("bfloat16", "bfloat16"), scaled<product<bfloat16, bfloat16>>},
      {HALLMARK_SCALE("float16", "float16"), scaled<product<float16, float16>>},
      {HALLMARK_SCALE("float32", "float8_e4m3fn"), scaled<product<float32, float8_e4m3fn>>},
      {HALLMARK_SCALE("bfloat16", "float32"), scaled<product<bfloat16, float32>>}}},
    {"divides",
     "ieee754",
     {{HALLMARK_UNSCALE("bfloat16", "bfloat16"), scaled<quotient<bfloat16, bfloat16>>},
      {HALLMARK_UNSCALE("float16", "float32"), scaled<quotient<float16, float32>>},
      {HALLMARK_UNSCALE("float16", "float16"), scaled<quotient<float16, float16>>},
      {HALLMARK_UNSCALE("float8_e4m3fn", "bfloat16"), scaled<quotient<float8_e4m3fn, bfloat16>>}}},
    {"by_reciprocal",
     "ieee754",
     {{HALLMARK_UNSCALE("bfloat16", "bfloat16"), scaled<by_reciprocal<bfloat16, bfloat16>>},
      {HALLMARK_UNSCALE("float16", "float32"), scaled<by_reciprocal<float16, float32>>},
      {HALLMARK_UNSCALE("float16", "float16"), scaled<by_reciprocal<float16, float16>>},
      {HALLMARK_UNSCALE("float8_e4m3fn", "bfloat16"), scaled<by_reciprocal<float8_e4m3fn, bfloat16>>}}},
    {"by_float64",
     "ieee754",
     {{HALLMARK_UNSCALE("bfloat16", "bfloat16"), scaled<by_float64<bfloat16, bfloat16>>},
      {HALLMARK_UNSCALE("float16", "float32"), scaled<by_float64<float16, float32>>}}},
    {"native",
     "ieee754",
     {{HALLMARK_SCALE("float32", "float32"), native<native_product>},
      {HALLMARK_UNSCALE("float32", "float32"), native_reciprocal}}},
    {"flushing",
     "flush_to_zero.toml",
     {{HALLMARK_SCALE("float32", "float32"), scaled<flushing_product>},
      {HALLMARK_UNSCALE("float32", "float32"), scaled<flushing_quotient>}}},
    {"flushing_reciprocal",
     "flush_to_zero.toml",
     {{HALLMARK_UNSCALE("float32", "float32"), scaled<flushing_reciprocal>}}},
    {"whole_vectors", "ieee754", {{HALLMARK_SCALE("bfloat16", "bfloat16"), whole_vectors}}, 64, 16},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
