// SPDX-License-Identifier: Apache-2.0
// The specification rows of the small formats, and a code's value summed up bit by bit.
#include "tests/formats/definition.h"

namespace hallmark::test {

const std::vector<Definition>& builtin_definitions() {
  static const std::vector<Definition> definitions = {
      {"float16", 1, 5, 10, 15, Specials::ieee754},
      {"bfloat16", 1, 8, 7, 127, Specials::ieee754},
      {"float8_e5m2", 1, 5, 2, 15, Specials::ieee754},
      {"float8_e4m3fn", 1, 4, 3, 7, Specials::nan_all_ones},
      {"float8_e4m3fnuz", 1, 4, 3, 8, Specials::nan_is_negative_zero},
      {"float8_e5m2fnuz", 1, 5, 2, 16, Specials::nan_is_negative_zero},
      {"float8_e8m0fnu", 0, 8, 0, 127, Specials::nan_all_ones, FieldZero::normal},
      {"float6_e2m3fn", 1, 2, 3, 1, Specials::none},
      {"float6_e3m2fn", 1, 3, 2, 3, Specials::none},
      {"float4_e2m1fn", 1, 2, 1, 1, Specials::none},
      {"int8", 1, 0, 0, 0, Specials::none, FieldZero::subnormal, 8},
      {"uint8", 0, 0, 0, 0, Specials::none, FieldZero::subnormal, 8},
      {"int16", 1, 0, 0, 0, Specials::none, FieldZero::subnormal, 16},
      {"uint16", 0, 0, 0, 0, Specials::none, FieldZero::subnormal, 16},
  };
  return definitions;
}

const Definition* find_definition(std::string_view name) {
  for (const Definition& definition : builtin_definitions()) {
    if (definition.name == name) return &definition;
  }
  return nullptr;
}

namespace {

Meaning integer_meaning(const Definition& definition, std::uint32_t code) {
  long value = 0;
  for (int bit = 0; bit < definition.integer; ++bit) {
    const long weight = 1L << bit;
    const bool top = bit == definition.integer - 1;
    if ((code >> bit & 1u) != 0) value += top && definition.sign == 1 ? -weight : weight;
  }
  return {value == 0 ? Category::zero : Category::normal, value < 0, Exact(value)};
}

}  // namespace

Meaning meaning(const Definition& definition, std::uint32_t code) {
  if (definition.integer != 0) return integer_meaning(definition, code);
  const std::uint32_t all_ones = (1u << definition.exponent) - 1;
  const std::uint32_t fraction = code % (1u << definition.fraction);
  const std::uint32_t field = code / (1u << definition.fraction) % (1u << definition.exponent);
  const bool sign = definition.sign == 1 && code >= definition.codes() / 2;
  const bool full = fraction + 1 == 1u << definition.fraction;

  switch (definition.specials) {
    case Specials::ieee754:
      if (field == all_ones) return {fraction == 0 ? Category::infinity : Category::nan, sign, Exact()};
      break;
    case Specials::nan_all_ones:
      if (field == all_ones && full) return {Category::nan, sign, Exact()};
      break;
    case Specials::nan_exponent_all_ones:
      if (field == all_ones) return {Category::nan, sign, Exact()};
      break;
    case Specials::nan_is_negative_zero:
      if (sign && field == 0 && fraction == 0) return {Category::nan, sign, Exact()};
      break;
    case Specials::none:
    case Specials::zero_ignores_sign:
      break;
  }

  const bool normal = field != 0 || definition.field_zero == FieldZero::normal;
  const bool negative_zero = sign && definition.specials != Specials::zero_ignores_sign &&
                             definition.specials != Specials::nan_is_negative_zero;
  if (field == 0 && definition.field_zero == FieldZero::zero) return {Category::zero, negative_zero, Exact()};
  // (-1)^s * 2^(e - bias) * 1.f, or (-1)^s * 2^(1 - bias) * 0.f.
  Exact value(normal ? 1 : 0);
  for (int place = 1; place <= definition.fraction; ++place) {
    if ((fraction >> (definition.fraction - place) & 1u) == 0) continue;
    Exact bit(1);
    mpfr_div_2si(bit.get(), bit.get(), place, MPFR_RNDN);
    mpfr_add(value.get(), value.get(), bit.get(), MPFR_RNDN);
  }
  const int exponent = (normal ? static_cast<int>(field) : 1) - definition.bias;
  mpfr_mul_2si(value.get(), value.get(), exponent, MPFR_RNDN);
  if (value == Exact(0)) return {Category::zero, negative_zero, value};
  if (sign) mpfr_neg(value.get(), value.get(), MPFR_RNDN);
  return {normal ? Category::normal : Category::subnormal, sign, value};
}

}  // namespace hallmark::test
