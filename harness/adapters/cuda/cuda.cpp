// SPDX-License-Identifier: Apache-2.0
// Backend cuda: the conversions of CUDA's cuda_bf16.h, cuda_fp16.h, cuda_fp8.h, cuda_fp6.h and cuda_fp4.h as a device
// computes them. Option device=NUMBER-OR-NAME.
#include <cuda_runtime_api.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "../kernels.h"
#include "../key_values.h"
#include "table.h"

namespace hallmark {
namespace {

constexpr const char* backend_name = "cuda";

std::string cuda_version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

/// The device's name and compute capability; empty if the runtime does not say.
std::string describe_device(int device) {
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, device) != cudaSuccess) return {};
  return std::string(properties.name) + " (compute capability " + std::to_string(properties.major) + "." +
         std::to_string(properties.minor) + ")";
}

/// A kernel that this build has no code for fails at its first launch, not before: better here than in every test.
void try_one_row(cuda::State& state) {
  const std::uint64_t operand = 0;
  std::uint64_t result = 0;
  hallmark_arguments arguments{};
  arguments.operand[0] = &operand;
  arguments.result = &result;
  arguments.rows = arguments.columns = arguments.depth = 1;
  if (state.operations.front().kernel(&state, &arguments) != 0) throw cuda::Error(state.device + ": " + state.error);
}

std::unique_ptr<cuda::State> open_state(const KeyValues& values) {
  int driver = 0;
  cudaDriverGetVersion(&driver);  // 0 where there is no driver
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess && driver == 0) {
    throw cuda::Error(std::string("no CUDA device: no driver is installed (") + cudaGetErrorString(status) + ")");
  }
  if (status != cudaSuccess) throw cuda::Error(std::string("no CUDA device: ") + cudaGetErrorString(status));
  if (count == 0) throw cuda::Error("no CUDA device: the driver lists none");
  std::vector<std::string> names;
  for (int device = 0; device < count; ++device) names.push_back(describe_device(device));
  const std::optional<std::size_t> chosen = choose_device(backend_name, values, names);
  if (!chosen) return nullptr;
  const cudaError_t selected = cudaSetDevice(static_cast<int>(*chosen));
  if (selected != cudaSuccess) throw cuda::Error(names[*chosen] + ": " + cudaGetErrorString(selected));
  auto state = std::make_unique<cuda::State>();
  state->device = names[*chosen];
  state->version = "CUDA " + cuda_version(CUDART_VERSION) + ", driver " + cuda_version(driver);
  state->pipeline = std::make_unique<cuda::Pipeline>();
  cuda::fill_table(*state);
  try_one_row(*state);
  return state;
}

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  using namespace hallmark;
  static std::unique_ptr<cuda::State> state;
  static hallmark_backend backend;
  const auto values = parse_key_values(backend_name, options, {"device"});
  if (!values) return nullptr;
  try {
    state = open_state(*values);
  } catch (const std::exception& error) {
    return refuse(backend_name, error.what());
  }
  if (!state) return nullptr;
  backend = describe(backend_name, state->version.c_str(), "cuda", state->operations.data(), state->operations.size());
  backend.flags = HALLMARK_EXCLUSIVE;
  backend.device = state->device.c_str();
  // Not that a kernel could not take fewer rows: the harness makes its blocks this long, and in blocks of 4,096 rows a
  // device waits for its launches.
  backend.granularity = 2 * cuda::Pipeline::piece_rows;
  backend.state = state.get();
  backend.last_error = [](void* self) { return static_cast<cuda::State*>(self)->error.c_str(); };
  backend.close = [](void*) { state.reset(); };
  return &backend;
}
