// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/arithmetic_suite.h"

#include <fmt/format.h>

#include "arithmetic/domains.h"
#include "caller.h"
#include "case_id.h"
#include "inputs/random.h"
#include "judging/elementwise_judge.h"
#include "lanes_part.h"
#include "oracles/arithmetic.h"

namespace hallmark {
namespace {

Part tuple_part(const OfferedOperation& offered, const Elementwise& operation, std::string name, const MakeTuples& make,
                std::uint64_t cost, std::uint64_t seed, std::size_t block_rows) {
  const Signature& signature = offered.signature;
  Part part{test_name(signature), std::move(name), to_string(signature), cost, {}, {}};
  part.run = [=](PartContext& context) {
    return result_of(sweep_tuples(context, offered.signature.operands, operation.result, offered.index, make, [&] {
      return std::make_unique<ElementwiseJudge>(operation, semantics_of(offered.alternatives), seed);
    }));
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) {
    return swept_tuple(offered.signature.operands, make, block_rows, call, row);
  };
  return part;
}

LanesOptions lanes_options(const Elementwise& operation, std::vector<Semantics> alternatives, std::uint64_t seed) {
  LanesOptions options;
  // A few hundred tuples of every kind.
  options.sample = [=] {
    constexpr std::size_t most = 1000;
    return sample_of(*drawn_tuples(operation, most, 0, 1, Random(seed, "lanes").next()), most);
  };
  options.judge = [=]() -> RejectedBy {
    return [=, arithmetic = std::make_shared<IntegerArithmetic>()](std::span<const std::uint64_t> operands,
                                                                   std::uint64_t got) {
      std::uint64_t rejected = 0;
      for (std::size_t a = 0; a < alternatives.size(); ++a) {
        if (!elementwise_result(operation, alternatives[a], operands, *arithmetic).contains(got)) {
          rejected |= std::uint64_t{1} << a;
        }
      }
      return rejected;
    };
  };
  return options;
}

Part case_part(const OfferedOperation& offered, const Elementwise& operation, const Plan& plan,
               std::size_t block_rows) {
  if (rest_of_case(plan.case_id).starts_with(lanes_case_mark)) {
    return lanes_part(offered, "case", lanes_options(operation, semantics_of(offered.alternatives), plan.seed),
                      plan.seed, block_rows, lanes_call_of_case(plan.case_id));
  }
  const auto operands = operands_of_case(plan.case_id, offered.signature.operands);
  return tuple_part(offered, operation, "case", one_tuple(operands), 1, plan.seed, block_rows);
}

}  // namespace

bool ArithmeticSuite::covers(const Signature& signature) const { return elementwise_of(signature).has_value(); }

OperationContext ArithmeticSuite::context(const OfferedOperation& operation, const Profile&) const {
  return elementwise_context(operation.signature, operation.alternatives);
}

std::vector<std::pair<std::string, std::string>> ArithmeticSuite::listing() const {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const OperatorInfo& info : all_operators()) {
    std::string form = fmt::format("{}(FORMAT", info.name);
    for (int i = 1; i < info.operands; ++i) form += ",FORMAT";
    const bool delivers_truth = info.kind == OperatorKind::relation || info.kind == OperatorKind::predicate;
    lines.emplace_back(form + (delivers_truth ? ")->uint8" : ")->FORMAT"),
                       delivers_truth ? "0 or 1, of any floating formats" : "any floating formats");
  }
  return lines;
}

std::vector<Part> ArithmeticSuite::parts(const OfferedOperation& offered, const Assignment& assignment) const {
  const auto& [backend, profile, plan] = assignment;
  const std::size_t block_rows = KernelCaller::block_rows(backend);
  const Elementwise operation = elementwise_of(offered.signature).value();
  if (!plan.case_id.empty()) return {case_part(offered, operation, plan, block_rows)};
  std::vector<Part> parts;
  const auto shares = tuple_shares(operation, plan.level, plan.seed, to_string(offered.signature));
  for (std::size_t i = 0; i < shares.size(); ++i) {
    parts.push_back(tuple_part(offered, operation, fmt::format("part_{:02}", i), shares[i].make, shares[i].tuples,
                               plan.seed, block_rows));
  }
  parts.push_back(lanes_part(offered, "lanes", lanes_options(operation, semantics_of(offered.alternatives), plan.seed),
                             plan.seed, block_rows, std::nullopt));
  return parts;
}

}  // namespace hallmark
