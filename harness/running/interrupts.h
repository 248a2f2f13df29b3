// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and termination while workers run: noted, so that the supervisor can end them and return.
#pragma once

#include <array>
#include <csignal>

namespace hallmark {

/// While one lives, SIGINT, SIGTERM and SIGHUP only set a flag, and interrupt a poll(). A signal that was ignored
/// before (nohup) stays ignored. The flag stays set once it is.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// The signal that came, or 0.
  static int signal();

 private:
  static constexpr std::array watched_ = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 3> before_{};
};

}  // namespace hallmark
