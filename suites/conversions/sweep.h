// SPDX-License-Identifier: Apache-2.0
// The sweep: every operand of a share, block by block, through the kernel and the judge.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inputs/intervals.h"
#include "judging/judge.h"
#include "running/part.h"
#include "semantics/semantics.h"

namespace hallmark {

/// The blocks of a share: consecutive operands, `rows` of them at a time, as intervals of codes.
class Blocks {
 public:
  Blocks(const Intervals& operands, std::size_t rows) : intervals_(operands.intervals()), rows_(rows) {}
  /// The next block's pieces; false at the end.
  bool next(std::vector<Interval>& pieces);

 private:
  std::span<const Interval> intervals_;
  std::size_t rows_;
  std::size_t interval_ = 0;
  std::uint64_t consumed_ = 0;  ///< codes taken of the current interval
};

/// The order of blocks where the operands are two long stretches of consecutive codes: by turns from one and the other.
/// Where the two differ in sign, so do the right results of neighbouring calls, and what one call leaves in the result
/// array is wrong for the next: poison that costs nothing. Judging such a sweep stays near the bare kernel's speed;
/// writing poison alone would cost a fifth.
class BlockOrder {
 public:
  BlockOrder(const Intervals& operands, std::size_t rows);
  bool two_walks() const { return blocks_ > 0; }
  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t first_of(std::uint64_t number) const { return first_[number & 1] + (number >> 1) * rows_; }

 private:
  std::uint64_t first_[2] = {0, 0};
  std::uint64_t blocks_ = 0;
  std::size_t rows_;
};

struct SweepOperands {
  Conversion conversion;
  std::size_t operation = 0;  ///< index in the backend's table
  Intervals operands;
  std::vector<Interval> spans;  ///< codes the operands lie in: one interval, or two
};

/// Judges all operands. Throws InternalError when oracle and truth disagree.
Tally sweep(PartContext& context, const SweepOperands& what, const std::vector<Semantics>& alternatives,
            std::uint64_t seed);

/// The operand of a row of a call of the sweep.
std::uint64_t sweep_operand(const Intervals& operands, std::size_t block_rows, std::uint64_t call, std::uint64_t row);

}  // namespace hallmark
