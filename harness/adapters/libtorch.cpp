// SPDX-License-Identifier: Apache-2.0
// Backend libtorch: Tensor::to between its floating dtypes on the CPU. Option layout=strided gives it every second
// element of a longer tensor, which takes another loop inside; isa=NAME asks it for another instruction set.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/api/include/torch/version.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <sstream>
#include <string>

#include "kernels.h"

namespace hallmark {
namespace {

struct Library {
  bool strided = false;
  std::string error;
};

template <at::ScalarType from, at::ScalarType to>
int convert(void* state, const hallmark_arguments* arguments) {
  auto& library = *static_cast<Library*>(state);
  if (arguments->rows == 0) return 0;
  try {
    const auto rows = static_cast<std::int64_t>(arguments->rows);
    // from_blob takes no const pointer; `to` only reads.
    at::Tensor operand = at::from_blob(const_cast<void*>(arguments->operand[0]), {rows}, at::dtype(from));
    if (library.strided) {
      at::Tensor gapped = at::empty({rows, 2}, at::dtype(from)).select(1, 1);
      gapped.copy_(operand);
      operand = gapped;
    }
    const at::Tensor result = operand.to(to);
    if (!result.is_contiguous() || result.numel() != rows) {
      library.error = "Tensor::to gave a tensor of another shape or with gaps";
      return 1;
    }
    std::memcpy(arguments->result, result.data_ptr(), result.nbytes());
    return 0;
  } catch (const std::exception& error) {
    library.error = error.what();
    return 1;
  }
}

constexpr hallmark_operation operations[] = {
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
  backend = describe(name, "libtorch " TORCH_VERSION, "ieee754", operations);
  backend.flags = 0;  // One error text for all calls.
  backend.state = &library;
  backend.last_error = [](void* state) { return static_cast<Library*>(state)->error.c_str(); };
  return &backend;
}
