// SPDX-License-Identifier: Apache-2.0
// Backend compiler: plain casts between the C++ types float, double, _Float16 and integers, as this compiler and its
// runtime carry them out at the baseline instruction set.
#include <cstdint>

#include "kernels.h"

namespace hallmark {
namespace {

template <typename Operand, typename Result>
Result cast(Operand operand) {
  return static_cast<Result>(operand);
}

// Floating to integer is not offered: C++ leaves out-of-range operands undefined, so any answer there would be ours.
constexpr hallmark_operation operations[] = {
    {"convert(float64)->float32", elementwise<cast<double, float>>},
    {"convert(float64)->float16", elementwise<cast<double, _Float16>>},
    {"convert(float32)->float64", elementwise<cast<float, double>>},
    {"convert(float32)->float16", elementwise<cast<float, _Float16>>},
    {"convert(float16)->float64", elementwise<cast<_Float16, double>>},
    {"convert(float16)->float32", elementwise<cast<_Float16, float>>},
    {"convert(int32)->float64", elementwise<cast<std::int32_t, double>>},
    {"convert(int32)->float32", elementwise<cast<std::int32_t, float>>},
    {"convert(int64)->float64", elementwise<cast<std::int64_t, double>>},
    {"convert(int64)->float32", elementwise<cast<std::int64_t, float>>},
    {"convert(int64)->float16", elementwise<cast<std::int64_t, _Float16>>},
};

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "compiler";
#if defined(__clang__)
  constexpr const char* version = __VERSION__;  // begins with the compiler's name
#else
  constexpr const char* version = "GCC " __VERSION__;
#endif
  if (!hallmark::takes_no_options(name, options)) return nullptr;
  static const hallmark_backend backend = hallmark::describe(name, version, "ieee754", hallmark::operations);
  return &backend;
}
