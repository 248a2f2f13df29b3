// SPDX-License-Identifier: Apache-2.0
// The copies of the oracles' loops that this processor runs.
#include "oracles/order_loops.h"
#include "oracles/pair_loops.h"
#include "oracles/triple_loops.h"

#define HALLMARK_DECLARE_LOOPS(target)       \
  namespace target {                         \
  extern const PairKernels pair_kernels;     \
  extern const TripleKernels triple_kernels; \
  extern const OrderKernels order_kernels;   \
  }

namespace hallmark {

HALLMARK_DECLARE_LOOPS(loops_baseline)
#ifdef HALLMARK_LOOPS_X86
HALLMARK_DECLARE_LOOPS(loops_avx2)
HALLMARK_DECLARE_LOOPS(loops_avx512)
#endif

namespace {

std::size_t runnable_targets() {
#ifdef HALLMARK_LOOPS_X86
  static const std::size_t runnable = []() -> std::size_t {
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) return 1;
    const bool wide =
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    return wide ? 3 : 2;
  }();
  return runnable;
#else
  return 1;
#endif
}

}  // namespace

#ifdef HALLMARK_LOOPS_X86
#define HALLMARK_ALL_LOOPS(kernels) \
  { &loops_baseline::kernels, &loops_avx2::kernels, &loops_avx512::kernels }
#else
#define HALLMARK_ALL_LOOPS(kernels) \
  { &loops_baseline::kernels }
#endif

std::span<const PairKernels* const> all_pair_kernels() {
  static const PairKernels* const kernels[] = HALLMARK_ALL_LOOPS(pair_kernels);
  return std::span(kernels).first(runnable_targets());
}

std::span<const TripleKernels* const> all_triple_kernels() {
  static const TripleKernels* const kernels[] = HALLMARK_ALL_LOOPS(triple_kernels);
  return std::span(kernels).first(runnable_targets());
}

std::span<const OrderKernels* const> all_order_kernels() {
  static const OrderKernels* const kernels[] = HALLMARK_ALL_LOOPS(order_kernels);
  return std::span(kernels).first(runnable_targets());
}

}  // namespace hallmark
