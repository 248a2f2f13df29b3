// SPDX-License-Identifier: Apache-2.0
// Opens the backend HALLMARK_BACKEND_NAME, whose kernels are in a file of their own: always compiled for the baseline
// instruction set, so that a processor without the extensions is refused before any of them runs.
#include <string>

#include "kernel_table.h"
#include "kernels.h"
#include "missing_extension.h"

const hallmark_backend* hallmark_open(const char* options) {
  constexpr const char* name = HALLMARK_BACKEND_NAME;
  if (!hallmark::takes_no_options(name, options)) return nullptr;
  const std::string missing = hallmark::missing_extension(hallmark::kernel_table);
  if (!missing.empty()) {
    return hallmark::refuse(name, "this library was built for a processor with " + missing +
                                      ", which this one lacks; build it on this machine, or use another backend");
  }
  const hallmark::KernelTable& table = hallmark::kernel_table;
  static const hallmark_backend backend =
      hallmark::describe(name, table.version, HALLMARK_BACKEND_PROFILE, table.operations, table.operation_count);
  return &backend;
}
