// SPDX-License-Identifier: Apache-2.0
#include "identifying/observed_calls.h"

#include <algorithm>

#include "judging/describe.h"

namespace hallmark {
namespace {

constexpr std::size_t block_rows = 8192;

void add_result(ObservedCall& observation, std::uint64_t result) {
  const auto& known = observation.results;
  if (std::find(known.begin(), known.end(), result) == known.end()) observation.results.push_back(result);
}

Columns columns_of(const std::vector<ObservedCall*>& observations, std::size_t copies, bool reversed) {
  Columns columns(observations.empty() ? 0 : observations.front()->operands.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (const ObservedCall* observation : observations) {
      columns[i].insert(columns[i].end(), copies, observation->operands[i]);
    }
    if (reversed) std::reverse(columns[i].begin(), columns[i].end());
  }
  return columns;
}

}  // namespace

std::vector<std::uint64_t> Observer::results_of(const Columns& columns) {
  std::vector<std::uint64_t> results;
  const std::size_t rows = columns.empty() ? 0 : columns.front().size();
  for (std::size_t first = 0; first < rows && ok_; first += block_rows) {
    const std::size_t last = std::min(rows, first + block_rows);
    Columns block;
    for (const auto& column : columns) {
      block.emplace_back(column.begin() + static_cast<std::ptrdiff_t>(first),
                         column.begin() + static_cast<std::ptrdiff_t>(last));
    }
    const auto got = call_(block);
    ok_ = got && got->size() == last - first;
    if (ok_) results.insert(results.end(), got->begin(), got->end());
  }
  if (!ok_) results.clear();
  return results;
}

std::vector<ObservedCall> Observer::observe(std::vector<OperandTuple> tuples) {
  std::vector<ObservedCall> observations;
  for (OperandTuple& tuple : tuples) observations.push_back({std::move(tuple), {}});
  std::vector<ObservedCall*> all;
  for (ObservedCall& observation : observations) all.push_back(&observation);
  for (const bool reversed : {false, true}) {
    const std::vector<std::uint64_t> results = results_of(columns_of(all, 1, reversed));
    if (!ok_) return {};
    for (std::size_t row = 0; row < results.size(); ++row) {
      add_result(*all[reversed ? all.size() - 1 - row : row], results[row]);
    }
  }
  return observations;
}

void Observer::repeat(std::vector<ObservedCall*> observations, std::size_t copies) {
  const std::vector<std::uint64_t> results = results_of(columns_of(observations, copies, false));
  for (std::size_t row = 0; row < results.size(); ++row) add_result(*observations[row / copies], results[row]);
}

std::string operands_text(const std::vector<Format>& formats, const OperandTuple& operands) {
  std::string text;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) text += ' ';
    text += hex_code(formats[i], operands[i]);
  }
  return text;
}

Evidence evidence_of(const std::vector<Format>& formats, const Format& result, const ObservedCall& observation) {
  Evidence evidence{operands_text(formats, observation.operands), "", {}, observation.results.front()};
  for (const std::uint64_t code : observation.results) {
    if (!evidence.result.empty()) evidence.result += " or ";
    evidence.result += hex_code(result, code);
  }
  return evidence;
}

}  // namespace hallmark
