// SPDX-License-Identifier: Apache-2.0
// One block of operand tuples through the kernel and a judge: poisoned, called, compared, and looked at closely where
// anything differs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "caller.h"
#include "case_id.h"
#include "judging/compare.h"

namespace hallmark {

/// Judge: ElementwiseJudge or PairJudge, prepared for the rows that are placed.
template <class Judge>
void sweep_block(PartContext& context, const Elementwise& operation, KernelCaller& caller, Judge& judge,
                 std::uint64_t number) {
  const std::size_t rows = caller.rows(), bytes = operation.result.bytes();
  judge.poison(0, caller.result_fill());
  const std::optional<std::string> fault = caller.call(number);
  Tally& tally = judge.tally();
  ++tally.calls;
  context.flight.operands_done.fetch_add(rows, std::memory_order_relaxed);
  const auto mark_of = [&](std::size_t row) { return mark_of_operands(operation.operands, judge.operands_of(row)); };
  if (fault) {
    tally.add_fault(*fault, mark_of(0));
    if (fault->starts_with("returned")) return;  // a failed call has no results
  }
  if (judge.matches(caller.results())) return;
  // Where both of two different poisons stay, nothing was written.
  const auto* at = static_cast<const std::byte*>(caller.results());
  const std::vector<std::byte> results(at, at + rows * bytes);
  std::vector<bool> unwritten(rows);
  bool is_suspect = false;
  for (std::size_t row = 0; row < rows; ++row) {
    unwritten[row] = judge.is_poison(row, load_code(results.data(), bytes, row), 0);
    is_suspect |= unwritten[row];
  }
  if (is_suspect) {
    judge.poison(1, caller.result_fill());
    caller.call(number);
    std::size_t first = rows;
    for (std::size_t row = rows; row-- > 0;) {
      unwritten[row] = unwritten[row] && judge.is_poison(row, load_code(caller.results(), bytes, row), 1);
      if (unwritten[row]) first = row;
    }
    if (first < rows) tally.add_fault("left results unwritten", mark_of(first));
  }
  judge.record(results.data(), &unwritten);
}

}  // namespace hallmark
