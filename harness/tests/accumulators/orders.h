// SPDX-License-Identifier: Apache-2.0
// Sums of two numbers a step, in the orders that units have, and sums of many at once.
#ifndef HALLMARK_TESTS_ACCUMULATORS_ORDERS_H
#define HALLMARK_TESTS_ACCUMULATORS_ORDERS_H

#include "row.h"
#include "step.h"

namespace hallmark::accumulators {

// Fused multiply-adds, every stride-th product.
inline Number chain(const Row& row, const Step& step, Number sum, std::size_t from = 0, std::size_t stride = 1) {
  for (std::size_t i = from; i < row.depth(); i += stride) sum = sum_of(row.product(i), sum, step);
  return sum;
}

// Sums of halves, the first the shorter; products reach their first sum exactly.
inline Number pairwise(const Row& row, const Step& step, std::size_t from, std::size_t to) {
  if (to - from == 1) return row.product(from);
  const std::size_t middle = from + (to - from) / 2;
  return sum_of(pairwise(row, step, from, middle), pairwise(row, step, middle, to), step);
}

// What NaNs and infinities make of a sum, if there are any.
template <class Terms>
std::optional<Number> special_sum(const Terms& terms) {
  std::optional<Number> found;
  for (const Number& term : terms) {
    if (term.is(Number::Kind::nan)) return term;
    if (!term.is(Number::Kind::infinite)) continue;
    if (found && found->negative != term.negative) return nan(generated_nan);
    found = term;
  }
  return found;
}

// All at once, rounded once. A fixed-point zero has no sign.
template <class Terms>
Number exact_sum(const Terms& terms, const Step& step) {
  // A NaN that stands behind infinities of both signs is a NaN as well.
  if (const auto special = special_sum(terms)) return *special;
  LongInteger total;
  for (const Number& term : terms) {
    if (term.is(Number::Kind::finite)) total.add(term);
  }
  return rounded(total, step);
}

}  // namespace hallmark::accumulators

#endif  // HALLMARK_TESTS_ACCUMULATORS_ORDERS_H
