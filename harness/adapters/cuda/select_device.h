// SPDX-License-Identifier: Apache-2.0
// Which CUDA device the option device=... means, made the current one.
#ifndef HALLMARK_ADAPTERS_CUDA_SELECT_DEVICE_H
#define HALLMARK_ADAPTERS_CUDA_SELECT_DEVICE_H

#include <cuda_runtime_api.h>

#include <optional>
#include <string>
#include <vector>

#include "../key_values.h"
#include "pipeline.h"

namespace hallmark::cuda {

inline std::string version_text(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

/// The runtime's version and the driver's, which is 0 where there is none.
inline std::string runtime_version() {
  int driver = 0;
  cudaDriverGetVersion(&driver);
  return "CUDA " + version_text(CUDART_VERSION) + ", driver " + version_text(driver);
}

/// The device's name and compute capability; empty if the runtime does not say.
inline std::string describe_device(int device) {
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, device) != cudaSuccess) return {};
  return std::string(properties.name) + " (compute capability " + std::to_string(properties.major) + "." +
         std::to_string(properties.minor) + ")";
}

/// The description of the device that is now the current one; nothing, with the reason on stderr, where the option
/// means none. Throws Error where there is no device at all.
inline std::optional<std::string> select_device(const char* backend, const KeyValues& values) {
  int driver = 0;
  cudaDriverGetVersion(&driver);  // 0 where there is no driver
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess && driver == 0) {
    throw Error(std::string("no CUDA device: no driver is installed (") + cudaGetErrorString(status) + ")");
  }
  if (status != cudaSuccess) throw Error(std::string("no CUDA device: ") + cudaGetErrorString(status));
  if (count == 0) throw Error("no CUDA device: the driver lists none");
  std::vector<std::string> names;
  for (int device = 0; device < count; ++device) names.push_back(describe_device(device));
  const std::optional<std::size_t> chosen = choose_device(backend, values, names);
  if (!chosen) return std::nullopt;
  const cudaError_t selected = cudaSetDevice(static_cast<int>(*chosen));
  if (selected != cudaSuccess) throw Error(names[*chosen] + ": " + cudaGetErrorString(selected));
  return names[*chosen];
}

}  // namespace hallmark::cuda

#endif  // HALLMARK_ADAPTERS_CUDA_SELECT_DEVICE_H
