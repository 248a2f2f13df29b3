// SPDX-License-Identifier: Apache-2.0
// Whether this processor has the extensions that a table of kernels was compiled for.
#ifndef HALLMARK_ADAPTERS_MISSING_EXTENSION_H
#define HALLMARK_ADAPTERS_MISSING_EXTENSION_H

#include <set>
#include <sstream>
#include <string>

#include "kernel_table.h"
#include "kernels.h"

namespace hallmark {

/// The first extension the kernels need and this processor lacks; empty if it has them all.
inline std::string missing_extension(const KernelTable& table) {
  const std::string flags = processor_field("flags");
  std::set<std::string> present;
  std::istringstream listed(flags), needed(table.extensions);
  for (std::string extension; listed >> extension;) present.insert(extension);
  for (std::string extension; needed >> extension;) {
    if (!present.contains(extension)) return extension;
  }
  return {};
}

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_MISSING_EXTENSION_H
