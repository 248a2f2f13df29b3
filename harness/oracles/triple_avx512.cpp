// SPDX-License-Identifier: Apache-2.0
#define HALLMARK_TRIPLE_TARGET triple_avx512
#include "oracles/triple_loops.inc.h"
