// SPDX-License-Identifier: Apache-2.0
// The table of backend cuda_reductions on the host, over the pretended runtime's stream: all of the adapter but its
// device kernels.
#include <utility>

#include "adapters/cuda/reductions.h"
#include "tests/gpu/fake_cuda_runtime.h"

namespace hallmark::cuda {
namespace {

template <typename Operation, typename Element, typename Result>
int reduce(void* state, const hallmark_arguments* arguments) {
  auto& self = *static_cast<ReductionState*>(state);
  constexpr ReductionShape shape = {sizeof(Element), sizeof(Result), Operation::has_columns, Operation::has_right};
  return run_reduction(self, shape, *arguments, [&](const ReductionCall& call) {
    fake_cuda::enqueue(self.runner->stream(), [=] {
      for (std::size_t place = 0; place < call.rows * call.columns; ++place) {
        Operation::template at<Element, Result>(call, place);
      }
    });
  });
}

struct AddTo {
  ReductionState& state;
  bool products_alone;
  template <typename Operation, typename Element, typename Result>
  void operator()(std::string signature) const {
    if (products_alone && !Operation::has_columns) return;
    state.signatures.push_back(std::move(signature));
    state.operations.push_back({state.signatures.back().c_str(), reduce<Operation, Element, Result>});
  }
};

}  // namespace

void fill_with_chains(ReductionState& state) {
  AddTo add{state, false};
  list_reductions(add);
}

/// A host has no tensor cores: chains stand for them.
void fill_with_tensor_cores(ReductionState& state) {
  AddTo add{state, true};
  list_reductions(add);
}

}  // namespace hallmark::cuda
