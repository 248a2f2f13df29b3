// SPDX-License-Identifier: Apache-2.0
// The table of backend cuda with the headers' functions run on the host, over the pretended runtime's streams: all of
// the adapter but its device kernel.
#include <utility>

#include "adapters/cuda/operations.h"
#include "adapters/cuda/table.h"
#include "tests/gpu/fake_cuda_runtime.h"

namespace hallmark::cuda {
namespace {

template <typename Function>
void launch(const void* operand, void* result, std::size_t rows, cudaStream_t stream) {
  fake_cuda::enqueue(stream, [=] {
    const auto* from = static_cast<const typename Function::Operand*>(operand);
    auto* to = static_cast<typename Function::Result*>(result);
    for (std::size_t row = 0; row < rows; ++row) to[row] = Function::apply(from[row]);
  });
}

template <typename Function>
int run(void* state, const hallmark_arguments* arguments) {
  constexpr Conversion conversion = {launch<Function>, sizeof(typename Function::Operand),
                                     sizeof(typename Function::Result)};
  auto& self = *static_cast<State*>(state);
  try {
    self.pipeline->run(conversion, arguments->operand[0], arguments->result, arguments->rows);
    return 0;
  } catch (const std::exception& error) {
    self.error = error.what();
    return 1;
  }
}

struct AddTo {
  State& state;
  template <typename Function>
  void operator()(std::string signature, Function) const {
    state.signatures.push_back(std::move(signature));
    state.operations.push_back({state.signatures.back().c_str(), run<Function>});
  }
};

}  // namespace

void fill_table(State& state) {
  AddTo add{state};
  list_operations(add);
}

}  // namespace hallmark::cuda
