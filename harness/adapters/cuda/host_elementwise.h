// SPDX-License-Identifier: Apache-2.0
// The elementwise operations of cuda_fp16.h and cuda_bf16.h that run on the host, as lines of a table of kernels.
#ifndef HALLMARK_ADAPTERS_CUDA_HOST_ELEMENTWISE_H
#define HALLMARK_ADAPTERS_CUDA_HOST_ELEMENTWISE_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>

#include "../kernels.h"

namespace hallmark::cuda_host {

// The headers overload each name for __half and __nv_bfloat16.
#define HALLMARK_CUDA_UNARY(name, function) \
  template <typename Type>                  \
  Type name(Type x) {                       \
    return function(x);                     \
  }
#define HALLMARK_CUDA_BINARY(name, function) \
  template <typename Type>                   \
  Type name(Type x, Type y) {                \
    return function(x, y);                   \
  }
#define HALLMARK_CUDA_RELATION(name, function) \
  template <typename Type>                     \
  std::uint8_t name(Type x, Type y) {          \
    return function(x, y);                     \
  }

HALLMARK_CUDA_BINARY(add, __hadd)
HALLMARK_CUDA_BINARY(subtract, __hsub)
HALLMARK_CUDA_BINARY(multiply, __hmul)
HALLMARK_CUDA_BINARY(divide, __hdiv)
HALLMARK_CUDA_UNARY(negate, __hneg)
HALLMARK_CUDA_UNARY(abs, __habs)
// "If either of inputs is NaN, the other input is returned"; "If values of both inputs are 0.0, then +0.0 > -0.0"
HALLMARK_CUDA_BINARY(minimum_number, __hmin)
HALLMARK_CUDA_BINARY(maximum_number, __hmax)
// "If either of inputs is NaN, then canonical NaN is returned"
HALLMARK_CUDA_BINARY(minimum, __hmin_nan)
HALLMARK_CUDA_BINARY(maximum, __hmax_nan)
HALLMARK_CUDA_RELATION(equal, __heq)
HALLMARK_CUDA_RELATION(less, __hlt)
HALLMARK_CUDA_RELATION(less_equal, __hle)
HALLMARK_CUDA_RELATION(greater, __hgt)
HALLMARK_CUDA_RELATION(greater_equal, __hge)
// __hne is false of NaNs and so no operation of IEEE 754's; __hneu is its unordered not-equal.
HALLMARK_CUDA_RELATION(not_equal, __hneu)

template <typename Type>
std::uint8_t is_nan(Type x) {
  return __hisnan(x);
}
/// The headers give -1 for a negative infinity; the sign is more than the predicate asks.
template <typename Type>
std::uint8_t is_inf(Type x) {
  return __hisinf(x) != 0;
}

#undef HALLMARK_CUDA_UNARY
#undef HALLMARK_CUDA_BINARY
#undef HALLMARK_CUDA_RELATION

#define HALLMARK_CUDA_TWO(name, type, format, result) \
  { #name "(" format "," format ")->" result, elementwise < cuda_host::name < type>> }
#define HALLMARK_CUDA_ONE(name, type, format, result) \
  { #name "(" format ")->" result, elementwise < cuda_host::name < type>> }

/// Every operation on one type.
#define HALLMARK_CUDA_ELEMENTWISE(type, format)                                                                  \
  HALLMARK_CUDA_TWO(add, type, format, format), HALLMARK_CUDA_TWO(subtract, type, format, format),               \
      HALLMARK_CUDA_TWO(multiply, type, format, format), HALLMARK_CUDA_TWO(divide, type, format, format),        \
      HALLMARK_CUDA_ONE(negate, type, format, format), HALLMARK_CUDA_ONE(abs, type, format, format),             \
      HALLMARK_CUDA_TWO(minimum, type, format, format), HALLMARK_CUDA_TWO(maximum, type, format, format),        \
      HALLMARK_CUDA_TWO(minimum_number, type, format, format),                                                   \
      HALLMARK_CUDA_TWO(maximum_number, type, format, format), HALLMARK_CUDA_TWO(equal, type, format, "uint8"),  \
      HALLMARK_CUDA_TWO(not_equal, type, format, "uint8"), HALLMARK_CUDA_TWO(less, type, format, "uint8"),       \
      HALLMARK_CUDA_TWO(less_equal, type, format, "uint8"), HALLMARK_CUDA_TWO(greater, type, format, "uint8"),   \
      HALLMARK_CUDA_TWO(greater_equal, type, format, "uint8"), HALLMARK_CUDA_ONE(is_nan, type, format, "uint8"), \
      HALLMARK_CUDA_ONE(is_inf, type, format, "uint8")

}  // namespace hallmark::cuda_host

#endif  // HALLMARK_ADAPTERS_CUDA_HOST_ELEMENTWISE_H
