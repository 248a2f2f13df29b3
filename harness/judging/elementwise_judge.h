// SPDX-License-Identifier: Apache-2.0
// The judge of elementwise operations: answers for a block of operand tuples before the call, and what differs after
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "formats/internal_error.h"
#include "inputs/random.h"
#include "inputs/tuples.h"
#include "judging/hypotheses.h"
#include "judging/tally.h"
#include "oracles/arithmetic.h"
#include "semantics/elementwise.h"
#include "truth/arithmetic.h"

namespace hallmark {

/// Integers judge; one result in 65,536, at a seeded place, and the ends of every group of mismatches MPFR judges as
/// well: InternalError where the two disagree.
class ElementwiseJudge {
 public:
  /// alternatives: at most 64 semantics, of which a backend must follow one.
  ElementwiseJudge(const Elementwise& operation, std::vector<Semantics> alternatives, std::uint64_t seed);

  /// Computes what is right for the first `rows` rows of the columns.
  void prepare(const Columns& columns, std::size_t rows);

  /// Fills an array of results with codes that are wrong in every row under every alternative; others for another turn.
  void poison(int turn, void* results) const;
  bool is_poison(std::size_t row, std::uint64_t code, int turn) const { return code == poison_of(row, turn); }

  /// Whether every result of the prepared rows is right under every alternative; counts them then.
  bool matches(const void* results);
  /// Otherwise: counts all rows and records what is wrong. `unwritten`, if given, marks results to leave out.
  void record(const void* results, const std::vector<bool>* unwritten);

  std::vector<std::uint64_t> operands_of(std::size_t row) const;

  /// Judges one result that a faster oracle found wrong, and does not count the tuple. InternalError where it is right.
  void record(std::span<const std::uint64_t> operands, std::uint64_t got);
  /// The next row in first..rows-1 that MPFR is to judge as well; `rows` where it is none of them.
  std::size_t next_sample(std::size_t first, std::size_t rows);
  /// InternalError where MPFR and the oracle disagree about a result.
  void confirm(std::span<const std::uint64_t> operands, std::uint64_t got);

  /// Confirms the ends of every group by MPFR and hands the tally over.
  Tally take();

  Tally& tally() { return tally_; }

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
  std::uint64_t poison_of(std::size_t row, int turn) const;
  InternalError disagreement(std::string_view who, std::span<const std::uint64_t> operands, const CodeSets& right,
                             std::uint64_t got) const;
  std::uint64_t rejected_by(const CodeSets* answers, std::uint64_t got) const;
  /// answer: what is right under the first alternative.
  void mismatch(std::span<const std::uint64_t> operands, Requirement requirement, const CodeSet& right,
                std::uint64_t got, std::uint64_t rejected);

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
