// SPDX-License-Identifier: Apache-2.0
#define HALLMARK_COMPARE_TARGET avx2
#define HALLMARK_COMPARE_NAME "avx2"
#define HALLMARK_VECTOR_BYTES 32
#include "judging/compare_loops.h"
