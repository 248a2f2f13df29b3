// SPDX-License-Identifier: Apache-2.0
// The kernel calls that cases of properties take: operands of many cases in full blocks, each row poisoned.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "caller.h"
#include "conversions/property_part.h"

namespace hallmark {

/// A case and what the backend made of it.
struct PropertyOutcome {
  PropertyCase one;
  std::uint64_t number = 0;             ///< of the draw
  bool called = false;                  ///< false: a call failed, there are no results
  std::uint64_t operand = 0;            ///< of the first result: the case's own or, widened, what came of it
  std::uint64_t first = 0, second = 0;  ///< results
};

class PropertyCalls {
 public:
  PropertyCalls(PartContext& context, const PropertyOptions& options, Tally& tally);

  /// Fills in the results of every case. poison: which of two codes results are filled with first.
  void run(std::vector<PropertyOutcome>& outcomes, std::size_t poison = 0);

  /// Whether a result is what it was filled with.
  bool is_poison(std::uint64_t result, std::size_t poison) const;
  /// When narrowing: the call asked for has been repeated, and nothing more is to be done.
  bool stopped() const { return stopped_; }

 private:
  /// Results of the operands, nothing for those of a failed call.
  std::vector<std::optional<std::uint64_t>> convert(KernelCaller& caller, const Conversion& conversion,
                                                    std::span<const std::uint64_t> operands, std::uint64_t poison);

  PartContext& context_;
  const PropertyOptions& options_;
  Tally& tally_;
  std::size_t rows_;
  KernelCaller caller_;
  std::optional<KernelCaller> widening_caller_;
  std::uint64_t next_call_ = 0;
  bool stopped_ = false;
};

}  // namespace hallmark
