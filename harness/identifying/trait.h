// SPDX-License-Identifier: Apache-2.0
// What was observed of an operation: a property of its arithmetic, and the calls that show it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "semantics/semantics.h"

namespace hallmark {

/// One call's operands and result: for people, and as codes.
struct Evidence {
  std::string operands, result;  ///< "c 0x3f800000 + 0x3380*0x3f80" and "0x3f800000"
  /// Of a reduction, whose operands are lists: the row's left and right factors and its initial value, and where the
  /// result is that of an element other than the first, its number. Of an elementwise operation nothing: its text has
  /// the codes.
  std::vector<std::vector<std::uint64_t>> codes;
  std::uint64_t got = 0;
};

struct Trait {
  std::string name;  ///< "rounding", "subnormal_operands", "accumulator_precision": a profile's word where there is one
  std::string observed;            ///< "rne", "24 bits"; "unknown" where no case told
  std::vector<Evidence> evidence;  ///< at least one call, unless nothing was observed
};

/// What an operation turned out to be.
struct Identity {
  std::string signature;
  std::vector<Trait> traits;
  /// Semantics under which every result that was seen is right; nothing where none was found.
  std::optional<Semantics> semantics;
  /// Of elementary functions: the least limit that every result meets, in ulp of the exact value.
  std::optional<double> max_ulp;
};

/// Calls an elementwise operation: columns[i][row] is operand i of the row. The results, or nothing where the call
/// failed.
using ElementwiseCall =
    std::function<std::optional<std::vector<std::uint64_t>>(const std::vector<std::vector<std::uint64_t>>& columns)>;

}  // namespace hallmark
