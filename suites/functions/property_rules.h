// SPDX-License-Identifier: Apache-2.0
// Properties of elementary functions: which signs, orders and exchanges of operands their results follow.
#pragma once

#include <memory>
#include <vector>

#include "arithmetic/tuple_properties.h"
#include "semantics/functions.h"

namespace hallmark {

/// Odd, even and monotone functions, and hypot, whose operands may change places. Only correct rounding promises any of
/// it: within an ulp f(-x) may lie above -f(x), and a step back may be right.
class FunctionRules : public PropertyRules {
 public:
  FunctionRules(const FunctionOperation& operation, const Semantics& semantics, const Limits& limits);

  bool promises(TupleProperty property) const override;
  std::optional<TupleCase> make(TupleProperty property, const TupleSeed& seed) const override;
  bool breaks(TupleProperty property, const TupleCase& one, std::uint64_t first, std::uint64_t second) const override;

 private:
  FunctionOperation operation_;
  Elementwise formats_;
  Semantics semantics_;
  bool correctly_rounded_;
};

/// The options with the rules and the truth of a function.
TuplePropertyOptions function_property_options(const OfferedOperation& offered, const FunctionOperation& operation,
                                               const Limits& limits, const Plan& plan);

}  // namespace hallmark
