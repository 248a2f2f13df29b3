// SPDX-License-Identifier: Apache-2.0
// Makes a hallmark_kernel of a function that converts one word.
#ifndef HALLMARK_TESTS_KERNELS_KERNEL_H
#define HALLMARK_TESTS_KERNELS_KERNEL_H

#include <hallmark/backend.h>

namespace hallmark::kernels {

// Where in the call a word stands, for faults that depend on it.
struct Place {
  std::size_t row, rows;
  std::uintptr_t address;  // of row 0 of the operand
};

template <class Result, class Operand, class Convert>
int for_each_row(const hallmark_arguments* arguments, Convert convert_row) {
  const auto* operand = static_cast<const Operand*>(arguments->operand[0]);
  auto* __restrict result = static_cast<Result*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) result[row] = convert_row(operand[row], row);
  return 0;
}

template <class Function>
struct Types;
template <class R, class O>
struct Types<R (*)(O)> {
  using Result = R;
  using Operand = O;
};
template <class R, class O>
struct Types<R (*)(O, Place)> : Types<R (*)(O)> {};

// Result function(Operand): the same answer wherever the word stands.
template <auto function>
int elementwise(void*, const hallmark_arguments* arguments) {
  using T = Types<decltype(function)>;
  return for_each_row<typename T::Result, typename T::Operand>(
      arguments, [](typename T::Operand word, std::size_t) { return function(word); });
}

// Result function(Operand, Place): the answer depends on the place.
template <auto function>
int positional(void*, const hallmark_arguments* arguments) {
  using T = Types<decltype(function)>;
  const std::size_t rows = arguments->rows;
  const auto address = reinterpret_cast<std::uintptr_t>(arguments->operand[0]);
  return for_each_row<typename T::Result, typename T::Operand>(arguments,
                                                               [=](typename T::Operand word, std::size_t row) {
                                                                 return function(word, Place{row, rows, address});
                                                               });
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_KERNEL_H
