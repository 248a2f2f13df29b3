// SPDX-License-Identifier: Apache-2.0
// The floating-point environment of this thread: what is compared around a kernel call and put back after it.
#pragma once

#include <cfenv>
#include <cstdint>
#include <string>

namespace hallmark {

/// Rounding mode, flush modes and exception masks; sticky exception flags are left out, because computing raises them.
struct FloatingEnvironment {
#if defined(__x86_64__)
  std::uint32_t mxcsr = 0;
  std::uint16_t x87_control = 0;
#elif defined(__aarch64__)
  std::uint64_t fpcr = 0;
#else
  int rounding = 0;
#endif
  friend bool operator==(const FloatingEnvironment&, const FloatingEnvironment&) = default;
};

/// A few nanoseconds: only register reads, because it is paid on every kernel call.
inline FloatingEnvironment current_environment() {
  FloatingEnvironment now;
#if defined(__x86_64__)
  __asm__ volatile("stmxcsr %0" : "=m"(now.mxcsr));
  __asm__ volatile("fnstcw %0" : "=m"(now.x87_control));
  now.mxcsr &= ~std::uint32_t{0x3f};
#elif defined(__aarch64__)
  __asm__ volatile("mrs %0, fpcr" : "=r"(now.fpcr));
#else
  now.rounding = std::fegetround();
#endif
  return now;
}

/// Puts an environment back; sticky exception flags stay as they are.
void restore_environment(const FloatingEnvironment& environment);

/// "changed MXCSR from 0x1f80 to 0x9fc0 (flush to zero, denormals are zero)"
std::string describe_change(const FloatingEnvironment& before, const FloatingEnvironment& after);

}  // namespace hallmark
