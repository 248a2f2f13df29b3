// SPDX-License-Identifier: Apache-2.0
#include "functions/suite.h"

#include <fmt/format.h>

#include "arithmetic/case.h"
#include "conversions/caller.h"
#include "conversions/vector_truth.h"
#include "functions/domains.h"
#include "judging/function_judge.h"

namespace hallmark {
namespace {

std::span<const Format> operands_of(const FunctionOperation& operation) {
  return std::span(operation.operands).first(operation.operand_count);
}

Part function_part(const OfferedFunction& function, std::string name, const MakeTuples& make, std::uint64_t cost,
                   std::uint64_t seed, std::size_t block_rows) {
  Part part{test_name(function.signature), std::move(name), to_string(function.signature), cost, {}, {}};
  part.run = [=](PartContext& context) {
    const FunctionOperation& operation = function.operation;
    const Tally tally = sweep_tuples(context, operands_of(operation), operation.result, function.index, make, [&] {
      return std::make_unique<FunctionJudge>(operation, semantics_of(function.alternatives), function.limits, seed);
    });
    nlohmann::json json = tally;
    json["failed"] = tally.consistent() == 0 || !tally.environment.empty();
    return json;
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) {
    return swept_tuple(operands_of(function.operation), make, block_rows, call, row);
  };
  return part;
}

}  // namespace

std::vector<OfferedFunction> offered_functions(const BackendDescription& backend, const Profile& profile,
                                               const Plan& plan) {
  const std::string wanted = plan.case_id.substr(0, plan.case_id.find_first_of("#@"));
  std::vector<OfferedFunction> functions;
  for (std::size_t index = 0; index < backend.operations.size(); ++index) {
    const std::string& text = backend.operations[index];
    if (wanted.empty() ? !glob_match(plan.operation, text) : text != wanted) continue;
    auto parsed = parse_signature(text, [&](std::string_view name) { return profile.find_format(name); });
    Signature* signature = std::get_if<Signature>(&parsed);
    if (signature == nullptr) continue;
    const auto operation = function_of(*signature);
    if (!operation) continue;
    std::vector<Alternative> alternatives = profile.resolve(*signature);
    const Limits limits = profile.limits_of(*signature);
    functions.push_back({std::move(*signature), *operation, index, std::move(alternatives), limits});
  }
  return functions;
}

std::vector<Part> function_parts(const BackendDescription& backend, const Profile& profile, const Plan& plan) {
  std::vector<Part> parts;
  const std::size_t block_rows = KernelCaller::block_rows(backend);
  for (const OfferedFunction& function : offered_functions(backend, profile, plan)) {
    if (!plan.case_id.empty()) {
      const auto operands = operands_of_case(operands_of(function.operation), plan.case_id);
      parts.push_back(function_part(function, "case", one_tuple(operands), 1, plan.seed, block_rows));
      continue;
    }
    const auto shares = function_shares(function.operation, plan.level, plan.seed, to_string(function.signature));
    for (std::size_t i = 0; i < shares.size(); ++i) {
      parts.push_back(function_part(function, fmt::format("part_{:02}", i), shares[i].make, shares[i].tuples, plan.seed,
                                    block_rows));
    }
  }
  return parts;
}

}  // namespace hallmark
