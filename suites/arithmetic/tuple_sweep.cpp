// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/tuple_sweep.h"

#include "arithmetic/tuple_blocks.h"
#include "judging/describe.h"
#include "judging/pair_judge.h"
#include "judging/triple_judge.h"

namespace hallmark {

Tally sweep_tuples(PartContext& context, const Elementwise& operation, std::size_t index, const MakeTuples& make,
                   const std::vector<Semantics>& alternatives, std::uint64_t seed) {
  if (PairJudge::covers(operation, alternatives)) {
    return sweep_tuple_blocks(context, operation, index, *make(),
                              [&] { return PairJudge(operation, alternatives, seed); });
  }
  if (TripleJudge::covers(operation, alternatives)) {
    return sweep_tuple_blocks(context, operation, index, *make(),
                              [&] { return TripleJudge(operation, alternatives, seed); });
  }
  return sweep_tuple_blocks(context, operation, index, *make(),
                            [&] { return ElementwiseJudge(operation, alternatives, seed); });
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
