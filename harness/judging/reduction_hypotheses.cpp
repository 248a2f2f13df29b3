// SPDX-License-Identifier: Apache-2.0
#include "judging/reduction_hypotheses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "formats/formats.h"
#include "formats/internal_error.h"
#include "judging/exponential_hypotheses.h"
#include "judging/mean_bound.h"
#include "judging/reduction_judge.h"
#include "semantics/named_accumulators.h"

namespace hallmark {
namespace {

// A hypothesis that explains none of so many mismatches would hardly explain half of all.
constexpr std::uint64_t trial_mismatches = 24;

Semantics with_accumulator(Semantics base, const Accumulator& accumulator) {
  base.accumulator = accumulator;
  return base;
}

/// One result a row: the base's accumulator as it is where it is stated fully, else in sequence.
Semantics in_sequence(Semantics base) {
  if (base.accumulator.exact_model) return base;
  Accumulator plain;
  plain.format = base.accumulator.format;
  plain.exponent_bits = base.accumulator.exponent_bits;
  plain.precision = base.accumulator.precision;
  plain.rounding = base.accumulator.rounding;
  plain.order = "sequential";
  plain.exact_model = true;
  base.accumulator = plain;
  return base;
}

/// An accumulator of that precision whose order nobody knows.
Semantics in_any_order(Semantics base, int exponent_bits, int precision, std::string_view rounding) {
  Accumulator any;
  any.format.clear();
  any.exponent_bits = exponent_bits;
  any.precision = precision;
  any.rounding = rounding;
  base.accumulator = any;
  return base;
}

std::string tail_text(std::string_view verb, std::size_t width) {
  if (width == 1) return fmt::format("agree with {} the last term", verb);
  return fmt::format("agree with {} the terms that depth mod {} leaves over", verb, width);
}

std::size_t tail_of(std::size_t depth, std::size_t width) {
  return width == 1 ? std::min<std::size_t>(depth, 1) : depth % width;
}

/// Whether some set begins with such a code; sets are of one kind, NaNs or numbers.
template <class Predicate>
bool some_is(const CodeSets& codes, const Predicate& predicate) {
  return std::any_of(codes.sets.begin(), codes.sets.begin() + static_cast<std::ptrdiff_t>(codes.count),
                     [&](const CodeSet& set) { return predicate(set.low); });
}

/// Adds products with 1 that sum to the initial value: pieces of as many bits as the left factor has.
void add_initial_again(const Reduction& reduction, std::uint64_t initial, HardDot& row) {
  Decoded rest = decode(*reduction.initial, initial);
  const bool two = reduction.has_two_factors();
  const auto one = two ? encode(reduction.right, false, 1, 0) : std::optional<std::uint64_t>(0);
  if (!one) return;
  const HardDot before = row;
  while (rest.significand != 0) {
    const int excess = std::max(0, bit_length(rest.significand) - reduction.left.precision());
    const auto piece = encode(reduction.left, rest.negative, rest.significand >> excess, rest.exponent + excess);
    if (!piece) {
      row = before;
      return;
    }
    row.left.push_back(*piece);
    if (two) row.right.push_back(*one);
    rest.significand &= (std::uint64_t{1} << excess) - 1;
  }
}

/// Whether a kernel that only looks at the elements' sum, in its accumulator and in sequence, finds a number.
bool sum_is_finite(const Reduction& reduction, const Semantics& base, const ReductionRow& row) {
  Reduction sum = reduction;
  sum.kind = ReductionKind::sum;
  sum.result = float64;
  AccumulatorSimulation model(sum, in_sequence(base));
  const Category category = classify(float64, model.result(row).low);
  return category != Category::nan && category != Category::infinity;
}

}  // namespace

std::optional<RowFault> row_fault_of(std::string_view name) {
  using enum RowFault::Kind;
  if (name == "dropped_tail") return RowFault{dropped_tail, 1};
  if (name == "doubled_tail") return RowFault{doubled_tail, 1};
  if (name == "nan_skipped") return RowFault{nan_skipped};
  if (name == "infinity_clamped") return RowFault{infinity_clamped};
  return {};
}

HardDot row_with_fault(const Reduction& reduction, const ReductionRow& row, const RowFault& fault) {
  HardDot changed{{row.left.begin(), row.left.end()}, {row.right.begin(), row.right.end()}, row.initial, 0};
  const bool two = reduction.has_two_factors();
  const std::size_t depth = row.depth();
  switch (fault.kind) {
    case RowFault::Kind::dropped_tail: {
      const std::size_t kept = depth - tail_of(depth, fault.width);
      changed.left.resize(kept);
      if (two) changed.right.resize(kept);
      break;
    }
    case RowFault::Kind::doubled_tail:
      for (std::size_t i = depth - tail_of(depth, fault.width); i < depth; ++i) {
        changed.left.push_back(row.left[i]);
        if (two) changed.right.push_back(row.right[i]);
      }
      break;
    case RowFault::Kind::dropped_first:
      if (depth == 0) break;
      changed.left.erase(changed.left.begin());
      if (two) changed.right.erase(changed.right.begin());
      break;
    case RowFault::Kind::nan_skipped:
      for (std::size_t i = 0; i < depth; ++i) {
        const bool nan = reduction.left.is_nan(row.left[i]) || (two && reduction.right.is_nan(row.right[i]));
        if (!nan) continue;
        changed.left[i] = 0;
        if (two) changed.right[i] = 0;
      }
      break;
    case RowFault::Kind::zero_skipped:
      for (std::size_t i = 0; i < depth; ++i) {
        const auto is_zero = [](const Format& format, std::uint64_t code) {
          return classify(format, code) == Category::zero;
        };
        if (!is_zero(reduction.left, row.left[i]) && !(two && is_zero(reduction.right, row.right[i]))) continue;
        changed.left[i] = 0;
        if (two) changed.right[i] = 0;
      }
      break;
    case RowFault::Kind::infinity_clamped: {
      const auto clamp = [](const Format& format, std::uint64_t& code) {
        if (classify(format, code) != Category::infinity) return;
        code = (code & format.sign_mask()) | format.largest_finite();
      };
      for (std::uint64_t& code : changed.left) clamp(reduction.left, code);
      for (std::uint64_t& code : changed.right) clamp(reduction.right, code);
      break;
    }
    case RowFault::Kind::ignored_initial:
      if (changed.initial) changed.initial = 0;
      break;
    case RowFault::Kind::doubled_initial:
      if (changed.initial) add_initial_again(reduction, *row.initial, changed);
      break;
  }
  return changed;
}

std::vector<ReductionHypotheses::Entry> ReductionHypotheses::entries(const Reduction& reduction,
                                                                     const Semantics& base) {
  if (reduction.is_of_exponentials()) return exponential_hypotheses(reduction, base);
  const bool is_mean = reduction.kind == ReductionKind::mean;
  std::vector<Entry> list;
  const auto add = [&](Hypothesis::Kind kind, std::string text, auto predicts) {
    Entry entry;
    entry.told.kind = kind;
    entry.told.text = std::move(text);
    entry.predicts = std::move(predicts);
    list.push_back(std::move(entry));
  };
  // Made when first asked: a part without mismatches asks none.
  const auto simulated = [&](const Semantics& semantics) {
    return [reduction, semantics, model = std::shared_ptr<AccumulatorSimulation>()](const ReductionRow& row,
                                                                                    std::uint64_t got) mutable {
      if (!model) model = std::make_shared<AccumulatorSimulation>(reduction, semantics);
      return model->result(row).contains(got);
    };
  };
  const auto judged = [&](const Semantics& semantics, std::optional<RowFault> fault) {
    return [reduction, semantics, fault, is_mean, judge = std::shared_ptr<ReductionJudge>()](
               const ReductionRow& row, std::uint64_t got) mutable {
      if (fault && is_mean) {  // what is left out or added twice is counted as it should be
        MeanBound bound(reduction, semantics);
        const HardDot changed = row_with_fault(reduction, row, *fault);
        return bound.accept(changed, row.depth()).contains(reduction.result, got);
      }
      if (!judge) judge = std::make_shared<ReductionJudge>(reduction, std::vector{semantics});
      if (fault) {
        judge->prepare(row_with_fault(reduction, row, *fault));
      } else {
        judge->prepare(row);
      }
      return judge->rejected_by(got) == 0;
    };
  };
  using enum Hypothesis::Kind;
  using enum RowFault::Kind;
  using Predicts = std::function<bool(const ReductionRow& row, std::uint64_t got)>;
  const bool is_sum = !reduction.is_predicate();
  for (const NamedAccumulator& named : named_accumulators()) {
    if (!is_sum || named.name == "vfwmaccbf16") continue;  // the latter of numbers is fma_chain
    add(model, fmt::format("agree with another accumulator, {}: {}", named.name, named.title),
        is_mean ? Predicts(judged(with_accumulator(base, named.semantics.accumulator), {}))
                : Predicts(simulated(with_accumulator(base, named.semantics.accumulator))));
  }
  for (const std::size_t width : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    add(model, tail_text("leaving out", width), judged(base, RowFault{dropped_tail, width}));
  }
  for (const std::size_t width : {1u, 2u, 4u, 8u, 16u, 32u}) {
    add(model, tail_text("adding twice", width), judged(base, RowFault{doubled_tail, width}));
  }
  add(model, "agree with leaving out the first term", judged(base, RowFault{dropped_first}));
  add(model, is_sum ? "agree with skipping products that are NaN" : "agree with taking NaN for a number",
      judged(base, RowFault{nan_skipped}));
  if (reduction.has_two_factors()) {
    add(model, "agree with taking zero times anything for zero", judged(base, RowFault{zero_skipped}));
  }
  add(model, "agree with taking an infinite operand for the largest number", judged(base, RowFault{infinity_clamped}));
  if (is_mean) {
    Reduction whole = reduction;
    whole.kind = ReductionKind::sum;
    add(model, "agree with the sum, not divided",
        [whole, base, judge = std::shared_ptr<ReductionJudge>()](const ReductionRow& row, std::uint64_t got) mutable {
          if (!judge) judge = std::make_shared<ReductionJudge>(whole, std::vector{base});
          judge->prepare(row);
          return judge->rejected_by(got) == 0;
        });
  }
  if (is_mean) {
    add(model, "agree with dividing by the depth less one",
        [reduction, base](const ReductionRow& row, std::uint64_t got) {
          MeanBound bound(reduction, base);
          return row.depth() > 0 && bound.accept(row, row.depth() - 1).contains(reduction.result, got);
        });
  }
  if (reduction.kind == ReductionKind::cumulative_sum) {
    for (const std::size_t width : {16u, 32u, 64u, 128u, 256u}) {
      add(model, fmt::format("agree with sums that begin anew every {} elements", width),
          [whole = judged(base, {}), width](const ReductionRow& row, std::uint64_t got) mutable {
            if (row.depth() <= width) return false;
            return whole({row.left.last((row.depth() - 1) % width + 1), {}, {}}, got);
          });
    }
  }
  if (reduction.is_predicate()) {
    add(model, "agree with asking whether the sum of the elements is finite",
        [reduction, base](const ReductionRow& row, std::uint64_t got) {
          return sum_is_finite(reduction, base, row) == (got == 1) && got <= 1;
        });
    add(description, "answer the opposite question", [reduction](const ReductionRow& row, std::uint64_t got) {
      return got == 1 - all_finite_result(reduction, row).low;
    });
    return list;  // of sums the rest
  }
  if (reduction.initial) {
    add(model, "agree with ignoring the initial value", judged(base, RowFault{ignored_initial}));
    add(model, "agree with adding the initial value twice", judged(base, RowFault{doubled_initial}));
  }
  const auto flushed = [&](std::string text, bool operands, bool products, bool sums) {
    Semantics other = base;
    if (operands) other.accumulator.subnormal_operands = "flush";
    if (products) other.accumulator.subnormal_products = "flush";
    if (sums) other.accumulator.subnormal_accumulator = "flush_after_rounding";
    add(semantics, "agree with flushing " + std::move(text), judged(other, {}));
  };
  flushed("subnormal operands to zero", true, false, false);
  flushed("products below the accumulator's smallest normal number", false, true, false);
  flushed("sums below the accumulator's smallest normal number", false, false, true);
  flushed("subnormal operands and sums to zero", true, false, true);
  Semantics keeping = base;
  keeping.subnormal_operands = SubnormalOperands::keep;
  keeping.subnormal_results = SubnormalResults::keep;
  keeping.accumulator.subnormal_operands = keeping.accumulator.subnormal_products = "keep";
  keeping.accumulator.subnormal_accumulator = "keep";
  if (!(keeping == base)) add(semantics, "agree with keeping subnormal numbers", judged(keeping, {}));
  const auto any = [&](int exponent_bits, int precision, std::string_view rounding, std::string_view name) {
    add(description, fmt::format("lie within the bound of {} in some order", name),
        judged(in_any_order(base, exponent_bits, precision, rounding), {}));
  };
  // Told by the kinds of the right results and the one that came.
  const auto told = [&](std::string text, bool (*is_so)(const Format& result, const CodeSets& right, std::uint64_t)) {
    add(description, std::move(text),
        [reduction, base, is_so, judge = std::shared_ptr<ReductionJudge>()](const ReductionRow& row,
                                                                            std::uint64_t got) mutable {
          if (!judge) judge = std::make_shared<ReductionJudge>(reduction, std::vector{base});
          judge->prepare(row);
          return is_so(reduction.result, code_sets(reduction.result, judge->accepted(0)), got);
        });
  };
  told("are NaNs of other bits than the right ones",
       [](const Format& result, const CodeSets& right, std::uint64_t got) {
         return result.is_nan(got) && some_is(right, [&](std::uint64_t code) { return result.is_nan(code); });
       });
  told("are NaN where a number or infinity is right",
       [](const Format& result, const CodeSets& right, std::uint64_t got) {
         return result.is_nan(got) && !some_is(right, [&](std::uint64_t code) { return result.is_nan(code); });
       });
  told("are not NaN where only NaN is right", [](const Format& result, const CodeSets& right, std::uint64_t got) {
    return !result.is_nan(got) && !some_is(right, [&](std::uint64_t code) { return !result.is_nan(code); });
  });
  told("are infinite where a finite number is right",
       [](const Format& result, const CodeSets& right, std::uint64_t got) {
         const auto is_finite = [&](std::uint64_t code) {
           return (code & result.magnitude_mask()) <= result.largest_finite();
         };
         return classify(result, got) == Category::infinity && some_is(right, is_finite);
       });
  any(8, 24, "rtz", "a truncating float32 accumulator");
  any(8, 22, "rne", "a 22-bit accumulator");
  any(8, 14, "rne", "a 14-bit accumulator");
  any(5, 11, "rne", "a float16 accumulator");
  any(8, 8, "rne", "a bfloat16 accumulator");
  return list;
}

ReductionHypotheses::ReductionHypotheses(const Reduction& reduction, const Semantics& base)
    : entries_(entries(reduction, base)), hits_(entries_.size(), 0) {}

std::vector<Hypothesis> ReductionHypotheses::texts(const Reduction& reduction, const Semantics& base) {
  std::vector<Hypothesis> told;
  for (Entry& entry : entries(reduction, base)) told.push_back(std::move(entry.told));
  return told;
}

std::uint64_t ReductionHypotheses::explained_by(const ReductionRow& row, std::uint64_t got) {
  std::uint64_t explained = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (asked_ >= trial_mismatches && hits_[i] == 0) continue;
    if (!entries_[i].predicts(row, got)) continue;
    ++hits_[i];
    explained |= std::uint64_t{1} << i;
  }
  ++asked_;
  return explained;
}

