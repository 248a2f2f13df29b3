// SPDX-License-Identifier: Apache-2.0
// How an MPFR number of at most 64 bits is read.
#pragma once

#include <mpfr.h>

#include "semantics/round.h"

namespace hallmark {

/// |x| = significand * 2^exponent, with the sign; zero for zero.
inline Real split(const mpfr_t x, bool sticky) {
  static_assert(GMP_NUMB_BITS == 64);
  Real real{mpfr_signbit(x) != 0, 0, 0, sticky};
  if (mpfr_zero_p(x)) return real;
  // MPFR keeps 0.significand * 2^exponent, its leading bit the limb's.
  real.significand = *static_cast<const mp_limb_t*>(mpfr_custom_get_significand(x));
  real.exponent = static_cast<int>(mpfr_get_exp(x)) - 64;
  return real;
}

}  // namespace hallmark
