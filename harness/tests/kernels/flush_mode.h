// SPDX-License-Identifier: Apache-2.0
// Switches the calling thread's floating-point unit to flushing subnormals.
#ifndef HALLMARK_TESTS_KERNELS_FLUSH_MODE_H
#define HALLMARK_TESTS_KERNELS_FLUSH_MODE_H

#include <cstdint>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace hallmark::kernels {

inline void flush_subnormals() {
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);  // FTZ and DAZ
#elif defined(__aarch64__)
  std::uint64_t control;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  asm volatile("msr fpcr, %0" : : "r"(control | (std::uint64_t{1} << 24)));  // FZ
#else
#error "say here how this machine's floating-point unit is told to flush subnormals"
#endif
}

}  // namespace hallmark::kernels

#endif  // HALLMARK_TESTS_KERNELS_FLUSH_MODE_H
