// SPDX-License-Identifier: Apache-2.0
// The loops with -ffast-math and, on x86-64, the instructions of x86-64-v3.
#include "loops.h"

namespace hallmark {

extern const KernelTable fast_math_loops = loop_table;

}  // namespace hallmark
