// SPDX-License-Identifier: Apache-2.0
// Backend openblas: products of matrices, dot products and sums of float32 and float64. The variable OPENBLAS_CORETYPE
// of the environment chooses the processor whose kernels it takes; the version says which it took.
#include <cblas-openblas.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "kernels.h"

namespace hallmark {
namespace {

float dot_of(blasint depth, const float* x, const float* y) { return cblas_sdot(depth, x, 1, y, 1); }
double dot_of(blasint depth, const double* x, const double* y) { return cblas_ddot(depth, x, 1, y, 1); }
float sum_of(blasint depth, const float* x) { return cblas_ssum(depth, x, 1); }
double sum_of(blasint depth, const double* x) { return cblas_dsum(depth, x, 1); }
/// The sum and the initial value in double precision, then rounded.
float dot_with(blasint depth, float initial, const float* x, const float* y) {
  return cblas_sdsdot(depth, initial, x, 1, y, 1);
}
double long_dot_of(blasint depth, const float* x, const float* y) { return cblas_dsdot(depth, x, 1, y, 1); }

template <typename Type>
int dot(void*, const hallmark_arguments* arguments) {
  const std::size_t depth = arguments->depth;
  const auto* left = static_cast<const Type*>(arguments->operand[0]);
  const auto* right = static_cast<const Type*>(arguments->operand[1]);
  auto* result = static_cast<Type*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    result[row] = dot_of(static_cast<blasint>(depth), left + row * depth, right + row * depth);
  }
  return 0;
}

int dot_with_initial(void*, const hallmark_arguments* arguments) {
  const std::size_t depth = arguments->depth;
  const auto* left = static_cast<const float*>(arguments->operand[0]);
  const auto* right = static_cast<const float*>(arguments->operand[1]);
  const auto* initial = static_cast<const float*>(arguments->operand[2]);
  auto* result = static_cast<float*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    result[row] = dot_with(static_cast<blasint>(depth), initial[row], left + row * depth, right + row * depth);
  }
  return 0;
}

int long_dot(void*, const hallmark_arguments* arguments) {
  const std::size_t depth = arguments->depth;
  const auto* left = static_cast<const float*>(arguments->operand[0]);
  const auto* right = static_cast<const float*>(arguments->operand[1]);
  auto* result = static_cast<double*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    result[row] = long_dot_of(static_cast<blasint>(depth), left + row * depth, right + row * depth);
  }
  return 0;
}

template <typename Type>
int sum(void*, const hallmark_arguments* arguments) {
  const std::size_t depth = arguments->depth;
  const auto* elements = static_cast<const Type*>(arguments->operand[0]);
  auto* result = static_cast<Type*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; ++row) {
    result[row] = sum_of(static_cast<blasint>(depth), elements + row * depth);
  }
  return 0;
}

void multiply(blasint rows, blasint columns, blasint depth, const float* left, const float* right, float beta,
              float* result) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, depth, 1, left, std::max(depth, 1), right,
              columns, beta, result, columns);
}
void multiply(blasint rows, blasint columns, blasint depth, const double* left, const double* right, double beta,
              double* result) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, depth, 1, left, std::max(depth, 1), right,
              columns, beta, result, columns);
}

/// C = A B, or C = A B + C where C holds the initial values.
template <typename Type>
int matmul(void*, const hallmark_arguments* arguments) {
  const std::size_t results = arguments->rows * arguments->columns;
  if (results == 0) return 0;
  const bool has_initial = arguments->operand[2] != nullptr;
  auto* result = static_cast<Type*>(arguments->result);
  if (has_initial) std::memcpy(result, arguments->operand[2], results * sizeof(Type));
  multiply(static_cast<blasint>(arguments->rows), static_cast<blasint>(arguments->columns),
           static_cast<blasint>(arguments->depth), static_cast<const Type*>(arguments->operand[0]),
           static_cast<const Type*>(arguments->operand[1]), has_initial ? 1 : 0, result);
  return 0;
}

constexpr hallmark_operation operations[] = {
    {"dot(float32,float32)->float32", dot<float>},
    {"dot(float32,float32,float32)->float32", dot_with_initial},
    {"dot(float32,float32)->float64", long_dot},
    {"dot(float64,float64)->float64", dot<double>},
    {"sum(float32)->float32", sum<float>},
    {"sum(float64)->float64", sum<double>},
    {"matmul(float32,float32)->float32", matmul<float>},
    {"matmul(float32,float32,float32)->float32", matmul<float>},
    {"matmul(float64,float64)->float64", matmul<double>},
    {"matmul(float64,float64,float64)->float64", matmul<double>},
};

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "openblas";
  if (!hallmark::takes_no_options(name, options)) return nullptr;
  openblas_set_num_threads(1);  // Hallmark runs one process a core.
  static const std::string version = std::string(openblas_get_config()) + " on " + openblas_get_corename();
  static const hallmark_backend backend = hallmark::describe(name, version.c_str(), "ieee754", hallmark::operations);
  return &backend;
}
