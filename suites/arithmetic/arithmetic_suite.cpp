// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/arithmetic_suite.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "arithmetic/domains.h"
#include "arithmetic/pair_sweep.h"
#include "arithmetic/product_sweep.h"
#include "arithmetic/tuple_parts.h"
#include "arithmetic/tuple_properties.h"
#include "arithmetic/vectors.h"
#include "caller.h"
#include "case_id.h"
#include "inputs/vector_search.h"
#include "judging/compare.h"
#include "judging/elementwise_judge.h"
#include "lanes_part.h"
#include "oracles/arithmetic.h"
#include "semantics/nearest.h"
#include "vector_loading.h"

namespace hallmark {
namespace {

/// All pairs of some first operands, at vector speed.
Part pairs_part(const OfferedOperation& offered, const Elementwise& operation, std::string name, const Interval& firsts,
                std::uint64_t cost, std::uint64_t seed, std::size_t block_rows) {
  const Signature& signature = offered.signature;
  Part part{test_name(signature), std::move(name), to_string(signature), cost, {}, {}};
  part.operand_seconds = 1e-9;
  part.run = [=](PartContext& context) {
    return result_of(sweep_pairs(context, operation, offered.index, firsts, semantics_of(offered.alternatives), seed));
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) {
    return swept_pair(operation, firsts, block_rows, call, row);
  };
  return part;
}

/// All addends to the products of some factors.
Part products_part(const OfferedOperation& offered, const Elementwise& operation, std::string name,
                   const ProductPart& products, std::uint64_t seed, std::size_t block_rows) {
  const Signature& signature = offered.signature;
  const std::uint64_t cost = products.share.pairs * (operation.operands[2].code_mask() + 1);
  Part part{test_name(signature), std::move(name), to_string(signature), cost, {}, {}};
  part.operand_seconds = 1e-9;
  part.run = [=](PartContext& context) {
    return result_of(
        sweep_products(context, operation, offered.index, products, semantics_of(offered.alternatives), seed));
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) {
    return swept_product(operation, products, block_rows, call, row);
  };
  return part;
}

/// The golden vectors run through the backend. Sweeps try most of these tuples too: their counts are not added.
Part vectors_part(const OfferedOperation& offered, const Elementwise& operation, const std::filesystem::path& file,
                  const Profile& profile, std::uint64_t seed, std::size_t block_rows) {
  constexpr std::uint64_t usual_rows = 700;
  const auto kept = std::make_shared<const Profile>(profile);
  Part part = tuple_part(
      offered, operation, "vectors", [=] { return listed_tuples(vector_tuples(file.string(), *kept)); }, usual_rows,
      seed, block_rows);
  part.rerun = true;
  return part;
}

LanesOptions lanes_options(const Elementwise& operation, const std::vector<Alternative>& alternatives,
                           std::uint64_t seed) {
  return tuple_lanes_options(operation, semantics_of(alternatives), [=] { return tuple_sample(operation, seed); });
}

class ArithmeticTruth : public JudgedPropertyTruth<ElementwiseJudge> {
 public:
  ArithmeticTruth(const Elementwise& operation, std::vector<Semantics> alternatives, std::uint64_t seed)
      : JudgedPropertyTruth(operation, alternatives, seed),
        operation_(operation),
        alternatives_(std::move(alternatives)) {}

  bool accepts(std::size_t alternative, std::span<const std::uint64_t> operands, std::uint64_t got) override {
    return elementwise_result(operation_, alternatives_[alternative], operands, mpfr_).contains(got);
  }
  Requirement requirement(std::span<const std::uint64_t> operands) override {
    return requirement_of(operation_, operands, mpfr_);
  }

