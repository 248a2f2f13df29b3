// SPDX-License-Identifier: Apache-2.0
// Backend cuda: the conversions of CUDA's cuda_bf16.h, cuda_fp16.h, cuda_fp8.h, cuda_fp6.h and cuda_fp4.h as a device
// computes them. Option device=NUMBER-OR-NAME.
#include <cuda_runtime_api.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "../kernels.h"
#include "../key_values.h"
#include "select_device.h"
#include "table.h"

namespace hallmark {
namespace {

constexpr const char* backend_name = "cuda";

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
  const std::optional<std::string> device = cuda::select_device(backend_name, values);
  if (!device) return nullptr;
  auto state = std::make_unique<cuda::State>();
  state->device = *device;
  state->version = cuda::runtime_version();
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
