// SPDX-License-Identifier: Apache-2.0
// Staging, launching and collecting the pieces of a block.
#include "pipeline.h"

#include <algorithm>
#include <cstring>

namespace hallmark::cuda {
namespace {

constexpr std::size_t buffer_bytes = Pipeline::piece_rows * 8;

void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) throw Error(std::string(call) + ": " + cudaGetErrorString(status));
}

std::size_t rows_of(std::size_t piece, std::size_t rows) {
  return std::min(Pipeline::piece_rows, rows - piece * Pipeline::piece_rows);
}

}  // namespace

Pipeline::Pipeline() {
  try {
    for (Slot& slot : slots_) {
      check(cudaStreamCreateWithFlags(&slot.stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
      check(cudaMallocHost(&slot.staged_operand, buffer_bytes), "cudaMallocHost");
      check(cudaMallocHost(&slot.staged_result, buffer_bytes), "cudaMallocHost");
      check(cudaMalloc(&slot.device_operand, buffer_bytes), "cudaMalloc");
      check(cudaMalloc(&slot.device_result, buffer_bytes), "cudaMalloc");
    }
  } catch (...) {
    release();
    throw;
  }
}

Pipeline::~Pipeline() { release(); }

void Pipeline::release() {
  for (Slot& slot : slots_) {
    cudaFree(slot.device_result);
    cudaFree(slot.device_operand);
    cudaFreeHost(slot.staged_result);
    cudaFreeHost(slot.staged_operand);
    if (slot.stream != nullptr) cudaStreamDestroy(slot.stream);
  }
}

void Pipeline::send(const Conversion& conversion, const std::byte* operand, std::size_t rows, std::size_t piece) {
  Slot& slot = slots_[piece % slots_.size()];
  const std::size_t count = rows_of(piece, rows);
  const std::size_t operand_bytes = count * conversion.operand_bytes;
  std::memcpy(slot.staged_operand, operand + piece * piece_rows * conversion.operand_bytes, operand_bytes);
  check(cudaMemcpyAsync(slot.device_operand, slot.staged_operand, operand_bytes, cudaMemcpyHostToDevice, slot.stream),
        "cudaMemcpyAsync to the device");
  conversion.launch(slot.device_operand, slot.device_result, count, slot.stream);
  check(cudaGetLastError(), "kernel launch");
  check(cudaMemcpyAsync(slot.staged_result, slot.device_result, count * conversion.result_bytes, cudaMemcpyDeviceToHost,
                        slot.stream),
        "cudaMemcpyAsync from the device");
}

void Pipeline::receive(const Conversion& conversion, std::byte* result, std::size_t rows, std::size_t piece) {
  Slot& slot = slots_[piece % slots_.size()];
  check(cudaStreamSynchronize(slot.stream), "cudaStreamSynchronize");
  std::memcpy(result + piece * piece_rows * conversion.result_bytes, slot.staged_result,
              rows_of(piece, rows) * conversion.result_bytes);
}

void Pipeline::run(const Conversion& conversion, const void* operand, void* result, std::size_t rows) {
  const std::size_t pieces = (rows + piece_rows - 1) / piece_rows;
  const auto* from = static_cast<const std::byte*>(operand);
  auto* to = static_cast<std::byte*>(result);
  try {
    for (std::size_t piece = 0; piece < pieces + slots_.size(); ++piece) {
      // A slot is free for its next piece once the results of its last one are collected.
      if (piece >= slots_.size() && piece - slots_.size() < pieces) {
        receive(conversion, to, rows, piece - slots_.size());
      }
      if (piece < pieces) send(conversion, from, rows, piece);
    }
  } catch (...) {
    for (Slot& slot : slots_) cudaStreamSynchronize(slot.stream);
    throw;
  }
}

}  // namespace hallmark::cuda
