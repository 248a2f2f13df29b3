// SPDX-License-Identifier: Apache-2.0
#include "truth/truth.h"

#include "formats/internal_error.h"
#include "truth/split.h"

namespace hallmark {

Truth::Truth() {
  mpfr_init2(exact_, 64);
  mpfr_init2(cut_, 64);
}

Truth::~Truth() {
  mpfr_clear(exact_);
  mpfr_clear(cut_);
}

Real Truth::cut_value(const Conversion& conversion, std::uint64_t operand) {
  const auto& [from, to] = conversion;
  static_assert(sizeof(unsigned long) == 8);
  bool negative = false;
  if (from.is_integer()) {
    negative = from.is_negative(operand);
    if (from.is_signed) {
      // Sign-extend, and let MPFR take the absolute value.
      const int unused = 64 - from.width();
      mpfr_set_si(exact_, static_cast<long>(operand << unused) >> unused, MPFR_RNDN);
      mpfr_abs(exact_, exact_, MPFR_RNDN);
    } else {
      mpfr_set_ui(exact_, operand, MPFR_RNDN);
    }
  } else {
    // The definition of a floating-point datum, from its fields: (field ? 1 : 0).fraction * 2^(max(field, 1) - bias).
    negative = from.is_negative(operand);
    const std::uint64_t fraction = operand & from.fraction_mask();
    const auto field = static_cast<long>((operand & from.magnitude_mask()) >> from.significand_bits);
    const bool normal = field != 0 || !from.has_zero();
    const std::uint64_t leading = normal ? std::uint64_t{1} << from.significand_bits : 0;
    mpfr_set_ui_2exp(exact_, leading + fraction, (normal ? field : 1) - from.bias - from.significand_bits, MPFR_RNDN);
  }
  const mpfr_prec_t precision = to.is_integer() ? 64 : to.precision() + 2;
  if (mpfr_get_prec(cut_) != precision) mpfr_set_prec(cut_, precision);
  const int ternary = mpfr_set(cut_, exact_, MPFR_RNDZ);
  Real real = split(cut_, ternary != 0);
  real.negative = negative;
  return real;
}

void Truth::convert(const Conversion& conversion, std::span<const Semantics> alternatives, std::uint64_t operand,
                    std::span<CodeSet> answers) {
  bool have_real = false;
  Real real, whole;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    if (const auto special = convert_special(conversion, alternatives[i], operand)) {
      answers[i] = *special;
      continue;
    }
    if (!have_real) {
      real = cut_value(conversion, operand);
      have_real = true;
    }
    if (alternatives[i].evaluate_in.empty()) {
      answers[i] = round_conversion(conversion, alternatives[i], real);
    } else {  // the intermediate format needs more bits than the target's
      whole = split(exact_, false);
      whole.negative = real.negative;
      answers[i] = round_conversion(conversion, alternatives[i], whole);
    }
  }
}

CodeSet Truth::convert(const Conversion& conversion, const Semantics& semantics, std::uint64_t operand) {
  CodeSet answer;
  convert(conversion, {&semantics, 1}, operand, {&answer, 1});
  return answer;
}

}  // namespace hallmark
