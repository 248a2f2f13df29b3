// SPDX-License-Identifier: Apache-2.0
// A CUDA runtime without a device, for tests of what backend cuda does on the host. Streams do nothing until someone
// waits for them, so that results read too early, or staged operands written too early, are wrong every time.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>
#include <string>

namespace hallmark::fake_cuda {

/// Adds work to a stream, as a kernel's launch does.
void enqueue(cudaStream_t stream, std::function<void()> work);

struct Statistics {
  std::size_t blocks = 0;             ///< of memory, pinned or on the device, not yet freed
  std::size_t streams = 0;            ///< not yet destroyed
  std::size_t waiting = 0;            ///< pieces of work not yet done, in all streams
  std::size_t most_busy_streams = 0;  ///< streams that had work at the same time
};
Statistics statistics();
void forget_most_busy_streams();

/// Makes the call after `successes` more of that name fail once with cudaErrorUnknown.
void fail(const std::string& call, std::size_t successes);

}  // namespace hallmark::fake_cuda
