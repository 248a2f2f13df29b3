// SPDX-License-Identifier: Apache-2.0
// What judging leaves of one operation on one backend: outcome, counts by requirement, findings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "judging/error_growth.h"
#include "semantics/operand_axis.h"

namespace hallmark {

/// Design section 2; none of these is ever folded into pass.
enum class Outcome : std::uint8_t { pass, fail, crashed, waived, unsupported, unknown, not_applicable, weak, not_run };

constexpr std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "pass";
    case Outcome::fail:
      return "fail";
    case Outcome::crashed:
      return "crashed";
    case Outcome::waived:
      return "waived";
    case Outcome::unsupported:
      return "unsupported";
    case Outcome::unknown:
      return "unknown";
    case Outcome::not_applicable:
      return "not_applicable";
    case Outcome::weak:
      return "weak";
    case Outcome::not_run:
      return "not_run";
  }
  return "not_run";
}

/// Counts of distinct operands or tuples: a float64 domain has 2^64 of them, one more than 64 bits hold.
__extension__ using Count = unsigned __int128;

/// A group of mismatches with one explanation.
struct Finding {
  std::string id;           ///< stable within a certificate: "<test name>/<requirement>/<n>"
  std::string requirement;  ///< "subnormals"
  std::uint64_t count = 0;
  std::string explanation;            ///< "all 16711678 mismatches agree with flushing subnormal operands"
  std::vector<std::string> operands;  ///< smallest counterexample, "0x00008001"
  std::string expected, got;          ///< codes, or "nan" / "0x0000|0x0080" where several are right
  std::string operands_text, expected_text, got_text;  ///< the same in bits and decimal, for people
  std::string reproduce;                               ///< one command
};

struct RequirementRecord {
  std::string name;
  std::optional<Count> domain;  ///< nothing: not counted; only trying every tuple would tell
  std::uint64_t tried = 0, failed = 0;
  Outcome outcome = Outcome::not_run;
};

/// What pictures show: counts and errors along the operand axis, by bin.
struct AlongOperands {
  AxisScale axis;
  std::vector<std::uint64_t> tried;
  std::vector<std::uint64_t> failed;  ///< empty: none
  /// The largest error in ulp of the result format among results measured against the exact value: every mismatch, what
  /// MPFR judged again, and some more. "" where nothing was, "inf" where no number came.
  std::vector<std::string> error;
};

/// How far a function's results lie from the exact values, in ulp of the result format at the exact value.
struct AccuracyRecord {
  struct Bin {
    std::string up_to_ulp;  ///< "0", "0.125", ...; "more": numbers off by more; "inf": no numbers
    std::uint64_t results = 0;
  };
  struct Worst {
    std::vector<std::string> operands;
    std::string got, error_ulp;
  };
  std::uint64_t measured = 0, correctly_rounded = 0;  ///< results
  std::string maximum_ulp, mean_ulp;                  ///< of the mean only results that are numbers
  std::vector<Bin> histogram;                         ///< without empty bins, ascending
  std::vector<Worst> worst;                           ///< a few, the largest error first
};

struct OperationRecord {
  std::string signature;
  Outcome outcome = Outcome::not_run;
  std::string
      note;  ///< "crashed: SIGSEGV in convert(float32)->bfloat16, part 3 of 16"; empty if there is nothing to say
  std::optional<Count> domain = Count{0};  ///< nothing: there is no end of them, as of rows of any depth
  std::uint64_t tried = 0, failed = 0;
  /// Combinations of options that every result agrees with; a combination is (choice, option) pairs.
  std::vector<std::vector<std::pair<std::string, std::string>>> consistent;
  std::vector<RequirementRecord> requirements;
  std::vector<Finding> findings;
  std::optional<AlongOperands> along;
  std::optional<AccuracyRecord> accuracy;
  std::optional<ErrorGrowth> growth;
  double seconds = 0.0;  ///< kernel and judging time over all parts; not part of the result digest
};

}  // namespace hallmark
