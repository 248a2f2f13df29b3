// SPDX-License-Identifier: Apache-2.0
// The calls of the CUDA runtime that backend cuda makes, on host memory. A copy must lie inside one block of the right
// kind: pinned on the host's side, device memory on the other.
#include "fake_cuda_runtime.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <utility>

struct CUstream_st {
  std::deque<std::function<void()>> work;
};

namespace hallmark::fake_cuda {
namespace {

enum class Kind { pinned, device };
struct Block {
  std::size_t bytes;
  Kind kind;
};
struct Runtime {
  std::map<const std::byte*, Block> blocks;
  std::set<cudaStream_t> streams;
  std::map<std::string, std::size_t> failures;
  std::size_t most_busy_streams = 0;
};

Runtime& runtime() {
  static Runtime one;
  return one;
}

cudaError_t outcome(const char* call) {
  const auto planned = runtime().failures.find(call);
  if (planned == runtime().failures.end()) return cudaSuccess;
  if (planned->second > 0) {
    --planned->second;
    return cudaSuccess;
  }
  runtime().failures.erase(planned);
  return cudaErrorUnknown;
}

[[noreturn]] void misused(const char* what) {
  std::fprintf(stderr, "fake CUDA runtime: %s\n", what);
  std::abort();
}

cudaError_t allocate(const char* call, void** pointer, std::size_t bytes, Kind kind) {
  if (const cudaError_t status = outcome(call); status != cudaSuccess) return status;
  *pointer = std::malloc(bytes);
  std::memset(*pointer, 0xa5, bytes);
  runtime().blocks[static_cast<const std::byte*>(*pointer)] = {bytes, kind};
  return cudaSuccess;
}

cudaError_t release(void* pointer, Kind kind) {
  if (pointer == nullptr) return cudaSuccess;
  const auto block = runtime().blocks.find(static_cast<const std::byte*>(pointer));
  if (block == runtime().blocks.end() || block->second.kind != kind) misused("freed what it had not given out");
  runtime().blocks.erase(block);
  std::free(pointer);
  return cudaSuccess;
}

void require_inside(const void* pointer, std::size_t bytes, Kind kind) {
  const auto* from = static_cast<const std::byte*>(pointer);
  auto after = runtime().blocks.upper_bound(from);
  if (after == runtime().blocks.begin()) misused("a copy's address is in no block");
  const auto& [base, block] = *--after;
  if (block.kind != kind) misused("a copy's address is in the wrong kind of memory");
  if (from + bytes > base + block.bytes) misused("a copy runs past the end of its block");
}

}  // namespace

void enqueue(cudaStream_t stream, std::function<void()> work) {
  if (!runtime().streams.contains(stream)) misused("work for a stream that does not exist");
  stream->work.push_back(std::move(work));
  const auto busy = std::count_if(runtime().streams.begin(), runtime().streams.end(),
                                  [](cudaStream_t one) { return !one->work.empty(); });
  runtime().most_busy_streams = std::max(runtime().most_busy_streams, static_cast<std::size_t>(busy));
}

Statistics statistics() {
  Statistics now;
  now.blocks = runtime().blocks.size();
  now.streams = runtime().streams.size();
  for (cudaStream_t stream : runtime().streams) now.waiting += stream->work.size();
  now.most_busy_streams = runtime().most_busy_streams;
  return now;
}

void forget_most_busy_streams() { runtime().most_busy_streams = 0; }

void fail(const std::string& call, std::size_t successes) { runtime().failures[call] = successes; }

}  // namespace hallmark::fake_cuda

using namespace hallmark::fake_cuda;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 2;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  std::snprintf(properties->name, sizeof(properties->name), "pretended device %c", 'A' + device);
  properties->major = 9;
  properties->minor = 0;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int) { return outcome("cudaSetDevice"); }

cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

const char* cudaGetErrorString(cudaError_t status) { return status == cudaSuccess ? "no error" : "planned failure"; }

cudaError_t cudaGetLastError() { return outcome("cudaGetLastError"); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  if (const cudaError_t status = outcome("cudaStreamCreateWithFlags"); status != cudaSuccess) return status;
  *stream = new CUstream_st;
  runtime().streams.insert(*stream);
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (runtime().streams.erase(stream) == 0) misused("destroyed a stream that does not exist");
  delete stream;
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  while (!stream->work.empty()) {
    stream->work.front()();
    stream->work.pop_front();
  }
  return outcome("cudaStreamSynchronize");
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return allocate("cudaMallocHost", pointer, bytes, Kind::pinned);
}
cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return allocate("cudaMalloc", pointer, bytes, Kind::device);
}
cudaError_t cudaFreeHost(void* pointer) { return release(pointer, Kind::pinned); }
cudaError_t cudaFree(void* pointer) { return release(pointer, Kind::device); }

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t status = outcome("cudaMemcpyAsync"); status != cudaSuccess) return status;
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToHost) misused("a copy of another kind");
  const bool to_device = kind == cudaMemcpyHostToDevice;
  require_inside(from, bytes, to_device ? Kind::pinned : Kind::device);
  require_inside(to, bytes, to_device ? Kind::device : Kind::pinned);
  enqueue(stream, [=] { std::memcpy(to, from, bytes); });
  return cudaSuccess;
}

}  // extern "C"
