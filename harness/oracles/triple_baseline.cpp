// SPDX-License-Identifier: Apache-2.0
#define HALLMARK_TRIPLE_TARGET triple_baseline
#include "oracles/triple_loops.inc.h"
