// SPDX-License-Identifier: Apache-2.0
#include "reports/accuracy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/text.h"

namespace hallmark {
namespace {

std::string share(std::uint64_t part, std::uint64_t whole) {
  if (part == whole) return "100 %";
  const auto hundredths = static_cast<std::uint64_t>(Count{part} * 10000 / whole);
  return fmt::format("{}.{:02} %", hundredths / 100, hundredths % 100);
}

}  // namespace

std::vector<AccuracyRow> accuracy_rows(const Certificate& certificate) {
  std::vector<AccuracyRow> rows;
  for (const OperationRecord& operation : certificate.operations) {
    if (!operation.accuracy) continue;
    const AccuracyRecord& accuracy = *operation.accuracy;
    AccuracyRow row{
        operation.signature, grouped(accuracy.measured), share(accuracy.correctly_rounded, accuracy.measured),
        accuracy.mean_ulp,   accuracy.maximum_ulp,       ""};
    if (!accuracy.worst.empty()) {
      row.worst =
          fmt::format("{} gives {}", fmt::join(accuracy.worst.front().operands, ", "), accuracy.worst.front().got);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace hallmark
