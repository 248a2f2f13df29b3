// SPDX-License-Identifier: Apache-2.0
// Backend libxsmm: its three named conversions of float32 to bfloat16 and the one back. Option target=NAME chooses the
// instruction set.
#include <string>

#include "libxsmm_target.h"

namespace hallmark {
namespace {

template <auto convert>
int narrow(void*, const hallmark_arguments* arguments) {
  convert(static_cast<const float*>(arguments->operand[0]), static_cast<libxsmm_bfloat16*>(arguments->result),
          static_cast<unsigned int>(arguments->rows));
  return 0;
}

int widen(void*, const hallmark_arguments* arguments) {
  libxsmm_convert_bf16_f32(static_cast<const libxsmm_bfloat16*>(arguments->operand[0]),
                           static_cast<float*>(arguments->result), static_cast<unsigned int>(arguments->rows));
  return 0;
}

constexpr hallmark_operation operations[] = {
    {"convert(float32)->bfloat16", narrow<libxsmm_rne_convert_fp32_bf16>},
    {"convert[rna](float32)->bfloat16", narrow<libxsmm_rnaz_convert_fp32_bf16>},
    {"convert[rtz](float32)->bfloat16", narrow<libxsmm_truncate_convert_f32_bf16>},
    {"convert(bfloat16)->float32", widen},
};

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "libxsmm";
  if (!hallmark::start_libxsmm(name, options)) return nullptr;
  static const std::string version = hallmark::libxsmm_version();
  static const hallmark_backend backend = hallmark::describe(name, version.c_str(), "ieee754", hallmark::operations);
  return &backend;
}
