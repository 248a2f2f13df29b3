// SPDX-License-Identifier: Apache-2.0
// Backends clang19 and clang19_native: the casts of __bf16 and _Float16 and loops that sum and scale, compiled by clang
// 19 whatever compiles the rest, with compiler-rt's conversion routines behind them.
#include <cstdint>

#include "compiled_extensions.h"
#include "compiled_loops.h"
#include "kernel_table.h"
#include "kernels.h"

namespace hallmark {
namespace {

template <typename Operand, typename Result>
Result cast(Operand operand) {
  return static_cast<Result>(operand);
}

// Between its two 16-bit types clang casts only by way of float, and floating to integer leaves out-of-range operands
// undefined: neither is offered.
constexpr hallmark_operation operations[] = {
    {"convert(float64)->float16", elementwise<cast<double, _Float16>>},
    {"convert(float64)->bfloat16", elementwise<cast<double, __bf16>>},
    {"convert(float32)->float16", elementwise<cast<float, _Float16>>},
    {"convert(float32)->bfloat16", elementwise<cast<float, __bf16>>},
    {"convert(float16)->float64", elementwise<cast<_Float16, double>>},
    {"convert(float16)->float32", elementwise<cast<_Float16, float>>},
    {"convert(bfloat16)->float64", elementwise<cast<__bf16, double>>},
    {"convert(bfloat16)->float32", elementwise<cast<__bf16, float>>},
    {"convert(int32)->float16", elementwise<cast<std::int32_t, _Float16>>},
    {"convert(int32)->bfloat16", elementwise<cast<std::int32_t, __bf16>>},
    {"convert(int64)->float16", elementwise<cast<std::int64_t, _Float16>>},
    {"convert(int64)->bfloat16", elementwise<cast<std::int64_t, __bf16>>},
    HALLMARK_LOOPS(__bf16, "bfloat16", float, "float32"),
    HALLMARK_LOOPS_WITH_INITIAL(__bf16, "bfloat16", float, "float32"),
    HALLMARK_LOOPS(__bf16, "bfloat16", __bf16, "bfloat16"),
    HALLMARK_LOOPS(_Float16, "float16", float, "float32"),
    HALLMARK_LOOPS(_Float16, "float16", _Float16, "float16"),
    HALLMARK_SCALING_LOOPS(__bf16, "bfloat16"),
    HALLMARK_SCALING_LOOPS(_Float16, "float16"),
};

}  // namespace

extern const KernelTable kernel_table = {operations, sizeof operations / sizeof operations[0],
                                         "clang " __clang_version__, compiled_extensions};

}  // namespace hallmark
