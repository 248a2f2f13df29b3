// SPDX-License-Identifier: Apache-2.0
#include "suite.h"

#include <algorithm>

#include "arithmetic/arithmetic_suite.h"
#include "case_id.h"
#include "conversions/conversion_suite.h"
#include "functions/function_suite.h"
#include "identity.h"
#include "reductions/reduction_suite.h"
#include "scaling/scaling_suite.h"

namespace hallmark {

std::span<const Suite* const> all_suites() {
  static const ConversionSuite conversions;
  static const ArithmeticSuite arithmetic;
  static const FunctionSuite functions;
  static const ReductionSuite reductions;
  static const ScalingSuite scaling;
  static const Suite* const suites[] = {&conversions, &arithmetic, &functions, &reductions, &scaling};
  return suites;
}

const Suite* suite_of(const Signature& signature) {
  const auto suites = all_suites();
  const auto found =
      std::find_if(suites.begin(), suites.end(), [&](const Suite* suite) { return suite->covers(signature); });
  return found == suites.end() ? nullptr : *found;
}

std::vector<OfferedOperation> offered_operations(const Assignment& assignment) {
  const auto& [backend, profile, plan] = assignment;
  const std::string_view wanted = signature_of_case(plan.case_id);
  std::vector<OfferedOperation> operations;
  for (std::size_t index = 0; index < backend.operations.size(); ++index) {
    const std::string& text = backend.operations[index];
    if (plan.case_id.empty() ? !glob_match(plan.operation, text) : text != wanted) continue;
    auto parsed = parse_signature(text, [&](std::string_view name) { return assignment.profile.find_format(name); });
    Signature* signature = std::get_if<Signature>(&parsed);
    if (signature == nullptr || suite_of(*signature) == nullptr) continue;
    std::vector<Alternative> alternatives = profile.resolve(*signature);
    operations.push_back({std::move(*signature), index, std::move(alternatives)});
  }
  return operations;
}

std::vector<Part> offered_parts(const Assignment& assignment) {
  if (assignment.plan.identify) return identity_parts(assignment);
  std::vector<Part> all;
  for (const OfferedOperation& operation : offered_operations(assignment)) {
    for (Part& part : suite_of(operation.signature)->parts(operation, assignment)) all.push_back(std::move(part));
    // Who is in a hurry asks for verdicts alone.
    const bool tells_traits = assignment.plan.level != Level::quick && assignment.plan.case_id.empty();
    if (auto part = tells_traits ? traits_part(operation) : std::nullopt) all.push_back(std::move(*part));
  }
  return all;
}

nlohmann::json result_of(const Tally& tally) {
  nlohmann::json json = tally;
  json["failed"] = tally.consistent() == 0 || !tally.positions.empty() || !tally.repeats.empty() ||
                   !tally.environment.empty() || tally.lacks_cases();
  return json;
}

}  // namespace hallmark
