// SPDX-License-Identifier: Apache-2.0
// Round to nearest, subnormals kept, nothing trapped, for the length of a scope: a backend may have left another mode.
#pragma once

#include <cfenv>
#include <cstdint>

namespace hallmark {

#if defined(__x86_64__)
// Only MXCSR: the x87 unit computes nothing here, and fesetenv() costs a hundred times as much.
class NearestEnvironment {
 public:
  NearestEnvironment() {
    __asm__ volatile("stmxcsr %0" : "=m"(before_));
    load(default_mode);
  }
  ~NearestEnvironment() { load(before_); }
  NearestEnvironment(const NearestEnvironment&) = delete;
  NearestEnvironment& operator=(const NearestEnvironment&) = delete;

 private:
  static constexpr std::uint32_t default_mode = 0x1f80;
  static void load(std::uint32_t mode) { __asm__ volatile("ldmxcsr %0" : : "m"(mode) : "memory"); }
  std::uint32_t before_ = 0;
};
#else
class NearestEnvironment {
 public:
  NearestEnvironment() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~NearestEnvironment() { std::fesetenv(&before_); }
  NearestEnvironment(const NearestEnvironment&) = delete;
  NearestEnvironment& operator=(const NearestEnvironment&) = delete;

 private:
  std::fenv_t before_{};
};
#endif

}  // namespace hallmark
