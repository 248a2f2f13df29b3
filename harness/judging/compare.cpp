// SPDX-License-Identifier: Apache-2.0
#include "judging/compare.h"

namespace hallmark {

namespace baseline {
extern const CompareKernels kernels;
}
#ifdef HALLMARK_COMPARE_X86
namespace avx2 {
extern const CompareKernels kernels;
}
namespace avx512 {
extern const CompareKernels kernels;
}
#endif

const CompareKernels& compare_kernels() {
#ifdef HALLMARK_COMPARE_X86
  static const CompareKernels& chosen = [&]() -> const CompareKernels& {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) return avx512::kernels;
    return __builtin_cpu_supports("avx2") ? avx2::kernels : baseline::kernels;
  }();
  return chosen;
#else
  return baseline::kernels;
#endif
}

}  // namespace hallmark
