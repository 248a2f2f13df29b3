// SPDX-License-Identifier: Apache-2.0
// The judge of conversions: compares blocks of results with the oracle, confirms by truth, and groups what differs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inputs/intervals.h"
#include "inputs/random.h"
#include "judging/compare.h"
#include "judging/hypotheses.h"
#include "judging/tally.h"
#include "oracles/runs.h"
#include "semantics/operand_axis.h"
#include "truth/truth.h"

namespace hallmark {

/// No code of a format with runs: those have at most 32 bits. (An optional would stall the sweep: its flag and value
/// are stored apart and loaded together.)
inline constexpr std::uint64_t no_code = ~std::uint64_t{0};

/// Right results of consecutive operands: `before` for those below `at`, `from` for the others.
struct Step {
  std::uint64_t at = 0, before = 0, from = 0;
};

/// Codes to fill result arrays with before a call; the first that no operand of the block gives is used.
std::array<std::uint64_t, 3> poison_candidates(const Format& to);

class ConversionJudge {
 public:
  /// alternatives: at most 64 semantics, of which a backend must follow one. seed: which results MPFR judges again.
  ConversionJudge(const Conversion& conversion, std::vector<Semantics> alternatives, std::uint64_t seed);

  /// Bounds the runs for operand codes first..last; all that follows stays within them.
  void prepare(std::uint64_t first, std::uint64_t last) { prepare({{first, last}}); }
  /// The same for several intervals, ascending and apart.
  void prepare(std::vector<Interval> operands);

  /// Whether the results of operands first, first + 1, ... are right: under every alternative or, where those differ,
  /// all of a run under the same ones, whose rejection by the others is then recorded. One in 65,536 of them, at a
  /// seeded place, is judged by MPFR as well; throws InternalError when oracle and truth disagree.
  bool matches(std::uint64_t first, std::size_t count, const void* results);

  /// The one code that is right for all of first..last under every alternative, or no_code. Constant time while
  /// operands go upward.
  std::uint64_t only_code(std::uint64_t first, std::uint64_t last) {
    if (first < walk_.first || last > walk_.last) {
      if (first < walk_.first || first > walk_.last) seek(first);
      if (last > walk_.last) return no_code;
    }
    return walk_.code;
  }

  /// matches() where only_code() gave a code. Writes the next block's operands by the way: `next`, `next` + 1, ...
  bool matches_code(std::uint64_t first, std::size_t count, const void* results, std::uint64_t code, void* operands,
                    std::uint64_t next) {
    if (until_sample_ < count) [[unlikely]] {
      measure_some(first, count, results);
    }
    take_sample(first, count, results);
    return kernels_.all_equal_and_iota(results, result_bytes_, count, code, operands, operand_bytes_, next);
  }

  /// Where only_code() gave none: one code up to a place in first..last and another from there on, under every
  /// alternative.
  std::optional<Step> step_within(std::uint64_t first, std::uint64_t last);

  /// matches() where step_within() gave a step.
  bool matches_step(std::uint64_t first, std::size_t count, const void* results, const Step& step);

  /// A sweep may walk upward in two places by turns: this leaves one place and returns to the other.
  void change_walk() { std::swap(walk_, other_walk_); }

  /// Records every result that some alternative rejects; `unwritten`, if given, marks results to leave out.
  void record(std::uint64_t first, std::size_t count, const void* results, const std::vector<bool>* unwritten);

  /// The alternatives that reject this result, as a mask.
  std::uint64_t rejected_by(std::uint64_t operand, std::uint64_t got);

  /// A code that is no operand's right result, if one of a few candidates is: results full of it show what a kernel did
  /// not write.
  std::optional<std::uint64_t> poison(std::span<const Interval> operands);

  /// Adds first..last to what was tried, by requirement.
  void count_tried(std::uint64_t first, std::uint64_t last);

  /// Confirms the ends of every group by MPFR and hands the tally over.
  Tally take();

  const Conversion& conversion() const { return conversion_; }
  const OperandAxis& axis() const { return axis_; }
  Tally& tally() { return tally_; }

