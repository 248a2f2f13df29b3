// SPDX-License-Identifier: Apache-2.0
// The table of backend cuda_reductions.
#ifndef HALLMARK_ADAPTERS_CUDA_REDUCTIONS_H
#define HALLMARK_ADAPTERS_CUDA_REDUCTIONS_H

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hallmark/backend.h"
#include "reduction_runner.h"

namespace hallmark::cuda {

/// What every kernel gets as its state.
struct ReductionState {
  std::deque<std::string> signatures;
  std::vector<hallmark_operation> operations;
  std::unique_ptr<ReductionRunner> runner;
  std::string device, version, error;
};

/// Runs one reduction; what fails is the state's error.
inline int run_reduction(ReductionState& state, const ReductionShape& shape, const hallmark_arguments& arguments,
                         const std::function<void(const ReductionCall&)>& launch) {
  try {
    state.runner->run(shape, arguments, false, launch);
    return 0;
  } catch (const std::exception& error) {
    state.error = error.what();
    return 1;
  }
}

/// Fused multiply-adds in order, a thread a result.
void fill_with_chains(ReductionState& state);
/// Products of matrices on the tensor cores, as nvcuda::wmma offers them: bfloat16 and float16 with float32 sums.
void fill_with_tensor_cores(ReductionState& state);

}  // namespace hallmark::cuda

#endif  // HALLMARK_ADAPTERS_CUDA_REDUCTIONS_H
