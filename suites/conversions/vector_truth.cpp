// SPDX-License-Identifier: Apache-2.0
#include "conversions/vector_truth.h"

#include <fmt/format.h>

#include "judging/describe.h"

namespace hallmark {

VectorTruth::VectorTruth(const Conversion& conversion, std::vector<Semantics> alternatives)
    : conversion_(conversion), alternatives_(std::move(alternatives)), answers_(alternatives_.size()) {}

std::span<const CodeSet> VectorTruth::answers(std::uint64_t operand) {
  truth_.convert(conversion_, alternatives_, operand, answers_);
  return answers_;
}

std::vector<ResultTerm> VectorTruth::terms(std::uint64_t operand) {
  return result_terms(conversion_.to, answers(operand));
}

void VectorTruth::check(const VectorFile& file) {
  for (const VectorRow& row : file.rows) {
    const std::uint64_t operand = row.operands.front().front();
    const std::vector<ResultTerm> right = terms(operand);
    if (row.result == right) continue;
    throw InputError(fmt::format("{}: {} of {} gives {} under {}, the file says {}; correct the row", file.where(row),
                                 to_string(file.signature), hex_code(conversion_.from, operand),
                                 result_text(conversion_.to, right), file.profile,
                                 result_text(conversion_.to, row.result)));
  }
}

}  // namespace hallmark
