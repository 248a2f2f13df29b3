// SPDX-License-Identifier: Apache-2.0
// The handler behind InterruptGuard.
#include "running/interrupts.h"

namespace hallmark {

namespace {

volatile std::sig_atomic_t received = 0;

void note(int signal) { received = signal; }

}  // namespace

InterruptGuard::InterruptGuard() {
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    sigaction(watched_[i], nullptr, &before_[i]);
    if (before_[i].sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    sigaction(watched_[i], &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < watched_.size(); ++i) sigaction(watched_[i], &before_[i], nullptr);
}

int InterruptGuard::signal() { return received; }

}  // namespace hallmark