 private:
  Elementwise operation_;
  std::vector<Semantics> alternatives_;
  MpfrArithmetic mpfr_;
};

TuplePropertyOptions property_options(const OfferedOperation& offered, const Elementwise& operation, const Plan& plan) {
  TuplePropertyOptions options = tuple_property_options(offered, operation, plan);
  const std::vector<Semantics> alternatives = semantics_of(offered.alternatives);
  for (const Semantics& semantics : alternatives) {
    options.rules.push_back(std::make_shared<const TupleRules>(operation, semantics));
  }
  options.make_truth = [=, seed = plan.seed] {
    return std::make_unique<ArithmeticTruth>(operation, alternatives, seed);
  };
  return options;
}

Part case_part(const OfferedOperation& offered, const Elementwise& operation, const Plan& plan,
               std::size_t block_rows) {
  if (rest_of_case(plan.case_id).starts_with(lanes_case_mark)) {
    return lanes_part(offered, "case", lanes_options(operation, offered.alternatives, plan.seed), plan.seed, block_rows,
                      lanes_call_of_case(plan.case_id));
  }
  TuplePropertyOptions options = property_options(offered, operation, plan);
  options.single = property_of_case(options, plan.case_id);
  if (options.single) return tuple_properties_part(offered, "case", options, block_rows);
  const auto operands = operands_of_case(plan.case_id, offered.signature.operands);
  return tuple_part(
      offered, operation, "case", [=] { return listed_tuples({operands}); }, 1, plan.seed, block_rows);
}

/// The parts that together try the domain, or what the level takes of it.
std::vector<Part> domain_parts(const OfferedOperation& offered, const Elementwise& operation, const Plan& plan,
                               std::size_t block_rows) {
  std::vector<Part> parts;
  const std::vector<Semantics> alternatives = semantics_of(offered.alternatives);
  if (plan.level == Level::exhaustive && sweeps_products(operation, alternatives)) {
    for (const ProductPart& products : product_parts(operation)) {
      const std::string name = fmt::format("part_{:04}", parts.size());
      parts.push_back(products_part(offered, operation, name, products, plan.seed, block_rows));
    }
    return parts;
  }
  for (const TupleShare& share : tuple_shares(operation, plan.level, plan.seed, to_string(offered.signature))) {
    const std::string name = fmt::format("part_{:02}", parts.size());
    parts.push_back(share.firsts && sweeps_pairs(operation, alternatives)
                        ? pairs_part(offered, operation, name, *share.firsts, share.tuples, plan.seed, block_rows)
                        : tuple_part(offered, operation, name, share.make, share.tuples, plan.seed, block_rows));
  }
  return parts;
}

}  // namespace

bool ArithmeticSuite::covers(const Signature& signature) const {
  const auto operation = elementwise_of(signature);
  return operation && !operation->shared_operand();
}

OperationContext ArithmeticSuite::context(const OfferedOperation& operation, const Profile&) const {
  return elementwise_context(operation.signature, operation.alternatives);
}

Tally ArithmeticSuite::judge(const OfferedOperation& operation, const Profile&,
                             const std::vector<std::vector<std::uint64_t>>& columns,
                             const std::vector<std::uint64_t>& results) const {
  const std::size_t bytes = operation.signature.result.bytes();
  ElementwiseJudge judge(elementwise_of(operation.signature).value(), semantics_of(operation.alternatives), 1);
  judge.prepare(columns, results.size());
  std::vector<std::byte> array(results.size() * bytes);
  for (std::size_t row = 0; row < results.size(); ++row) store_code(array.data(), bytes, row, results[row]);
  judge.record(array.data(), nullptr);
  return judge.take();
}

std::vector<VectorSet> ArithmeticSuite::vector_sets() const { return arithmetic_vector_sets(); }

VectorFile ArithmeticSuite::generate_vectors(const Profile& profile, const Signature& signature) const {
  return generate_arithmetic_vectors(profile, signature);
}

void ArithmeticSuite::check_vectors(const VectorFile& file, const Profile& profile) const {
  check_arithmetic_vectors(file, profile);
}

std::vector<std::pair<std::string, std::string>> ArithmeticSuite::listing() const {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const OperatorInfo& info : all_operators()) {
    if (computed_as(info.code) != info.code) continue;  // the suite of scaling lists them
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
  std::vector<Part> parts = domain_parts(offered, operation, plan, block_rows);
  parts.push_back(lanes_part(offered, "lanes", lanes_options(operation, offered.alternatives, plan.seed), plan.seed,
                             block_rows, std::nullopt));
  const TuplePropertyOptions properties = property_options(offered, operation, plan);
  if (!promised_tuple_properties(properties.rules).empty()) {
    parts.push_back(tuple_properties_part(offered, "properties", properties, block_rows));
  }
  if (const auto file = VectorSearch(profile).find(offered.signature)) {
    parts.push_back(vectors_part(offered, operation, *file, profile, plan.seed, block_rows));
  }
  return parts;
}

}  // namespace hallmark
