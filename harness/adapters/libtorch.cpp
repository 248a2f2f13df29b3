// SPDX-License-Identifier: Apache-2.0
// Backend libtorch: Tensor::to between its floating dtypes on the CPU, arithmetic, comparisons, functions
// and reductions of tensors. Option layout=strided gives it every second element of a longer tensor, which takes
// another loop inside; isa=NAME asks it for another instruction set.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/api/include/torch/version.h>

#include <cstdlib>
#include <deque>
#include <exception>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "kernels.h"
#include "libtorch_reductions.h"
#include "libtorch_tensors.h"

namespace hallmark {
namespace {

using libtorch::Library, libtorch::types, libtorch::type_names;

at::Tensor column_of(const Library& library, const hallmark_arguments* arguments, std::size_t i, at::ScalarType type) {
  return libtorch::tensor_of(library, arguments, i, type, {static_cast<std::int64_t>(arguments->rows)});
}

template <at::ScalarType from, at::ScalarType to>
int convert(void* state, const hallmark_arguments* arguments) {
  auto& library = *static_cast<Library*>(state);
  return libtorch::deliver(library, arguments, to, arguments->rows,
                           [&] { return column_of(library, arguments, 0, from).to(to); });
}

constexpr hallmark_operation conversions[] = {
    {"convert(float64)->float16", convert<at::kDouble, at::kHalf>},
    {"convert(float64)->bfloat16", convert<at::kDouble, at::kBFloat16>},
    {"convert(float32)->float16", convert<at::kFloat, at::kHalf>},
    {"convert(float32)->bfloat16", convert<at::kFloat, at::kBFloat16>},
    {"convert(float16)->float64", convert<at::kHalf, at::kDouble>},
    {"convert(float16)->float32", convert<at::kHalf, at::kFloat>},
    {"convert(float16)->bfloat16", convert<at::kHalf, at::kBFloat16>},
    {"convert(bfloat16)->float64", convert<at::kBFloat16, at::kDouble>},
    {"convert(bfloat16)->float32", convert<at::kBFloat16, at::kFloat>},
    {"convert(bfloat16)->float16", convert<at::kBFloat16, at::kHalf>},
};

/// An operation on tensors: its operands, whether it decides, and what it is in torch.
#define HALLMARK_TORCH_ONE(operation, result_decides, expression)          \
  struct operation {                                                       \
    static constexpr const char* name = #operation;                        \
    static constexpr int operands = 1;                                     \
    static constexpr bool decides = result_decides;                        \
    static at::Tensor of(const at::Tensor* x) { return expression(x[0]); } \
  };
#define HALLMARK_TORCH_TWO(operation, result_decides, expression)                \
  struct operation {                                                             \
    static constexpr const char* name = #operation;                              \
    static constexpr int operands = 2;                                           \
    static constexpr bool decides = result_decides;                              \
    static at::Tensor of(const at::Tensor* x) { return expression(x[0], x[1]); } \
  };

namespace torch {

at::Tensor softplus_of(const at::Tensor& x) { return at::softplus(x); }
at::Tensor gelu_of(const at::Tensor& x) { return at::gelu(x); }
at::Tensor gelu_tanh_of(const at::Tensor& x) { return at::gelu(x, "tanh"); }
at::Tensor round_of(const at::Tensor& x) { return at::round(x); }
at::Tensor sum_of(const at::Tensor& x, const at::Tensor& y) { return at::add(x, y); }
at::Tensor difference_of(const at::Tensor& x, const at::Tensor& y) { return at::sub(x, y); }

HALLMARK_TORCH_TWO(add, false, sum_of)
HALLMARK_TORCH_TWO(subtract, false, difference_of)
HALLMARK_TORCH_TWO(multiply, false, at::mul)
HALLMARK_TORCH_TWO(divide, false, at::div)
HALLMARK_TORCH_TWO(fmod, false, at::fmod)
HALLMARK_TORCH_TWO(copysign, false, at::copysign)
HALLMARK_TORCH_TWO(nextafter, false, at::nextafter)
HALLMARK_TORCH_TWO(atan2, false, at::atan2)
HALLMARK_TORCH_TWO(pow, false, at::pow)
HALLMARK_TORCH_TWO(hypot, false, at::hypot)
HALLMARK_TORCH_TWO(equal, true, at::eq)
HALLMARK_TORCH_TWO(not_equal, true, at::ne)
HALLMARK_TORCH_TWO(less, true, at::lt)
HALLMARK_TORCH_TWO(less_equal, true, at::le)
HALLMARK_TORCH_TWO(greater, true, at::gt)
HALLMARK_TORCH_TWO(greater_equal, true, at::ge)
HALLMARK_TORCH_ONE(is_nan, true, at::isnan)
HALLMARK_TORCH_ONE(is_inf, true, at::isinf)
HALLMARK_TORCH_ONE(is_finite, true, at::isfinite)
HALLMARK_TORCH_ONE(sign_bit, true, at::signbit)
HALLMARK_TORCH_ONE(negate, false, at::neg)
HALLMARK_TORCH_ONE(abs, false, at::abs)
HALLMARK_TORCH_ONE(sqrt, false, at::sqrt)
HALLMARK_TORCH_ONE(floor, false, at::floor)
HALLMARK_TORCH_ONE(ceil, false, at::ceil)
HALLMARK_TORCH_ONE(round_even, false, round_of)
HALLMARK_TORCH_ONE(trunc, false, at::trunc)
HALLMARK_TORCH_ONE(exp, false, at::exp)
HALLMARK_TORCH_ONE(exp2, false, at::exp2)
HALLMARK_TORCH_ONE(expm1, false, at::expm1)
HALLMARK_TORCH_ONE(log, false, at::log)
HALLMARK_TORCH_ONE(log2, false, at::log2)
HALLMARK_TORCH_ONE(log10, false, at::log10)
HALLMARK_TORCH_ONE(log1p, false, at::log1p)
HALLMARK_TORCH_ONE(sin, false, at::sin)
HALLMARK_TORCH_ONE(cos, false, at::cos)
HALLMARK_TORCH_ONE(tan, false, at::tan)
HALLMARK_TORCH_ONE(asin, false, at::asin)
HALLMARK_TORCH_ONE(acos, false, at::acos)
HALLMARK_TORCH_ONE(atan, false, at::atan)
HALLMARK_TORCH_ONE(sinh, false, at::sinh)
HALLMARK_TORCH_ONE(cosh, false, at::cosh)
HALLMARK_TORCH_ONE(tanh, false, at::tanh)
HALLMARK_TORCH_ONE(erf, false, at::erf)
HALLMARK_TORCH_ONE(erfc, false, at::erfc)
HALLMARK_TORCH_ONE(rsqrt, false, at::rsqrt)
HALLMARK_TORCH_ONE(reciprocal, false, at::reciprocal)
HALLMARK_TORCH_ONE(logistic, false, at::sigmoid)
HALLMARK_TORCH_ONE(softplus, false, softplus_of)
HALLMARK_TORCH_ONE(silu, false, at::silu)
HALLMARK_TORCH_ONE(gelu, false, gelu_of)
HALLMARK_TORCH_ONE(gelu_tanh, false, gelu_tanh_of)

}  // namespace torch

template <typename Operation, at::ScalarType type>
int elementwise_of(void* state, const hallmark_arguments* arguments) {
  auto& library = *static_cast<Library*>(state);
  return libtorch::deliver(library, arguments, Operation::decides ? at::kBool : type, arguments->rows, [&] {
    at::Tensor operands[Operation::operands];
    for (std::size_t i = 0; i < std::size(operands); ++i) operands[i] = column_of(library, arguments, i, type);
    return Operation::of(operands);
  });
}

struct Elementwise {
  const char* name;
  int operands;
  bool decides;
  hallmark_kernel kernels[std::size(types)];
};

template <typename... Operations>
std::vector<Elementwise> table_of() {
  return {{Operations::name,
           Operations::operands,
           Operations::decides,
           {elementwise_of<Operations, types[0]>, elementwise_of<Operations, types[1]>,
            elementwise_of<Operations, types[2]>}}...};
}

// minimum and maximum are not here: the documentation does not order zeros. remainder is Python's, not IEEE 754's.
std::vector<Elementwise> elementwise_operations() {
  return table_of<torch::add, torch::subtract, torch::multiply, torch::divide, torch::fmod, torch::copysign,
                  torch::nextafter, torch::atan2, torch::pow, torch::hypot, torch::equal, torch::not_equal, torch::less,
                  torch::less_equal, torch::greater, torch::greater_equal, torch::is_nan, torch::is_inf,
                  torch::is_finite, torch::sign_bit, torch::negate, torch::abs, torch::sqrt, torch::floor, torch::ceil,
                  torch::round_even, torch::trunc, torch::exp, torch::exp2, torch::expm1, torch::log, torch::log2,
                  torch::log10, torch::log1p, torch::sin, torch::cos, torch::tan, torch::asin, torch::acos, torch::atan,
                  torch::sinh, torch::cosh, torch::tanh, torch::erf, torch::erfc, torch::rsqrt, torch::reciprocal,
                  torch::logistic, torch::softplus, torch::silu, torch::gelu, torch::gelu_tanh>();
}

/// What this libtorch has: an operation that it lacks for a type throws when it is called.
std::vector<hallmark_operation> offered_operations(Library& library) {
  static std::deque<std::string> signatures;
  std::vector<hallmark_operation> offered(std::begin(conversions), std::end(conversions));
  alignas(8) unsigned char numbers[8] = {}, result[8] = {};
  hallmark_arguments trial{};
  trial.rows = trial.columns = trial.depth = 1;
  trial.operand[0] = trial.operand[1] = trial.operand[2] = numbers;
  trial.result = result;
  for (const Elementwise& operation : elementwise_operations()) {
    for (std::size_t i = 0; i < std::size(types); ++i) {
      if (operation.kernels[i](&library, &trial) != 0) continue;
      const std::string format = type_names[i];
      signatures.push_back(std::string(operation.name) + '(' + format + (operation.operands == 2 ? ',' + format : "") +
                           ")->" + (operation.decides ? "uint8" : format));
      offered.push_back({signatures.back().c_str(), operation.kernels[i]});
    }
  }
  for (const libtorch::OfferedReduction& reduction : libtorch::all_reductions()) {
    if (reduction.kernel(&library, &trial) != 0) continue;
    signatures.push_back(reduction.signature);
    offered.push_back({signatures.back().c_str(), reduction.kernel});
  }
  return offered;
}

/// Handles options separated by commas; false, with the reason on stderr, at one it does not know.
bool apply(Library& library, const char* options) {
  std::istringstream list(options == nullptr ? "" : options);
  for (std::string option; std::getline(list, option, ',');) {
    if (option == "layout=contiguous" || option == "layout=strided") {
      library.strided = option == "layout=strided";
    } else if (option == "isa=default" || option == "isa=avx2" || option == "isa=avx512") {
      setenv("ATEN_CPU_CAPABILITY", option.c_str() + 4, 1);  // read once, at the first operation
    } else {
      refuse("libtorch", "unknown option '" + option +
                             "'; the accepted ones are layout=contiguous, layout=strided, isa=default, isa=avx2 and "
                             "isa=avx512");
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  using namespace hallmark;
  constexpr const char* name = "libtorch";
  static Library library;
  static hallmark_backend backend;
  if (!apply(library, options)) return nullptr;
  try {
    at::set_num_threads(1);  // Hallmark runs one process a core.
  } catch (const std::exception& error) {
    return refuse(name, std::string("libtorch does not start: ") + error.what());
  }
  static const std::vector<hallmark_operation> operations = offered_operations(library);
  backend = describe(name, "libtorch " TORCH_VERSION, "ieee754", operations.data(), operations.size());
  backend.flags = 0;  // One error text for all calls.
  backend.state = &library;
  backend.last_error = [](void* state) { return static_cast<Library*>(state)->error.c_str(); };
  return &backend;
}
