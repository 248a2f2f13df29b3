// SPDX-License-Identifier: Apache-2.0
// The device kernels of backend cuda_reductions: a thread a result, or a warp a tile of 16 x 16 on the tensor cores.
#include <mma.h>

#include "reductions.h"

namespace hallmark::cuda {
namespace {

constexpr unsigned threads_per_block = 256;

template <typename Operation, typename Element, typename Result>
__global__ void reduce_places(ReductionCall call, std::size_t places) {
  const std::size_t place = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x;
  if (place < places) Operation::template at<Element, Result>(call, place);
}

template <typename Operation, typename Element, typename Result>
int reduce(void* state, const hallmark_arguments* arguments) {
  auto& self = *static_cast<ReductionState*>(state);
  constexpr ReductionShape shape = {sizeof(Element), sizeof(Result), Operation::has_columns, Operation::has_right};
  return run_reduction(self, shape, *arguments, [&](const ReductionCall& call) {
    const std::size_t places = call.rows * call.columns;
    const auto blocks = static_cast<unsigned>((places + threads_per_block - 1) / threads_per_block);
    reduce_places<Operation, Element, Result><<<blocks, threads_per_block, 0, self.runner->stream()>>>(call, places);
  });
}

constexpr unsigned tile = 16, warp = 32;

/// One warp: the tile of the result at blockIdx, over the whole depth. Past the matrices' ends the tiles hold zeros, as
/// the instruction has no smaller shape.
template <typename Element, typename Result>
__global__ void multiply_tiles(ReductionCall call) {
  namespace wmma = nvcuda::wmma;
  __shared__ Element left_tile[tile * tile], right_tile[tile * tile];
  __shared__ float sums_tile[tile * tile];
  const auto* left = static_cast<const Element*>(call.left);
  const auto* right = static_cast<const Element*>(call.right);
  auto* result = static_cast<Result*>(call.result);
  const std::size_t first_row = std::size_t{blockIdx.y} * tile, first_column = std::size_t{blockIdx.x} * tile;
  for (unsigned i = threadIdx.x; i < tile * tile; i += warp) {
    const std::size_t row = first_row + i / tile, column = first_column + i % tile;
    const bool inside = call.initial != nullptr && row < call.rows && column < call.columns;
    sums_tile[i] = inside ? call.initial[row * call.columns + column] : 0.0f;
  }
  __syncwarp();
  wmma::fragment<wmma::accumulator, tile, tile, tile, float> sums;
  wmma::load_matrix_sync(sums, sums_tile, tile, wmma::mem_row_major);
  for (std::size_t from = 0; from < call.depth; from += tile) {
    for (unsigned i = threadIdx.x; i < tile * tile; i += warp) {
      const std::size_t row = first_row + i / tile, column = first_column + i % tile;
      const std::size_t across = from + i % tile, down = from + i / tile;
      const bool has_left = row < call.rows && across < call.depth;
      const bool has_right = down < call.depth && column < call.columns;
      left_tile[i] = has_left ? left[row * call.depth + across] : Element(0.0f);
      right_tile[i] = has_right ? right[down * call.columns + column] : Element(0.0f);
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, tile, tile, tile, Element, wmma::row_major> left_part;
    wmma::fragment<wmma::matrix_b, tile, tile, tile, Element, wmma::row_major> right_part;
    wmma::load_matrix_sync(left_part, left_tile, tile);
    wmma::load_matrix_sync(right_part, right_tile, tile);
    wmma::mma_sync(sums, left_part, right_part, sums);
    __syncwarp();
  }
  wmma::store_matrix_sync(sums_tile, sums, tile, wmma::mem_row_major);
  __syncwarp();
  for (unsigned i = threadIdx.x; i < tile * tile; i += warp) {
    const std::size_t row = first_row + i / tile, column = first_column + i % tile;
    if (row < call.rows && column < call.columns) store(sums_tile[i], result + row * call.columns + column);
  }
}

template <typename Element, typename Result>
int multiply(void* state, const hallmark_arguments* arguments) {
  auto& self = *static_cast<ReductionState*>(state);
  constexpr ReductionShape shape = {sizeof(Element), sizeof(Result), true, true};
  return run_reduction(self, shape, *arguments, [&](const ReductionCall& call) {
    const dim3 tiles(static_cast<unsigned>((call.columns + tile - 1) / tile),
                     static_cast<unsigned>((call.rows + tile - 1) / tile));
    multiply_tiles<Element, Result><<<tiles, warp, 0, self.runner->stream()>>>(call);
  });
}

void add(ReductionState& state, std::string signature, hallmark_kernel kernel) {
  state.signatures.push_back(std::move(signature));
  state.operations.push_back({state.signatures.back().c_str(), kernel});
}

struct AddTo {
  ReductionState& state;
  template <typename Operation, typename Element, typename Result>
  void operator()(std::string signature) const {
    add(state, std::move(signature), reduce<Operation, Element, Result>);
  }
};

}  // namespace

void fill_with_chains(ReductionState& state) {
  AddTo add_to{state};
  list_reductions(add_to);
}

void fill_with_tensor_cores(ReductionState& state) {
  add(state, "matmul(bfloat16,bfloat16)->float32", multiply<__nv_bfloat16, float>);
  add(state, "matmul(bfloat16,bfloat16,float32)->float32", multiply<__nv_bfloat16, float>);
  add(state, "matmul(bfloat16,bfloat16)->bfloat16", multiply<__nv_bfloat16, __nv_bfloat16>);
  add(state, "matmul(float16,float16)->float32", multiply<__half, float>);
  add(state, "matmul(float16,float16,float32)->float32", multiply<__half, float>);
  add(state, "matmul(float16,float16)->float16", multiply<__half, __half>);
}

}  // namespace hallmark::cuda
