// SPDX-License-Identifier: Apache-2.0
// Signal handlers by which a backend could hide that it wrote where it must not.
#pragma once

#include <csignal>

namespace hallmark {

/// Guard pages tell of a stray access by SIGSEGV or SIGBUS. A backend may install a handler for those (language
/// runtimes do) and go on as if nothing had happened. A memory fault whose signal is blocked ends the process whatever
/// the handler, so they are blocked as soon as there is a handler that was not there before the backend.
class FaultHandlers {
 public:
  /// Remembers this process's own handlers: a sanitizer has some.
  FaultHandlers();

  /// Takes the effect from handlers installed since. True when there was one that had an effect until now.
  bool disarm() const;

 private:
  struct sigaction own_segv_ {};
  struct sigaction own_bus_ {};
};

}  // namespace hallmark
