// SPDX-License-Identifier: Apache-2.0
// A part's operand tuples, block after block, through the kernel and whichever judge suits the operation.
#pragma once

#include <cstdint>
#include <span>

#include "arithmetic/block_sweep.h"
#include "inputs/tuples.h"
#include "running/part.h"

namespace hallmark {

inline void place_tuples(KernelCaller& caller, const Columns& columns, std::size_t rows) {
  if (rows != caller.rows()) caller.place(rows);
  for (std::size_t i = 0; i < columns.size(); ++i) caller.set_operands(columns[i], i);
}

/// make_judge is called only where something is judged: a judge may be costly to make. Of the operation only the
/// formats matter here.
template <class MakeJudge>
Tally sweep_tuple_blocks(PartContext& context, const Elementwise& operation, std::size_t index, Tuples& tuples,
                         const MakeJudge& make_judge) {
  const std::size_t block_rows = KernelCaller::block_rows(context.backend.description());
  KernelCaller caller(context, std::span(operation.operands).first(operation.operand_count), operation.result, index,
                      block_rows, operation.shared_operand());
  Columns columns;
  if (const auto& only = context.only) {
    for (std::uint64_t number = 0; number <= only->call; ++number) {
      const std::size_t rows = tuples.next(block_rows, columns);
      if (rows == 0) return {};
      if (number == only->call) place_tuples(caller, columns, rows);
    }
    caller.call_rows(only->call, static_cast<std::size_t>(only->from), static_cast<std::size_t>(only->rows));
    return {};
  }
  auto judge = make_judge();
  for (std::uint64_t number = 0;; ++number) {
    const std::size_t rows = tuples.next(block_rows, columns);
    if (rows == 0) return judge.take();
    judge.prepare(columns, rows);
    place_tuples(caller, columns, rows);
    sweep_block(context, operation, caller, judge, number);
  }
}

}  // namespace hallmark
