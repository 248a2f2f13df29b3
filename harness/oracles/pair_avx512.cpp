// SPDX-License-Identifier: Apache-2.0
#define HALLMARK_PAIR_TARGET pair_avx512
#define HALLMARK_PAIR_NAME "avx512"
#include "oracles/pair_loops.inc.h"
