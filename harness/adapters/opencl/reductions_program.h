// SPDX-License-Identifier: Apache-2.0
// The OpenCL C program of backend opencl's dot products, products of matrices and sums: one work item a result, which
// takes its terms one by one.
#ifndef HALLMARK_ADAPTERS_OPENCL_REDUCTIONS_PROGRAM_H
#define HALLMARK_ADAPTERS_OPENCL_REDUCTIONS_PROGRAM_H

namespace hallmark {

/// Each kernel takes two operands, the initial values (no buffer: none), the results, and rows, columns and depth; work
/// items past the results do nothing. Products are fused multiply-adds, which OpenCL C 7.4 wants rounded once.
inline constexpr const char* opencl_reductions_program = R"cl(
float load_float32(size_t i, global const float* elements) { return elements[i]; }
float load_float16(size_t i, global const half* elements) { return vload_half(i, elements); }
float load_bfloat16(size_t i, global const ushort* elements) { return as_float((uint)elements[i] << 16); }

void store_float32(float value, size_t i, global float* results) { results[i] = value; }
void store_float16(float value, size_t i, global half* results) { vstore_half_rte(value, i, results); }
void store_bfloat16(float value, size_t i, global ushort* results) {
  const uint bits = as_uint(value);
  const uint rounded = bits + 0x7fffu + (bits >> 16 & 1u);
  const bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
  results[i] = (ushort)((is_nan ? bits | 0x00400000u : rounded) >> 16);
}

#define REDUCTIONS(from, type, to, result_type)                                                                        \
  kernel void dot_##from##_##to(global const type* left, global const type* right, global const float* initial,        \
                                global result_type* result, uint rows, uint columns, uint depth) {                     \
    const size_t row = get_global_id(0);                                                                               \
    if (row >= rows) return;                                                                                           \
    float running = initial ? initial[row] : 0.0f;                                                                     \
    for (size_t i = row * depth; i < (row + 1) * depth; ++i) {                                                         \
      running = fma(load_##from(i, left), load_##from(i, right), running);                                             \
    }                                                                                                                  \
    store_##to(running, row, result);                                                                                  \
  }                                                                                                                    \
  kernel void matmul_##from##_##to(global const type* left, global const type* right, global const float* initial,     \
                                   global result_type* result, uint rows, uint columns, uint depth) {                  \
    const size_t at = get_global_id(0);                                                                                \
    if (at >= (size_t)rows * columns) return;                                                                          \
    const size_t row = at / columns, column = at % columns;                                                            \
    float running = initial ? initial[at] : 0.0f;                                                                      \
    for (size_t i = 0; i < depth; ++i) {                                                                               \
      running = fma(load_##from(row * depth + i, left), load_##from(i * columns + column, right), running);            \
    }                                                                                                                  \
    store_##to(running, at, result);                                                                                   \
  }                                                                                                                    \
  kernel void sum_##from##_##to(global const type* left, global const type* right, global const float* initial,        \
                                global result_type* result, uint rows, uint columns, uint depth) {                     \
    const size_t row = get_global_id(0);                                                                               \
    if (row >= rows) return;                                                                                           \
    float running = 0.0f;                                                                                              \
    for (size_t i = row * depth; i < (row + 1) * depth; ++i) running += load_##from(i, left);                          \
    store_##to(running, row, result);                                                                                  \
  }

REDUCTIONS(bfloat16, ushort, float32, float)
REDUCTIONS(bfloat16, ushort, bfloat16, ushort)
REDUCTIONS(float16, half, float32, float)
REDUCTIONS(float16, half, float16, half)
REDUCTIONS(float32, float, float32, float)
)cl";

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_OPENCL_REDUCTIONS_PROGRAM_H
