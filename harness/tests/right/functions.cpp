// SPDX-License-Identifier: Apache-2.0
// Right backends of elementary functions: correctly rounded ones, and ones that are within the ulp that IEEE 754 leaves
// them here, but seldom the nearest.
#include "../kernels/functions.h"

#include "../faulty/elementwise_signatures.h"

namespace {
using namespace hallmark::kernels;

template <Format format, double (*function)(double)>
uint16_t cut(uint16_t x) {
  return within_an_ulp<format, false>(function(value<format>(x)));
}
template <Format format, double (*function)(double, double)>
uint16_t cut(uint16_t x, uint16_t y) {
  return within_an_ulp<format, false>(function(value<format>(x), value<format>(y)));
}
template <Format format, double (*function)(double)>
uint16_t away(uint16_t x) {
  return within_an_ulp<format, true>(function(value<format>(x)));
}
template <Format format, double (*function)(double, double)>
uint16_t away(uint16_t x, uint16_t y) {
  return within_an_ulp<format, true>(function(value<format>(x), value<format>(y)));
}

// Each result rounded by `how`.
#define ONE(function, format, how) \
  { HALLMARK_ONE(#function, #format), elementwise<how<format, function##_of>> }
#define TWO(function, format, how) \
  { HALLMARK_TWO(#function, #format), elementwise<how<format, function##_of>> }

const TestBackend backends[] = {
    {"bfloat16_nearest",
     "ieee754",
     {ONE(exp, bfloat16, right), ONE(log, bfloat16, right), ONE(tanh, bfloat16, right), ONE(rsqrt, bfloat16, right)}},
    {"bfloat16_nearest_others",
     "ieee754",
     {ONE(gelu_tanh, bfloat16, right), TWO(pow, bfloat16, right), TWO(atan2, bfloat16, right),
      TWO(hypot, bfloat16, right)}},
    {"float16_nearest",
     "ieee754",
     {ONE(exp, float16, right), ONE(log, float16, right), ONE(tanh, float16, right), ONE(rsqrt, float16, right)}},
    {"float16_nearest_others",
     "ieee754",
     {ONE(gelu_tanh, float16, right), TWO(pow, float16, right), TWO(atan2, float16, right),
      TWO(hypot, float16, right)}},
    {"gelu_nearest", "ieee754", {ONE(gelu, bfloat16, right), ONE(gelu, float16, right)}},
    {"bfloat16_cut",
     "ieee754",
     {ONE(exp, bfloat16, cut), ONE(log, bfloat16, cut), ONE(tanh, bfloat16, cut), ONE(rsqrt, bfloat16, cut)}},
    {"bfloat16_cut_others",
     "ieee754",
     {ONE(gelu_tanh, bfloat16, cut), TWO(pow, bfloat16, cut), TWO(atan2, bfloat16, cut), TWO(hypot, bfloat16, cut)}},
    {"float16_away",
     "ieee754",
     {ONE(exp, float16, away), ONE(log, float16, away), ONE(tanh, float16, away), ONE(rsqrt, float16, away)}},
    {"float16_away_others",
     "ieee754",
     {ONE(gelu_tanh, float16, away), TWO(pow, float16, away), TWO(atan2, float16, away), TWO(hypot, float16, away)}},
    {"rsqrt_in_two_steps",
     "ieee754",
     {{HALLMARK_ONE("rsqrt", "bfloat16"), elementwise<rsqrt_in_two_steps<bfloat16>>},
      {HALLMARK_ONE("rsqrt", "float16"), elementwise<rsqrt_in_two_steps<float16>>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