 private:
  /// The run that holds the operand asked for last.
  struct Walk {
    std::size_t run = 0;
    std::uint64_t first = 1, last = 0;  ///< its operands
    std::uint64_t code = no_code;       ///< the one right code, if it has one
    std::optional<Line> line;           ///< the line found last, in a stretch that has no runs
  };

  /// Results of one run that some alternatives accept and others do not.
  struct Follow {
    std::uint64_t first = 0;
    std::size_t count = 0;
    const unsigned char* results = nullptr;
    std::uint64_t rejected = 0;
    Requirement requirement = Requirement::rounding;
  };

  void take_sample(std::uint64_t first, std::size_t count, const void* results) {
    if (until_sample_ < count) [[unlikely]] {
      sample(first, count, results);
    } else {
      until_sample_ -= count;
    }
  }
  void seek(std::uint64_t operand);
  /// The one code that is right throughout a run, or no_code.
  std::uint64_t code_of(const Run& run) const;
  bool follows(const Follow& stretch);
  void record_follows();
  bool each_matches(std::uint64_t first, std::size_t count, const unsigned char* results);
  void find_line(std::uint64_t operand);
  void sample(std::uint64_t first, std::size_t count, const void* results);
  void measure(std::uint64_t operand, std::uint64_t got, std::uint64_t rejected);
  void measure_some(std::uint64_t first, std::size_t count, const void* results);
  std::vector<std::uint64_t>& rejected_counts(std::uint64_t by);
  void confirm(std::uint64_t operand, std::uint64_t got);
  void mismatch(std::uint64_t operand, std::uint64_t got, std::uint64_t rejected, Requirement requirement);
  /// The hypotheses that hold; those that are models apart, because they may change from operand to operand.
  struct Explanation {
    std::uint64_t steady = 0;  ///< semantics and descriptions: the same for one result within a run of all of them
    std::uint64_t models = 0;
    bool ask_models = false;  ///< whether models were asked, and are to be asked for the next operand
    bool in_run = false;      ///< whether there are such runs here
  };
  Explanation explain(std::uint64_t operand, std::uint64_t got);
  std::uint64_t holding_models(std::uint64_t operand, std::uint64_t got) const;
  void prepare_hypotheses();

  Conversion conversion_;
  OperandAxis axis_;
  std::vector<Semantics> alternatives_;
  Truth truth_;
  const CompareKernels& kernels_;
  std::optional<Runs> runs_, requirements_;
  std::vector<Interval> prepared_;
  std::size_t operand_bytes_, result_bytes_;
  std::uint64_t all_alternatives_;
  Walk walk_, other_walk_;
  Random random_;
  std::uint64_t until_sample_;
  std::uint64_t steps_ = 0;           ///< matches_step() was asked about
  std::uint64_t until_measure_ = 0;   ///< results until the next whose error is measured
  AxisStretch measured_ = {1, 0, 0};  ///< a stretch in which one was measured
  std::vector<CodeSet> answers_;
  std::vector<Follow> follows_;  ///< of the block that matches() looks at

  // Explaining, from the first mismatch on.
  std::vector<Hypothesis> hypotheses_;
  std::vector<std::size_t> semantic_bits_;  ///< hypothesis index of each alternative in hypothesis_runs_
  std::vector<Semantics> semantic_list_;
  std::optional<Runs> hypothesis_runs_;
  std::size_t hypothesis_run_ = 0;
  std::uint64_t hypothesis_first_ = 1, hypothesis_last_ = 0;
  std::uint64_t examined_ = 0;
  Tally tally_;
  std::size_t group_ = 0;  ///< where the last mismatch went, if the next one is like it:
  std::uint64_t memo_got_ = 0, memo_rejected_ = 0, memo_first_ = 1, memo_last_ = 0;
  Explanation memo_;
  // Along the axis, what the memo holds of lies in one bin, where got - exact has one slope and is largest at an end.
  std::uint64_t* memo_count_ = nullptr;  ///< of the mismatches in that bin
};

}  // namespace hallmark
