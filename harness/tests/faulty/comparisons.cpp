// SPDX-License-Identifier: Apache-2.0
// Faulty backends that compare, choose or classify wrongly. Ids such as SP05 are reports in the reference list of
// public faults.
#include "elementwise_signatures.h"

namespace {
using namespace hallmark::kernels;

bool unordered(uint16_t x, uint16_t y) { return is_nan<bfloat16>(x) || is_nan<bfloat16>(y); }
bool below(uint16_t x, uint16_t y) { return value<bfloat16>(x) < value<bfloat16>(y); }
int16_t as_integer(uint16_t word) { return static_cast<int16_t>(word); }

// SP08: not (y < x), which a NaN makes true.
uint8_t less_equal_negated(uint16_t x, uint16_t y) { return !(value<float16>(y) < value<float16>(x)); }
uint8_t greater_equal_negated(uint16_t x, uint16_t y) { return !below(x, y); }
uint8_t less_of_words(uint16_t x, uint16_t y) { return as_integer(x) < as_integer(y); }
uint8_t equal_words(uint16_t x, uint16_t y) { return x == y; }
// Within an ulp of each other, as tests in floating point like to be.
uint8_t equal_within_an_ulp(uint16_t x, uint16_t y) {
  if (unordered(x, y)) return 0;
  return value<bfloat16>(x) == value<bfloat16>(y) || static_cast<uint16_t>(x - y + 1) <= 2;
}
uint8_t not_equal_ordered(uint16_t x, uint16_t y) { return below(x, y) || below(y, x); }
uint8_t unordered_first(uint16_t x, uint16_t) { return is_nan<bfloat16>(x); }
uint8_t greater_flushes(uint16_t x, uint16_t y) { return below(flushed<bfloat16>(y), flushed<bfloat16>(x)); }
// A vector's mask of ones, stored as it is.
uint8_t less_as_mask(uint16_t x, uint16_t y) { return below(x, y) ? 0xff : 0x00; }

// The order of the words, in which every NaN lies above the numbers, or both zeros are one.
uint8_t total_order_ignores_nan_sign(uint16_t x, uint16_t y) {
  const auto key = [](uint16_t word) {
    return is_negative<bfloat16>(word) && !is_nan<bfloat16>(word) ? -1 - (word & 0x7fff) : word & 0x7fff;
  };
  return key(x) <= key(y);
}
uint8_t total_order_of_values(uint16_t x, uint16_t y) {
  const auto key = [](uint16_t word) { return is_negative<bfloat16>(word) ? -(word & 0x7fff) : word & 0x7fff; };
  return key(x) <= key(y);
}

// SP17: the sign bit as x < 0.
uint8_t sign_bit_by_value(uint16_t x) { return value<bfloat16>(x) < 0; }
uint8_t is_nan_if_quiet(uint16_t x) { return (x & 0x7e00) == 0x7e00; }
uint8_t is_inf_if_positive(uint16_t x) { return x == 0x7c00; }
uint8_t is_finite_if_not_inf(uint16_t x) { return (x & 0x7fff) != 0x7f80; }

// SP05: one less-than, whose false outcome returns the first operand.
uint16_t minimum_number_by_less(uint16_t x, uint16_t y) { return below(y, x) ? y : x; }
// SP07: equal zeros return the second operand whatever its sign.
uint16_t minimum_by_less(uint16_t x, uint16_t y) { return unordered(x, y) ? uint16_t{0x7fc0} : below(x, y) ? x : y; }
// SP16: words ranked as signed integers.
uint16_t maximum_of_words(uint16_t x, uint16_t y) { return as_integer(x) < as_integer(y) ? y : x; }
uint16_t maximum_number_preferring(uint16_t x, uint16_t y) {
  if (unordered(x, y)) return is_nan<bfloat16>(x) ? y : x;
  return as_integer(x) < 0 && as_integer(y) < 0 ? std::min(x, y) : as_integer(x) < as_integer(y) ? y : x;
}
uint16_t maximum_number_of_magnitudes(uint16_t x, uint16_t y) {
  if (unordered(x, y)) return is_nan<bfloat16>(x) ? y : x;
  return (x & 0x7fff) == (y & 0x7fff) ? std::min(x, y) : (x & 0x7fff) < (y & 0x7fff) ? y : x;
}

constexpr char less_bfloat16[] = HALLMARK_RELATION("less", "bfloat16");
constexpr char equal_bfloat16[] = HALLMARK_RELATION("equal", "bfloat16");
constexpr char total_order_bfloat16[] = HALLMARK_RELATION("total_order", "bfloat16");
constexpr char maximum_bfloat16[] = HALLMARK_TWO("maximum", "bfloat16");

const TestBackend faults[] = {
    {"SP08", "ieee754", {{HALLMARK_RELATION("less_equal", "float16"), elementwise<less_equal_negated>}}},
    {"SP08_greater", "ieee754", {{HALLMARK_RELATION("greater_equal", "bfloat16"), elementwise<greater_equal_negated>}}},
    {"less_of_words", "ieee754", {{less_bfloat16, elementwise<less_of_words>}}},
    {"less_as_mask", "ieee754", {{less_bfloat16, elementwise<less_as_mask>}}},
    {"equal_words", "ieee754", {{equal_bfloat16, elementwise<equal_words>}}},
    {"equal_within_an_ulp", "ieee754", {{equal_bfloat16, elementwise<equal_within_an_ulp>}}},
    {"not_equal_ordered", "ieee754", {{HALLMARK_RELATION("not_equal", "bfloat16"), elementwise<not_equal_ordered>}}},
    {"unordered_first", "ieee754", {{HALLMARK_RELATION("unordered", "bfloat16"), elementwise<unordered_first>}}},
    {"greater_flushes", "ieee754", {{HALLMARK_RELATION("greater", "bfloat16"), elementwise<greater_flushes>}}},
    {"total_order_ignores_nan_sign", "ieee754", {{total_order_bfloat16, elementwise<total_order_ignores_nan_sign>}}},
    {"total_order_of_values", "ieee754", {{total_order_bfloat16, elementwise<total_order_of_values>}}},
    {"SP17", "ieee754", {{HALLMARK_PREDICATE("sign_bit", "bfloat16"), elementwise<sign_bit_by_value>}}},
    {"is_nan_if_quiet", "ieee754", {{HALLMARK_PREDICATE("is_nan", "float16"), elementwise<is_nan_if_quiet>}}},
    {"is_inf_if_positive", "ieee754", {{HALLMARK_PREDICATE("is_inf", "float16"), elementwise<is_inf_if_positive>}}},
    {"is_finite_if_not_inf",
     "ieee754",
     {{HALLMARK_PREDICATE("is_finite", "bfloat16"), elementwise<is_finite_if_not_inf>}}},
    {"SP05", "ieee754", {{HALLMARK_TWO("minimum_number", "bfloat16"), elementwise<minimum_number_by_less>}}},
    {"SP07", "ieee754", {{HALLMARK_TWO("minimum", "bfloat16"), elementwise<minimum_by_less>}}},
    {"SP16", "ieee754", {{maximum_bfloat16, elementwise<maximum_of_words>}}},
    {"maximum_prefers_numbers", "ieee754", {{maximum_bfloat16, elementwise<maximum_number_preferring>}}},
    {"maximum_number_of_magnitudes",
     "ieee754",
     {{HALLMARK_TWO("maximum_number", "bfloat16"), elementwise<maximum_number_of_magnitudes>}}},
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(faults, options); }
