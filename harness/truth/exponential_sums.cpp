// SPDX-License-Identifier: Apache-2.0
#include "truth/exponential_sums.h"

#include "formats/internal_error.h"

namespace hallmark {
namespace {

// Below e to this power lie no numbers of a format of at most 15 exponent bits and 64 significand bits.
constexpr long lowest_power = -16384;

void set_operand(mpfr_t to, const Operand& operand) {
  const Decoded& value = operand.value;
  if (is_infinite(operand)) {
    mpfr_set_inf(to, value.negative ? -1 : 1);
    return;
  }
  mpfr_set_ui_2exp(to, value.significand, value.exponent, MPFR_RNDN);
  mpfr_setsign(to, to, value.negative, MPFR_RNDN);
}

}  // namespace

ExponentialSpecials exponential_specials(const Reduction& reduction, const Semantics& semantics,
                                         const ReductionRow& row) {
  ExponentialSpecials specials;
  for (std::size_t i = 0; i < row.depth(); ++i) {
    const Operand x = factors_of(reduction, semantics, row, i).left;
    specials.nan |= is_nan(x);
    specials.positive_infinity |= is_infinite(x) && !x.value.negative;
    specials.finite |= !is_nan(x) && !is_infinite(x);
  }
  return specials;
}

ExponentialSums::ExponentialSums(std::size_t count) {
  mpfr_inits2(precision, largest_, sum_, term_, static_cast<mpfr_ptr>(nullptr));
  grow(count);
}

ExponentialSums::~ExponentialSums() {
  mpfr_clears(largest_, sum_, term_, static_cast<mpfr_ptr>(nullptr));
  for (auto* numbers : {&differences_, &exponentials_}) {
    for (__mpfr_struct& number : *numbers) mpfr_clear(&number);
  }
}

void ExponentialSums::grow(std::size_t count) {
  for (auto* numbers : {&differences_, &exponentials_}) {
    while (numbers->size() < count) mpfr_init2(&numbers->emplace_back(), precision);
  }
}

std::vector<std::uint64_t> ExponentialSums::tell_apart(const ReductionRow& row) {
  std::vector<std::uint64_t> codes;
  by_code_.clear();
  counts_.clear();
  elements_.clear();
  for (const std::uint64_t code : row.left) {
    const auto [at, is_new] = by_code_.try_emplace(code, codes.size());
    if (is_new) {
      codes.push_back(code);
      counts_.push_back(0);
    }
    elements_.push_back(at->second);
    ++counts_[at->second];
  }
  return codes;
}

void ExponentialSums::read(const Reduction& reduction, const Semantics& semantics, const ReductionRow& row) {
  const bool flushed = flushes_operands(semantics);
  const std::vector<std::uint64_t> codes = tell_apart(row);
  grow(codes.size());
  mpfr_set_inf(largest_, -1);
  for (std::size_t x = 0; x < codes.size(); ++x) {
    mpfr_ptr value = &differences_[x];
    set_operand(value, read_operand(reduction.left, semantics, codes[x], flushed));
    if (mpfr_nan_p(value) || (mpfr_inf_p(value) && mpfr_sgn(value) > 0)) {
      throw InternalError("exponentials of what is no number");
    }
    if (mpfr_greater_p(value, largest_)) mpfr_set(largest_, value, MPFR_RNDN);
  }
  if (mpfr_inf_p(largest_)) throw InternalError("a row of exponentials without a number");
  mpfr_set_zero(sum_, 1);
  for (std::size_t x = 0; x < codes.size(); ++x) {
    mpfr_ptr difference = &differences_[x];
    mpfr_ptr power = &exponentials_[x];
    mpfr_sub(difference, difference, largest_, MPFR_RNDN);  // relative error 2^-128, of the exponential 2^-114 at most
    if (mpfr_cmp_si(difference, lowest_power) < 0) {
      mpfr_set_zero(power, 1);
    } else {
      mpfr_exp(power, difference, MPFR_RNDN);
    }
    mpfr_mul_ui(term_, power, counts_[x], MPFR_RNDN);
    mpfr_add(sum_, sum_, term_, MPFR_RNDN);  // 2^20 of them err by 2^-107
  }
}

}  // namespace hallmark
