// SPDX-License-Identifier: Apache-2.0
#include "oracles/small_formats.h"

#include <bit>

#include "formats/formats.h"

namespace hallmark {

bool is_small_ieee(const Format& format) {
  return format.width() == 16 && format.bytes() == 2 && format.is_signed && format.infinities && format.subnormals &&
         format.has_zero() && format.exponent_bits <= 8 && format.precision() <= 11 && format.precision() >= 2 &&
         least_exponent(format) >= -149 && 2 * format.precision() + 2 <= 24 &&
         format.bias == (1 << (format.exponent_bits - 1)) - 1;
}

bool is_plain_nearest(const Semantics& semantics) {
  return semantics.rounding == Rounding::rne && semantics.subnormal_results == SubnormalResults::keep &&
         semantics.overflow == Overflow::infinity && semantics.nan == Nan::any && semantics.nan_sign == NanSign::any &&
         semantics.generated_nan == GeneratedNan::any && semantics.evaluate_in.empty();
}

std::uint32_t float32_bits(const Format& format, std::uint64_t code) {
  const Decoded value = decode(format, code);
  if (value.category == Category::nan) return 0x7fc00000u;
  const std::uint32_t sign = value.negative ? 0x80000000u : 0u;
  if (value.category == Category::infinity) return 0x7f800000u | sign;
  if (value.significand == 0) return sign;
  return static_cast<std::uint32_t>(encode(float32, value.negative, value.significand, value.exponent).value());
}

std::vector<float> float32_values(const Format& format, const Semantics& semantics) {
  std::vector<float> values(format.code_mask() + 1);
  for (std::uint64_t code = 0; code <= format.code_mask(); ++code) {
    std::uint32_t bits = float32_bits(format, code);
    if (semantics.subnormal_operands == SubnormalOperands::flush && classify(format, code) == Category::subnormal) {
      bits = semantics.flushed_zero == FlushedZero::keep_sign ? bits & 0x80000000u : 0u;
    }
    values[code] = std::bit_cast<float>(bits);
  }
  return values;
}

PairCategories categories_of(const Format& format) {
  return {static_cast<std::uint32_t>(format.magnitude_mask()), static_cast<std::uint32_t>(format.smallest_normal() - 1),
          static_cast<std::uint32_t>(format.largest_finite())};
}

}  // namespace hallmark
