// SPDX-License-Identifier: Apache-2.0
// What every report says of a certificate in the same words: verdict, counts, the first thing that is wrong.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/certificate.h"

namespace hallmark {

struct Summary {
  std::size_t passed = 0;
  std::size_t judged = 0;  ///< operations whose outcome counts: all but unknown and not_applicable
  Count domain = 0, tried = 0, failed = 0;
  bool is_open = false;  ///< some operation's operands have no end: `domain` is that of the others
  std::size_t findings = 0;
};

Summary summarize(const Certificate& certificate);

/// "fail" -> "fails", "not_run" -> "was not run": what one operation did. With more than one: "fail", "were not run".
std::string outcome_phrase(Outcome outcome, std::size_t operations);
/// The outcome without underscores.
std::string outcome_words(Outcome outcome);
/// Whether a reader has to look: everything but pass, and what cannot change a verdict.
bool is_trouble(Outcome outcome);

/// "scalar conforms to ieee754 at level standard." For a shard: "... is judged in part: ... ."
std::string verdict_sentence(const Certificate& certificate);
/// What the verdict rests on: "131 of 132 operations pass, 1 fails; 4,294,967,296 operands were tried, ...".
std::string evidence_sentence(const Certificate& certificate);

/// The first thing that is wrong, on one line; empty if nothing is.
std::string first_finding(const Certificate& certificate);

/// "65,536", "65,536 of 4,294,967,296": counts of one row, short_count() for the domain.
std::string tried_of_domain(Count tried, std::optional<Count> domain);

/// A column of the table of requirements: one requirement, or all of one kind. An operation rounds in one direction, so
/// that the requirements named for a direction share a column.
struct RequirementColumn {
  std::string usual;               ///< the name most operations have here
  std::vector<std::string> names;  ///< in order of first appearance
};
std::vector<RequirementColumn> requirement_columns(const Certificate& certificate);

/// "flush: operands, flushed_zero: signed", alternatives joined by "or". Empty without choices.
std::string choices_text(const OperationRecord& operation);

/// A combination of choices and the operations that leave exactly it.
struct ChoiceGroup {
  std::string options;
  std::vector<std::string> signatures;
};
std::vector<ChoiceGroup> choice_groups(const Certificate& certificate);

}  // namespace hallmark
