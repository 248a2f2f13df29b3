// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/tuple_sweep.h"

#include "arithmetic/block_sweep.h"
#include "judging/describe.h"
#include "judging/pair_judge.h"

namespace hallmark {
namespace {

void place(KernelCaller& caller, const Columns& columns, std::size_t rows) {
  if (rows != caller.rows()) caller.place(rows);
  for (std::size_t i = 0; i < columns.size(); ++i) caller.set_operands(columns[i], i);
}

template <class Judge>
Tally run(PartContext& context, const Elementwise& operation, KernelCaller& caller, std::size_t block_rows,
          Tuples& tuples, Judge judge) {
  Columns columns;
  for (std::uint64_t number = 0;; ++number) {
    const std::size_t rows = tuples.next(block_rows, columns);
    if (rows == 0) return judge.take();
    judge.prepare(columns, rows);
    place(caller, columns, rows);
    sweep_block(context, operation, caller, judge, number);
  }
}

void repeat(KernelCaller& caller, std::size_t block_rows, Tuples& tuples, const CallRange& only) {
  Columns columns;
  for (std::uint64_t number = 0; number <= only.call; ++number) {
    const std::size_t rows = tuples.next(block_rows, columns);
    if (rows == 0) return;
    if (number == only.call) place(caller, columns, rows);
  }
  caller.call_rows(only.call, static_cast<std::size_t>(only.from), static_cast<std::size_t>(only.rows));
}

}  // namespace

Tally sweep_tuples(PartContext& context, const Elementwise& operation, std::size_t index, const MakeTuples& make,
                   const std::vector<Semantics>& alternatives, std::uint64_t seed) {
  const std::size_t block_rows = KernelCaller::block_rows(context.backend.description());
  KernelCaller caller(context, std::span(operation.operands).first(operation.operand_count), operation.result, index,
                      block_rows);
  const std::unique_ptr<Tuples> tuples = make();
  if (context.only) {
    repeat(caller, block_rows, *tuples, *context.only);
    return {};
  }
  if (PairJudge::covers(operation, alternatives)) {
    return run(context, operation, caller, block_rows, *tuples, PairJudge(operation, alternatives, seed));
  }
  return run(context, operation, caller, block_rows, *tuples, ElementwiseJudge(operation, alternatives, seed));
}

std::vector<std::string> swept_tuple(const Elementwise& operation, const MakeTuples& make, std::size_t block_rows,
                                     std::uint64_t call, std::uint64_t row) {
  const std::unique_ptr<Tuples> tuples = make();
  Columns columns;
  std::size_t rows = 0;
  for (std::uint64_t number = 0; number <= call; ++number) rows = tuples->next(block_rows, columns);
  std::vector<std::string> codes;
  if (row >= rows) return codes;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    codes.push_back(hex_code(operation.operands[i], columns[i][static_cast<std::size_t>(row)]));
  }
  return codes;
}

}  // namespace hallmark
