// SPDX-License-Identifier: Apache-2.0
#include "functions/function_suite.h"

#include <fmt/format.h>

#include "arithmetic/tuple_blocks.h"
#include "caller.h"
#include "case_id.h"
#include "functions/domains.h"
#include "functions/property_rules.h"
#include "functions/vectors.h"
#include "inputs/vector_search.h"
#include "judging/compare.h"
#include "judging/function_judge.h"
#include "lanes_part.h"
#include "vector_loading.h"

namespace hallmark {
namespace {

/// A function as this suite tries it.
struct Tried {
  const OfferedOperation& offered;
  FunctionOperation operation;
  Limits limits;
  std::uint64_t seed;
  std::size_t block_rows;
};

Part tuple_part(const Tried& tried, std::string name, const MakeTuples& make, std::uint64_t cost) {
  const Signature& signature = tried.offered.signature;
  Part part{test_name(signature), std::move(name), to_string(signature), cost, {}, {}};
  part.run = [make, index = tried.offered.index, operation = tried.operation,
              alternatives = semantics_of(tried.offered.alternatives), limits = tried.limits,
              seed = tried.seed](PartContext& context) {
    return result_of(sweep_tuple_blocks(context, formats_of(operation), index, *make(),
                                        [&] { return FunctionJudge(operation, alternatives, limits, seed); }));
  };
  part.operands_of = [make, operation = tried.operation, rows = tried.block_rows](std::uint64_t call,
                                                                                  std::uint64_t row) {
    return swept_tuple(formats_of(operation), make, rows, call, row);
  };
  return part;
}

Part tried_at_places(const Tried& tried, std::string name, std::optional<std::uint64_t> call) {
  LanesOptions options;
  options.sample = [operation = tried.operation, seed = tried.seed] {
    return tuple_sample(formats_of(operation), seed);
  };
  options.judge = [operation = tried.operation, limits = tried.limits,
                   alternatives = semantics_of(tried.offered.alternatives)]() -> RejectedBy {
    return [=, truth = std::make_shared<FunctionTruth>()](std::span<const std::uint64_t> operands, std::uint64_t got) {
      std::uint64_t rejected = 0;
      for (std::size_t a = 0; a < alternatives.size(); ++a) {
        const FunctionAnswer answer = truth->answer(operation, alternatives[a], limits, operands);
        if (!answer.accepted.contains(operation.result, got)) rejected |= std::uint64_t{1} << a;
      }
      return rejected;
    };
  };
  return lanes_part(tried.offered, std::move(name), std::move(options), tried.seed, tried.block_rows, call);
}

}  // namespace

bool FunctionSuite::covers(const Signature& signature) const { return function_of(signature).has_value(); }

OperationContext FunctionSuite::context(const OfferedOperation& operation, const Profile& profile) const {
  return function_context(operation.signature, operation.alternatives, profile.limits_of(operation.signature));
}

Tally FunctionSuite::judge(const OfferedOperation& operation, const Profile& profile,
                           const std::vector<std::vector<std::uint64_t>>& columns,
                           const std::vector<std::uint64_t>& results) const {
  const std::size_t bytes = operation.signature.result.bytes();
  FunctionJudge judge(function_of(operation.signature).value(), semantics_of(operation.alternatives),
                      profile.limits_of(operation.signature), 1);
  judge.prepare(columns, results.size());
  std::vector<std::byte> array(results.size() * bytes);
  for (std::size_t row = 0; row < results.size(); ++row) store_code(array.data(), bytes, row, results[row]);
  judge.record(array.data(), nullptr);
  return judge.take();
}

std::vector<VectorSet> FunctionSuite::vector_sets() const { return function_vector_sets(); }

VectorFile FunctionSuite::generate_vectors(const Profile& profile, const Signature& signature) const {
  return generate_function_vectors(profile, signature);
}

void FunctionSuite::check_vectors(const VectorFile& file, const Profile& profile) const {
  check_function_vectors(file, profile);
}

std::vector<std::pair<std::string, std::string>> FunctionSuite::listing() const {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const FunctionInfo& info : all_functions()) {
    lines.emplace_back(fmt::format("{}({})->FORMAT", info.name, info.operands == 1 ? "FORMAT" : "FORMAT,FORMAT"),
                       "any floating formats, within the profile's limits");
  }
  return lines;
}

std::vector<Part> FunctionSuite::parts(const OfferedOperation& offered, const Assignment& assignment) const {
  const auto& [backend, profile, plan] = assignment;
  const Tried tried{offered, function_of(offered.signature).value(), profile.limits_of(offered.signature), plan.seed,
                    KernelCaller::block_rows(backend)};
  if (rest_of_case(plan.case_id).starts_with(lanes_case_mark)) {
    return {tried_at_places(tried, "case", lanes_call_of_case(plan.case_id))};
  }
  TuplePropertyOptions properties = function_property_options(offered, tried.operation, tried.limits, plan);
  if (!plan.case_id.empty()) {
    properties.single = property_of_case(properties, plan.case_id);
    if (properties.single) return {tuple_properties_part(offered, "case", properties, tried.block_rows)};
    const auto operands = operands_of_case(plan.case_id, offered.signature.operands);
    return {tuple_part(
        tried, "case", [=] { return listed_tuples({operands}); }, 1)};
  }
  std::vector<Part> parts;
  const auto shares = function_shares(tried.operation, plan.level, plan.seed, to_string(offered.signature));
  for (std::size_t i = 0; i < shares.size(); ++i) {
    parts.push_back(tuple_part(tried, fmt::format("part_{:02}", i), shares[i].make, shares[i].tuples));
  }
  parts.push_back(tried_at_places(tried, "lanes", std::nullopt));
  if (!promised_tuple_properties(properties.rules).empty()) {
    parts.push_back(tuple_properties_part(offered, "properties", properties, tried.block_rows));
  }
  if (const auto file = VectorSearch(profile).find(offered.signature)) {
    const auto kept = std::make_shared<const Profile>(profile);
    constexpr std::uint64_t usual_rows = 200;
    parts.push_back(tuple_part(
        tried, "vectors", [=] { return listed_tuples(vector_tuples(file->string(), *kept)); }, usual_rows));
    parts.back().rerun = true;
  }
  return parts;
}

}  // namespace hallmark
