// SPDX-License-Identifier: Apache-2.0
#include "tests/judging/judged.h"

#include "oracles/convert.h"

namespace hallmark::test {

std::uint64_t result_under(const Conversion& conversion, const Semantics& semantics, std::uint64_t operand) {
  return oracle_convert(conversion, semantics, operand).low;
}

Tally judge_results(const Conversion& conversion, const std::vector<Semantics>& alternatives, const Intervals& operands,
                    const ResultOf& result) {
  constexpr std::uint64_t rows = 4096;
  const std::size_t bytes = conversion.to.bytes();
  ConversionJudge judge(conversion, alternatives, 1);
  judge.prepare({operands.intervals().begin(), operands.intervals().end()});
  std::vector<unsigned char> results(rows * bytes);
  for (const Interval& piece : operands.intervals()) {
    for (std::uint64_t first = piece.first;; first += rows) {
      const std::uint64_t last = piece.last - first < rows ? piece.last : first + rows - 1;
      const auto count = static_cast<std::size_t>(last - first + 1);
      for (std::size_t i = 0; i < count; ++i) store_code(results.data(), bytes, i, result(first + i));
      judge.count_tried(first, last);
      if (!judge.matches(first, count, results.data())) judge.record(first, count, results.data(), nullptr);
      if (last == piece.last) break;
    }
  }
  return judge.take();
}

OperationContext context_of(const Conversion& conversion, const std::vector<Semantics>& alternatives) {
  std::vector<Alternative> all;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    Alternative alternative{alternatives[i], {}};
    if (alternatives.size() > 1) alternative.options = {{"option", std::to_string(i)}};
    all.push_back(std::move(alternative));
  }
  OperationContext context = conversion_context({"convert", {}, {conversion.from}, conversion.to}, std::move(all));
  context.certify_command = "hallmark certify --backend synthetic";
  return context;
}

OperationRecord diagnose_results(const Conversion& conversion, const Semantics& semantics, const Intervals& operands,
                                 const ResultOf& result) {
  return diagnose(context_of(conversion, {semantics}), judge_results(conversion, {semantics}, operands, result));
}

}  // namespace hallmark::test
