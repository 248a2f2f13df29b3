// SPDX-License-Identifier: Apache-2.0
#include "judging/operation_context.h"

#include <memory>

#include "judging/elementwise_judge.h"
#include "judging/function_judge.h"
#include "oracles/arithmetic.h"
#include "oracles/convert.h"
#include "oracles/runs.h"

namespace hallmark {

std::array<Count, all_requirements.size()> conversion_domain(const Conversion& conversion) {
  std::array<Count, all_requirements.size()> domain{};
  const std::uint64_t last = conversion.from.code_mask();
  const Runs requirements(conversion.from, Bounding::runs, 0, last, [&](std::uint64_t operand, Answer& answer) {
    answer.variants.clear();
    answer.requirement = requirement_of(conversion, operand);
  });
  for (std::size_t i = 0; i < requirements.runs().size(); ++i) {
    const Run& run = requirements.runs()[i];
    domain[static_cast<std::size_t>(run.requirement)] += Count{requirements.last_of(i)} - run.first + 1;
  }
  return domain;
}

namespace {

Count tuples_of(const Signature& signature) {
  Count tuples = 1;
  for (const Format& operand : signature.operands) tuples *= Count{operand.code_mask()} + 1;
  return tuples;
}

}  // namespace

OperationContext conversion_context(Signature signature, std::vector<Alternative> alternatives) {
  const Conversion conversion{signature.operands.front(), signature.result};
  OperationContext context;
  context.right = [conversion](const Semantics& semantics, std::span<const std::uint64_t> operands) {
    return CodeSets(oracle_convert(conversion, semantics, operands.front()));
  };
  context.hypotheses = conversion_hypotheses(conversion, alternatives.front().semantics);
  context.axis = axis_scale(conversion);
  context.domain = tuples_of(signature);
  context.requirement_domain = conversion_domain(conversion);
  context.signature = std::move(signature);
  context.alternatives = std::move(alternatives);
  return context;
}

OperationContext elementwise_context(Signature signature, std::vector<Alternative> alternatives) {
  const auto operation = elementwise_of(signature);
  OperationContext context;
  context.right = [operation = operation.value()](const Semantics& semantics, std::span<const std::uint64_t> operands) {
    IntegerArithmetic arithmetic;
    return elementwise_result(operation, semantics, operands, arithmetic);
  };
  context.hypotheses = elementwise_hypotheses(*operation, alternatives.front().semantics);
  context.domain = tuples_of(signature);
  context.signature = std::move(signature);
  context.alternatives = std::move(alternatives);
  return context;
}

OperationContext function_context(Signature signature, std::vector<Alternative> alternatives, const Limits& limits) {
  const FunctionOperation operation = function_of(signature).value();
  OperationContext context;
  const auto truth = std::make_shared<FunctionTruth>();
  context.right = [=](const Semantics& semantics, std::span<const std::uint64_t> operands) {
    return code_sets(operation.result, truth->answer(operation, semantics, limits, operands).accepted);
  };
  context.hypotheses = function_hypotheses(operation, alternatives.front().semantics);
  if (operation.operand_count == 1) context.axis = axis_scale({operation.operands[0], operation.result});
  context.domain = tuples_of(signature);
  context.signature = std::move(signature);
  context.alternatives = std::move(alternatives);
  return context;
}

}  // namespace hallmark
