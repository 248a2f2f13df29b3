// SPDX-License-Identifier: Apache-2.0
// Counts of what was tried and what differed, kept so that parts and shards merge by adding.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "judging/distribution.h"
#include "judging/error_growth.h"
#include "judging/function_errors.h"
#include "semantics/requirement.h"

namespace hallmark {

/// A mismatch as it was seen.
struct Witness {
  std::vector<std::uint64_t> operands;
  std::uint64_t got = 0;
};

/// In MismatchGroup::explained_by: counted without trying hypotheses, of which there are never so many.
constexpr std::uint64_t unexamined_mismatch = std::uint64_t{1} << 63;
/// Instead of an explanation: some alternatives accept the result, so a choice's option explains it.
constexpr std::uint64_t other_option = std::uint64_t{1} << 62;

/// Mismatches of one requirement that the same alternatives reject and the same hypotheses explain.
struct MismatchGroup {
  std::uint64_t rejected_by = 0;  ///< alternatives (bit i) under which the result is wrong
  Requirement requirement = Requirement::rounding;
  std::uint64_t explained_by = 0;  ///< hypotheses (bit i) that predict exactly this result
  std::uint64_t count = 0;
  Witness smallest, last;

  bool same_kind(const MismatchGroup& other) const {
    return rejected_by == other.rejected_by && requirement == other.requirement && explained_by == other.explained_by;
  }
};

/// A result that was right at one place of an array and wrong at another.
struct PositionFault {
  std::string call;              ///< "tail/17": what reproduces it, the part after '@' of a case id
  std::uint64_t rows = 0;        ///< of that call
  std::uint64_t row = 0;         ///< where it was wrong
  std::size_t misalignment = 0;  ///< address of the first operand modulo 64 bytes
  Witness witness;
  std::uint64_t right_rows = 0;  ///< rows of the call in which the same operand came out right
  std::uint64_t right_row = 0;   ///< and where it stood there
  bool repeats = true;           ///< the same call, made again at once, gave the same
  bool both_right = false;       ///< right at both places, but the profile asks for the same (batch invariance)
};

/// The same call, made again, gave another result in a row: other bits, be they a NaN's.
struct RepeatFault {
  std::string call;  ///< as PositionFault::call
  std::uint64_t rows = 0, row = 0;
  std::vector<std::uint64_t> operands;
  std::uint64_t first = 0, again = 0;  ///< results
  /// How many threads the backend's libraries were held to when it was made again; 0: as many as the first time.
  std::uint64_t threads = 0;
};

/// Something a kernel did besides computing: returned nonzero, threw, changed the environment, wrote outside.
struct EnvironmentFault {
  std::string what;
  std::uint64_t calls = 0;
  std::string call;  ///< the first, as PositionFault::call, or a case id's '#...' part
};

/// Cases in which results contradict a property that alternatives promise, told by one of them. Truth has confirmed it.
struct PropertyFault {
  std::string property;           ///< its name
  std::uint64_t rejected_by = 0;  ///< alternatives (bit i) under which it cannot be
  /// Of the operand whose result is wrong; consistency where no one result is to blame.
  Requirement requirement = Requirement::rounding;
  std::uint64_t count = 0;         ///< such cases
  std::string what;                ///< "0x3f80 gives 0x7f, the larger 0x3f81 gives 0x7e"
  std::vector<Witness> witnesses;  ///< the one to blame, or all
  std::string call;                ///< "properties/monotone/17", as PositionFault::call; empty: no case shows it alone
  std::string blames;              ///< signature of another operation whose result is wrong; empty: none
};

struct Tally {
  std::array<std::uint64_t, all_requirements.size()> tried{};  ///< distinct operands, by requirement
  std::uint64_t alternatives = 1;                              ///< how many the profile leaves open for this signature
  std::vector<MismatchGroup> groups;
  std::uint64_t unexamined = 0;          ///< mismatches counted in a group without trying every hypothesis
  std::uint64_t calls = 0;               ///< kernel calls, the domain of `environment`
  std::uint64_t truth_checks = 0;        ///< results MPFR judged again
  std::uint64_t position_tried = 0;      ///< distinct operands tried at several positions
  std::uint64_t position_failed = 0;     ///< of them, wrong at some position though right at another
  std::vector<PositionFault> positions;  ///< every distinct shape, at most a few hundred
  std::uint64_t repeat_failed = 0;       ///< distinct operands whose results do not repeat
  std::vector<RepeatFault> repeats;      ///< at most a few hundred
  std::map<std::string, EnvironmentFault> environment;
  Distribution along;                                   ///< tried, groups and errors once more, along the operand axis
  std::map<std::string, std::uint64_t> property_cases;  ///< cases of each property that was to be tried
  std::vector<PropertyFault> property_faults;
  std::optional<FunctionErrors> errors;  ///< of elementary functions
  std::optional<ErrorGrowth> growth;     ///< of reductions
  /// What the backend does where the profile leaves it open or does not ask, by name: "accumulation_bias". Each is told
  /// by one part.
  std::map<std::string, std::string> traits;
  std::set<std::string> warnings;  ///< what a reader should know of a pass: sentences without their stop
  /// By test that is there to catch weaker models: the alternatives (bit i) under which its inputs catch some of them.
  std::map<std::string, std::uint64_t> weaker_caught;

  void add(const MismatchGroup& group);
  void add_fault(const std::string& what, const std::string& call);
  void merge(const Tally& other);
  /// Adds a rerun of operands that this tally counts already, if it has them: nothing counts twice, and nothing that
  /// only the rerun saw is lost. Exact where the rerun's operands are all or none of this tally's.
  void merge_rerun(const Tally& rerun);

  /// Mismatches under one alternative, by requirement.
  std::array<std::uint64_t, all_requirements.size()> failed(std::size_t alternative) const;
  /// The alternatives that every result agrees with, as a mask.
  std::uint64_t consistent() const;
  /// Whether some property that was to be tried had no case.
  bool lacks_cases() const;
};

void to_json(nlohmann::json& json, const Tally& tally);
void from_json(const nlohmann::json& json, Tally& tally);

}  // namespace hallmark
