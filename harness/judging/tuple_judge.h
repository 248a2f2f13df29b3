// SPDX-License-Identifier: Apache-2.0
// What a sweep over operand tuples asks of a judge, whatever the operation.
#pragma once

#include <cstdint>
#include <vector>

#include "inputs/tuples.h"
#include "judging/tally.h"

namespace hallmark {

class TupleJudge {
 public:
  virtual ~TupleJudge() = default;

  /// Gets ready for the results of the first `rows` rows of the columns, which stay as they are until they are judged.
  virtual void prepare(const Columns& columns, std::size_t rows) = 0;

  /// A code that is wrong for that row under every alternative; another one for another `turn`.
  virtual std::uint64_t poison(std::size_t row, int turn) const = 0;

  /// Judges the results of the prepared rows. `unwritten`, if given, marks results to leave out. Counts what was tried.
  virtual void judge(const void* results, const std::vector<bool>* unwritten) = 0;

  /// Confirms the ends of every group by MPFR and hands the tally over.
  virtual Tally take() = 0;

  virtual Tally& tally() = 0;
};

}  // namespace hallmark
