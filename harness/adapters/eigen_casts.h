// SPDX-License-Identifier: Apache-2.0
// What eigen.cpp (compiled for one instruction set or another) hands to eigen_open.cpp (compiled for the baseline).
#ifndef HALLMARK_ADAPTERS_EIGEN_CASTS_H
#define HALLMARK_ADAPTERS_EIGEN_CASTS_H

#include <cstddef>

#include "hallmark/backend.h"

namespace hallmark {

extern const hallmark_operation eigen_operations[];
extern const std::size_t eigen_operation_count;
extern const char eigen_version[];

/// The x86-64 extensions that eigen.cpp was compiled with, as /proc/cpuinfo spells them, each followed by a space.
extern const char eigen_extensions[];

}  // namespace hallmark

#endif  // HALLMARK_ADAPTERS_EIGEN_CASTS_H
