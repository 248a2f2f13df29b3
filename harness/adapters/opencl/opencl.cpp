// SPDX-License-Identifier: Apache-2.0
// Backend opencl: vstore_half, vload_half and convert_float of OpenCL C in every rounding mode, and bfloat16 by bit
// operations, and dot products, products of matrices and sums by a float32 accumulator, on one OpenCL device. Options
// device=NUMBER-OR-NAME, denorms=zero (-cl-denorms-are-zero) and operations=reductions, without which a GPU has the
// conversions alone: its blocks are too long for products of matrices.
#include <array>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../kernels.h"
#include "../key_values.h"
#include "device.h"
#include "reductions.h"

namespace hallmark {
namespace {

constexpr const char* backend_name = "opencl";

struct Operation {
  const char* signature;
  const char* kernel;
  std::size_t operand_bytes, result_bytes;
  bool needs_double = false;
};

constexpr std::array all_operations = {
    Operation{"convert(float32)->float16", "float32_to_float16_rte", 4, 2},
    Operation{"convert[rtz](float32)->float16", "float32_to_float16_rtz", 4, 2},
    Operation{"convert[rup](float32)->float16", "float32_to_float16_rtp", 4, 2},
    Operation{"convert[rdn](float32)->float16", "float32_to_float16_rtn", 4, 2},
    Operation{"convert(float64)->float16", "float64_to_float16_rte", 8, 2, true},
    Operation{"convert[rtz](float64)->float16", "float64_to_float16_rtz", 8, 2, true},
    Operation{"convert[rup](float64)->float16", "float64_to_float16_rtp", 8, 2, true},
    Operation{"convert[rdn](float64)->float16", "float64_to_float16_rtn", 8, 2, true},
    Operation{"convert(float64)->float32", "float64_to_float32_rte", 8, 4, true},
    Operation{"convert[rtz](float64)->float32", "float64_to_float32_rtz", 8, 4, true},
    Operation{"convert[rup](float64)->float32", "float64_to_float32_rtp", 8, 4, true},
    Operation{"convert[rdn](float64)->float32", "float64_to_float32_rtn", 8, 4, true},
    Operation{"convert(float32)->float64", "float32_to_float64", 4, 8, true},
    Operation{"convert(float16)->float32", "float16_to_float32", 2, 4},
    Operation{"convert(float32)->bfloat16", "float32_to_bfloat16", 4, 2},
    Operation{"convert(bfloat16)->float32", "bfloat16_to_float32", 2, 4},
};

struct State {
  std::unique_ptr<OpenclDevice> device;
  std::vector<hallmark_operation> table;
  std::string version, error;
  bool has_conversions = true, has_reductions = true;
};

/// What `work` throws is the kernel's error.
template <typename Work>
int guarded(State& self, const Work& work) {
  try {
    work(*self.device);
    return 0;
  } catch (const std::exception& error) {
    self.error = error.what();
    return 1;
  }
}

template <std::size_t index>
int convert(void* state, const hallmark_arguments* arguments) {
  constexpr Operation operation = all_operations[index];
  return guarded(*static_cast<State*>(state), [&](OpenclDevice& device) {
    device.run(operation.kernel, arguments->operand[0], operation.operand_bytes, arguments->result,
               operation.result_bytes, arguments->rows);
  });
}

template <std::size_t index>
int reduce(void* state, const hallmark_arguments* arguments) {
  return guarded(*static_cast<State*>(state),
                 [&](OpenclDevice& device) { run_reduction(device, opencl_reductions[index], *arguments); });
}

template <std::size_t... index>
constexpr auto kernels(std::index_sequence<index...>) {
  return std::array<hallmark_kernel, sizeof...(index)>{convert<index>...};
}
template <std::size_t... index>
constexpr auto reduction_kernels(std::index_sequence<index...>) {
  return std::array<hallmark_kernel, sizeof...(index)>{reduce<index>...};
}

std::unique_ptr<State> open_state(const KeyValues& values, bool denorms_are_zero, bool reductions_alone) {
  const std::vector<FoundDevice> found = find_opencl_devices();
  std::vector<std::string> names;
  for (const FoundDevice& device : found) names.push_back(device.name);
  const std::optional<std::size_t> chosen = choose_device(backend_name, values, names);
  if (!chosen) return nullptr;
  auto state = std::make_unique<State>();
  state->device = std::make_unique<OpenclDevice>(found[*chosen], denorms_are_zero);
  state->version = state->device->version();
  state->has_conversions = !reductions_alone;
  state->has_reductions = reductions_alone || state->device->is_cpu();
  constexpr auto functions = kernels(std::make_index_sequence<all_operations.size()>());
  for (std::size_t index = 0; state->has_conversions && index < all_operations.size(); ++index) {
    if (all_operations[index].needs_double && !state->device->has_double()) continue;
    state->table.push_back({all_operations[index].signature, functions[index]});
  }
  constexpr auto reductions = reduction_kernels(std::make_index_sequence<opencl_reductions.size()>());
  for (std::size_t index = 0; state->has_reductions && index < opencl_reductions.size(); ++index) {
    state->table.push_back({opencl_reductions[index].signature, reductions[index]});
  }
  return state;
}

}  // namespace
}  // namespace hallmark

const hallmark_backend* hallmark_open(const char* options) {
  using namespace hallmark;
  static std::unique_ptr<State> state;
  static hallmark_backend backend;
  const auto values = parse_key_values(backend_name, options, {"device", "denorms", "operations"});
  if (!values) return nullptr;
  const auto denorms = values->find("denorms");
  const bool denorms_are_zero = denorms != values->end();
  if (denorms_are_zero && denorms->second != "zero") {
    return refuse(backend_name, "denorms=" + denorms->second + " is unknown; write denorms=zero, or leave it out");
  }
  const auto chosen = values->find("operations");
  if (chosen != values->end() && chosen->second != "reductions") {
    return refuse(backend_name,
                  "operations=" + chosen->second + " is unknown; write operations=reductions, or leave it out");
  }
  try {
    state = open_state(*values, denorms_are_zero, chosen != values->end());
  } catch (const std::exception& error) {
    return refuse(backend_name, error.what());
  }
  if (!state) return nullptr;
  // OpenCL C 6.1.1.1: vstore_half rounds correctly and half denormals are kept. With -cl-denorms-are-zero a float
  // operand "may be flushed", which is no profile's claim.
  backend = describe(backend_name, state->version.c_str(), denorms_are_zero ? nullptr : "ieee754", state->table.data(),
                     state->table.size());
  backend.flags = HALLMARK_EXCLUSIVE;
  backend.device = state->device->name().c_str();
  // A GPU is idle most of the time in blocks of 4,096 rows: a launch takes longer than the conversions.
  backend.granularity = state->has_reductions ? 1 : 65536;
  backend.state = state.get();
  backend.last_error = [](void* self) { return static_cast<State*>(self)->error.c_str(); };
  backend.close = [](void*) { state.reset(); };
  return &backend;
}