WeakerModel::WeakerModel(std::string_view name, const Reduction& reduction, const Semantics& base) {
  if (reduction.is_of_exponentials()) {
    compute_ = weaker_exponentials(name, reduction, base);
    return;
  }
  if (reduction.is_predicate()) {
    const auto fault = row_fault_of(name);
    compute_ = [=](const ReductionRow& row) -> std::uint64_t {
      if (!fault) return sum_is_finite(reduction, base, row) ? 1 : 0;
      return all_finite_result(reduction, row_with_fault(reduction, row, *fault)).low;
    };
    return;
  }
  const auto fault = row_fault_of(name);
  const Semantics semantics =
      fault ? in_sequence(base) : with_accumulator(base, named_accumulator(name).semantics.accumulator);
  if (reduction.kind == ReductionKind::mean) {
    const auto model = std::make_shared<MeanBound>(reduction, semantics);
    compute_ = [=](const ReductionRow& row) {
      const Acceptance given =
          fault ? model->accept(row_with_fault(reduction, row, *fault), row.depth()) : model->accept(row);
      return given.low <= given.high ? from_ordered(reduction.result, given.low) : given.others.sets[0].low;
    };
    return;
  }
  const auto model = std::make_shared<AccumulatorSimulation>(reduction, semantics);
  compute_ = [=](const ReductionRow& row) {
    return (fault ? model->result(row_with_fault(reduction, row, *fault)) : model->result(row)).low;
  };
}

}  // namespace hallmark
