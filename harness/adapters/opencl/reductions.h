// SPDX-License-Identifier: Apache-2.0
// Backend opencl's dot products, products of matrices and sums: which kernel each signature is, and what it works on.
#ifndef HALLMARK_ADAPTERS_OPENCL_REDUCTIONS_H
#define HALLMARK_ADAPTERS_OPENCL_REDUCTIONS_H

#include <array>
#include <cstddef>

#include "device.h"
#include "hallmark/backend.h"

namespace hallmark {

struct OpenclReduction {
  const char* signature;
  const char* kernel;
  std::size_t operand_bytes, result_bytes;
  enum class Shape { dot, matmul, sum } shape;
};

#define HALLMARK_OPENCL_REDUCTIONS(from, from_bytes, to, to_bytes)                                   \
  OpenclReduction{"dot(" from "," from ")->" to, "dot_" from "_" to, from_bytes, to_bytes,           \
                  OpenclReduction::Shape::dot},                                                      \
      OpenclReduction{"matmul(" from "," from ")->" to, "matmul_" from "_" to, from_bytes, to_bytes, \
                      OpenclReduction::Shape::matmul},                                               \
      OpenclReduction {                                                                              \
    "sum(" from ")->" to, "sum_" from "_" to, from_bytes, to_bytes, OpenclReduction::Shape::sum      \
  }
#define HALLMARK_OPENCL_WITH_INITIAL(from, from_bytes)                                              \
  OpenclReduction{"dot(" from "," from ",float32)->float32", "dot_" from "_float32", from_bytes, 4, \
                  OpenclReduction::Shape::dot},                                                     \
      OpenclReduction {                                                                             \
    "matmul(" from "," from ",float32)->float32", "matmul_" from "_float32", from_bytes, 4,         \
        OpenclReduction::Shape::matmul                                                              \
  }

inline constexpr std::array opencl_reductions = {HALLMARK_OPENCL_REDUCTIONS("bfloat16", 2, "float32", 4),
                                                 HALLMARK_OPENCL_WITH_INITIAL("bfloat16", 2),
                                                 HALLMARK_OPENCL_REDUCTIONS("bfloat16", 2, "bfloat16", 2),
                                                 HALLMARK_OPENCL_REDUCTIONS("float16", 2, "float32", 4),
                                                 HALLMARK_OPENCL_WITH_INITIAL("float16", 2),
                                                 HALLMARK_OPENCL_REDUCTIONS("float16", 2, "float16", 2),
                                                 HALLMARK_OPENCL_REDUCTIONS("float32", 4, "float32", 4),
                                                 HALLMARK_OPENCL_WITH_INITIAL("float32", 4)};

#undef HALLMARK_OPENCL_WITH_INITIAL
#undef HALLMARK_OPENCL_REDUCTIONS

/// Throws OpenclError.
inline void run_reduction(OpenclDevice& device, const OpenclReduction& reduction, const hallmark_arguments& arguments) {
  using Shape = OpenclReduction::Shape;
  const std::size_t rows = arguments.rows, depth = arguments.depth;
  const std::size_t columns = reduction.shape == Shape::matmul ? arguments.columns : 1;
  const std::size_t results = rows * columns;
  if (results == 0) return;
  const std::size_t right = reduction.shape == Shape::sum   ? 0
                            : reduction.shape == Shape::dot ? rows * depth
                                                            : depth * columns;
  device.reduce(reduction.kernel,
                {{{arguments.operand[0], rows * depth * reduction.operand_bytes},
                  {arguments.operand[1], right * reduction.operand_bytes},
                  {arguments.operand[2], arguments.operand[2] == nullptr ? 0 : results * sizeof(float)}}},
                arguments.result, results * reduction.result_bytes, {rows, columns, depth});
}

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_OPENCL_REDUCTIONS_H
