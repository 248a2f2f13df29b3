// SPDX-License-Identifier: Apache-2.0
// What the findings of one operation are made from: its formats, what is right, what could explain a mismatch, and the
// commands that show it again.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "judging/hypotheses.h"
#include "judging/record.h"
#include "judging/tally.h"
#include "semantics/elementwise.h"
#include "semantics/operand_axis.h"
#include "semantics/profile.h"
#include "semantics/requirement.h"

namespace hallmark {

/// A case that is more than a tuple of codes, as a finding tells it.
struct CaseText {
  std::vector<std::string> operands;  ///< a list of codes each
  std::string operands_text;          ///< for people
  std::string expected, expected_text;
  std::string mark;  ///< the rest of its case id, "@cancellation/17"
};

struct OperationContext {
  Signature signature;
  std::vector<Alternative> alternatives;
  /// The right codes of operands under one alternative's semantics.
  std::function<CodeSets(const Semantics& semantics, std::span<const std::uint64_t> operands)> right;
  /// Instead of `right` where witnesses do not hold operands but name a case, which the run's seed decides.
  std::function<CaseText(const Witness& witness, std::uint64_t seed)> describe_case;
  /// In the order of MismatchGroup::explained_by.
  std::vector<Hypothesis> hypotheses;
  std::optional<AxisScale> axis;  ///< along which the tally counts

  std::optional<Count> domain;  ///< distinct operand tuples; nothing: rows of any depth
  /// Of each requirement, where that is known without trying all: a whole sweep counts them.
  std::optional<std::array<Count, all_requirements.size()>> requirement_domain;

  std::string certify_command;  ///< "hallmark certify --backend B --profile P", to which ` --case ID` is added
  // " --level quick", " --seed 7"; empty where the default says the same. A code alone needs neither; what stands in a
  // lanes call depends on the seed, what a whole operation or a property tries on both.
  std::string level_option, seed_option;
  std::uint64_t seed = 1;        ///< of the run
  std::string property_command;  ///< certify_command with RC_PARAMS before it, where properties were given any
};

/// Distinct operands of the source format, by requirement.
std::array<Count, all_requirements.size()> conversion_domain(const Conversion& conversion);

/// Everything but the commands, for a conversion, for another elementwise operation, and for an elementary function.
OperationContext conversion_context(Signature signature, std::vector<Alternative> alternatives);
OperationContext elementwise_context(Signature signature, std::vector<Alternative> alternatives);
OperationContext function_context(Signature signature, std::vector<Alternative> alternatives, const Limits& limits);

}  // namespace hallmark
