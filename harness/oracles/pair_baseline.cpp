// SPDX-License-Identifier: Apache-2.0
#define HALLMARK_PAIR_TARGET pair_baseline
#define HALLMARK_PAIR_NAME "baseline"
#include "oracles/pair_loops.inc.h"
