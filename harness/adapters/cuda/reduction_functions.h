// SPDX-License-Identifier: Apache-2.0
// One result of a dot product, a product of matrices or a sum with CUDA's types, on a device or on the host: a float32
// accumulator that takes the terms in order.
#ifndef HALLMARK_ADAPTERS_CUDA_REDUCTION_FUNCTIONS_H
#define HALLMARK_ADAPTERS_CUDA_REDUCTION_FUNCTIONS_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstddef>
#include <string>

#ifdef __CUDACC__
#define HALLMARK_HOST_DEVICE __host__ __device__
#else
#define HALLMARK_HOST_DEVICE
#endif

namespace hallmark::cuda {

HALLMARK_HOST_DEVICE inline float widened(__nv_bfloat16 x) { return __bfloat162float(x); }
HALLMARK_HOST_DEVICE inline float widened(__half x) { return __half2float(x); }
HALLMARK_HOST_DEVICE inline float widened(float x) { return x; }

HALLMARK_HOST_DEVICE inline void store(float value, __nv_bfloat16* place) { *place = __float2bfloat16_rn(value); }
HALLMARK_HOST_DEVICE inline void store(float value, __half* place) { *place = __float2half_rn(value); }
HALLMARK_HOST_DEVICE inline void store(float value, float* place) { *place = value; }

/// What a kernel is launched with: arrays on the device, row-major; initial may be null.
struct ReductionCall {
  const void *left, *right;
  const float* initial;
  void* result;
  std::size_t rows, columns, depth;
};

/// Terms a step apart each.
template <typename Element>
HALLMARK_HOST_DEVICE float chain(const Element* left, const Element* right, std::size_t right_step, std::size_t depth,
                                 float running) {
  for (std::size_t i = 0; i < depth; ++i) running = fmaf(widened(left[i]), widened(right[i * right_step]), running);
  return running;
}

struct Dot {
  static constexpr bool has_columns = false, has_right = true;
  template <typename Element, typename Result>
  HALLMARK_HOST_DEVICE static void at(const ReductionCall& call, std::size_t row) {
    const auto* left = static_cast<const Element*>(call.left) + row * call.depth;
    const auto* right = static_cast<const Element*>(call.right) + row * call.depth;
    const float start = call.initial == nullptr ? 0.0f : call.initial[row];
    store(chain(left, right, 1, call.depth, start), static_cast<Result*>(call.result) + row);
  }
};

struct Product {
  static constexpr bool has_columns = true, has_right = true;
  template <typename Element, typename Result>
  HALLMARK_HOST_DEVICE static void at(const ReductionCall& call, std::size_t place) {
    const std::size_t row = place / call.columns, column = place % call.columns;
    const auto* left = static_cast<const Element*>(call.left) + row * call.depth;
    const auto* right = static_cast<const Element*>(call.right) + column;
    const float start = call.initial == nullptr ? 0.0f : call.initial[place];
    store(chain(left, right, call.columns, call.depth, start), static_cast<Result*>(call.result) + place);
  }
};

struct Sum {
  static constexpr bool has_columns = false, has_right = false;
  template <typename Element, typename Result>
  HALLMARK_HOST_DEVICE static void at(const ReductionCall& call, std::size_t row) {
    const auto* elements = static_cast<const Element*>(call.left) + row * call.depth;
    float running = 0;
    for (std::size_t i = 0; i < call.depth; ++i) running += widened(elements[i]);
    store(running, static_cast<Result*>(call.result) + row);
  }
};

/// Calls add.template operator()<Operation, Element, Result>(signature) for every reduction.
template <typename Element, typename Result, typename Add>
void list_reductions_of(Add& add, const std::string& format, const std::string& result) {
  const std::string pair = '(' + format + ',' + format;
  add.template operator()<Dot, Element, Result>("dot" + pair + ")->" + result);
  add.template operator()<Product, Element, Result>("matmul" + pair + ")->" + result);
  add.template operator()<Sum, Element, Result>("sum(" + format + ")->" + result);
  if (result != "float32") return;
  add.template operator()<Dot, Element, Result>("dot" + pair + ",float32)->float32");
  add.template operator()<Product, Element, Result>("matmul" + pair + ",float32)->float32");
}
template <typename Add>
void list_reductions(Add& add) {
  list_reductions_of<__nv_bfloat16, float>(add, "bfloat16", "float32");
  list_reductions_of<__nv_bfloat16, __nv_bfloat16>(add, "bfloat16", "bfloat16");
  list_reductions_of<__half, float>(add, "float16", "float32");
  list_reductions_of<__half, __half>(add, "float16", "float16");
  list_reductions_of<float, float>(add, "float32", "float32");
}

}  // namespace hallmark::cuda

#endif  // HALLMARK_ADAPTERS_CUDA_REDUCTION_FUNCTIONS_H
