// SPDX-License-Identifier: Apache-2.0
#define HALLMARK_LOOPS_TARGET loops_avx2
#define HALLMARK_LOOPS_NAME "avx2"
#include "oracles/order_loops.inc.h"
#include "oracles/pair_loops.inc.h"
#include "oracles/triple_loops.inc.h"
