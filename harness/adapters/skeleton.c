/* SPDX-License-Identifier: Apache-2.0 */
/* A whole backend: float32 to bfloat16, to nearest even. Build: cc -O2 -shared -fPIC skeleton.c -o skeleton.so */
#include "hallmark/backend.h"

static int convert(void* state, const hallmark_arguments* arguments) {
  const uint32_t* operand = arguments->operand[0];
  uint16_t* result = arguments->result;
  (void)state;
  for (size_t row = 0; row < arguments->rows; ++row) {
    const uint32_t x = operand[row];
    const int is_nan = (x & 0x7fffffffu) > 0x7f800000u; /* rounding could carry a NaN into infinity: quiet it instead */
    result[row] = (uint16_t)((is_nan ? x | 0x400000u : x + 0x7fffu + (x >> 16 & 1u)) >> 16);
  }
  return 0;
}

static const hallmark_operation operations[] = {{"convert(float32)->bfloat16", convert}};
static const hallmark_backend backend = {.abi = HALLMARK_ABI,
                                         .flags = HALLMARK_THREAD_SAFE,
                                         .name = "skeleton",
                                         .version = "1",
                                         .device = "CPU",
                                         .profile = "ieee754",
                                         .operations = operations,
                                         .operation_count = 1};

const hallmark_backend* hallmark_open(const char* options) { return *options == '\0' ? &backend : NULL; }
