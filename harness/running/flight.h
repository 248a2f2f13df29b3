// SPDX-License-Identifier: Apache-2.0
// A page of memory a worker shares with its supervisor: which call is in flight, seen from outside when it dies or
// hangs.
#pragma once

#include <atomic>
#include <cstdint>

namespace hallmark {

/// Plain atomics in shared memory; relaxed stores, a few nanoseconds a call. The supervisor reads it after the worker
/// died or when `calls_started + judged` has not moved for the time-out.
struct Flight {
  std::atomic<std::uint64_t> calls_started{0};   ///< kernel calls begun in this worker
  std::atomic<std::uint64_t> calls_returned{0};  ///< kernel calls ended
  std::atomic<std::uint64_t> call{0};            ///< number of the call within the part
  std::atomic<std::uint64_t> rows{0};            ///< its rows
  std::atomic<std::uint64_t> operands_done{0};   ///< operands judged in this worker, for the progress bar
  std::atomic<std::uint64_t> heartbeat{0};       ///< moves while the harness itself works between calls

  void begin(std::uint64_t number, std::uint64_t row_count) {
    call.store(number, std::memory_order_relaxed);
    rows.store(row_count, std::memory_order_relaxed);
    calls_started.store(calls_started.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  void end() { calls_returned.store(calls_returned.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
};

}  // namespace hallmark
