// SPDX-License-Identifier: Apache-2.0
// What a file of kernels hands to open_table.cpp when the two are compiled for different instruction sets: the kernels
// for one or another, what opens them always for the baseline.
#ifndef HALLMARK_ADAPTERS_KERNEL_TABLE_H
#define HALLMARK_ADAPTERS_KERNEL_TABLE_H

#include <cstddef>

#include "hallmark/backend.h"

namespace hallmark {

struct KernelTable {
  const hallmark_operation* operations;
  std::size_t operation_count;
  const char* version;  ///< of the library
  /// The x86-64 extensions the kernels were compiled with, as /proc/cpuinfo spells them, each followed by a space.
  const char* extensions;
};

/// Defined by the kernels; constant-initialised, so that reading it runs none of their code.
extern const KernelTable kernel_table;

#define HALLMARK_TEXT_(value) #value
/// The value of a macro as a string literal.
#define HALLMARK_TEXT(value) HALLMARK_TEXT_(value)

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_KERNEL_TABLE_H
