// SPDX-License-Identifier: Apache-2.0
// The judge of elementary functions: limits on accuracy instead of one right code, and how far results lie off.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "inputs/random.h"
#include "inputs/tuples.h"
#include "judging/hypotheses.h"
#include "judging/tally.h"
#include "oracles/function_estimate.h"
#include "oracles/functions.h"
#include "semantics/functions.h"
#include "semantics/operand_axis.h"
#include "truth/functions.h"

namespace hallmark {

/// A table that MPFR filled judges unary functions of narrow formats; an estimate in float64 lets right results of
/// others pass, and MPFR judges the rest. One result in 65,536, at a seeded place, and the ends of every group of
/// mismatches MPFR judges again, with more bits: InternalError where the two disagree.
class FunctionJudge {
 public:
  /// alternatives: at most 64 semantics, of which a backend must follow one.
  FunctionJudge(const FunctionOperation& operation, std::vector<Semantics> alternatives, const Limits& limits,
                std::uint64_t seed);

  /// Gets ready for the results of the first `rows` rows of the columns, which stay as they are until then.
  void prepare(const Columns& columns, std::size_t rows);

  /// Fills an array of results with codes that are wrong in every row under every alternative, where there are such;
  /// with others for another turn.
  void poison(int turn, void* results) const;
  bool is_poison(std::size_t row, std::uint64_t code, int turn) const { return code == poison_of(row, turn); }

  /// Whether every result of the prepared rows is right under every alternative; counts them then.
  bool matches(const void* results);
  /// Otherwise: counts all rows and records what is wrong. `unwritten`, if given, marks results to leave out.
  void record(const void* results, const std::vector<bool>* unwritten);

  std::vector<std::uint64_t> operands_of(std::size_t row) const;

  /// Confirms the ends of every group by MPFR and hands the tally over.
  Tally take();

  Tally& tally() { return tally_; }

 private:
  /// How a row is judged.
  enum class Way : std::uint8_t { table, special, estimate, truth };
  struct Row {
    Way way = Way::truth;
    Requirement requirement = Requirement::function_accuracy;
    double value = 0.0;  ///< the estimate
  };
  /// What came of it.
  struct Verdict {
    std::uint64_t got = 0, rejected = 0;
    UlpError error;  ///< none where it is not measured
    bool is_rounded = false;
  };
  /// The operand and result of one sign that came last, and those that came first.
  struct Neighbour {
    bool known = false;
    std::uint64_t operand = 0, got = 0;
  };

  std::span<const std::uint64_t> tuple(std::size_t row) const;
  Row examine(std::span<const std::uint64_t> operands);
  bool special_contains(std::span<const std::uint64_t> operands, std::size_t alternative, std::uint64_t code) const;
  std::uint64_t poison_of(std::size_t row, int turn) const;
  void evaluate(const void* results);
  Verdict judge(const Row& row, std::span<const std::uint64_t> operands, std::uint64_t got);
  void judge_by_truth(std::span<const std::uint64_t> operands, Verdict& verdict);
  void measure(const Real& value, bool is_rounded, Verdict& verdict) const;
  void mismatch(std::span<const std::uint64_t> operands, Requirement requirement, std::uint64_t got,
                std::uint64_t rejected);
  void follow(std::uint64_t operand, std::uint64_t got);
  void compare(const Neighbour& below, const Neighbour& above, int slope);
  void confirm(std::span<const std::uint64_t> operands, std::uint64_t got, std::uint64_t rejected);

  FunctionOperation operation_;
  FunctionInfo info_;
  std::vector<Semantics> alternatives_;
  Limits limits_;
  std::size_t result_bytes_;
  std::uint64_t all_alternatives_;
  Random random_;
  std::uint64_t until_sample_;
  FunctionTruth truth_, precise_;
  std::optional<FunctionTable> table_;
  std::optional<FunctionEstimate> estimate_;
  std::optional<OperandAxis> axis_;  ///< of unary functions

  const Columns* columns_ = nullptr;
  std::vector<Row> rows_;
  std::vector<Verdict> verdicts_;
  bool evaluated_ = false;
  mutable std::array<std::uint64_t, most_function_operands> tuple_{};

  Neighbour last_[2], first_[2];  ///< by sign
  std::vector<Hypothesis> hypotheses_;
  std::uint64_t examined_ = 0;
  Tally tally_;
};

/// Other semantics, faulty ways of computing and plain descriptions that could explain a mismatch; at most 62, in a
/// fixed order. Other flushes, overflows and NaN rules explain what the limits accept under them, another rounding
/// what it gives.
std::vector<Hypothesis> function_hypotheses(const FunctionOperation& operation, const Semantics& base);

}  // namespace hallmark
