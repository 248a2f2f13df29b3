// SPDX-License-Identifier: Apache-2.0
// Right backends of elementwise operations, each by other means than the harness: float64 rounded to odd, the
// processor's own float32 arithmetic, integer keys, directed rounding of a step too small to see.
#include "../faulty/elementwise_signatures.h"
#include "../kernels/flush_mode.h"

namespace {
using namespace hallmark::kernels;

constexpr Policy after_rounding{.flush = Flush::after_rounding};
constexpr Policy all_ones{.nan = Nan::all_ones}, negative_nan{.nan = Nan::negative};

// The processor's float32.
float native_add(float x, float y) { return x + y; }
float native_subtract(float x, float y) { return x - y; }
float native_multiply(float x, float y) { return x * y; }
float native_divide(float x, float y) { return x / y; }
float native_root(float x) { return std::sqrt(x); }
float native_fma(float x, float y, float z) { return std::fma(x, y, z); }
float widening_multiply(uint16_t x, uint16_t y) {
  return static_cast<float>(value<bfloat16>(x)) * static_cast<float>(value<bfloat16>(y));
}
uint16_t narrowing_add(uint32_t x, uint32_t y) {
  return rounded<bfloat16>(exact_sum(value<float32>(x), value<float32>(y)));
}

// The same with FTZ and DAZ set for the time of the call, where that flushes after rounding; else in software.
template <hallmark_kernel kernel>
int while_flushing(void* state, const hallmark_arguments* arguments) {
#if defined(__x86_64__)
  const unsigned before = _mm_getcsr();
  flush_subnormals();
  hallmark_kernel volatile called = kernel;  // or its arithmetic could move out from between the two
  const int status = called(state, arguments);
  _mm_setcsr(before);
  return status;
#else
  return kernel(state, arguments);
#endif
}
#if defined(__x86_64__)
constexpr auto flushing_add = native_add, flushing_multiply = native_multiply, flushing_divide = native_divide;
#else
template <auto operation>
uint32_t flushing(uint32_t x, uint32_t y) {
  return rounded<float32, after_rounding>(
      operation(value<float32>(flushed<float32>(x)), value<float32>(flushed<float32>(y))));
}
constexpr auto flushing_add = flushing<exact_sum>, flushing_multiply = flushing<exact_product>,
               flushing_divide = flushing<exact_quotient>;
#endif

// Ascending with the value, -0 below +0, NaNs at both ends.
int key(uint16_t word) { return is_negative<bfloat16>(word) ? -1 - (word & 0x7fff) : word; }
bool has_nan(uint16_t x, uint16_t y) { return is_nan<bfloat16>(x) || is_nan<bfloat16>(y); }
uint16_t minimum(uint16_t x, uint16_t y) { return has_nan(x, y) ? uint16_t{0xffff} : key(x) < key(y) ? x : y; }
uint16_t maximum(uint16_t x, uint16_t y) { return has_nan(x, y) ? uint16_t{0x7fc1} : key(x) < key(y) ? y : x; }
uint16_t minimum_number(uint16_t x, uint16_t y) {
  return is_nan<bfloat16>(x) ? (is_nan<bfloat16>(y) ? uint16_t{0x7fc0} : y) : is_nan<bfloat16>(y) ? x : minimum(x, y);
}
uint16_t maximum_number(uint16_t x, uint16_t y) {
  return is_nan<bfloat16>(x) ? (is_nan<bfloat16>(y) ? uint16_t{0xffc0} : y) : is_nan<bfloat16>(y) ? x : maximum(x, y);
}
uint8_t total_order(uint16_t x, uint16_t y) { return key(x) <= key(y); }

// The processor compares; NaNs are unordered to it.
uint8_t equal(uint16_t x, uint16_t y) { return value<float16>(x) == value<float16>(y); }
uint8_t not_equal(uint16_t x, uint16_t y) { return value<float16>(x) != value<float16>(y); }
uint8_t less(uint16_t x, uint16_t y) { return value<float16>(x) < value<float16>(y); }
uint8_t less_equal(uint16_t x, uint16_t y) { return value<float16>(x) <= value<float16>(y); }
uint8_t greater(uint16_t x, uint16_t y) { return value<float16>(x) > value<float16>(y); }
uint8_t greater_equal(uint16_t x, uint16_t y) { return value<float16>(x) >= value<float16>(y); }
uint8_t unordered(uint16_t x, uint16_t y) { return std::isunordered(value<float16>(x), value<float16>(y)); }
uint8_t is_nan_by_itself(uint16_t x) { return value<float16>(x) != value<float16>(x); }
uint8_t is_inf(uint16_t x) { return std::isinf(value<float16>(x)); }
uint8_t is_finite(uint16_t x) { return value<float16>(x) - value<float16>(x) == 0; }
uint8_t sign_bit(uint16_t x) { return static_cast<int16_t>(x) < 0; }

// float64's functions are exact on the values of 16-bit formats.
uint16_t floor(uint16_t x) { return rounded<bfloat16>(std::floor(value<bfloat16>(x))); }
uint16_t ceil(uint16_t x) { return rounded<bfloat16>(std::ceil(value<bfloat16>(x))); }
uint16_t round_even(uint16_t x) { return rounded<bfloat16>(std::nearbyint(value<bfloat16>(x))); }
uint16_t trunc(uint16_t x) { return rounded<bfloat16>(std::trunc(value<bfloat16>(x))); }
uint16_t fmod(uint16_t x, uint16_t y) { return rounded<bfloat16>(std::fmod(value<bfloat16>(x), value<bfloat16>(y))); }
uint16_t remainder(uint16_t x, uint16_t y) {
  return rounded<bfloat16>(std::remainder(value<bfloat16>(x), value<bfloat16>(y)));
}

// A step of less than any gap between neighbours, rounded onwards.
uint16_t nextafter(uint16_t x, uint16_t y) {
  const double from = value<bfloat16>(x), to = value<bfloat16>(y);
  if (has_nan(x, y)) return 0x7fff;
  if (from == to) return y;
  if (std::isinf(from)) return static_cast<uint16_t>(x - 1);
  constexpr Policy up{.rounding = Rounding::rup}, down{.rounding = Rounding::rdn};
  return from < to ? rounded<bfloat16, up>(exact_sum(from, 0x1p-200))
                   : rounded<bfloat16, down>(exact_sum(from, -0x1p-200));
}

// IEEE 754 lets negate and its kin move bits alone, or deliver any NaN where any is right.
uint16_t negate(uint16_t x) { return static_cast<uint16_t>(x + 0x8000u); }
uint16_t abs(uint16_t x) { return is_nan<bfloat16>(x) ? uint16_t{0xffff} : magnitude<bfloat16>(x); }
uint16_t copysign(uint16_t x, uint16_t y) { return static_cast<uint16_t>((x & 0x7fff) | (y & 0x8000)); }

#define BFLOAT16_TWO(name) HALLMARK_TWO(name, "bfloat16")
#define FLOAT16_TRUTH(name) HALLMARK_RELATION(name, "float16")
#define FLOAT32_TWO(name) HALLMARK_TWO(name, "float32")
constexpr char fma_bfloat16[] = HALLMARK_THREE("fma", "bfloat16");
constexpr char fma_float16[] = HALLMARK_THREE("fma", "float16");

const TestBackend backends[] = {
    {"bfloat16_to_odd",
     "ieee754",
     {{BFLOAT16_TWO("add"), elementwise<add<bfloat16>>},
      {BFLOAT16_TWO("subtract"), elementwise<subtract<bfloat16>>},
      {BFLOAT16_TWO("multiply"), elementwise<multiply<bfloat16>>},
      {BFLOAT16_TWO("divide"), elementwise<divide<bfloat16>>}}},
    {"float16_to_odd",
     "ieee754",
     {{HALLMARK_TWO("add", "float16"), elementwise<add<float16, all_ones>>},
      {HALLMARK_TWO("divide", "float16"), elementwise<divide<float16, negative_nan>>},
      {HALLMARK_ONE("sqrt", "float16"), elementwise<root<float16, all_ones>>},
      {HALLMARK_ONE("sqrt", "bfloat16"), elementwise<root<bfloat16, negative_nan>>}}},
    {"fma_to_odd",
     "ieee754",
     {{fma_bfloat16, elementwise<fused<bfloat16>>}, {fma_float16, elementwise<fused<float16>>}}},
    {"eight_bits_to_odd",
     "ieee754",
     {{HALLMARK_TWO("add", "float8_e4m3fn"), elementwise<add<float8_e4m3fn>>},
      {HALLMARK_TWO("divide", "float8_e4m3fn"), elementwise<divide<float8_e4m3fn>>},
      {HALLMARK_TWO("multiply", "float8_e5m2"), elementwise<multiply<float8_e5m2>>},
      {HALLMARK_ONE("sqrt", "float8_e5m2"), elementwise<root<float8_e5m2>>}}},
    {"flushing_after_rounding",
     "flush_after_rounding.toml",
     {{BFLOAT16_TWO("add"), elementwise<add<bfloat16, after_rounding>>},
      {BFLOAT16_TWO("multiply"), elementwise<multiply<bfloat16, after_rounding>>},
      {BFLOAT16_TWO("divide"), elementwise<divide<bfloat16, after_rounding>>},
      {fma_bfloat16, elementwise<fused<bfloat16, after_rounding>>}}},
    {"native",
     "ieee754",
     {{FLOAT32_TWO("add"), elementwise<native_add>},
      {FLOAT32_TWO("subtract"), elementwise<native_subtract>},
      {FLOAT32_TWO("multiply"), elementwise<native_multiply>},
      {FLOAT32_TWO("divide"), elementwise<native_divide>}}},
    {"native_fused",
     "ieee754",
     {{HALLMARK_ONE("sqrt", "float32"), elementwise<native_root>},
      {HALLMARK_THREE("fma", "float32"), elementwise<native_fma>},
      {"multiply(bfloat16,bfloat16)->float32", elementwise<widening_multiply>},
      {"add(float32,float32)->bfloat16", elementwise<narrowing_add>}}},
    {"native_flushing",
     "flush_to_zero.toml",
     {{FLOAT32_TWO("add"), while_flushing<elementwise<flushing_add>>},
      {FLOAT32_TWO("multiply"), while_flushing<elementwise<flushing_multiply>>},
      {FLOAT32_TWO("divide"), while_flushing<elementwise<flushing_divide>>}}},
    {"choices",
     "ieee754",
     {{BFLOAT16_TWO("minimum"), elementwise<minimum>},
      {BFLOAT16_TWO("maximum"), elementwise<maximum>},
      {BFLOAT16_TWO("minimum_number"), elementwise<minimum_number>},
      {BFLOAT16_TWO("maximum_number"), elementwise<maximum_number>}}},
    {"orders",
     "ieee754",
     {{HALLMARK_RELATION("total_order", "bfloat16"), elementwise<total_order>},
      {BFLOAT16_TWO("nextafter"), elementwise<nextafter>},
      {FLOAT16_TRUTH("equal"), elementwise<equal>},
      {FLOAT16_TRUTH("not_equal"), elementwise<not_equal>}}},
    {"inequalities",
     "ieee754",
     {{FLOAT16_TRUTH("less"), elementwise<less>},
      {FLOAT16_TRUTH("less_equal"), elementwise<less_equal>},
      {FLOAT16_TRUTH("greater"), elementwise<greater>},
      {FLOAT16_TRUTH("greater_equal"), elementwise<greater_equal>}}},
    {"predicates",
     "ieee754",
     {{HALLMARK_PREDICATE("is_nan", "float16"), elementwise<is_nan_by_itself>},
      {HALLMARK_PREDICATE("is_inf", "float16"), elementwise<is_inf>},
      {HALLMARK_PREDICATE("is_finite", "float16"), elementwise<is_finite>},
      {HALLMARK_PREDICATE("sign_bit", "float16"), elementwise<sign_bit>}}},
    {"signs",
     "ieee754",
     {{HALLMARK_ONE("negate", "bfloat16"), elementwise<negate>},
      {HALLMARK_ONE("abs", "bfloat16"), elementwise<abs>},
      {BFLOAT16_TWO("copysign"), elementwise<copysign>},
      {FLOAT16_TRUTH("unordered"), elementwise<unordered>}}},
    {"integral",
     "ieee754",
     {{HALLMARK_ONE("floor", "bfloat16"), elementwise<floor>},
      {HALLMARK_ONE("ceil", "bfloat16"), elementwise<ceil>},
      {HALLMARK_ONE("round_even", "bfloat16"), elementwise<round_even>},
      {HALLMARK_ONE("trunc", "bfloat16"), elementwise<trunc>}}},
    {"remainders",
     "ieee754",
     {{BFLOAT16_TWO("fmod"), elementwise<fmod>}, {BFLOAT16_TWO("remainder"), elementwise<remainder>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
