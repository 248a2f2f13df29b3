// SPDX-License-Identifier: Apache-2.0
// Restoring the floating-point environment and saying in words how a kernel changed it.
#include "backends/environment.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

namespace hallmark {

#if defined(__x86_64__)

namespace {

constexpr std::array<std::string_view, 4> rounding_names = {"to nearest", "downward", "upward", "toward zero"};

std::string describe_mxcsr(std::uint32_t before, std::uint32_t after) {
  std::vector<std::string> words;
  const std::uint32_t changed = before ^ after;
  // Intel SDM volume 1, 10.2.3: FTZ is bit 15, rounding control bits 13 and 14, exception masks 7 to 12, DAZ bit 6.
  if ((changed & 0x8000) != 0) words.emplace_back((after & 0x8000) != 0 ? "flush to zero" : "flush to zero cleared");
  if ((changed & 0x0040) != 0) {
    words.emplace_back((after & 0x0040) != 0 ? "denormals are zero" : "denormals are zero cleared");
  }
  if ((changed & 0x6000) != 0) words.push_back(fmt::format("rounding {}", rounding_names[(after >> 13) & 3]));
  if ((changed & 0x1f80) != 0) words.emplace_back("exception masks");
  return fmt::format("changed MXCSR from {:#06x} to {:#06x} ({})", before, after, fmt::join(words, ", "));
}

std::string describe_x87(std::uint16_t before, std::uint16_t after) {
  std::vector<std::string> words;
  const unsigned changed = static_cast<unsigned>(before ^ after);
  // Intel SDM volume 1, 8.1.5: precision control is bits 8 and 9, rounding control bits 10 and 11.
  if ((changed & 0x0300) != 0) words.emplace_back("precision");
  if ((changed & 0x0c00) != 0) words.push_back(fmt::format("rounding {}", rounding_names[(after >> 10) & 3]));
  if ((changed & 0x003f) != 0) words.emplace_back("exception masks");
  return fmt::format("changed the x87 control word from {:#06x} to {:#06x}{}", before, after,
                     words.empty() ? "" : fmt::format(" ({})", fmt::join(words, ", ")));
}

}  // namespace

void restore_environment(const FloatingEnvironment& environment) {
  std::uint32_t mxcsr = 0;
  __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
  mxcsr = (mxcsr & 0x3f) | environment.mxcsr;
  // A pending x87 exception that the old control word unmasks would trap at the next x87 instruction.
  __asm__ volatile("fnclex\n\tfldcw %0" : : "m"(environment.x87_control));
  __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
}

std::string describe_change(const FloatingEnvironment& before, const FloatingEnvironment& after) {
  std::vector<std::string> changes;
  if (before.mxcsr != after.mxcsr) changes.push_back(describe_mxcsr(before.mxcsr, after.mxcsr));
  if (before.x87_control != after.x87_control) changes.push_back(describe_x87(before.x87_control, after.x87_control));
  return fmt::format("{}", fmt::join(changes, " and "));
}

#elif defined(__aarch64__)

void restore_environment(const FloatingEnvironment& environment) {
  __asm__ volatile("msr fpcr, %0" : : "r"(environment.fpcr));
}

std::string describe_change(const FloatingEnvironment& before, const FloatingEnvironment& after) {
  return before == after ? "" : fmt::format("changed FPCR from {:#x} to {:#x}", before.fpcr, after.fpcr);
}

#else

void restore_environment(const FloatingEnvironment& environment) { std::fesetround(environment.rounding); }

std::string describe_change(const FloatingEnvironment& before, const FloatingEnvironment& after) {
  return before == after ? "" : fmt::format("changed the rounding mode from {} to {}", before.rounding, after.rounding);
}

#endif

}  // namespace hallmark
