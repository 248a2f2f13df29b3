// SPDX-License-Identifier: Apache-2.0
// Right backends for roundings, 8-bit formats and integers, each under the contract it keeps.
#include "../faulty/signatures.h"
#include "../kernels/e8m0.h"
#include "../kernels/integers.h"

namespace {
using namespace hallmark::kernels;
using std::int32_t;
using std::int64_t;

template <Rounding rounding>
constexpr auto bfloat16_rounded = elementwise<convert<float32, bfloat16, Policy{.rounding = rounding}>>;
template <Rounding rounding>
constexpr auto float16_rounded = elementwise<convert<float32, float16, Policy{.rounding = rounding}>>;

constexpr auto e4m3fn_saturating = convert<float32, float8_e4m3fn, Policy{.overflow = Overflow::saturate}>;

const TestBackend backends[] = {
    {"rna",
     "ieee754",
     {{"convert[rna](float32)->bfloat16", bfloat16_rounded<Rounding::rna>},
      {"convert[rna](float32)->float16", float16_rounded<Rounding::rna>}}},
    {"rtz",
     "ieee754",
     {{"convert[rtz](float32)->bfloat16", bfloat16_rounded<Rounding::rtz>},
      {"convert[rtz](float32)->float16", float16_rounded<Rounding::rtz>}}},
    {"directed",
     "ieee754",
     {{"convert[rup](float32)->bfloat16", bfloat16_rounded<Rounding::rup>},
      {"convert[rdn](float32)->bfloat16", bfloat16_rounded<Rounding::rdn>},
      {"convert[rto](float32)->bfloat16", bfloat16_rounded<Rounding::rto>}}},
    {"float64_sources",
     "ieee754",
     {{float64_float16, elementwise<convert<float64, float16>>},
      {float64_bfloat16, elementwise<convert<float64, bfloat16>>},
      {"convert(float64)->float32", elementwise<convert<float64, float32>>}}},
    {"widening",
     "ieee754",
     {{float16_float32, elementwise<convert<float16, float32>>},
      {bfloat16_float32, elementwise<convert<bfloat16, float32>>},
      {"convert(float8_e4m3fnuz)->bfloat16", elementwise<convert<float8_e4m3fnuz, bfloat16>>},
      {"convert(float8_e4m3fn)->float32", elementwise<convert<float8_e4m3fn, float32>>}}},
    {"integers",
     "saturating_integers.toml",
     {{"convert(float32)->int32", elementwise<to_integer<float32, int32_t>>},
      {"convert(float16)->int64", elementwise<to_integer<float16, int64_t>>},
      {"convert(int32)->bfloat16", elementwise<from_integer<int32_t, bfloat16>>},
      {"convert(int64)->float32", elementwise<from_integer<int64_t, float32>>}}},
    {"fp8",
     "ocp_fp8",
     {{float32_e4m3fn, elementwise<convert<float32, float8_e4m3fn>>},
      {float32_e5m2, elementwise<convert<float32, float8_e5m2>>}}},
    {"fp8_saturating", "ocp_fp8_saturating", {{float32_e4m3fn, elementwise<e4m3fn_saturating>}}},
    {"fnuz",
     "ocp_fp8",
     {{float32_e4m3fnuz, elementwise<convert<float32, float8_e4m3fnuz>>},
      {"convert(float32)->float8_e5m2fnuz", elementwise<convert<float32, float8_e5m2fnuz>>}}},
    {"e8m0",
     "ieee754",
     {{"convert(float8_e8m0fnu)->float32", elementwise<e8m0_to<float32>>},
      {"convert(float8_e8m0fnu)->bfloat16", elementwise<e8m0_to<bfloat16>>}}},
    {"e8m0_narrowing", "ieee754", {{"convert(float32)->float8_e8m0fnu", elementwise<float32_to_e8m0>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
