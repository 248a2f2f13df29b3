// SPDX-License-Identifier: Apache-2.0
// Backend compiler: plain casts between the C++ types float, double, _Float16 and integers, and the operators of float
// and _Float16, as this compiler and its runtime carry them out at the baseline instruction set; and loops that sum
// and scale.
// Option contract or fast_math has the loops alone, compiled with -ffp-contract=fast or with -ffast-math.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "../kernels.h"
#include "../missing_extension.h"
#include "loops.h"

namespace hallmark {
namespace {

template <typename Operand, typename Result>
Result cast(Operand operand) {
  return static_cast<Result>(operand);
}

/// A function object of the standard library on two operands of one type.
template <typename Function, typename Result, typename Operand>
Result apply(Operand x, Operand y) {
  return static_cast<Result>(Function{}(x, y));
}
template <typename Type>
Type negate(Type x) {
  return -x;
}
/// Factors of 16 bits whose product is never rounded to 16.
float widening_product(_Float16 x, _Float16 y) { return static_cast<float>(x) * static_cast<float>(y); }

// The C library has no function on _Float16: a program calls those on float and casts, which rounds a root as if once.
// A fused product so cast would be rounded twice, by the program's doing and not the compiler's: it is not offered.
template <typename Type>
Type sqrt(Type x) {
  return static_cast<Type>(__builtin_sqrtf(static_cast<float>(x)));
}
float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
template <typename Type>
Type abs(Type x) {
  if constexpr (sizeof(Type) == sizeof(float)) return __builtin_fabsf(x);
  return static_cast<Type>(__builtin_fabsf16(static_cast<_Float16>(x)));
}
template <typename Type>
Type copysign(Type x, Type y) {
  if constexpr (sizeof(Type) == sizeof(float)) return __builtin_copysignf(x, y);
  return static_cast<Type>(__builtin_copysignf16(static_cast<_Float16>(x), static_cast<_Float16>(y)));
}
template <typename Type>
std::uint8_t unordered(Type x, Type y) {
  return __builtin_isunordered(x, y) != 0;
}
template <typename Type>
std::uint8_t is_nan(Type x) {
  return __builtin_isnan(x) != 0;
}
template <typename Type>
std::uint8_t is_inf(Type x) {
  return __builtin_isinf(x) != 0;
}
template <typename Type>
std::uint8_t is_finite(Type x) {
  return __builtin_isfinite(x) != 0;
}
template <typename Type>
std::uint8_t sign_bit(Type x) {
  return __builtin_signbit(x) != 0;
}

// One type's operators, as its format is called.
#define HALLMARK_ARITHMETIC(type, format)                                                              \
  {"add(" format "," format ")->" format, elementwise<apply<std::plus<>, type, type>>},                \
      {"subtract(" format "," format ")->" format, elementwise<apply<std::minus<>, type, type>>},      \
      {"multiply(" format "," format ")->" format, elementwise<apply<std::multiplies<>, type, type>>}, \
      {"divide(" format "," format ")->" format, elementwise<apply<std::divides<>, type, type>>},      \
      {"sqrt(" format ")->" format, elementwise<sqrt<type>>},                                          \
      {"negate(" format ")->" format, elementwise<negate<type>>},                                      \
      {"abs(" format ")->" format, elementwise<abs<type>>}, {                                          \
    "copysign(" format "," format ")->" format, elementwise<copysign<type>>                            \
  }
#define HALLMARK_COMPARISONS(type, format)                                                                           \
  {"equal(" format "," format ")->uint8", elementwise<apply<std::equal_to<>, std::uint8_t, type>>},                  \
      {"not_equal(" format "," format ")->uint8", elementwise<apply<std::not_equal_to<>, std::uint8_t, type>>},      \
      {"less(" format "," format ")->uint8", elementwise<apply<std::less<>, std::uint8_t, type>>},                   \
      {"less_equal(" format "," format ")->uint8", elementwise<apply<std::less_equal<>, std::uint8_t, type>>},       \
      {"greater(" format "," format ")->uint8", elementwise<apply<std::greater<>, std::uint8_t, type>>},             \
      {"greater_equal(" format "," format ")->uint8", elementwise<apply<std::greater_equal<>, std::uint8_t, type>>}, \
      {"unordered(" format "," format ")->uint8", elementwise<unordered<type>>},                                     \
      {"is_nan(" format ")->uint8", elementwise<is_nan<type>>},                                                      \
      {"is_inf(" format ")->uint8", elementwise<is_inf<type>>},                                                      \
      {"is_finite(" format ")->uint8", elementwise<is_finite<type>>}, {                                              \
    "sign_bit(" format ")->uint8", elementwise<sign_bit<type>>                                                       \
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
    HALLMARK_ARITHMETIC(_Float16, "float16"),
    HALLMARK_COMPARISONS(_Float16, "float16"),
    HALLMARK_ARITHMETIC(float, "float32"),
    {"fma(float32,float32,float32)->float32", elementwise<fma>},
    HALLMARK_COMPARISONS(float, "float32"),
    {"multiply(float16,float16)->float32", elementwise<widening_product>},
};

/// The operators and the loops, or what an option chooses of these; empty, with the reason on stderr, where there is no
/// such option or the processor cannot run it.
std::vector<hallmark_operation> chosen_operations(const char* backend, const std::string& option) {
  const KernelTable* table = &plain_loops;
  std::vector<hallmark_operation> chosen;
  if (option.empty()) {
    chosen.assign(std::begin(operations), std::end(operations));
  } else if (option == "contract") {
    table = &contracted_loops;
  } else if (option == "fast_math") {
    table = &fast_math_loops;
  } else {
    refuse(backend, "unknown option '" + option + "'; the accepted ones are contract and fast_math");
    return {};
  }
  const std::string missing = missing_extension(*table);
  if (!missing.empty()) {
    refuse(backend, "option " + option + " needs a processor with " + missing + ", which this one lacks");
    return {};
  }
  chosen.insert(chosen.end(), table->operations, table->operations + table->operation_count);
  return chosen;
}

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = "compiler";
#if defined(__clang__)
  constexpr const char* version = __VERSION__;  // begins with the compiler's name
#else
  constexpr const char* version = "GCC " __VERSION__;
#endif
  static const auto operations = hallmark::chosen_operations(name, options == nullptr ? "" : options);
  if (operations.empty()) return nullptr;
  static const hallmark_backend backend =
      hallmark::describe(name, version, "ieee754", operations.data(), operations.size());
  return &backend;
}
