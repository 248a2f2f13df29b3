// SPDX-License-Identifier: Apache-2.0
// Who is to blame for a broken property: truth says which of the results is wrong, or that they only contradict each
// other.
#pragma once

#include <cstdint>
#include <vector>

#include "conversions/property_calls.h"
#include "truth/truth.h"

namespace hallmark {

struct Blame {
  Requirement requirement = Requirement::consistency;
  std::vector<Witness> witnesses;  ///< the one wrong result; or all, right one by one but not together
  bool widening = false;           ///< it is the other operation that is wrong
};

class PropertyBlame {
 public:
  PropertyBlame(const PropertyOptions& options, const std::vector<Semantics>& alternatives);

  /// broken: the alternatives, as a mask, whose promise is broken. Throws InternalError where truth finds no fault
  /// under one of them: then the promise is wrong, or truth.
  Blame of(const PropertyOutcome& outcome, std::uint64_t broken);

 private:
  std::uint64_t rejected_by(std::uint64_t operand, std::uint64_t got);
  bool widening_is_wrong(const PropertyOutcome& outcome);

  const PropertyOptions& options_;
  std::vector<Semantics> alternatives_;
  std::vector<CodeSet> answers_;
  Truth truth_;
};

}  // namespace hallmark
