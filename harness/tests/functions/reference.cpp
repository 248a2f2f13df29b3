// SPDX-License-Identifier: Apache-2.0
#include "tests/functions/reference.h"

#include <mpfr.h>

#include <stdexcept>

namespace hallmark::test {
namespace {

constexpr mpfr_prec_t working = 2200, kept = 2000;
constexpr long far = 2000;

class Number {
 public:
  Number() { mpfr_init2(value_, working); }
  explicit Number(long value) : Number() { mpfr_set_si(value_, value, MPFR_RNDN); }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  operator mpfr_ptr() { return value_; }  // NOLINT: an mpfr_t is a pointer as well

 private:
  mpfr_t value_;
};

void read(Number& to, const Format& format, std::uint64_t code) {
  const Decoded value = decode(format, code);
  if (value.category == Category::infinity) {
    mpfr_set_inf(to, value.negative ? -1 : 1);
  } else {
    mpfr_set_ui_2exp(to, value.significand, value.exponent, MPFR_RNDN);
    if (value.negative) mpfr_neg(to, to, MPFR_RNDN);
  }
}

/// exp(x log 2), (e^2x - 1)/(e^2x + 1), ...: the ternary value, nonzero where the result is not exact.
int evaluate(Number& t, ElementaryFunction code, Number& x, Number& y) {
  Number a, b;
  constexpr mpfr_rnd_t z = MPFR_RNDZ;
  switch (code) {
    case ElementaryFunction::exp2:
      return mpfr_ui_pow(t, 2, x, z);
    case ElementaryFunction::log2:
      return mpfr_log2(t, x, z);
    case ElementaryFunction::log10:
      return mpfr_log10(t, x, z);
    case ElementaryFunction::tan:
      mpfr_sin_cos(a, b, x, MPFR_RNDN);
      mpfr_div(t, a, b, z);
      return 1;
    case ElementaryFunction::asin:  // atan(x / sqrt(1 - x^2))
      mpfr_sqr(a, x, MPFR_RNDN);
      mpfr_ui_sub(a, 1, a, MPFR_RNDN);
      mpfr_sqrt(a, a, MPFR_RNDN);
      mpfr_atan2(t, x, a, z);
      return 1;
    case ElementaryFunction::acos:
      mpfr_sqr(a, x, MPFR_RNDN);
      mpfr_ui_sub(a, 1, a, MPFR_RNDN);
      mpfr_sqrt(a, a, MPFR_RNDN);
      mpfr_atan2(t, a, x, z);
      return 1;
    case ElementaryFunction::sinh:
      mpfr_sinh_cosh(t, a, x, z);
      return 1;
    case ElementaryFunction::cosh:
      mpfr_sinh_cosh(a, t, x, z);
      return 1;
    case ElementaryFunction::rsqrt:  // exact for powers of four
      mpfr_ui_div(a, 1, x, MPFR_RNDN);
      if (mpfr_sqrt(t, a, z) == 0 && mpfr_min_prec(x) == 1) return 0;
      return 1;
    case ElementaryFunction::reciprocal:
      return mpfr_si_div(t, 1, x, z);
    case ElementaryFunction::hypot:  // exact sums of squares: operands have few bits
      if (mpfr_inf_p(x) || mpfr_inf_p(y)) throw std::logic_error("special");
      mpfr_sqr(a, x, MPFR_RNDN);
      mpfr_sqr(b, y, MPFR_RNDN);
      mpfr_add(a, a, b, MPFR_RNDN);
      return mpfr_sqrt(t, a, z);
    case ElementaryFunction::logistic:  // below 1
      mpfr_neg(a, x, MPFR_RNDN);
      mpfr_exp(a, a, MPFR_RNDU);
      mpfr_add_ui(a, a, 1, MPFR_RNDU);
      mpfr_ui_div(t, 1, a, z);
      return 1;
    case ElementaryFunction::silu:
      mpfr_neg(a, x, MPFR_RNDN);
      mpfr_exp(a, a, MPFR_RNDU);
      mpfr_add_ui(a, a, 1, MPFR_RNDU);
      mpfr_div(t, x, a, z);
      return 1;
    case ElementaryFunction::softplus:
      mpfr_exp(a, x, MPFR_RNDD);
      if (mpfr_cmp_si(x, 3000) > 0) {
        mpfr_set(t, x, z);
      } else {
        mpfr_add_ui(a, a, 1, MPFR_RNDD);
        mpfr_log(t, a, z);
        // Of a small exponential the sum keeps too little.
        if (mpfr_cmp_si(x, -50) < 0) {
          mpfr_exp(t, x, z);
          mpfr_sqr(b, t, z);
          mpfr_div_ui(b, b, 2, z);
          mpfr_sub(t, t, b, z);
        }
      }
      return 1;
    case ElementaryFunction::gelu:
      mpfr_sqrt_ui(a, 2, MPFR_RNDN);
      mpfr_div(a, x, a, MPFR_RNDN);
      if (mpfr_cmp_si(x, -50) < 0) {  // e^-x^2/2 is less than 2^-1800
        mpfr_set_si_2exp(t, -1, -far, z);
        return 1;
      }
      mpfr_erf(a, a, z);
      mpfr_add_ui(a, a, 1, z);
      mpfr_mul(t, a, x, z);
      mpfr_div_ui(t, t, 2, z);
      return 1;
    case ElementaryFunction::gelu_tanh:
      if (mpfr_cmp_si(x, -50) < 0) {
        mpfr_set_si_2exp(t, -1, -far, z);
        return 1;
      }
      mpfr_pow_ui(a, x, 3, MPFR_RNDN);
      mpfr_mul_ui(a, a, 44715, MPFR_RNDN);
      mpfr_div_ui(a, a, 1000000, MPFR_RNDN);
      mpfr_add(a, a, x, MPFR_RNDN);
      mpfr_const_pi(b, MPFR_RNDN);
      mpfr_ui_div(b, 2, b, MPFR_RNDN);
      mpfr_sqrt(b, b, MPFR_RNDN);
      mpfr_mul(a, a, b, MPFR_RNDN);
      mpfr_tanh(a, a, z);
      mpfr_add_ui(a, a, 1, z);
      mpfr_mul(t, a, x, z);
      mpfr_div_ui(t, t, 2, z);
      return 1;
    case ElementaryFunction::exp:
      return mpfr_exp(t, x, z);
    case ElementaryFunction::expm1:
      return mpfr_expm1(t, x, z);
    case ElementaryFunction::log:
      return mpfr_log(t, x, z);
    case ElementaryFunction::log1p:
      return mpfr_log1p(t, x, z);
    case ElementaryFunction::sin:
      return mpfr_sin(t, x, z);
    case ElementaryFunction::cos:
      return mpfr_cos(t, x, z);
    case ElementaryFunction::atan:
      return mpfr_atan(t, x, z);
    case ElementaryFunction::atan2:
      return mpfr_atan2(t, x, y, z);
    case ElementaryFunction::tanh:
      return mpfr_tanh(t, x, z);
    case ElementaryFunction::erf:
      return mpfr_erf(t, x, z);
    case ElementaryFunction::erfc:
      return mpfr_erfc(t, x, z);
    case ElementaryFunction::pow:
      return mpfr_pow(t, x, y, z);
    case ElementaryFunction::cbrt:
      return mpfr_rootn_ui(t, x, 3, z);
  }
  throw std::logic_error("no such function");
}

}  // namespace

mpq_class reference_value(const FunctionOperation& operation, std::span<const std::uint64_t> operands) {
  Number x, y, t;
  read(x, operation.operands[0], operands[0]);
  if (operation.operand_count > 1) read(y, operation.operands[1], operands[1]);
  const int ternary = evaluate(t, operation.code, x, y);
  // Its sign where it underflows to nothing.
  const bool negative = mpfr_signbit(static_cast<mpfr_ptr>(t)) != 0;
  mpq_class value(negative ? -1 : 1);
  if (mpfr_zero_p(static_cast<mpfr_ptr>(t)) || mpfr_get_exp(static_cast<mpfr_ptr>(t)) < -far) {
    mpq_div_2exp(value.get_mpq_t(), value.get_mpq_t(), far);
    return value;
  }
  if (mpfr_get_exp(static_cast<mpfr_ptr>(t)) > far) {
    mpq_mul_2exp(value.get_mpq_t(), value.get_mpq_t(), far);
    return value;
  }
  const bool cut = mpfr_prec_round(t, kept, MPFR_RNDZ) != 0;
  mpfr_get_q(value.get_mpq_t(), t);
  if (ternary != 0 || cut) {  // the middle of what it may be
    mpq_class half(negative ? -1 : 1);
    const long place = mpfr_get_exp(static_cast<mpfr_ptr>(t)) - kept - 1;
    if (place >= 0) {
      mpq_mul_2exp(half.get_mpq_t(), half.get_mpq_t(), static_cast<mp_bitcnt_t>(place));
    } else {
      mpq_div_2exp(half.get_mpq_t(), half.get_mpq_t(), static_cast<mp_bitcnt_t>(-place));
    }
    value += half;
  }
  return value;
}

}  // namespace hallmark::test
