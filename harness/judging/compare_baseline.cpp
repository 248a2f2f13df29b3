// SPDX-License-Identifier: Apache-2.0
#define HALLMARK_COMPARE_TARGET baseline
#define HALLMARK_COMPARE_NAME "baseline"
#define HALLMARK_VECTOR_BYTES 16
#include "judging/compare_loops.h"
