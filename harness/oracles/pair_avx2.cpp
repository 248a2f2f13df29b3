// SPDX-License-Identifier: Apache-2.0
#define HALLMARK_PAIR_TARGET pair_avx2
#define HALLMARK_PAIR_NAME "avx2"
#include "oracles/pair_loops.inc.h"
