// SPDX-License-Identifier: Apache-2.0
// Faults in words.
#include "running/fault.h"

#include <fmt/format.h>

#include <cstring>

namespace hallmark {

namespace {

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

double gibibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1024.0 * 1024.0 * 1024.0); }

}  // namespace

Fault signal_fault(int signal) { return {Fault::Kind::signal, signal, signal_name(signal)}; }

Fault exit_fault(int status) { return {Fault::Kind::exit, status, fmt::format("exit with status {}", status)}; }

Fault stop_fault(int signal) { return {Fault::Kind::stop, signal, fmt::format("stop by {}", signal_name(signal))}; }

Fault hang_fault(double seconds, bool in_call) {
  return {Fault::Kind::hang, 0,
          fmt::format("hang ({} for {:.3g} s)",
                      in_call ? "no kernel call returned" : "no progress outside a kernel call", seconds)};
}

Fault memory_fault(std::uint64_t resident, std::uint64_t limit) {
  return {Fault::Kind::memory, 0,
          fmt::format("{:.3g} GiB of memory in use (limit {:.3g} GiB)", gibibytes(resident), gibibytes(limit))};
}

Fault channel_fault(const std::string& text) { return {Fault::Kind::channel, 0, text}; }

}  // namespace hallmark
