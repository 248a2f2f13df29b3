// SPDX-License-Identifier: Apache-2.0
#include "judging/exponential_hypotheses.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "formats/internal_error.h"
#include "judging/reduction_judge.h"
#include "truth/exponential_simulation.h"

namespace hallmark {
namespace {

using Predicts = std::function<bool(const ReductionRow& row, std::uint64_t got)>;

/// The row as a kernel with that fault sees it; nothing where the result's own element is not among the rest. A NaN
/// that is passed over counts as -infinity, whose exponential is zero.
struct FaultyRow {
  HardDot codes;
  std::size_t element = 0;
  ReductionRow row() const { return {codes.left, {}, {}, element}; }
};
std::optional<FaultyRow> with_fault(const Reduction& reduction, const ReductionRow& row, const RowFault& fault) {
  FaultyRow changed{{}, row.element};
  if (fault.kind == RowFault::Kind::nan_skipped) {
    const Format& format = reduction.left;
    const std::uint64_t least =
        (format.infinities ? format.infinity_magnitude() : format.largest_finite()) | format.sign_mask();
    changed.codes.left.assign(row.left.begin(), row.left.end());
    for (std::uint64_t& code : changed.codes.left) code = format.is_nan(code) ? least : code;
    return changed;
  }
  changed.codes = row_with_fault(reduction, row, fault);
  if (fault.kind == RowFault::Kind::dropped_first) {
    if (row.element == 0 && reduction.kind == ReductionKind::softmax) return {};
    changed.element = row.element == 0 ? 0 : row.element - 1;
  }
  if (reduction.kind == ReductionKind::softmax && changed.element >= changed.codes.left.size()) return {};
  return changed;
}

/// Asked of the judge, which is made when a mismatch first asks: a part without mismatches asks none.
Predicts judged(const Reduction& reduction, const Semantics& semantics, std::optional<RowFault> fault) {
  return [=, judge = std::shared_ptr<ReductionJudge>()](const ReductionRow& row, std::uint64_t got) mutable {
    if (!judge) judge = std::make_shared<ReductionJudge>(reduction, std::vector{semantics});
    if (fault) {
      const auto changed = with_fault(reduction, row, *fault);
      if (!changed) return false;
      judge->prepare(changed->row());
    } else {
      judge->prepare(row);
    }
    return judge->rejected_by(got) == 0;
  };
}

Predicts simulated(const Reduction& reduction, const Semantics& semantics, const ExponentialWeakness& weakness) {
  return [=, model = std::shared_ptr<ExponentialSimulation>()](const ReductionRow& row, std::uint64_t got) mutable {
    if (!model) model = std::make_shared<ExponentialSimulation>(reduction, semantics, weakness);
    return model->result(row).contains(got);
  };
}

/// An accumulator of bfloat16's precision, exponentials and all.
Semantics in_bfloat16(Semantics base) {
  Accumulator narrow;
  narrow.format = "bfloat16";
  base.accumulator = narrow;
  return base;
}

}  // namespace

std::vector<ReductionHypotheses::Entry> exponential_hypotheses(const Reduction& reduction, const Semantics& base) {
  using enum Hypothesis::Kind;
  using enum RowFault::Kind;
  std::vector<ReductionHypotheses::Entry> list;
  const auto add = [&](Hypothesis::Kind kind, std::string text, Predicts predicts) {
    ReductionHypotheses::Entry entry;
    entry.told.kind = kind;
    entry.told.text = std::move(text);
    entry.predicts = std::move(predicts);
    list.push_back(std::move(entry));
  };
  add(model, "agree with raising e to the elements themselves, the largest not subtracted",
      simulated(reduction, base, {.subtracts_largest = false}));
  add(model, "agree with exponentials rounded to bfloat16",
      simulated(reduction, base, {.bfloat16_exponentials = true}));
  add(model, "agree with sums rounded to bfloat16", simulated(reduction, base, {.bfloat16_sum = true}));
  for (const std::size_t width : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    const std::string rest =
        width == 1 ? "the last element" : fmt::format("the elements that depth mod {} leaves over", width);
    add(model, "agree with leaving out " + rest, judged(reduction, base, RowFault{dropped_tail, width}));
    add(model, "agree with adding twice " + rest, judged(reduction, base, RowFault{doubled_tail, width}));
  }
  add(model, "agree with leaving out the first element", judged(reduction, base, RowFault{dropped_first}));
  add(model, "agree with skipping elements that are NaN", judged(reduction, base, RowFault{nan_skipped}));
  add(model, "agree with taking an infinite element for the largest number",
      judged(reduction, base, RowFault{infinity_clamped}));
  Semantics flushing = base;
  flushing.subnormal_results = SubnormalResults::flush_after_rounding;
  flushing.accumulator.subnormal_accumulator = "flush_after_rounding";
  if (!(flushing == base)) {
    add(semantics, "agree with flushing exponentials and results below the smallest normal number",
        judged(reduction, flushing, {}));
  }
  add(description, "are NaN where a number or infinity is right",
      [=, judge = std::shared_ptr<ReductionJudge>()](const ReductionRow& row, std::uint64_t got) mutable {
        if (!reduction.result.is_nan(got)) return false;
        if (!judge) judge = std::make_shared<ReductionJudge>(reduction, std::vector{base});
        judge->prepare(row);
        const Acceptance& right = judge->accepted(0);
        return right.low <= right.high || !reduction.result.is_nan(right.others.sets[0].low);
      });
  add(description, "are not NaN where only NaN is right",
      [=, judge = std::shared_ptr<ReductionJudge>()](const ReductionRow& row, std::uint64_t got) mutable {
        if (reduction.result.is_nan(got)) return false;
        if (!judge) judge = std::make_shared<ReductionJudge>(reduction, std::vector{base});
        judge->prepare(row);
        const Acceptance& right = judge->accepted(0);
        return right.low > right.high && right.others.count > 0 && reduction.result.is_nan(right.others.sets[0].low);
      });
  add(description, "lie within the bound of a bfloat16 accumulator", judged(reduction, in_bfloat16(base), {}));
  return list;
}

std::function<std::uint64_t(const ReductionRow& row)> weaker_exponentials(std::string_view name,
                                                                          const Reduction& reduction,
                                                                          const Semantics& base) {
  ExponentialWeakness weakness;
  std::optional<RowFault> fault;
  if (name == "no_max_subtraction") {
    weakness.subtracts_largest = false;
  } else if (name == "exp_bfloat16") {
    weakness.bfloat16_exponentials = true;
  } else if (name == "bfloat16_chain") {
    weakness.bfloat16_sum = true;
  } else if (name == "flushed_chain") {
    weakness.flushes = true;
  } else {
    fault = row_fault_of(name);
    if (!fault) throw InternalError("no weaker kernel of exponentials is named " + std::string(name));
  }
  const auto kernel = std::make_shared<ExponentialSimulation>(reduction, base, weakness);
  return [=](const ReductionRow& row) {
    if (fault) {
      if (const auto changed = with_fault(reduction, row, *fault)) return kernel->result(changed->row()).low;
    }
    return kernel->result(row).low;
  };
}

}  // namespace hallmark
