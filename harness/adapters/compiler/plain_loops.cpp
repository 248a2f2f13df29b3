// SPDX-License-Identifier: Apache-2.0
// The loops with the flags of every other file: at the baseline instruction set, nothing fused.
#include "loops.h"

namespace hallmark {

extern const KernelTable plain_loops = loop_table;

}  // namespace hallmark
