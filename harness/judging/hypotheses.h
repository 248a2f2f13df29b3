// SPDX-License-Identifier: Apache-2.0
// What could explain a mismatch: other semantics, known faulty ways of converting, and plain descriptions of the
// difference.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "semantics/conversion.h"

namespace hallmark {

/// One explanation; its place in the list is its bit. Earlier ones win ties.
struct Hypothesis {
  enum class Kind {
    semantics,   ///< the result agrees with this semantics
    model,       ///< the result equals what this faulty routine gives
    description  ///< the result differs from the right one in this way
  };
  Kind kind = Kind::description;
  /// Completes "all 16711678 mismatches ...": "agree with flushing subnormal operands to zero".
  std::string text;
  Semantics semantics;
  std::function<std::uint64_t(std::uint64_t operand)> model;
  /// Whether it describes the difference; `right` is one right code (or 0 when several are right).
  std::function<bool(std::uint64_t operand, const CodeSet& right, std::uint64_t got)> describes;
  /// Of a model that looks at more operands than the first: whether it gives this result. Instead of `model`.
  std::function<bool(std::span<const std::uint64_t> operands, std::uint64_t got)> gives = nullptr;
};

/// At most 62, in a fixed order for a conversion and the semantics it is judged by.
std::vector<Hypothesis> conversion_hypotheses(const Conversion& conversion, const Semantics& base);

/// Other rounding, flush, overflow and NaN rules than the base's: what any operation may follow by mistake.
std::vector<Hypothesis> semantics_hypotheses(const Semantics& base);

}  // namespace hallmark
