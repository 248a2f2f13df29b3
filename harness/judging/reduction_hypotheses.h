// SPDX-License-Identifier: Apache-2.0
// What could explain a wrong reduction: other accumulators, terms left out or taken twice, special values passed over.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inputs/hard_dots.h"
#include "judging/hypotheses.h"
#include "semantics/semantics.h"

namespace hallmark {

/// How a kernel may misread a row.
struct RowFault {
  enum class Kind : std::uint8_t {
    dropped_tail,  ///< the last term, or what the depth modulo `width` leaves over, is left out
    doubled_tail,  ///< or added twice
    dropped_first,
    nan_skipped,       ///< a product with a NaN counts as zero
    zero_skipped,      ///< a product with a zero counts as zero, whatever the other factor
    infinity_clamped,  ///< an infinite operand counts as the largest number
    ignored_initial,
    doubled_initial
  };
  Kind kind;
  std::size_t width = 1;  ///< of a tail; 1: the last term
};

/// The fault of that name: `dropped_tail`, `doubled_tail`, `nan_skipped`, `infinity_clamped`.
std::optional<RowFault> row_fault_of(std::string_view name);

/// The row as a kernel with that fault sees it. `doubled_initial` adds products that sum to the initial value, where
/// the formats have them; else nothing changes.
HardDot row_with_fault(const Reduction& reduction, const ReductionRow& row, const RowFault& fault);

/// The explanations of one operation. Which ones a result agrees with is asked row by row.
class ReductionHypotheses {
 public:
  ReductionHypotheses(const Reduction& reduction, const Semantics& base);

  /// For diagnose(), in the order of explained_by()'s bits; at most 62.
  static std::vector<Hypothesis> texts(const Reduction& reduction, const Semantics& base);

  /// The hypotheses (bit i) that predict exactly this result, or whose bound has it. Those that explained none of the
  /// first few mismatches are not asked again.
  std::uint64_t explained_by(const ReductionRow& row, std::uint64_t got);

  /// An explanation, and whether it has this result of a row.
  struct Entry {
    Hypothesis told;
    std::function<bool(const ReductionRow& row, std::uint64_t got)> predicts;
  };

 private:
  static std::vector<Entry> entries(const Reduction& reduction, const Semantics& base);

  std::vector<Entry> entries_;
  std::vector<std::uint64_t> hits_;
  std::uint64_t asked_ = 0;
};

/// The one code that a weaker model, as HardDotInfo::catches names it, gives for a row; it does what `base` asks in
/// everything else.
class WeakerModel {
 public:
  WeakerModel(std::string_view name, const Reduction& reduction, const Semantics& base);
  std::uint64_t result(const ReductionRow& row) const { return compute_(row); }

 private:
  std::function<std::uint64_t(const ReductionRow& row)> compute_;
};

}  // namespace hallmark
