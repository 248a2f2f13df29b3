// SPDX-License-Identifier: Apache-2.0
// Backend fp16: the FP16 header's conversions between float32 and IEEE half precision, or, with option
// format=alternative, Arm's alternative half precision. Option widen=bits takes its all-integer widening.
#include <fp16/fp16.h>

#include <cstdint>
#include <string>

#include "kernels.h"

namespace hallmark {
namespace {

constexpr hallmark_operation values[] = {
    {"convert(float32)->float16", elementwise<fp16_ieee_from_fp32_value>},
    {"convert(float16)->float32", elementwise<fp16_ieee_to_fp32_value>},
};
constexpr hallmark_operation bits[] = {
    {"convert(float32)->float16", elementwise<fp16_ieee_from_fp32_value>},
    {"convert(float16)->float32", elementwise<fp16_ieee_to_fp32_bits>},
};
constexpr hallmark_operation alternative_values[] = {
    {"convert(float32)->arm_alternative_float16", elementwise<fp16_alt_from_fp32_value>},
    {"convert(arm_alternative_float16)->float32", elementwise<fp16_alt_to_fp32_value>},
};
constexpr hallmark_operation alternative_bits[] = {
    {"convert(float32)->arm_alternative_float16", elementwise<fp16_alt_from_fp32_value>},
    {"convert(arm_alternative_float16)->float32", elementwise<fp16_alt_to_fp32_bits>},
};

constexpr const char* ieee = "ieee754";
constexpr const char* arm = "arm_alternative_half";
struct Mode {
  const char* options;
  hallmark_backend backend;
};

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  using namespace hallmark;
  constexpr const char* name = "fp16";
  constexpr const char* version = "FP16 header";  // it states no version
  static const Mode modes[] = {
      {"", describe(name, version, ieee, values)},
      {"widen=bits", describe(name, version, ieee, bits)},
      {"format=alternative", describe(name, version, arm, alternative_values)},
      {"format=alternative,widen=bits", describe(name, version, arm, alternative_bits)},
  };
  const std::string wanted = options == nullptr ? "" : options;
  std::string known;
  for (const Mode& mode : modes) {
    if (wanted == mode.options) return &mode.backend;
    known += std::string(known.empty() ? "'" : ", '") + mode.options + "'";
  }
  return refuse(name, "unknown options '" + wanted + "'; the accepted ones are " + known);
}
