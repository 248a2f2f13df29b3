// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/suite.h"

#include <fmt/format.h>

#include "arithmetic/case.h"
#include "arithmetic/domains.h"
#include "conversions/caller.h"
#include "conversions/vector_truth.h"
#include "judging/elementwise_judge.h"

namespace hallmark {
namespace {

std::span<const Format> operands_of(const Elementwise& operation) {
  return std::span(operation.operands).first(operation.operand_count);
}

Part tuple_part(const ArithmeticOperation& operation, std::string name, const MakeTuples& make, std::uint64_t cost,
                std::uint64_t seed, std::size_t block_rows) {
  Part part{test_name(operation.signature), std::move(name), to_string(operation.signature), cost, {}, {}};
  part.run = [=](PartContext& context) {
    const Elementwise& elementwise = operation.operation;
    const Tally tally = sweep_tuples(context, operands_of(elementwise), elementwise.result, operation.index, make, [&] {
      return std::make_unique<ElementwiseJudge>(elementwise, semantics_of(operation.alternatives), seed);
    });
    nlohmann::json json = tally;
    json["failed"] = tally.consistent() == 0 || !tally.environment.empty();
    return json;
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) {
    return swept_tuple(operands_of(operation.operation), make, block_rows, call, row);
  };
  return part;
}

}  // namespace

std::vector<ArithmeticOperation> arithmetic_operations(const BackendDescription& backend, const Profile& profile,
                                                       const Plan& plan) {
  const std::string wanted = plan.case_id.substr(0, plan.case_id.find_first_of("#@"));
  std::vector<ArithmeticOperation> operations;
  for (std::size_t index = 0; index < backend.operations.size(); ++index) {
    const std::string& text = backend.operations[index];
    if (wanted.empty() ? !glob_match(plan.operation, text) : text != wanted) continue;
    auto parsed = parse_signature(text, [&](std::string_view name) { return profile.find_format(name); });
    Signature* signature = std::get_if<Signature>(&parsed);
    if (signature == nullptr) continue;
    const auto operation = elementwise_of(*signature);
    if (!operation) continue;
    std::vector<Alternative> alternatives = profile.resolve(*signature);
    operations.push_back({std::move(*signature), *operation, index, std::move(alternatives)});
  }
  return operations;
}

std::vector<Part> arithmetic_parts(const BackendDescription& backend, const Profile& profile, const Plan& plan) {
  std::vector<Part> parts;
  const std::size_t block_rows = KernelCaller::block_rows(backend);
  for (const ArithmeticOperation& operation : arithmetic_operations(backend, profile, plan)) {
    if (!plan.case_id.empty()) {
      const auto operands = operands_of_case(operands_of(operation.operation), plan.case_id);
      parts.push_back(tuple_part(operation, "case", one_tuple(operands), 1, plan.seed, block_rows));
      continue;
    }
    const auto shares = tuple_shares(operation.operation, plan.level, plan.seed, to_string(operation.signature));
    for (std::size_t i = 0; i < shares.size(); ++i) {
      parts.push_back(
          tuple_part(operation, fmt::format("part_{:02}", i), shares[i].make, shares[i].tuples, plan.seed, block_rows));
    }
  }
  return parts;
}

}  // namespace hallmark
