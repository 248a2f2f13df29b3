// SPDX-License-Identifier: Apache-2.0
// The right scaling of rows by one float32, from which faulty backends deviate.
#ifndef HALLMARK_TESTS_KERNELS_SCALING_H
#define HALLMARK_TESTS_KERNELS_SCALING_H

#include <cstddef>

#include "../faulty/signatures.h"
#include "arithmetic.h"

#define HALLMARK_SCALE(from, to) "scale(" from ",float32)->" to
#define HALLMARK_UNSCALE(from, to) "unscale(" from ",float32)->" to

namespace hallmark::kernels {

template <auto function, class Result, class X>
void scale_rows(Result (*)(X, uint32_t), const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const X*>(arguments->operand[0]);
  const uint32_t scalar = *static_cast<const uint32_t*>(arguments->operand[1]);
  auto* __restrict result = static_cast<Result*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) result[row] = function(operand[row], scalar);
}

// Result function(X, float32 word): every row with the one scalar.
template <auto function>
int scaled(void*, const hallmark_arguments* arguments) {
  scale_rows<function>(function, arguments);
  return 0;
}

// A float64 holds every product of two numbers of float32 and fewer bits.
template <Format from, Format to, Policy policy = Policy{}>
Word<to> product(Word<from> x, uint32_t scalar) {
  return rounded<to, policy>(value<from>(x) * value<float32>(scalar));
}
template <Format from, Format to, Policy policy = Policy{}>
Word<to> quotient(Word<from> x, uint32_t scalar) {
  return rounded<to, policy>(exact_quotient(value<from>(x), value<float32>(scalar)));
}

// 1/s in another format.
template <Format format, Policy policy = Policy{}>
double reciprocal(uint32_t scalar) {
  return value<format>(rounded<format, policy>(exact_quotient(1.0, value<float32>(scalar))));
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_SCALING_H
