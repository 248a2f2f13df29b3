// SPDX-License-Identifier: Apache-2.0
// The table of backend cuda, whose kernels run on its pipeline.
#ifndef HALLMARK_ADAPTERS_CUDA_TABLE_H
#define HALLMARK_ADAPTERS_CUDA_TABLE_H

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hallmark/backend.h"
#include "pipeline.h"

namespace hallmark::cuda {

/// What every kernel gets as its state.
struct State {
  std::deque<std::string> signatures;
  std::vector<hallmark_operation> operations;
  std::unique_ptr<Pipeline> pipeline;
  std::string device, version, error;
};

/// Fills signatures and operations.
void fill_table(State& state);

}  // namespace hallmark::cuda

#endif  // HALLMARK_ADAPTERS_CUDA_TABLE_H
