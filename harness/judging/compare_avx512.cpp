// SPDX-License-Identifier: Apache-2.0
#define HALLMARK_COMPARE_TARGET avx512
#define HALLMARK_COMPARE_NAME "avx512"
#define HALLMARK_VECTOR_BYTES 64
#include "judging/compare_loops.h"
