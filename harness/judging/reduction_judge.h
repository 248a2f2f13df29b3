// SPDX-License-Identifier: Apache-2.0
// The judge of reductions: what each alternative of a profile accepts of a row.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "judging/reduction_bound.h"
#include "oracles/sums.h"
#include "truth/accumulators.h"

namespace hallmark {

/// An operand's elements as the judge's oracles read them, as they are and flushed: once for all results of a matrix.
using JudgedOperand = std::array<SumOperand, 2>;

/// Holds MPFR numbers so that they are made once. Not for several threads at once. The answers do not depend on the
/// floating-point environment.
class ReductionJudge {
 public:
  /// At most 64 alternatives. Throws InternalError where an accumulator states no model (accumulation_model).
  ReductionJudge(const Reduction& reduction, const std::vector<Semantics>& alternatives);

  /// Computes what is right of a row, under every alternative. Sums come from the oracle where it covers them.
  void prepare(const ReductionRow& row);
  /// The same where the row's operands were read before.
  void prepare(const ReductionRow& row, const JudgedOperand& left, const JudgedOperand& right);
  JudgedOperand read_left(std::span<const std::uint64_t> codes) const;
  JudgedOperand read_right(std::span<const std::uint64_t> codes) const;

  /// Throws InternalError where MPFR's sums do not give what was accepted of a row, by alternative.
  void confirm(const ReductionRow& row, std::span<const Acceptance> accepted);
  /// The same of the row prepared last.
  void confirm(const ReductionRow& row) { confirm(row, accepted_); }

  /// Of the row prepared last. By an accumulator that the profile states to the last bit one result, else what its
  /// bound allows. Of no product at all also the initial value as it is: no step has flushed it.
  const Acceptance& accepted(std::size_t alternative) const { return accepted_[alternative]; }
  /// The alternatives (bit i) under which the result is wrong.
  std::uint64_t rejected_by(std::uint64_t got) const;
  std::uint64_t every_alternative() const { return ~std::uint64_t{0} >> (64 - rules_.size()); }

 private:
  struct Rule {
    std::unique_ptr<ReductionBound> bound;
    std::unique_ptr<AccumulatorSimulation> model;              ///< instead of the bound
    std::function<Acceptance(const ReductionRow& row)> other;  ///< instead of both: of what is no plain sum
    std::optional<Semantics> untouched;                        ///< where operands are flushed: the same without
    std::size_t same_as = 0;  ///< an alternative with the same semantics, its own index if none
  };
  /// Whether each oracle has summed the row.
  using Summed = std::array<bool, 2>;
  void accept(const ReductionRow& row, const Summed& summed, std::vector<Acceptance>& accepted);

  Reduction reduction_;
  ReductionTruth truth_;
  std::vector<Rule> rules_;
  std::array<std::optional<SumOracle>, 2> oracles_;  ///< of operands as they are, and flushed; where rules need them
  std::vector<Acceptance> accepted_, confirmed_;
};

}  // namespace hallmark
