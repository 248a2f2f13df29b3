// SPDX-License-Identifier: Apache-2.0
// The run-length oracle: a conversion is monotone over each sign half, so its answers are a short list of runs.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "formats/interval.h"
#include "semantics/conversion.h"

namespace hallmark {

/// One of the answers that alternatives give: the codes that are right under the alternatives in the mask.
struct Variant {
  CodeSet codes;
  std::uint64_t alternatives = 0;

  friend bool operator==(const Variant&, const Variant&) = default;
};

/// What is right for one operand, under every alternative at once.
struct Answer {
  Requirement requirement = Requirement::rounding;
  std::vector<Variant> variants;  ///< distinct code sets; their masks are disjoint and cover all alternatives

  friend bool operator==(const Answer&, const Answer&) = default;
};

/// Consecutive operand codes with one answer; or, where answers change too quickly for runs to pay, `each`: ask per
/// operand.
struct Run {
  std::uint64_t first = 0;
  std::uint32_t variants = 0;  ///< index of the first in Runs::variants
  std::uint16_t variant_count = 0;
  Requirement requirement = Requirement::rounding;
  bool each = false;
};

/// Computes the answer for an operand: by truth where runs judge, by the integer oracle where they only explain.
using Answering = std::function<void(std::uint64_t operand, Answer& answer)>;

enum class Bounding : std::uint8_t {
  runs,          ///< bound every run
  runs_or_each,  ///< where runs are shorter than they are worth, mark the stretch `each`
  each           ///< no runs at all
};

/// What suits a conversion: results of more than 16 bits have too many runs, wrap-around has no contiguous ones.
Bounding bounding_for(const Conversion& conversion, std::span<const Semantics> alternatives);

class Runs {
 public:
  /// Bounds the runs of operand codes first..last. Every boundary is an operand whose answer differs from its
  /// predecessor's, and the answers at both ends of a run are equal; that they are equal between follows from monotony:
  /// within a segment (one sign, one category, quiet or signalling) each code set has a contiguous preimage under every
  /// semantics but integer wrap-around. Sources of 16 bits or fewer are tabulated.
  Runs(const Format& from, Bounding bounding, std::uint64_t first, std::uint64_t last, const Answering& answering);
  /// The same for several intervals of operand codes, ascending and apart; `each` stands between them.
  Runs(const Format& from, Bounding bounding, std::span<const Interval> operands, const Answering& answering);

  std::span<const Run> runs() const { return runs_; }
  std::uint64_t last() const { return last_; }
  /// Last operand of run i.
  std::uint64_t last_of(std::size_t i) const { return i + 1 < runs_.size() ? runs_[i + 1].first - 1 : last_; }
  std::span<const Variant> variants(const Run& run) const {
    return std::span(variants_).subspan(run.variants, run.variant_count);
  }
  /// Index of the run that holds the operand, by bisection; operand must lie in first..last.
  std::size_t find(std::uint64_t operand) const;

 private:
  void add(std::uint64_t first, const Answer& answer, bool each);
  void bound(const Format& from, Bounding bounding, const Interval& operands, const Answering& answering);
  void bound_segment(std::uint64_t first, std::uint64_t last, bool may_skip, const Answering& answering);

  std::vector<Run> runs_;
  std::vector<Variant> variants_;
  std::uint64_t last_ = 0;
};

/// Where the meaning of operand codes changes kind: first codes of segments within first..last, ascending, from
/// `first`.
std::vector<std::uint64_t> segment_starts(const Format& from, std::uint64_t first, std::uint64_t last);

/// Gathers equal code sets into variants.
void set_variants(std::span<const CodeSet> answers, Answer& answer);

}  // namespace hallmark
