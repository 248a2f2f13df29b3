// SPDX-License-Identifier: Apache-2.0
// Makes a hallmark_kernel of a function on words.
#ifndef HALLMARK_TESTS_KERNELS_KERNEL_H
#define HALLMARK_TESTS_KERNELS_KERNEL_H

#include <hallmark/backend.h>

#include <cstdint>
#include <utility>

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

template <auto function, class Result, class... Operands, std::size_t... i>
void apply(Result (*)(Operands...), const hallmark_arguments* arguments, std::index_sequence<i...>) {
  auto* __restrict result = static_cast<Result*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    result[row] = function(static_cast<const Operands*>(arguments->operand[i])[row]...);
  }
}
template <auto function, class Result, class... Operands>
void apply(Result (*types)(Operands...), const hallmark_arguments* arguments) {
  apply<function>(types, arguments, std::index_sequence_for<Operands...>());
}

// Result function(Operands...): the same answer wherever the words stand.
template <auto function>
int elementwise(void*, const hallmark_arguments* arguments) {
  apply<function>(function, arguments);
  return 0;
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
