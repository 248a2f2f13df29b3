// SPDX-License-Identifier: Apache-2.0
#include "judging/accumulation_bias.h"

#include <fmt/format.h>

#include <cstdlib>

namespace hallmark {
namespace {

// Far more than the sums need: errors of 128 bits and their squares, added a few hundred times.
constexpr mpfr_prec_t precision = 512;
constexpr long most_tenths = 99999;

std::string in_words(long tenths) {
  const long magnitude = std::labs(tenths);
  const char* sign = tenths < 0 ? "-" : "";
  if (magnitude >= most_tenths) return fmt::format("t {} {}{}", tenths < 0 ? "<" : ">", sign, most_tenths / 10);
  return fmt::format("t = {}{}.{}", sign, magnitude / 10, magnitude % 10);
}

}  // namespace

AccumulationBias::AccumulationBias() {
  mpfr_inits2(precision, upward_, outward_, squares_, variance_, t_, static_cast<mpfr_ptr>(nullptr));
  for (mpfr_t* sum : {&upward_, &outward_, &squares_}) mpfr_set_zero(*sum, 1);
}

AccumulationBias::~AccumulationBias() {
  mpfr_clears(upward_, outward_, squares_, variance_, t_, static_cast<mpfr_ptr>(nullptr));
}

void AccumulationBias::add(mpfr_srcptr relative, bool negative) {
  ++count_;
  mpfr_add(upward_, upward_, relative, MPFR_RNDN);
  if (negative) {
    mpfr_sub(outward_, outward_, relative, MPFR_RNDN);
  } else {
    mpfr_add(outward_, outward_, relative, MPFR_RNDN);
  }
  mpfr_sqr(t_, relative, MPFR_RNDN);
  mpfr_add(squares_, squares_, t_, MPFR_RNDN);
}

long AccumulationBias::tenths(mpfr_srcptr sum, bool& is_over) {
  // t = sum x / sqrt((n sum x^2 - (sum x)^2) / (n - 1)): mean over its standard error, n under the root cancelled.
  mpfr_mul_ui(variance_, squares_, count_, MPFR_RNDN);
  mpfr_sqr(t_, sum, MPFR_RNDN);
  mpfr_sub(variance_, variance_, t_, MPFR_RNDN);
  mpfr_div_ui(variance_, variance_, count_ - 1, MPFR_RNDN);
  if (mpfr_sgn(variance_) <= 0) {  // every error is the same
    is_over = !mpfr_zero_p(sum);
    return is_over ? mpfr_sgn(sum) * most_tenths : 0;
  }
  mpfr_sqrt(variance_, variance_, MPFR_RNDN);
  mpfr_div(t_, sum, variance_, MPFR_RNDN);
  is_over = mpfr_cmp_ui(t_, threshold) > 0 || mpfr_cmp_si(t_, -static_cast<long>(threshold)) < 0;
  mpfr_mul_ui(t_, t_, 10, MPFR_RNDN);
  if (mpfr_cmp_si(t_, most_tenths) >= 0) return most_tenths;
  if (mpfr_cmp_si(t_, -most_tenths) <= 0) return -most_tenths;
  return mpfr_get_si(t_, MPFR_RNDN);
}

AccumulationBias::Finding AccumulationBias::finding() {
  if (count_ < least_errors) {
    return {false,
            fmt::format("not measured: {} sums of the {} it takes had an error to speak of", count_, least_errors)};
  }
  if (mpfr_zero_p(squares_)) return {false, "none seen: no sum was rounded"};
  bool is_upward_over = false, is_outward_over = false;
  const long upward = tenths(upward_, is_upward_over), outward = tenths(outward_, is_outward_over);
  const bool tells_outward = std::labs(outward) >= std::labs(upward);
  const long more = tells_outward ? outward : upward;
  if (!is_upward_over && !is_outward_over) return {false, "none seen: " + in_words(more)};
  const char* side = tells_outward ? (more < 0 ? "toward zero" : "away from zero") : (more < 0 ? "downward" : "upward");
  return {true, fmt::format("{}: {}", side, in_words(more))};
}

}  // namespace hallmark
