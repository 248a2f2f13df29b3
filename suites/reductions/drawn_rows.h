// SPDX-License-Identifier: Apache-2.0
// Rows that a part draws by itself: one call of them, judged, and a row made again from its number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judging/reduction_hypotheses.h"
#include "judging/reduction_judge.h"
#include "reductions/hard_rows.h"
#include "reductions/reduction_caller.h"

namespace hallmark {

/// Operands of a call that has the rows, all of one depth; of a product of matrices a square one, of whose results the
/// diagonal is the rows'.
CallOperands operands_of_rows(const Reduction& reduction, std::vector<HardDot> rows);

/// Where the row's result stands in such a call: on the diagonal, or where each element has a result the last one's,
/// which the whole row is summed to.
std::size_t column_of_row(const Reduction& reduction, std::size_t row, std::size_t depth);

/// A row alone, as a finding shows it.
FoundResult found_row(const Reduction& reduction, HardDot row);

/// What tells parts that draw rows apart.
struct DrawnPart {
  std::string_view name;      ///< of the part and in case ids: "growth"
  std::uint64_t witness = 0;  ///< in the place of a kind in witness_operands()
};

/// Calls rows and judges them. Rows are of a part's own drawing and deep enough, some dozen random factors, that none
/// comes twice: each judged one counts.
class DrawnRows {
 public:
  /// single: only this row is judged.
  DrawnRows(PartContext& context, const TriedReduction& tried, const DrawnPart& part,
            std::optional<std::uint64_t> single);

  /// Makes the part's call of that number; first: the number of its first row. A result for each row, or nothing where
  /// the call failed or a crash is being narrowed to another one.
  std::optional<std::vector<std::uint64_t>> call(std::uint64_t number, const std::vector<HardDot>& rows,
                                                 std::uint64_t first) {
    return call(number, rows, first, std::vector<bool>(rows.size(), true));
  }
  /// judged: which of the rows are; the others were in another call.
  std::optional<std::vector<std::uint64_t>> call(std::uint64_t number, const std::vector<HardDot>& rows,
                                                 std::uint64_t first, const std::vector<bool>& judged);

  Tally& tally() { return tally_; }

 private:
  void judge(const HardDot& row, std::uint64_t number, std::uint64_t got, bool is_sample);

  PartContext& context_;
  const TriedReduction& tried_;
  DrawnPart part_;
  std::optional<std::uint64_t> single_;
  ReductionCaller caller_;
  ReductionJudge judge_;
  ReductionHypotheses hypotheses_;
  Tally tally_;
};

}  // namespace hallmark
