// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/pair_sweep.h"

#include <algorithm>

#include "arithmetic/block_sweep.h"
#include "judging/describe.h"
#include "judging/pair_judge.h"

namespace hallmark {
namespace {

/// Calls in order: the second operands of a block stay where they are while the first takes all its codes.
class PairBlocks {
 public:
  PairBlocks(const Elementwise& operation, const Interval& firsts, std::size_t block_rows)
      : firsts_(firsts),
        first_count_(firsts.last - firsts.first + 1),
        seconds_(operation.operands[1].code_mask() + 1),
        block_rows_(block_rows) {}

  std::uint64_t calls() const { return (seconds_ + block_rows_ - 1) / block_rows_ * first_count_; }
  std::uint64_t first_of(std::uint64_t call) const { return firsts_.first + call % first_count_; }
  std::uint64_t second_of(std::uint64_t call) const { return call / first_count_ * block_rows_; }
  bool starts_block(std::uint64_t call) const { return call % first_count_ == 0; }
  std::size_t rows_of(std::uint64_t call) const {
    return static_cast<std::size_t>(std::min<std::uint64_t>(block_rows_, seconds_ - second_of(call)));
  }

 private:
  Interval firsts_;
  std::uint64_t first_count_, seconds_;
  std::uint64_t block_rows_;
};

void place(KernelCaller& caller, const PairBlocks& blocks, std::uint64_t call, bool with_seconds) {
  if (with_seconds) {
    caller.place(blocks.rows_of(call));
    caller.set_consecutive(blocks.second_of(call), 1);
  }
  caller.set_constant(blocks.first_of(call), 0);
}

}  // namespace

bool sweeps_pairs(const Elementwise& operation, const std::vector<Semantics>& alternatives) {
  return PairJudge::covers(operation, alternatives);
}

Tally sweep_pairs(PartContext& context, const Elementwise& operation, std::size_t index, const Interval& firsts,
                  const std::vector<Semantics>& alternatives, std::uint64_t seed) {
  const std::size_t block_rows = KernelCaller::block_rows(context.backend.description());
  KernelCaller caller(context, std::span(operation.operands).first(2), operation.result, index, block_rows);
  const PairBlocks blocks(operation, firsts, block_rows);
  if (context.only) {
    place(caller, blocks, context.only->call, true);
    caller.call_rows(context.only->call, static_cast<std::size_t>(context.only->from),
                     static_cast<std::size_t>(context.only->rows));
    return {};
  }
  PairJudge judge(operation, alternatives, seed);
  for (std::uint64_t call = 0; call < blocks.calls(); ++call) {
    judge.prepare_row(static_cast<std::uint16_t>(blocks.first_of(call)),
                      static_cast<std::uint16_t>(blocks.second_of(call)), blocks.rows_of(call));
    place(caller, blocks, call, blocks.starts_block(call));
    sweep_block(context, operation, caller, judge, call);
  }
  return judge.take();
}

std::vector<std::string> swept_pair(const Elementwise& operation, const Interval& firsts, std::size_t block_rows,
                                    std::uint64_t call, std::uint64_t row) {
  const PairBlocks blocks(operation, firsts, block_rows);
  return {hex_code(operation.operands[0], blocks.first_of(call)),
          hex_code(operation.operands[1], blocks.second_of(call) + row)};
}

}  // namespace hallmark
