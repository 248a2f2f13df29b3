// SPDX-License-Identifier: Apache-2.0
// From a tally to what a certificate says of an operation: requirements with counts, and findings with explanations.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "judging/record.h"
#include "judging/tally.h"
#include "semantics/conversion.h"
#include "semantics/profile.h"

namespace hallmark {

/// What the findings of one operation need to be written down.
struct OperationContext {
  Signature signature;
  Conversion conversion;
  std::vector<Alternative> alternatives;
  std::string certify_command;  ///< "hallmark certify --backend B --profile P", to which ` --case ID` is added
  // " --level quick", " --seed 7"; empty where the default says the same. A code alone needs neither; what stands in a
  // lanes call depends on the seed, what a whole operation or a property tries on both.
  std::string level_option, seed_option;
  std::string property_command;  ///< certify_command with RC_PARAMS before it, where properties were given any
  std::array<Count, all_requirements.size()> domain{};  ///< distinct operands of each requirement
};

/// Distinct operands of the source format, by requirement.
std::array<Count, all_requirements.size()> conversion_domain(const Conversion& conversion);

/// Judged under the alternative with the fewest mismatches (the first of several). The outcome is pass or fail; what
/// crashed or did not run is the caller's to say.
OperationRecord diagnose(const OperationContext& context, const Tally& tally);

/// Holds a backend to one option of each choice over all signatures (design section 4): where the options left have
/// none in common, every record concerned fails with a finding that says which signature follows which.
void reconcile_choices(const std::vector<const OperationContext*>& contexts,
                       const std::vector<OperationRecord*>& records);

}  // namespace hallmark
