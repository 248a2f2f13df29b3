/* SPDX-License-Identifier: Apache-2.0
 *
 * A whole backend: float32 to bfloat16 and back. */
#include <hallmark/backend.h>

#ifdef MY_BACKEND_TRUNCATES
static uint16_t narrow(uint32_t bits) { return (uint16_t)(bits >> 16); }
#else
static uint16_t narrow(uint32_t bits) {
  const int is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
  if (is_nan) return (uint16_t)(bits >> 16 | 0x0040u);
  /* Half an ulp less one, and one more where the result would be odd: ties go to even. */
  return (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
#endif

static int narrow_all(void* state, const hallmark_arguments* arguments) {
  const uint32_t* operand = arguments->operand[0];
  uint16_t* result = arguments->result;
  (void)state;
  for (size_t row = 0; row < arguments->rows; ++row) result[row] = narrow(operand[row]);
  return 0;
}

static int widen_all(void* state, const hallmark_arguments* arguments) {
  const uint16_t* operand = arguments->operand[0];
  uint32_t* result = arguments->result;
  (void)state;
  for (size_t row = 0; row < arguments->rows; ++row) result[row] = (uint32_t)operand[row] << 16;
  return 0;
}

static const hallmark_operation operations[] = {
    {"convert(float32)->bfloat16", narrow_all},
    {"convert(bfloat16)->float32", widen_all},
};

static const hallmark_backend backend = {
    .abi = HALLMARK_ABI,
    .flags = HALLMARK_THREAD_SAFE,
    .name = "my_backend",
    .version = "1.0",
    .device = "CPU",
    .profile = "ieee754",
    .operations = operations,
    .operation_count = sizeof operations / sizeof operations[0],
};

const hallmark_backend* hallmark_open(const char* options) {
  (void)options;
  return &backend;
}
