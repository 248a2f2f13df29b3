// SPDX-License-Identifier: Apache-2.0
#include "truth/reductions.h"

#include <algorithm>

#include "formats/internal_error.h"
#include "semantics/row_facts.h"
#include "truth/split.h"

namespace hallmark {
namespace {

// Terms summed by one call; memory stays small, and sums of sums are as exact as sums.
constexpr std::size_t batch = 1024;
constexpr mpfr_prec_t product_precision = 128;  // two significands of at most 53 bits

/// Exponent above a format's largest bit.
int highest_bit(const Format& format) {
  const Decoded top = decode(format, format.largest_finite());
  return top.exponent + bit_length(top.significand);
}

void set_magnitude(mpfr_t to, const Decoded& left, const Decoded& right) {
  int ternary = mpfr_set_ui_2exp(to, left.significand, left.exponent, MPFR_RNDN);
  ternary |= mpfr_mul_ui(to, to, right.significand, MPFR_RNDN);
  ternary |= mpfr_mul_2si(to, to, right.exponent, MPFR_RNDN);
  if (ternary != 0) throw InternalError("a product was not exact");
}

}  // namespace

int lowest_term_bit(const Reduction& reduction) {
  const int left = quantum_exponent(reduction.left);
  const int low = std::min({left + quantum_exponent(reduction.right), left, 0});
  return reduction.initial ? std::min(low, quantum_exponent(*reduction.initial)) : low;
}

mpfr_prec_t exact_precision(const Reduction& reduction) {
  int high = std::max({highest_bit(reduction.left) + highest_bit(reduction.right), highest_bit(reduction.left), 0});
  if (reduction.initial) high = std::max(high, highest_bit(*reduction.initial));
  return high - lowest_term_bit(reduction) + 64;
}

Real cut_to_real(const mpfr_t x, mpfr_t cut) {
  const int ternary = mpfr_set(cut, x, MPFR_RNDZ);
  return split(cut, ternary != 0);
}

ReductionTruth::ReductionTruth() : terms_(batch), pointers_(batch + 1) {
  mpfr_inits2(64, exact_, magnitude_, before_, cut_, static_cast<mpfr_ptr>(nullptr));
  for (__mpfr_struct& term : terms_) mpfr_init2(&term, product_precision);
}

ReductionTruth::~ReductionTruth() {
  mpfr_clears(exact_, magnitude_, before_, cut_, static_cast<mpfr_ptr>(nullptr));
  for (__mpfr_struct& term : terms_) mpfr_clear(&term);
}

/// Adds the first `count` terms.
void ReductionTruth::add_to(mpfr_t total, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) pointers_[i] = &terms_[i];
  mpfr_swap(before_, total);
  pointers_[count] = before_;
  if (mpfr_sum(total, pointers_.data(), count + 1, MPFR_RNDN) != 0) {
    throw InternalError("a sum of products was not exact");
  }
}

void ReductionTruth::add_batch(std::size_t count) {
  add_to(exact_, count);
  for (std::size_t i = 0; i < count; ++i) mpfr_abs(&terms_[i], &terms_[i], MPFR_RNDN);
  add_to(magnitude_, count);
}

void ReductionTruth::sum(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row) {
  const mpfr_prec_t precision = exact_precision(reduction);
  for (mpfr_t* total : {&exact_, &magnitude_, &before_}) {
    if (mpfr_get_prec(*total) != precision) mpfr_set_prec(*total, precision);
    mpfr_set_zero(*total, 1);
  }
  std::size_t count = 0;
  const auto next = [&](const Decoded& left, const Decoded& right) {
    if (left.significand == 0 || right.significand == 0) {
      if (left.category != Category::zero && right.category != Category::zero) {
        throw InternalError("a sum of terms that are not all finite");
      }
      return;
    }
    if (count == batch) {
      add_batch(count);
      count = 0;
    }
    set_magnitude(&terms_[count], left, right);
    mpfr_setsign(&terms_[count], &terms_[count], left.negative != right.negative, MPFR_RNDN);
    ++count;
  };
  for (std::size_t i = 0; i < row.depth(); ++i) {
    const Factors factors = factors_of(reduction, semantics, row, i);
    next(factors.left.value, factors.right.value);
  }
  if (row.initial) next(initial_of(reduction, semantics, row).value, {Category::normal, false, 1, 0});
  add_batch(count);
}

CodeSets ReductionTruth::answer(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row) {
  const RowSpecials specials = specials_of(reduction, semantics, row);
  if (const auto special = reduction_special(reduction, semantics, row, specials)) return *special;
  sum(reduction, semantics, row);
  if (mpfr_zero_p(exact_)) return zero_result(reduction.result, semantics, semantics.rounding == Rounding::rdn);
  return round_real(reduction.result, semantics, cut_to_real(exact_, cut_));
}

}  // namespace hallmark
