// SPDX-License-Identifier: Apache-2.0
// What every adapter would otherwise repeat: the element loop, a refusal with its reason, and the table a backend hands
// out.
#ifndef HALLMARK_ADAPTERS_KERNELS_H
#define HALLMARK_ADAPTERS_KERNELS_H

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <string>
#include <tuple>
#include <utility>

#include "hallmark/backend.h"

namespace hallmark {

template <auto function, typename Result, typename... Operands, std::size_t... i>
void apply_to_rows(Result (*)(Operands...), const hallmark_arguments* arguments, std::index_sequence<i...>) {
  const std::tuple operands{static_cast<const Operands*>(arguments->operand[i])...};
  auto* __restrict result = static_cast<Result*>(arguments->result);
  const std::size_t rows = arguments->rows;
  for (std::size_t row = 0; row < rows; ++row) result[row] = function(std::get<i>(operands)[row]...);
}
template <auto function, typename Result, typename... Operands>
void apply_to_rows(Result (*types)(Operands...), const hallmark_arguments* arguments) {
  apply_to_rows<function>(types, arguments, std::index_sequence_for<Operands...>());
}

/// A kernel that applies `Result function(Operand...)` to every row. Operands and Result must have the storage size of
/// the formats in the signature the kernel is listed under.
template <auto function>
int elementwise(void*, const hallmark_arguments* arguments) {
  apply_to_rows<function>(function, arguments);
  return 0;
}

template <auto function, typename Result, typename X, typename Scalar>
void scale_rows(Result (*)(X, Scalar), const hallmark_arguments* arguments) {
  const auto* operand = static_cast<const X*>(arguments->operand[0]);
  const Scalar scalar = *static_cast<const Scalar*>(arguments->operand[1]);
  auto* __restrict result = static_cast<Result*>(arguments->result);
  const std::size_t rows = arguments->rows;
  for (std::size_t row = 0; row < rows; ++row) result[row] = function(operand[row], scalar);
}

/// A kernel of scale or unscale that applies `Result function(X, Scalar)` to every row and the one scalar.
template <auto function>
int scaled(void*, const hallmark_arguments* arguments) {
  scale_rows<function>(function, arguments);
  return 0;
}

/// Says on stderr, in one line, why the backend cannot open; returns what hallmark_open then returns.
inline const hallmark_backend* refuse(const char* backend, const std::string& reason) {
  std::fprintf(stderr, "%s: %s\n", backend, reason.c_str());
  return nullptr;
}

/// True if the backend was given no option; otherwise says that it takes none.
inline bool takes_no_options(const char* backend, const char* options) {
  if (options == nullptr || *options == '\0') return true;
  refuse(backend,
         "unknown option '" + std::string(options) + "'; this backend takes none: leave out '?' and what follows");
  return false;
}

/// The value of a field of the first processor in /proc/cpuinfo ("model name", "flags"); empty where there is none.
inline std::string processor_field(const std::string& field) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos && line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1) == field) {
      return line.substr(colon + 2);
    }
  }
  return {};
}

/// The processor's name as the operating system gives it, "CPU" where it gives none.
inline const char* processor_name() {
  static const std::string name = processor_field("model name");
  return name.empty() ? "CPU" : name.c_str();
}

/// The table of a stateless, thread-safe backend that takes any alignment and any number of rows.
inline hallmark_backend describe(const char* name, const char* version, const char* profile,
                                 const hallmark_operation* operations, std::size_t operation_count) {
  hallmark_backend backend = {};
  backend.abi = HALLMARK_ABI;
  backend.flags = HALLMARK_THREAD_SAFE;
  backend.name = name;
  backend.version = version;
  backend.device = processor_name();
  backend.profile = profile;
  backend.operations = operations;
  backend.operation_count = operation_count;
  return backend;
}

template <std::size_t count>
hallmark_backend describe(const char* name, const char* version, const char* profile,
                          const hallmark_operation (&operations)[count]) {
  return describe(name, version, profile, operations, count);
}

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_KERNELS_H
