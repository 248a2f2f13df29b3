// SPDX-License-Identifier: Apache-2.0
#include "judging/reduction_judge.h"

#include <algorithm>

#include "formats/internal_error.h"

namespace hallmark {

ReductionJudge::ReductionJudge(const Reduction& reduction, const std::vector<Semantics>& alternatives)
    : reduction_(reduction), accepted_(alternatives.size()), confirmed_(alternatives.size()) {
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const Semantics& semantics = alternatives[i];
    const auto same = std::find(alternatives.begin(), alternatives.end(), semantics);
    Rule rule{nullptr, nullptr, {}, static_cast<std::size_t>(same - alternatives.begin())};
    if (flushes_operands(semantics)) {
      rule.untouched = semantics;
      rule.untouched->subnormal_operands = SubnormalOperands::keep;
      rule.untouched->subnormal_results = SubnormalResults::keep;
      rule.untouched->accumulator.subnormal_operands = "keep";
    }
    if (rule.same_as == i) {
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
    if (rule.model) {
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
