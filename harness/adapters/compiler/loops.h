// SPDX-License-Identifier: Apache-2.0
// The loops of backend compiler, which a file for each set of flags compiles as a table of its own.
#ifndef HALLMARK_ADAPTERS_COMPILER_LOOPS_H
#define HALLMARK_ADAPTERS_COMPILER_LOOPS_H

#include <cstdint>
#include <cstring>

#include "../compiled_extensions.h"
#include "../compiled_loops.h"
#include "../kernel_table.h"

namespace hallmark {

extern const KernelTable plain_loops;       ///< at the baseline instruction set, nothing fused
extern const KernelTable contracted_loops;  ///< with fused multiply-adds, which the compiler makes of x * y + z
extern const KernelTable fast_math_loops;   ///< with -ffast-math and the same instructions

namespace {

/// Stored only: GCC 12 has no arithmetic on bfloat16, so that a program widens it by a shift.
struct Bfloat16 {
  std::uint16_t code;
  explicit operator float() const {
    const std::uint32_t bits = std::uint32_t{code} << 16;
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
};

constexpr hallmark_operation loops[] = {
    HALLMARK_LOOPS(Bfloat16, "bfloat16", float, "float32"),
    HALLMARK_LOOPS_WITH_INITIAL(Bfloat16, "bfloat16", float, "float32"),
    HALLMARK_LOOPS(_Float16, "float16", float, "float32"),
    HALLMARK_LOOPS_WITH_INITIAL(_Float16, "float16", float, "float32"),
    HALLMARK_LOOPS(_Float16, "float16", _Float16, "float16"),
    HALLMARK_LOOPS(float, "float32", float, "float32"),
    HALLMARK_LOOPS_WITH_INITIAL(float, "float32", float, "float32"),
    HALLMARK_SCALING_LOOPS(Bfloat16, "bfloat16"),
    HALLMARK_SCALING_LOOPS(_Float16, "float16"),
    HALLMARK_SCALING_LOOPS(float, "float32"),
};
constexpr KernelTable loop_table = {loops, sizeof loops / sizeof loops[0], "", compiled_extensions};

}  // namespace
}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_COMPILER_LOOPS_H
