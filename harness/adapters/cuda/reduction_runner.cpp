// SPDX-License-Identifier: Apache-2.0
#include "reduction_runner.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace hallmark::cuda {
namespace {

void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) throw Error(std::string(call) + ": " + cudaGetErrorString(status));
}

}  // namespace

ReductionRunner::ReductionRunner() {
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
}

ReductionRunner::~ReductionRunner() {
  for (Array& array : operands_) release(array);
  release(result_);
  cudaStreamDestroy(stream_);
}

void ReductionRunner::release(Array& array) {
  cudaFree(array.device);
  cudaFreeHost(array.staged);
  array = {};
}

void ReductionRunner::grow(Array& array, std::size_t bytes) {
  if (array.bytes >= bytes && array.device != nullptr) return;
  release(array);
  const std::size_t size = std::max<std::size_t>(bytes, 1);  // an array of no bytes has no address
  check(cudaMallocHost(&array.staged, size), "cudaMallocHost");
  check(cudaMalloc(&array.device, size), "cudaMalloc");
  array.bytes = size;
}

void ReductionRunner::send(Array& array, const void* elements, std::size_t bytes) {
  grow(array, bytes);
  if (bytes == 0) return;
  std::memcpy(array.staged, elements, bytes);
  check(cudaMemcpyAsync(array.device, array.staged, bytes, cudaMemcpyHostToDevice, stream_),
        "cudaMemcpyAsync to the device");
}

void ReductionRunner::run(const ReductionShape& shape, const hallmark_arguments& arguments, bool seeded,
                          const std::function<void(const ReductionCall&)>& launch) {
  const std::size_t rows = arguments.rows, depth = arguments.depth;
  const std::size_t columns = shape.has_columns ? arguments.columns : 1;
  const std::size_t results = rows * columns, result_bytes = results * shape.result_bytes;
  if (results == 0) return;
  const std::size_t right = !shape.has_right ? 0 : depth * (shape.has_columns ? columns : rows);
  const void* const initial = arguments.operand[2];
  try {
    send(operands_[0], arguments.operand[0], rows * depth * shape.operand_bytes);
    send(operands_[1], arguments.operand[1], right * shape.operand_bytes);
    grow(result_, result_bytes);
    if (initial != nullptr && seeded) send(result_, initial, result_bytes);
    if (initial != nullptr && !seeded) send(operands_[2], initial, results * sizeof(float));
    launch({operands_[0].device, operands_[1].device,
            initial != nullptr && !seeded ? static_cast<const float*>(operands_[2].device) : nullptr, result_.device,
            rows, columns, depth});
    check(cudaGetLastError(), "kernel launch");
    check(cudaMemcpyAsync(result_.staged, result_.device, result_bytes, cudaMemcpyDeviceToHost, stream_),
          "cudaMemcpyAsync from the device");
    check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  } catch (...) {
    cudaStreamSynchronize(stream_);
    throw;
  }
  std::memcpy(arguments.result, result_.staged, result_bytes);
}

}  // namespace hallmark::cuda
