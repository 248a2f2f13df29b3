// SPDX-License-Identifier: Apache-2.0
// Calls of an operation and what came back: the only thing that identification knows of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "identifying/trait.h"
#include "inputs/tuples.h"

namespace hallmark {

using OperandTuple = std::vector<std::uint64_t>;

/// Operands and every distinct result they have given so far: more than one where the operation is not deterministic.
struct ObservedCall {
  OperandTuple operands;
  std::vector<std::uint64_t> results;
};

/// Calls the operation in blocks and remembers what came of it. A failed call leaves ok() false, for good.
class Observer {
 public:
  explicit Observer(const ElementwiseCall& call) : call_(call) {}

  bool ok() const { return ok_; }
  /// The results row by row; empty where a call failed or gave another number of results.
  std::vector<std::uint64_t> results_of(const Columns& columns);
  /// Calls with the tuples in order, and once more in reverse order, so that a result that depends on the place or the
  /// time shows.
  std::vector<ObservedCall> observe(std::vector<OperandTuple> tuples);
  /// Calls `copies` rows of each of some observations at once, and adds what results come new.
  void repeat(std::vector<ObservedCall*> observations, std::size_t copies);

 private:
  const ElementwiseCall& call_;
  bool ok_ = true;
};

/// "0x3f80 0x0001"
std::string operands_text(const std::vector<Format>& formats, const OperandTuple& operands);
/// "0x3f80", or "0x3f80 or 0x3f81" where repeated calls differed.
Evidence evidence_of(const std::vector<Format>& formats, const Format& result, const ObservedCall& observation);

}  // namespace hallmark
