// SPDX-License-Identifier: Apache-2.0
#include "running/fault_handlers.h"

#include <pthread.h>

namespace hallmark {
namespace {

bool is_other(int number, const struct sigaction& own) {
  struct sigaction now {};
  // sa_handler and sa_sigaction share their place.
  return sigaction(number, nullptr, &now) == 0 && now.sa_handler != own.sa_handler;
}

/// Whether the signal was not blocked before.
bool block(int number) {
  sigset_t one, before;
  sigemptyset(&one);
  sigaddset(&one, number);
  return pthread_sigmask(SIG_BLOCK, &one, &before) == 0 && sigismember(&before, number) == 0;
}

}  // namespace

FaultHandlers::FaultHandlers() {
  sigaction(SIGSEGV, nullptr, &own_segv_);
  sigaction(SIGBUS, nullptr, &own_bus_);
}

bool FaultHandlers::disarm() const {
  const bool segv = is_other(SIGSEGV, own_segv_) && block(SIGSEGV);
  const bool bus = is_other(SIGBUS, own_bus_) && block(SIGBUS);
  return segv || bus;
}

}  // namespace hallmark
