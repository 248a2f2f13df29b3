// SPDX-License-Identifier: Apache-2.0
#include "judging/accuracy.h"

#include "judging/describe.h"

namespace hallmark {

std::optional<AccuracyRecord> accuracy_record(const Signature& signature, const FunctionErrors& errors) {
  if (errors.measured == 0) return std::nullopt;
  AccuracyRecord record{errors.measured, errors.correctly_rounded, errors.maximum().text(), errors.mean_text(), {}, {}};
  for (std::size_t bin = 0; bin < FunctionErrors::bins; ++bin) {
    if (errors.histogram[bin] == 0) continue;
    const std::string up_to = bin + 1 == FunctionErrors::bins ? "inf"
                              : bin == FunctionErrors::bounds.size()
                                  ? "more"
                                  : UlpError::from_eighths(FunctionErrors::bounds[bin]).text();
    record.histogram.push_back({up_to, errors.histogram[bin]});
  }
  for (const FunctionErrors::Worst& worst : errors.worst) {
    AccuracyRecord::Worst one{{}, hex_code(signature.result, worst.got), worst.error.text()};
    for (std::size_t i = 0; i < worst.operands.size(); ++i) {
      one.operands.push_back(hex_code(signature.operands[i], worst.operands[i]));
    }
    record.worst.push_back(std::move(one));
  }
  return record;
}

}  // namespace hallmark
