// SPDX-License-Identifier: Apache-2.0
// Sums of many terms that are rounded once: blocks of fused units, and exact accumulators.
#include <algorithm>
#include <climits>

#include "formats/internal_error.h"
#include "truth/accumulators.h"

namespace hallmark {

std::optional<ExactTerm> AccumulatorSimulation::special(std::span<const ExactTerm> terms) const {
  std::optional<ExactTerm> found;
  for (const ExactTerm& term : terms) {
    if (term.category != Category::nan && term.category != Category::infinity) continue;
    if (!found) {
      found = term;
    } else if (found->category == Category::nan && term.category == Category::nan) {
      found->origin = chosen_nan(*found, term);
    } else if (term.category == Category::nan) {
      found = term;
    } else if (found->category == Category::infinity && found->negative != term.negative) {
      found = ExactTerm{.category = Category::nan, .origin = ExactTerm::generated};
    }
  }
  return found;
}

void AccumulatorSimulation::add_cut(mpz_t total, const ExactTerm& term, int grid, Cut cut) {
  static_assert(GMP_NUMB_BITS == 64);
  mpz_set_ui(part_, static_cast<std::uint64_t>(term.magnitude >> 64));
  mpz_mul_2exp(part_, part_, 64);
  mpz_add_ui(part_, part_, static_cast<std::uint64_t>(term.magnitude));
  if (term.negative) mpz_neg(part_, part_);
  const int shift = term.exponent - grid;
  const auto bits = static_cast<mp_bitcnt_t>(shift < 0 ? -shift : shift);
  if (shift >= 0) {
    mpz_mul_2exp(part_, part_, bits);
  } else if (cut == Cut::down) {
    mpz_fdiv_q_2exp(part_, part_, bits);
  } else {
    mpz_tdiv_q_2exp(part_, part_, bits);
  }
  mpz_add(total, total, part_);
}

ExactTerm AccumulatorSimulation::rounded_total(const RoundingStep& step, const mpz_t total, int grid) {
  if (mpz_sgn(total) == 0) return {};  // a fixed-point zero has no sign
  mpz_abs(part_, total);
  const std::size_t bits = mpz_sizeinbase(part_, 2);
  Real real{mpz_sgn(total) < 0, 0, grid, false};
  if (bits > 64) {
    const mp_bitcnt_t extra = bits - 64;
    real.sticky = mpz_scan1(part_, 0) < extra;
    mpz_tdiv_q_2exp(part_, part_, extra);
    real.exponent += static_cast<int>(extra);
  }
  real.significand = mpz_get_ui(part_);
  return rounded(step, real);
}

ExactTerm AccumulatorSimulation::blocks(const ReductionRow& row, std::size_t begin, std::size_t end,
                                        const std::optional<ExactTerm>& start) {
  ExactTerm running = start.value_or(ExactTerm{});
  // A unit without products still hands the initial value through one block.
  const std::size_t count = std::max<std::size_t>(1, (end - begin + model_.group - 1) / model_.group);
  for (std::size_t block = 0; block < count; ++block, begin += model_.group) {
    terms_.clear();
    for (std::size_t i = begin; i < std::min(end, begin + model_.group); ++i) terms_.push_back(product(row, i));
    terms_.push_back(running);
    if (const auto found = special(terms_)) {
      running = *found;
      continue;
    }
    const bool fused = model_.initial == InitialPlace::fused;
    if (!fused) terms_.pop_back();
    int top = model_.lowest_exponent;
    for (const ExactTerm& term : terms_) {
      if (term.category == Category::normal) top = std::max(top, term.unit_exponent);
    }
    int grid = top - model_.fraction_bits;
    mpz_set_ui(total_, 0);
    for (const ExactTerm& term : terms_) {
      if (term.category == Category::normal) add_cut(total_, term, grid, Cut::toward_zero);
    }
    if (!fused && running.category == Category::normal) {
      // The products' sum keeps its place, whatever it cancelled to: the unit has not normalised it.
      const bool has_products = std::any_of(terms_.begin(), terms_.end(),
                                            [](const ExactTerm& term) { return term.category == Category::normal; });
      const int high = has_products ? std::max(top, running.unit_exponent) : running.unit_exponent;
      if (model_.sum_fraction_bits > 0) {
        const int coarse = high - model_.sum_fraction_bits;
        if (coarse > grid) {
          mpz_fdiv_q_2exp(total_, total_, static_cast<mp_bitcnt_t>(coarse - grid));
          grid = coarse;
        }
      }
      ExactTerm addend = running;
      if (model_.initial_fraction_bits > 0) {
        const int coarse = high - model_.initial_fraction_bits;
        if (coarse > addend.exponent) {
          mpz_t cut;
          mpz_init(cut);
          add_cut(cut, addend, coarse, Cut::down);
          addend.magnitude = static_cast<Wide>(mpz_get_ui(cut));  // of at most the running value's own bits
          addend.negative = mpz_sgn(cut) < 0;
          addend.exponent = coarse;
          mpz_clear(cut);
        }
      }
      // Now nothing is cut: the total takes the finer grid of the two.
      if (addend.magnitude != 0) {
        if (addend.exponent < grid) {
          mpz_mul_2exp(total_, total_, static_cast<mp_bitcnt_t>(grid - addend.exponent));
          grid = addend.exponent;
        }
        add_cut(total_, addend, grid, Cut::down);
      }
    }
    running = rounded_total(model_.block_final, total_, grid);
  }
  return running;
}

ExactTerm AccumulatorSimulation::exact(const ReductionRow& row, std::size_t begin, std::size_t end,
                                       const std::optional<ExactTerm>& start) {
  terms_.clear();
  for (std::size_t i = begin; i < end; ++i) terms_.push_back(product(row, i));
  if (start) terms_.push_back(*start);
  return exact();
}

ExactTerm AccumulatorSimulation::exact() {
  if (const auto found = special(terms_)) return *found;
  int grid = INT_MAX;
  for (const ExactTerm& term : terms_) {
    if (term.category == Category::normal) grid = std::min(grid, term.exponent);
  }
  mpz_set_ui(total_, 0);
  for (const ExactTerm& term : terms_) {
    if (term.category == Category::normal) add_cut(total_, term, grid, Cut::toward_zero);
  }
  return rounded_total(model_.accumulator, total_, grid);
}

}  // namespace hallmark
