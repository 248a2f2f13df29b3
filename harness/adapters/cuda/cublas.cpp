// SPDX-License-Identifier: Apache-2.0
// Backend cublas: products of matrices by cublasGemmEx on a CUDA device. Option compute=32f_pedantic or
// compute=32f_fast_tf32 asks for another compute type than CUBLAS_COMPUTE_32F; option device=NUMBER-OR-NAME.
#include <cublas_v2.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../kernels.h"
#include "../key_values.h"
#include "reduction_runner.h"
#include "select_device.h"

namespace hallmark {
namespace {

constexpr const char* backend_name = "cublas";

struct ComputeType {
  std::string_view name;
  cublasComputeType_t type;
};
constexpr ComputeType compute_types[] = {{"32f", CUBLAS_COMPUTE_32F},
                                         {"32f_pedantic", CUBLAS_COMPUTE_32F_PEDANTIC},
                                         {"32f_fast_tf32", CUBLAS_COMPUTE_32F_FAST_TF32}};

void check(cublasStatus_t status, const char* call) {
  if (status != CUBLAS_STATUS_SUCCESS) throw cuda::Error(std::string(call) + ": " + cublasGetStatusString(status));
}

struct State {
  std::unique_ptr<cuda::ReductionRunner> runner;
  cublasHandle_t handle = nullptr;
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
  std::string device, version, error;

  ~State() {
    if (handle != nullptr) cublasDestroy(handle);
  }
};

/// cuBLAS's matrices are stored by columns, so that it is asked for C^T = B^T A^T, of which each lies as it is. An
/// initial value is what C holds, with beta = 1.
template <cudaDataType_t element, cudaDataType_t result>
int multiply(void* state, const hallmark_arguments* arguments) {
  constexpr auto bytes = [](cudaDataType_t type) { return type == CUDA_R_32F ? std::size_t{4} : std::size_t{2}; };
  auto& self = *static_cast<State*>(state);
  try {
    self.runner->run({bytes(element), bytes(result), true, true}, *arguments, true,
                     [&](const cuda::ReductionCall& call) {
                       const float alpha = 1, beta = arguments->operand[2] == nullptr ? 0.0f : 1.0f;
                       const auto rows = static_cast<int>(call.rows), columns = static_cast<int>(call.columns);
                       const auto depth = static_cast<int>(call.depth);
                       check(cublasGemmEx(self.handle, CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, depth, &alpha,
                                          call.right, element, columns, call.left, element, std::max(depth, 1), &beta,
                                          call.result, result, columns, self.compute, CUBLAS_GEMM_DEFAULT),
                             "cublasGemmEx");
                     });
    return 0;
  } catch (const std::exception& error) {
    self.error = error.what();
    return 1;
  }
}

constexpr hallmark_operation operations[] = {
    {"matmul(bfloat16,bfloat16)->float32", multiply<CUDA_R_16BF, CUDA_R_32F>},
    {"matmul(bfloat16,bfloat16,float32)->float32", multiply<CUDA_R_16BF, CUDA_R_32F>},
    {"matmul(bfloat16,bfloat16)->bfloat16", multiply<CUDA_R_16BF, CUDA_R_16BF>},
    {"matmul(bfloat16,bfloat16,bfloat16)->bfloat16", multiply<CUDA_R_16BF, CUDA_R_16BF>},
    {"matmul(float16,float16)->float32", multiply<CUDA_R_16F, CUDA_R_32F>},
    {"matmul(float16,float16,float32)->float32", multiply<CUDA_R_16F, CUDA_R_32F>},
    {"matmul(float16,float16)->float16", multiply<CUDA_R_16F, CUDA_R_16F>},
    {"matmul(float16,float16,float16)->float16", multiply<CUDA_R_16F, CUDA_R_16F>},
    {"matmul(float32,float32)->float32", multiply<CUDA_R_32F, CUDA_R_32F>},
    {"matmul(float32,float32,float32)->float32", multiply<CUDA_R_32F, CUDA_R_32F>},
};

/// Nothing, with the reason on stderr, where the option names none.
std::optional<cublasComputeType_t> compute_type(const KeyValues& values) {
  const auto option = values.find("compute");
  if (option == values.end()) return CUBLAS_COMPUTE_32F;
  std::string names;
  for (const ComputeType& known : compute_types) {
    if (option->second == known.name) return known.type;
    names += (names.empty() ? "" : ", ") + std::string(known.name);
  }
  refuse(backend_name, "compute=" + option->second + " is unknown; the accepted ones are " + names);
  return std::nullopt;
}

std::unique_ptr<State> open_state(const KeyValues& values, cublasComputeType_t compute) {
  const std::optional<std::string> device = cuda::select_device(backend_name, values);
  if (!device) return nullptr;
  auto state = std::make_unique<State>();
  state->device = *device;
  state->compute = compute;
  state->runner = std::make_unique<cuda::ReductionRunner>();
  check(cublasCreate(&state->handle), "cublasCreate");
  check(cublasSetStream(state->handle, state->runner->stream()), "cublasSetStream");
  int version = 0;
  check(cublasGetVersion(state->handle, &version), "cublasGetVersion");
  state->version = "cuBLAS " + std::to_string(version) + ", " + cuda::runtime_version();
  return state;
}

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  using namespace hallmark;
  static std::unique_ptr<State> state;
  static hallmark_backend backend;
  const auto values = parse_key_values(backend_name, options, {"device", "compute"});
  if (!values) return nullptr;
  const auto compute = compute_type(*values);
  if (!compute) return nullptr;
  try {
    state = open_state(*values, *compute);
  } catch (const std::exception& error) {
    return refuse(backend_name, error.what());
  }
  if (!state) return nullptr;
  // cuBLAS documents CUBLAS_COMPUTE_32F as "compute and intermediate storage precisions of at least 32-bits"; TF32 is
  // no profile's claim.
  const char* const profile = *compute == CUBLAS_COMPUTE_32F_FAST_TF32 ? nullptr : "cuda";
  backend = describe(backend_name, state->version.c_str(), profile, operations, std::size(operations));
  backend.flags = HALLMARK_EXCLUSIVE;
  backend.device = state->device.c_str();
  backend.state = state.get();
  backend.last_error = [](void* self) { return static_cast<State*>(self)->error.c_str(); };
  backend.close = [](void*) { state.reset(); };
  return &backend;
}
