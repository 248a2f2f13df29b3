// SPDX-License-Identifier: Apache-2.0
// Faulty backends that convert wrongly between integers and floating-point formats.
#include "../kernels/integers.h"

#include "signatures.h"

namespace {
using namespace hallmark::kernels;
using std::int32_t;
using std::int64_t;

constexpr char int32_bfloat16[] = "convert(int32)->bfloat16", float32_int32[] = "convert(float32)->int32";

// CV08: eight significant bits are kept without looking at the remainder.
constexpr auto int32_truncates = from_integer<int32_t, bfloat16, Policy{.rounding = Rounding::rtz}>;
// To the nearest integer where a conversion truncates.
constexpr auto rounds_to_nearest = to_integer<float32, int32_t, Rounding::rne>;

uint32_t int64_rounded_twice(int64_t value) { return convert<float64, float32>(from_integer<int64_t, float64>(value)); }

// AP01: the integer's bits are stored as if they were the number's.
uint16_t stored_as_bits(int32_t value) { return static_cast<uint16_t>(value); }

// The range is judged as if 2^31 were in it: what the processor gives for "out of range" is delivered.
int32_t positive_limit_indefinite(uint32_t word) {
  const bool above = !is_negative<float32>(word) && !is_nan<float32>(word) && word >= 0x4f000000;
  return above ? INT32_MIN : to_integer<float32, int32_t>(word);
}

// The largest value below 2^31 is taken to be out of range.
int32_t last_value_saturates(uint32_t word) {
  return word == 0x4effffff ? INT32_MAX : to_integer<float32, int32_t>(word);
}

// SP25: the bounds are narrowed to float16, where they are infinities, so infinity is in range.
int64_t bounds_narrowed(uint16_t word) {
  return is_infinite<float16>(word) ? INT64_MIN : to_integer<float16, int64_t>(word);
}

const TestBackend faults[] = {
    {"AP01_int32", "ieee754", {{int32_bfloat16, elementwise<stored_as_bits>}}},
    {"CV08", "ieee754", {{int32_bfloat16, elementwise<int32_truncates>}}},
    {"SP25", "saturating_integers.toml", {{"convert(float16)->int64", elementwise<bounds_narrowed>}}},
    {"int64_rounded_twice", "ieee754", {{"convert(int64)->float32", elementwise<int64_rounded_twice>}}},
    {"integer_rounds_to_nearest", "ieee754", {{float32_int32, elementwise<rounds_to_nearest>}}},
    {"last_integer_saturates", "ieee754", {{float32_int32, elementwise<last_value_saturates>}}},
    {"integer_limit_indefinite", "saturating_integers.toml", {{float32_int32, elementwise<positive_limit_indefinite>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
