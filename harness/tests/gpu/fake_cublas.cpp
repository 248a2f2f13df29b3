// SPDX-License-Identifier: Apache-2.0
// The calls of cuBLAS that backend cublas makes, on host memory: matrices stored by columns, float32 sums in order.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstddef>

#include "tests/gpu/fake_cuda_runtime.h"

struct cublasContext {
  cudaStream_t stream = nullptr;
};

namespace {

float element_at(const void* matrix, cudaDataType_t type, std::size_t i) {
  if (type == CUDA_R_32F) return static_cast<const float*>(matrix)[i];
  if (type == CUDA_R_16F) return __half2float(static_cast<const __half*>(matrix)[i]);
  return __bfloat162float(static_cast<const __nv_bfloat16*>(matrix)[i]);
}

void set_element(void* matrix, cudaDataType_t type, std::size_t i, float value) {
  if (type == CUDA_R_32F) {
    static_cast<float*>(matrix)[i] = value;
  } else if (type == CUDA_R_16F) {
    static_cast<__half*>(matrix)[i] = __float2half_rn(value);
  } else {
    static_cast<__nv_bfloat16*>(matrix)[i] = __float2bfloat16_rn(value);
  }
}

}  // namespace

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  handle->stream = stream;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int* version) {
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
const char* cublasGetStatusString(cublasStatus_t status) {
  return status == CUBLAS_STATUS_INVALID_VALUE ? "an invalid value" : "no success";
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t left_operation, cublasOperation_t right_operation,
                            int m, int n, int k, const void* alpha, const void* a, cudaDataType a_type, int lda,
                            const void* b, cudaDataType b_type, int ldb, const void* beta, void* c, cudaDataType c_type,
                            int ldc, cublasComputeType_t, cublasGemmAlgo_t) {
  if (left_operation != CUBLAS_OP_N || right_operation != CUBLAS_OP_N) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (lda < m || ldb < (k > 1 ? k : 1) || ldc < m || m < 1 || n < 1) return CUBLAS_STATUS_INVALID_VALUE;
  const float factor = *static_cast<const float*>(alpha), kept = *static_cast<const float*>(beta);
  const auto at = [](int row, int column, int leading) {
    return static_cast<std::size_t>(column) * static_cast<std::size_t>(leading) + static_cast<std::size_t>(row);
  };
  hallmark::fake_cuda::enqueue(handle->stream, [=] {
    for (int column = 0; column < n; ++column) {
      for (int row = 0; row < m; ++row) {
        const std::size_t place = at(row, column, ldc);
        float sum = kept == 0 ? 0.0f : kept * element_at(c, c_type, place);  // what C held is not read
        for (int i = 0; i < k; ++i) {
          sum = std::fmaf(factor * element_at(a, a_type, at(row, i, lda)), element_at(b, b_type, at(i, column, ldb)),
                          sum);
        }
        set_element(c, c_type, place, sum);
      }
    }
  });
  return CUBLAS_STATUS_SUCCESS;
}

}  // extern "C"
