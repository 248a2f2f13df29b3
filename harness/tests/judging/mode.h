// SPDX-License-Identifier: Apache-2.0
// A floating-point mode as a backend may leave it: another rounding, subnormals flushed.
#pragma once

#include <cfenv>
#include <string>
#ifdef __SSE__
#include <immintrin.h>
#endif

namespace hallmark::test {

/// A mode set for as long as this lives.
class Mode {
 public:
  explicit Mode(const char* name) {
    std::fegetenv(&before_);
    const std::string mode = name;
    if (mode.find("upward") != mode.npos) std::fesetround(FE_UPWARD);
    if (mode.find("downward") != mode.npos) std::fesetround(FE_DOWNWARD);
    if (mode.find("toward_zero") != mode.npos) std::fesetround(FE_TOWARDZERO);
#ifdef __SSE__
    constexpr unsigned flush_to_zero = 0x8000, subnormals_are_zeros = 0x0040;
    if (mode.find("flush") != mode.npos) _mm_setcsr(_mm_getcsr() | flush_to_zero | subnormals_are_zeros);
#endif
  }
  ~Mode() { std::fesetenv(&before_); }
  Mode(const Mode&) = delete;
  Mode& operator=(const Mode&) = delete;

 private:
  std::fenv_t before_;
};

}  // namespace hallmark::test
