// SPDX-License-Identifier: Apache-2.0
// Moves blocks through a CUDA device: pinned staging buffers, two streams, so that one piece is copied while another is
// computed.
#ifndef HALLMARK_ADAPTERS_CUDA_PIPELINE_H
#define HALLMARK_ADAPTERS_CUDA_PIPELINE_H

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace hallmark::cuda {

/// A call of the CUDA runtime failed; what() names the call and says why.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How to compute `rows` results from operands on the device, and the bytes of an element.
struct Conversion {
  void (*launch)(const void* operand, void* result, std::size_t rows, cudaStream_t stream);
  std::size_t operand_bytes, result_bytes;  ///< at most 8
};

class Pipeline {
 public:
  /// Rows that go to the device at once. Two pieces make a block: while one is computed, the other is staged. Tests
  /// make them short, for more of them in a block.
#ifdef HALLMARK_CUDA_PIECE_ROWS
  static constexpr std::size_t piece_rows = HALLMARK_CUDA_PIECE_ROWS;
#else
  static constexpr std::size_t piece_rows = 32768;
#endif

  /// On the current device. Throws Error.
  Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;
  ~Pipeline();

  /// Any number of rows. Throws Error; nothing is then left in flight.
  void run(const Conversion& conversion, const void* operand, void* result, std::size_t rows);

 private:
  struct Slot {
    cudaStream_t stream = nullptr;
    void* staged_operand = nullptr;
    void* staged_result = nullptr;
    void* device_operand = nullptr;
    void* device_result = nullptr;
  };

  void send(const Conversion& conversion, const std::byte* operand, std::size_t rows, std::size_t piece);
  void receive(const Conversion& conversion, std::byte* result, std::size_t rows, std::size_t piece);
  void release();

  std::array<Slot, 2> slots_;
};

}  // namespace hallmark::cuda

#endif  // HALLMARK_ADAPTERS_CUDA_PIPELINE_H
