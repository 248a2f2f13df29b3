// SPDX-License-Identifier: Apache-2.0
// Moves whole reductions to a CUDA device and back: arrays that grow with the calls, one stream.
#ifndef HALLMARK_ADAPTERS_CUDA_REDUCTION_RUNNER_H
#define HALLMARK_ADAPTERS_CUDA_REDUCTION_RUNNER_H

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <functional>

#include "hallmark/backend.h"
#include "pipeline.h"
#include "reduction_functions.h"

namespace hallmark::cuda {

/// Bytes of the elements, and which dimensions the arrays have.
struct ReductionShape {
  std::size_t operand_bytes, result_bytes;
  bool has_columns, has_right;
};

class ReductionRunner {
 public:
  /// On the current device. Throws Error.
  ReductionRunner();
  ReductionRunner(const ReductionRunner&) = delete;
  ReductionRunner& operator=(const ReductionRunner&) = delete;
  ~ReductionRunner();

  cudaStream_t stream() const { return stream_; }

  /// Copies the operands, calls `launch` with where they lie on the device, and copies the result. `seeded`: the result
  /// begins as the initial values, and the call has none. Throws Error; nothing is then left in flight.
  void run(const ReductionShape& shape, const hallmark_arguments& arguments, bool seeded,
           const std::function<void(const ReductionCall&)>& launch);

 private:
  /// The same number of bytes, pinned and on the device.
  struct Array {
    void *staged = nullptr, *device = nullptr;
    std::size_t bytes = 0;
  };

  void grow(Array& array, std::size_t bytes);
  void send(Array& array, const void* elements, std::size_t bytes);
  static void release(Array& array);

  cudaStream_t stream_ = nullptr;
  std::array<Array, 3> operands_;
  Array result_;
};

}  // namespace hallmark::cuda

#endif  // HALLMARK_ADAPTERS_CUDA_REDUCTION_RUNNER_H
