// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/arithmetic_suite.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "arithmetic/domains.h"
#include "arithmetic/pair_sweep.h"
#include "caller.h"
#include "case_id.h"
#include "inputs/random.h"
#include "judging/compare.h"
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
    return result_of(sweep_tuples(context, operation, offered.index, make, semantics_of(offered.alternatives), seed));
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) {
    return swept_tuple(operation, make, block_rows, call, row);
  };
  return part;
}

/// All pairs of some first operands, at vector speed.
Part pairs_part(const OfferedOperation& offered, const Elementwise& operation, std::string name, const Interval& firsts,
                std::uint64_t cost, std::uint64_t seed, std::size_t block_rows) {
  const Signature& signature = offered.signature;
  Part part{test_name(signature), std::move(name), to_string(signature), cost, {}, {}};
  part.run = [=](PartContext& context) {
    return result_of(sweep_pairs(context, operation, offered.index, firsts, semantics_of(offered.alternatives), seed));
  };
  part.operands_of = [=](std::uint64_t call, std::uint64_t row) {
    return swept_pair(operation, firsts, block_rows, call, row);
  };
  return part;
}

/// One tuple, the case's.
class OneTuple : public Tuples {
 public:
  explicit OneTuple(std::vector<std::uint64_t> operands) : operands_(std::move(operands)) {}
  std::size_t next(std::size_t, Columns& columns) override {
    columns.assign(operands_.size(), std::vector<std::uint64_t>(given_ ? 0 : 1));
    for (std::size_t i = 0; i < operands_.size() && !given_; ++i) columns[i][0] = operands_[i];
    return std::exchange(given_, true) ? 0 : 1;
  }

 private:
  std::vector<std::uint64_t> operands_;
  bool given_ = false;
};

/// A thousand tuples of every kind, or all where there are no more.
LanesSample lanes_sample(const Elementwise& operation, std::uint64_t seed) {
  constexpr std::size_t most = 1000;
  const bool has_few = domain_bits(operation) <= 10;
  const std::unique_ptr<Tuples> tuples = has_few ? all_tuples(operation, {0, operation.operands[0].code_mask()})
                                                 : drawn_tuples(operation, most, 0, 1, Random(seed, "lanes").next());
  std::set<std::vector<std::uint64_t>> distinct;
  Columns columns;
  for (std::size_t rows = tuples->next(most, columns); rows > 0; rows = tuples->next(most, columns)) {
    for (std::size_t row = 0; row < rows && (has_few || distinct.size() < most); ++row) {
      std::vector<std::uint64_t> tuple;
      for (const auto& column : columns) tuple.push_back(column[row]);
      distinct.insert(std::move(tuple));
    }
  }
  return {distinct.begin(), distinct.end()};
}

LanesOptions lanes_options(const Elementwise& operation, std::vector<Semantics> alternatives, std::uint64_t seed) {
  LanesOptions options;
  options.sample = [=] { return lanes_sample(operation, seed); };
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
  return tuple_part(
      offered, operation, "case", [=] { return std::make_unique<OneTuple>(operands); }, 1, plan.seed, block_rows);
}

}  // namespace

bool ArithmeticSuite::covers(const Signature& signature) const { return elementwise_of(signature).has_value(); }

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
    const std::string name = fmt::format("part_{:02}", i);
    const TupleShare& share = shares[i];
    parts.push_back(share.firsts && sweeps_pairs(operation, semantics_of(offered.alternatives))
                        ? pairs_part(offered, operation, name, *share.firsts, share.tuples, plan.seed, block_rows)
                        : tuple_part(offered, operation, name, share.make, share.tuples, plan.seed, block_rows));
  }
  parts.push_back(lanes_part(offered, "lanes", lanes_options(operation, semantics_of(offered.alternatives), plan.seed),
                             plan.seed, block_rows, std::nullopt));
  return parts;
}

}  // namespace hallmark
