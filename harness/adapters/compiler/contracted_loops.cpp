// SPDX-License-Identifier: Apache-2.0
// The loops with -ffp-contract=fast and, on x86-64, the fused multiply-adds of x86-64-v3.
#include "loops.h"

namespace hallmark {

extern const KernelTable contracted_loops = loop_table;

}  // namespace hallmark
