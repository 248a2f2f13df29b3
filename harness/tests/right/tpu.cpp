// SPDX-License-Identifier: Apache-2.0
// Right backends under the tpu profile, one for each combination of what its documentation leaves open.
#include "../faulty/signatures.h"

namespace {
using namespace hallmark::kernels;

template <Flush flush, bool positive_zero>
constexpr TestBackend tpu(const char* name) {
  constexpr Policy policy{.flush = flush, .positive_zero = positive_zero};
  return {name,
          "tpu",
          {{float32_bfloat16, elementwise<convert<float32, bfloat16, policy>>},
           {bfloat16_float32, elementwise<convert<bfloat16, float32>>}}};
}

const TestBackend backends[] = {
    tpu<Flush::operands, false>("tpu_operands_signed"),
    tpu<Flush::operands, true>("tpu_operands_positive"),
    tpu<Flush::delivered, false>("tpu_delivered_signed"),
    tpu<Flush::delivered, true>("tpu_delivered_positive"),
    tpu<Flush::after_rounding, false>("tpu_after_rounding_signed"),
    tpu<Flush::after_rounding, true>("tpu_after_rounding_positive"),
};
}  // namespace

const hallmark_backend* hallmark_open(const char* options) { return choose(backends, options); }
