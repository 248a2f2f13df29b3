// SPDX-License-Identifier: Apache-2.0
// Elementary functions by MPFR: the exact value between two bounds as close as a decision needs them.
#pragma once

#include <mpfr.h>

#include <array>
#include <optional>

#include "semantics/acceptance.h"
#include "semantics/functions.h"

namespace hallmark {

/// What is right for one operand, and where the exact value lies.
struct FunctionAnswer {
  Acceptance accepted;
  CodeSet rounded;         ///< the exact value correctly rounded; of special values one of the right sets
  bool has_value = false;  ///< whether the exact value is a number that was computed: no special value, no exact point
  Real value;              ///< that number, cut toward zero to 64 bits

  friend bool operator==(const FunctionAnswer& a, const FunctionAnswer& b) {
    return a.accepted == b.accepted && a.rounded == b.rounded;
  }
};

/// Holds MPFR numbers so that they are made once. Not for several threads at once. MPFR computes with integers: the
/// answers do not depend on the floating-point environment.
class FunctionTruth {
 public:
  /// Bits to begin with. More are taken where they decide nothing; another number must never change an answer.
  explicit FunctionTruth(mpfr_prec_t first_precision = 64);
  ~FunctionTruth();
  FunctionTruth(const FunctionTruth&) = delete;
  FunctionTruth& operator=(const FunctionTruth&) = delete;

  /// What the limits accept under the semantics. With `max_ulp` L: y iff fl(t - L ulp(t)) <= y <= fl(t + L ulp(t)) for
  /// the exact t, where fl rounds under the semantics and ulp(t) is the distance of the result format's values at t, as
  /// if its exponents had no upper bound; zeros compare equal. With `correctly_rounded`: fl(t). With neither, only
  /// special values, exact points and the sign are judged: every number, infinity and zero that has not the sign
  /// opposite to t's. A `range` holds for whatever is no special value.
  FunctionAnswer answer(const FunctionOperation& operation, const Semantics& semantics, const Limits& limits,
                        std::span<const std::uint64_t> operands);

 private:
  struct Asked {
    ElementaryFunction code = ElementaryFunction::exp;
    std::array<Decoded, most_function_operands> operands{};
    mpfr_prec_t precision = 0;
    friend bool operator==(const Asked&, const Asked&) = default;
  };

  void enclose(const Asked& asked);
  void evaluate(ElementaryFunction code, mpfr_prec_t precision);
  void logistic_bounds(mpfr_t low, mpfr_t high, const mpfr_t x_low, const mpfr_t x_high);
  void times_half(mpfr_t bound, mpfr_rnd_t toward);
  void gelu_bounds();
  void gelu_tanh_bounds(mpfr_prec_t precision);

  Real cut(const mpfr_t x, bool sticky);
  Real beside(const mpfr_t x, bool above);
  std::optional<RoundedEnd> rounded(const Format& to, const Semantics& semantics, const mpfr_t offset);
  std::optional<int> ulp_exponent(const Format& to) const;
  bool accept(const FunctionOperation& operation, const Semantics& semantics, const Limits& limits,
              FunctionAnswer& answer);

  mpfr_prec_t first_precision_;
  Asked asked_;
  bool exact_ = false, negative_ = false;  ///< of what was enclosed last
  std::array<mpfr_t, most_function_operands> x_;
  mpfr_t inner_, outer_;  ///< |t| lies between, or is inner_ where exact_
  mpfr_t low_, high_, sum_, offset_, none_, cut_;
};

}  // namespace hallmark
