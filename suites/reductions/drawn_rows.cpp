// SPDX-License-Identifier: Apache-2.0
#include "reductions/drawn_rows.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "judging/judge.h"

namespace hallmark {

CallOperands operands_of_rows(const Reduction& reduction, std::vector<HardDot> rows) {
  ReductionCall call;
  call.rows = rows.size();
  call.columns = reduction.kind == ReductionKind::matmul ? rows.size() : 1;
  call.depth = rows.front().left.size();
  std::vector<std::size_t> order(call.rows), columns(call.columns);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return {reduction, call, std::move(rows), std::move(order), std::move(columns)};
}

std::size_t column_of_row(const Reduction& reduction, std::size_t row, std::size_t depth) {
  if (reduction.has_result_of_each_element()) return depth - 1;
  return reduction.kind == ReductionKind::matmul ? row : 0;
}

FoundResult found_row(const Reduction& reduction, HardDot row) {
  const std::size_t column = column_of_row(reduction, 0, row.left.size());
  return {std::make_shared<const CallOperands>(operands_of_rows(reduction, {std::move(row)})), {0, column}};
}

DrawnRows::DrawnRows(PartContext& context, const TriedReduction& tried, const DrawnPart& part,
                     std::optional<std::uint64_t> single)
    : context_(context),
      tried_(tried),
      part_(part),
      single_(single),
      caller_(context, tried.reduction, tried.operation),
      judge_(tried.reduction, tried.alternatives),
      hypotheses_(tried.reduction, tried.alternatives.front()) {
  tally_.alternatives = tried.alternatives.size();
}

std::optional<std::vector<std::uint64_t>> DrawnRows::call(std::uint64_t number, const std::vector<HardDot>& rows,
                                                          std::uint64_t first, const std::vector<bool>& judged) {
  if (context_.only && context_.only->call != number) return {};
  const CallOperands operands = operands_of_rows(tried_.reduction, rows);
  caller_.place(operands);
  if (context_.only) {
    caller_.call_rows(number, static_cast<std::size_t>(context_.only->from),
                      static_cast<std::size_t>(context_.only->rows));
    return {};
  }
  caller_.fill_results(poison_candidates(tried_.reduction.result)[0]);
  ++tally_.calls;
  if (const auto fault = caller_.call(number)) {
    tally_.add_fault(*fault, fmt::format("@{}/{}", part_.name, single_.value_or(first)));
    if (fault->starts_with("returned")) return {};
  }
  std::vector<std::uint64_t> got;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    got.push_back(caller_.result({row, column_of_row(tried_.reduction, row, operands.call().depth)}));
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (judged[row] && (!single_ || *single_ == first + row)) {
      judge(rows[row], first + row, got[row], row == 0);
    }
    context_.flight.heartbeat.fetch_add(1, std::memory_order_relaxed);
  }
  context_.flight.operands_done.fetch_add(rows.size() * operands.call().depth, std::memory_order_relaxed);
  return got;
}

void DrawnRows::judge(const HardDot& row, std::uint64_t number, std::uint64_t got, bool is_sample) {
  judge_.prepare(row);
  ++tally_.tried[static_cast<std::size_t>(Requirement::accumulation)];
  MismatchGroup group;
  group.rejected_by = judge_.rejected_by(got);
  // An oracle may have summed the row: MPFR confirms each mismatch, and some others.
  if (group.rejected_by != 0 || is_sample) {
    judge_.confirm(row);
    ++tally_.truth_checks;
  }
  if (group.rejected_by == 0) return;
  group.requirement = Requirement::accumulation;
  group.explained_by =
      group.rejected_by == judge_.every_alternative() ? hypotheses_.explained_by(row, got) : other_option;
  group.count = 1;
  group.smallest = group.last = {{row.left.size(), part_.witness, number}, got};
  tally_.add(group);
}

}  // namespace hallmark
