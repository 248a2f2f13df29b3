// SPDX-License-Identifier: Apache-2.0
// How a worker came to an end that nobody asked for.
#pragma once

#include <cstdint>
#include <string>

namespace hallmark {

struct Fault {
  enum class Kind : std::uint8_t {
    signal,   ///< killed by one
    exit,     ///< ended by itself
    hang,     ///< nothing moved for the time-out
    stop,     ///< stopped (SIGSTOP, SIGTSTP) instead of running
    memory,   ///< resident memory above the limit
    channel,  ///< closed the pipe it reports through, or wrote something else into it
  };
  Kind kind = Kind::signal;
  int number = 0;    ///< signal or exit status
  std::string text;  ///< "SIGSEGV", "exit with status 0", "hang (no kernel call returned for 60 s)"

  /// Whether a narrower repetition shows the same thing.
  bool same_as(const Fault& other) const { return kind == other.kind && number == other.number; }
};

Fault signal_fault(int signal);
Fault exit_fault(int status);
Fault stop_fault(int signal);
/// in_call: a kernel call was in flight.
Fault hang_fault(double seconds, bool in_call);
Fault memory_fault(std::uint64_t resident, std::uint64_t limit);
Fault channel_fault(const std::string& text);

}  // namespace hallmark
