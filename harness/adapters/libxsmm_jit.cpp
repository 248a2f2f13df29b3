// SPDX-License-Identifier: Apache-2.0
// Backend libxsmm_jit: the conversion of float32 to bfloat16 that libxsmm generates at run time for one array length,
// and the products of bfloat16 and of float32 matrices for one shape. Option target=NAME chooses the instruction set.
#include <algorithm>
#include <string>

#include "libxsmm_products.h"
#include "libxsmm_target.h"

namespace hallmark {
namespace {

// The generated code is unrolled over the length, so long arrays go through in columns of this many.
constexpr std::size_t column = 1024;

/// Null where libxsmm generates none.
libxsmm_meltwfunction_cvtfp32bf16 generated(std::size_t rows) {
  const auto length = static_cast<libxsmm_blasint>(rows);
  return libxsmm_dispatch_meltw_cvtfp32bf16(length, 1, &length, &length, LIBXSMM_DATATYPE_F32, LIBXSMM_DATATYPE_BF16);
}

int narrow(void*, const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const float*>(arguments->operand[0]);
  auto* result = static_cast<libxsmm_bfloat16*>(arguments->result);
  for (std::size_t row = 0; row < arguments->rows; row += column) {
    const auto convert = generated(std::min(column, arguments->rows - row));
    if (convert == nullptr) return 1;
    const libxsmm_meltw_cvtfp32bf16_param parameters = {operand + row, result + row};
    convert(&parameters);
  }
  return 0;
}

constexpr hallmark_operation operations[] = {
    {"convert(float32)->bfloat16", narrow},
    {"matmul(bfloat16,bfloat16)->float32", libxsmm_matmul<libxsmm_bfloat16, float>},
    {"matmul(bfloat16,bfloat16,float32)->float32", libxsmm_matmul<libxsmm_bfloat16, float>},
    {"matmul(bfloat16,bfloat16)->bfloat16", libxsmm_matmul<libxsmm_bfloat16, libxsmm_bfloat16>},
    {"matmul(float32,float32)->float32", libxsmm_matmul<float, float>},
    {"matmul(float32,float32,float32)->float32", libxsmm_matmul<float, float>},
};

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "libxsmm_jit";
  if (!hallmark::start_libxsmm(name, options)) return nullptr;
  if (hallmark::generated(1) == nullptr) {
    return hallmark::refuse(name, "libxsmm generates no conversion for its target " +
                                      std::string(libxsmm_get_target_arch()) + "; it does from skx on");
  }
  static const std::string version = hallmark::libxsmm_version();
  static hallmark_backend backend = hallmark::describe(name, version.c_str(), "ieee754", hallmark::operations);
  backend.last_error = [](void*) { return "libxsmm generated no code for this length or shape"; };
  return &backend;
}
