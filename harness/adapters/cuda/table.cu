// SPDX-License-Identifier: Apache-2.0
// The device kernels of backend cuda, one instance a conversion function, and the table that names them.
#include <utility>

#include "operations.h"
#include "table.h"

namespace hallmark::cuda {
namespace {

constexpr unsigned threads_per_block = 256;

template <typename Function>
__global__ void convert_rows(const typename Function::Operand* __restrict__ operand,
                             typename Function::Result* __restrict__ result, unsigned rows) {
  const unsigned row = blockIdx.x * threads_per_block + threadIdx.x;
  if (row < rows) result[row] = Function::apply(operand[row]);
}

template <typename Function>
void launch(const void* operand, void* result, std::size_t rows, cudaStream_t stream) {
  const auto count = static_cast<unsigned>(rows);  // at most Pipeline::piece_rows
  convert_rows<Function><<<(count + threads_per_block - 1) / threads_per_block, threads_per_block, 0, stream>>>(
      static_cast<const typename Function::Operand*>(operand), static_cast<typename Function::Result*>(result), count);
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
