// SPDX-License-Identifier: Apache-2.0
#include "truth/arithmetic.h"

#include "formats/internal_error.h"
#include "truth/split.h"

namespace hallmark {

MpfrArithmetic::MpfrArithmetic() {
  for (mpfr_t& operand : operands_) mpfr_init2(operand, 64);
  mpfr_init2(result_, 64);
}

MpfrArithmetic::~MpfrArithmetic() {
  for (mpfr_t& operand : operands_) mpfr_clear(operand);
  mpfr_clear(result_);
}

Real MpfrArithmetic::compute(Operator code, std::span<const Decoded> operands, int precision) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    mpfr_set_ui_2exp(operands_[i], operands[i].significand, operands[i].exponent, MPFR_RNDN);
    mpfr_setsign(operands_[i], operands_[i], operands[i].negative, MPFR_RNDN);
  }
  // An integral value has as many bits as its operand; it must not be rounded on the way.
  const bool integral =
      code == Operator::floor || code == Operator::ceil || code == Operator::round_even || code == Operator::trunc;
  if (integral) precision = 64;
  if (mpfr_get_prec(result_) != precision) mpfr_set_prec(result_, precision);
  const mpfr_t &x = operands_[0], &y = operands_[1], &z = operands_[2];
  int ternary = 0;
  switch (code) {
    case Operator::add:
      ternary = mpfr_add(result_, x, y, MPFR_RNDZ);
      break;
    case Operator::subtract:
      ternary = mpfr_sub(result_, x, y, MPFR_RNDZ);
      break;
    case Operator::multiply:
      ternary = mpfr_mul(result_, x, y, MPFR_RNDZ);
      break;
    case Operator::divide:
      ternary = mpfr_div(result_, x, y, MPFR_RNDZ);
      break;
    case Operator::sqrt:
      ternary = mpfr_sqrt(result_, x, MPFR_RNDZ);
      break;
    case Operator::fma:
      ternary = mpfr_fma(result_, x, y, z, MPFR_RNDZ);
      break;
    case Operator::remainder:
      ternary = mpfr_remainder(result_, x, y, MPFR_RNDZ);
      break;
    case Operator::fmod:
      ternary = mpfr_fmod(result_, x, y, MPFR_RNDZ);
      break;
    // The ternary value of these tells an integral operand from another, not an inexact result.
    case Operator::floor:
      mpfr_floor(result_, x);
      break;
    case Operator::ceil:
      mpfr_ceil(result_, x);
      break;
    case Operator::round_even:
      mpfr_rint(result_, x, MPFR_RNDN);
      break;
    case Operator::trunc:
      mpfr_trunc(result_, x);
      break;
    default:
      throw InternalError("not a numeric operator");
  }
  return split(result_, ternary != 0);
}

}  // namespace hallmark
