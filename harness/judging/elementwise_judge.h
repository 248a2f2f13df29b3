// SPDX-License-Identifier: Apache-2.0
// The judge of elementwise operations: answers for a block of operand tuples before the call, and what differs after
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "inputs/random.h"
#include "judging/hypotheses.h"
#include "judging/tuple_judge.h"
#include "oracles/arithmetic.h"
#include "semantics/elementwise.h"
#include "truth/arithmetic.h"

namespace hallmark {

/// Integers judge; one result in 65,536, at a seeded place, and the ends of every group of mismatches MPFR judges as
/// well: InternalError where the two disagree.
class ElementwiseJudge : public TupleJudge {
 public:
  /// alternatives: at most 64 semantics, of which a backend must follow one.
  ElementwiseJudge(const Elementwise& operation, std::vector<Semantics> alternatives, std::uint64_t seed);

  void prepare(const Columns& columns, std::size_t rows) override;
  std::uint64_t poison(std::size_t row, int turn) const override;
  void judge(const void* results, const std::vector<bool>* unwritten) override;
  Tally take() override;
  Tally& tally() override { return tally_; }

 private:
  /// Computes a tuple once for all alternatives and for the requirement.
  class Remembering : public ExactArithmetic {
   public:
    Real compute(Operator code, std::span<const Decoded> operands, int precision) override;
    void forget() { known_ = false; }

   private:
    IntegerArithmetic integers_;
    bool known_ = false;
    Operator code_ = Operator::add;
    std::array<Decoded, most_operands> operands_{};
    Real result_;
  };

  std::span<const std::uint64_t> tuple(std::size_t row);
  std::uint64_t rejected_by(const CodeSets* answers, std::uint64_t got) const;
  void mismatch(std::size_t row, std::uint64_t got, std::uint64_t rejected);
  void confirm(std::span<const std::uint64_t> operands, std::uint64_t got);

  Elementwise operation_;
  std::vector<Semantics> alternatives_;
  std::size_t result_bytes_;
  Random random_;
  std::uint64_t until_sample_;
  Remembering integers_;
  MpfrArithmetic mpfr_;

  const Columns* columns_ = nullptr;
  std::size_t rows_ = 0;
  std::vector<CodeSets> answers_;  ///< of each row, one an alternative
  std::vector<Requirement> requirements_;
  std::array<std::uint64_t, most_operands> tuple_{};

  std::vector<Hypothesis> hypotheses_;
  std::uint64_t examined_ = 0;
  Tally tally_;
};

/// Other semantics and plain descriptions that could explain a mismatch; at most 62, in a fixed order.
std::vector<Hypothesis> elementwise_hypotheses(const Elementwise& operation, const Semantics& base);

}  // namespace hallmark
