// SPDX-License-Identifier: Apache-2.0
// The pipeline of backend cuda on a pretended runtime: every length, overlap, and failures.
#include "adapters/cuda/pipeline.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "tests/gpu/fake_cuda_runtime.h"

namespace hallmark::cuda {
namespace {

constexpr std::size_t piece = Pipeline::piece_rows;
constexpr std::uint16_t untouched = 0xbeef;

std::uint16_t mix(std::uint32_t word) { return static_cast<std::uint16_t>(word * 0x9e3779b9u >> 16); }

constexpr Conversion to_shorter = {[](const void* operand, void* result, std::size_t rows, cudaStream_t stream) {
                                     fake_cuda::enqueue(stream, [=] {
                                       for (std::size_t row = 0; row < rows; ++row) {
                                         static_cast<std::uint16_t*>(result)[row] =
                                             mix(static_cast<const std::uint32_t*>(operand)[row]);
                                       }
                                     });
                                   },
                                   4, 2};

struct Call {
  explicit Call(std::size_t rows) : operand(rows), result(rows + 1, untouched) {
    for (std::size_t row = 0; row < rows; ++row) operand[row] = static_cast<std::uint32_t>(row * 7919 + 12345);
  }
  void run(Pipeline& pipeline) { pipeline.run(to_shorter, operand.data(), result.data(), operand.size()); }
  /// Rows whose result is not that of their operand, and the word past the end if it was written.
  std::size_t wrong() const {
    std::size_t count = result.back() == untouched ? 0 : 1;
    for (std::size_t row = 0; row < operand.size(); ++row) count += result[row] == mix(operand[row]) ? 0 : 1;
    return count;
  }
  std::vector<std::uint32_t> operand;
  std::vector<std::uint16_t> result;
};

// Kills: a last piece of the wrong length, a piece at the wrong place, results read before the stream has run, a slot
// filled again before its piece was computed.
TEST(CudaPipeline, EveryLengthArrives) {
  Pipeline pipeline;
  for (const std::size_t rows :
       {std::size_t{0}, std::size_t{1}, piece - 1, piece, piece + 1, 2 * piece, 2 * piece + 1, 5 * piece + 77}) {
    Call call(rows);
    call.run(pipeline);
    EXPECT_EQ(call.wrong(), 0u) << rows << " rows";
    EXPECT_EQ(fake_cuda::statistics().waiting, 0u) << rows << " rows";
  }
}

// Kills: a pipeline that waits for each piece before it sends the next.
TEST(CudaPipeline, TheHarnessBlockKeepsTwoStreamsBusy) {
  Pipeline pipeline;
  fake_cuda::forget_most_busy_streams();
  Call call(2 * piece);
  call.run(pipeline);
  EXPECT_EQ(fake_cuda::statistics().most_busy_streams, 2u);
}

// Kills: a failure that is not checked, one that leaves work in flight on the caller's arrays, one that spoils the next
// call.
TEST(CudaPipeline, AFailedCallSaysSoAndTheNextOneIsRight) {
  Pipeline pipeline;
  for (const char* failing : {"cudaMemcpyAsync", "cudaGetLastError", "cudaStreamSynchronize"}) {
    for (const std::size_t successes : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
      fake_cuda::fail(failing, successes);
      Call call(3 * piece);
      try {
        call.run(pipeline);
        ADD_FAILURE() << failing << " failed and nothing was thrown";
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("planned failure"), std::string::npos) << error.what();
      }
      EXPECT_EQ(fake_cuda::statistics().waiting, 0u) << failing;
      Call next(piece + 3);
      next.run(pipeline);
      EXPECT_EQ(next.wrong(), 0u) << failing;
    }
  }
}

// Kills: memory or streams kept after close, or by an opening that failed half way.
TEST(CudaPipeline, NothingIsLeftBehind) {
  { Pipeline pipeline; }
  EXPECT_EQ(fake_cuda::statistics().blocks, 0u);
  EXPECT_EQ(fake_cuda::statistics().streams, 0u);
  for (const char* failing : {"cudaStreamCreateWithFlags", "cudaMallocHost", "cudaMalloc"}) {
    fake_cuda::fail(failing, 1);
    EXPECT_THROW({ Pipeline pipeline; }, Error) << failing;
    EXPECT_EQ(fake_cuda::statistics().blocks, 0u) << failing;
    EXPECT_EQ(fake_cuda::statistics().streams, 0u) << failing;
  }
}

}  // namespace
}  // namespace hallmark::cuda
