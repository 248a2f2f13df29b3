// SPDX-License-Identifier: Apache-2.0
#include "judging/reduction_judge.h"

#include <algorithm>

#include "formats/internal_error.h"
#include "judging/exponential_bound.h"
#include "judging/mean_bound.h"

namespace hallmark {
namespace {

/// Of what is no plain sum: what is right of a row. Empty for plain sums.
std::function<Acceptance(const ReductionRow& row)> judge_of(const Reduction& reduction, const Semantics& semantics) {
  switch (reduction.kind) {
    case ReductionKind::mean:
      return [bound = std::make_shared<MeanBound>(reduction, semantics)](const ReductionRow& row) {
        return bound->accept(row);
      };
    case ReductionKind::logsumexp:
    case ReductionKind::softmax:
      return [bound = std::make_shared<ExponentialBound>(reduction, semantics)](const ReductionRow& row) {
        return bound->accept(row);
      };
    case ReductionKind::all_finite:
      return [reduction](const ReductionRow& row) {
        Acceptance accepted;
        accepted.others = all_finite_result(reduction, row);
        return accepted;
      };
    default:
      return {};
  }
}

/// The accumulator of a prefix: a tree over all elements is none over some of them.
Semantics of_prefixes(Semantics semantics) {
  Accumulator& accumulator = semantics.accumulator;
  const bool keeps_its_order = accumulator.order == "sequential" || accumulator.order == "exact";
  if (!keeps_its_order || accumulator.lanes > 1 || accumulator.partial_count > 0) accumulator.exact_model = false;
  if (!keeps_its_order) accumulator.order = "any";
  return semantics;
}

}  // namespace

ReductionJudge::ReductionJudge(const Reduction& reduction, const std::vector<Semantics>& alternatives)
    : reduction_(reduction), accepted_(alternatives.size()), confirmed_(alternatives.size()) {
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const auto same = std::find(alternatives.begin(), alternatives.end(), alternatives[i]);
    const bool is_prefix = reduction.kind == ReductionKind::cumulative_sum;
    const Semantics semantics = is_prefix ? of_prefixes(alternatives[i]) : alternatives[i];
    Rule rule{nullptr, nullptr, {}, {}, static_cast<std::size_t>(same - alternatives.begin())};
    if (flushes_operands(semantics)) {
      rule.untouched = semantics;
      rule.untouched->subnormal_operands = SubnormalOperands::keep;
      rule.untouched->subnormal_results = SubnormalResults::keep;
      rule.untouched->accumulator.subnormal_operands = "keep";
    }
    if (rule.same_as == i) rule.other = judge_of(reduction, semantics);
    if (rule.same_as == i && !rule.other) {
      const auto model = accumulation_model(semantics);
      const auto* stated = std::get_if<AccumulationModel>(&model);
      if (semantics.accumulator.exact_model && stated != nullptr && stated->is_determined()) {
        rule.model = std::make_unique<AccumulatorSimulation>(reduction, semantics);
      } else {
        rule.bound = std::make_unique<ReductionBound>(reduction, semantics);
        auto& oracle = oracles_[rule.untouched ? 1 : 0];
        if (!oracle && SumOracle::covers(reduction)) oracle.emplace(reduction, semantics);
      }
    }
    rules_.push_back(std::move(rule));
  }
}

JudgedOperand ReductionJudge::read_left(std::span<const std::uint64_t> codes) const {
  JudgedOperand operand;
  for (std::size_t i = 0; i < operand.size(); ++i) {
    if (oracles_[i]) operand[i] = oracles_[i]->read_left(codes);
  }
  return operand;
}

JudgedOperand ReductionJudge::read_right(std::span<const std::uint64_t> codes) const {
  JudgedOperand operand;
  if (!reduction_.has_two_factors()) return operand;
  for (std::size_t i = 0; i < operand.size(); ++i) {
    if (oracles_[i]) operand[i] = oracles_[i]->read_right(codes);
  }
  return operand;
}

void ReductionJudge::prepare(const ReductionRow& row) { prepare(row, read_left(row.left), read_right(row.right)); }

void ReductionJudge::prepare(const ReductionRow& row, const JudgedOperand& left, const JudgedOperand& right) {
  Summed summed{};
  for (std::size_t i = 0; i < summed.size(); ++i) {
    if (oracles_[i]) summed[i] = oracles_[i]->sum(left[i], right[i], row.initial);
  }
  accept(row, summed, accepted_);
}

void ReductionJudge::confirm(const ReductionRow& row, std::span<const Acceptance> accepted) {
  accept(row, {}, confirmed_);
  if (!std::equal(accepted.begin(), accepted.end(), confirmed_.begin(), confirmed_.end())) {
    throw InternalError("the oracle of sums and MPFR disagree about a row");
  }
}

void ReductionJudge::accept(const ReductionRow& row, const Summed& summed, std::vector<Acceptance>& accepted) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const Rule& rule = rules_[i];
    if (rule.other) {
      accepted[i] = rule.other(row);
    } else if (rule.model) {
      accepted[i] = {};
      accepted[i].others = rule.model->result(row);
    } else if (rule.bound) {
      const std::size_t flush = rule.untouched ? 1 : 0;
      accepted[i] = (summed[flush] ? rule.bound->accept(*oracles_[flush], row.depth(), row.initial.has_value())
                                   : rule.bound->accept(row))
                        .accepted;
    } else {
      accepted[i] = accepted[rule.same_as];
    }
    CodeSets& others = accepted[i].others;
    if (row.depth() > 0 || !row.initial || !rule.untouched || others.count == others.sets.size()) continue;
    const CodeSets as_it_is = truth_.answer(reduction_, *rule.untouched, row);
    if (const auto code = as_it_is.single()) others.add(CodeSet::single(*code));
  }
}

std::uint64_t ReductionJudge::rejected_by(std::uint64_t got) const {
  std::uint64_t rejected = 0;
  for (std::size_t i = 0; i < accepted_.size(); ++i) {
    if (!accepted_[i].contains(reduction_.result, got)) rejected |= std::uint64_t{1} << i;
  }
  return rejected;
}

}  // namespace hallmark
