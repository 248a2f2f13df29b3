// SPDX-License-Identifier: Apache-2.0
// Backend cuda_reductions: dot products, products of matrices and sums on a CUDA device, by fused multiply-adds in
// order; with option units=tensor_cores, products of matrices as nvcuda::wmma computes them. Option
// device=NUMBER-OR-NAME. Not in backend cuda, whose blocks of 65,536 rows are for conversions.
#include "reductions.h"

#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "../kernels.h"
#include "../key_values.h"
#include "select_device.h"

namespace hallmark {
namespace {

constexpr const char* backend_name = "cuda_reductions";

/// A kernel that this build has no code for fails at its first launch, not before: better here than in every test.
void try_one_product(cuda::ReductionState& state) {
  const std::uint64_t operand = 0;
  std::uint64_t result = 0;
  hallmark_arguments arguments{};
  arguments.operand[0] = arguments.operand[1] = &operand;
  arguments.result = &result;
  arguments.rows = arguments.columns = arguments.depth = 1;
  if (state.operations.front().kernel(&state, &arguments) != 0) throw cuda::Error(state.device + ": " + state.error);
}

std::unique_ptr<cuda::ReductionState> open_state(const KeyValues& values, bool tensor_cores) {
  const std::optional<std::string> device = cuda::select_device(backend_name, values);
  if (!device) return nullptr;
  auto state = std::make_unique<cuda::ReductionState>();
  state->device = *device;
  state->version = cuda::runtime_version();
  state->runner = std::make_unique<cuda::ReductionRunner>();
  if (tensor_cores) {
    cuda::fill_with_tensor_cores(*state);
  } else {
    cuda::fill_with_chains(*state);
  }
  try_one_product(*state);
  return state;
}

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  using namespace hallmark;
  static std::unique_ptr<cuda::ReductionState> state;
  static hallmark_backend backend;
  const auto values = parse_key_values(backend_name, options, {"device", "units"});
  if (!values) return nullptr;
  const auto units = values->find("units");
  const bool tensor_cores = units != values->end();
  if (tensor_cores && units->second != "tensor_cores") {
    return refuse(backend_name, "units=" + units->second + " is unknown; write units=tensor_cores, or leave it out");
  }
  try {
    state = open_state(*values, tensor_cores);
  } catch (const std::exception& error) {
    return refuse(backend_name, error.what());
  }
  if (!state) return nullptr;
  // PTX ISA, wmma.mma: "accumulation order, rounding and handling of subnormal inputs are unspecified", which is no
  // profile's claim.
  backend = describe(backend_name, state->version.c_str(), tensor_cores ? nullptr : "cuda", state->operations.data(),
                     state->operations.size());
  backend.flags = HALLMARK_EXCLUSIVE;
  backend.device = state->device.c_str();
  backend.state = state.get();
  backend.last_error = [](void* self) { return static_cast<cuda::ReductionState*>(self)->error.c_str(); };
  backend.close = [](void*) { state.reset(); };
  return &backend;
}
