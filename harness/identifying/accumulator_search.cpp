// SPDX-License-Identifier: Apache-2.0
#include "identifying/accumulator_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "formats/formats.h"
#include "identifying/accumulator_candidates.h"
#include "inputs/initial_values.h"
#include "judging/reduction_judge.h"
#include "semantics/named_accumulators.h"
#include "truth/accumulators.h"

namespace hallmark {
namespace {

// Of equals among many candidates a few are enough: what tells them apart later is what they are kept for.
constexpr std::size_t most_survivors = 24;

/// What decides a row: ordinary sums come first, because only then are there few candidates left for the others.
enum class Stage : std::uint8_t { ordinary, range, special };

Stage stage_of(const Reduction& reduction, const Probe& probe) {
  const Semantics plain;
  const ReductionRow row = probe.row;
  const RowSpecials specials = specials_of(reduction, plain, row);
  const bool finite_result = classify(reduction.result, probe.got) != Category::nan &&
                             classify(reduction.result, probe.got) != Category::infinity;
  const bool has_terms = specials.positive || specials.negative;
  if (specials.nan_operand || specials.invalid || specials.positive_infinity || specials.negative_infinity ||
      !has_terms) {
    return Stage::special;
  }
  if (!finite_result) return Stage::range;
  // Terms a float32 accumulator, and a product of such, is in no danger to flush or to overflow by.
  int lowest = 1 << 20, highest = -(1 << 20);
  const auto see = [&](const Decoded& value, int exponent) {
    lowest = std::min(lowest, exponent);
    highest = std::max(highest, exponent + bit_length(value.significand));
  };
  for (std::size_t i = 0; i < row.depth(); ++i) {
    const Factors factors = factors_of(reduction, plain, row, i);
    const Decoded &x = factors.left.value, &y = factors.right.value;
    if (x.category == Category::subnormal || y.category == Category::subnormal) return Stage::range;
    if (x.significand == 0 || y.significand == 0) continue;
    see({Category::normal, false, x.significand, 0}, x.exponent + y.exponent);
    highest = std::max(highest, x.exponent + y.exponent + bit_length(x.significand) + bit_length(y.significand));
  }
  if (row.initial) {
    const Decoded c = initial_of(reduction, plain, row).value;
    if (c.category == Category::subnormal) return Stage::range;
    if (c.significand != 0) see(c, c.exponent);
  }
  const int room = bit_length(row.depth()) + 1;
  return lowest < -126 || highest + room > 127 ? Stage::range : Stage::ordinary;
}

struct Staged {
  std::vector<const Probe*> ordinary, range, special;
};

Staged staged(const Reduction& reduction, std::span<const Probe> probes) {
  Staged stages;
  for (const Probe& probe : probes) {
    switch (stage_of(reduction, probe)) {
      case Stage::ordinary:
        stages.ordinary.push_back(&probe);
        break;
      case Stage::range:
        stages.range.push_back(&probe);
        break;
      case Stage::special:
        stages.special.push_back(&probe);
        break;
    }
  }
  const auto shallow_first = [](const Probe* a, const Probe* b) { return a->row.left.size() < b->row.left.size(); };
  for (auto* list : {&stages.ordinary, &stages.range, &stages.special}) {
    std::stable_sort(list->begin(), list->end(), shallow_first);
  }
  return stages;
}

/// Rows that reject most candidates for their length are asked first: most candidates then cost one short row.
class Filter {
 public:
  Filter(const Reduction& reduction, const std::vector<const Probe*>& probes) : reduction_(reduction) {
    for (const Probe* probe : probes) rows_.push_back({probe});
  }

  bool accepts(const Semantics& semantics) {
    const auto model = accumulation_model(semantics);
    const auto* known = std::get_if<AccumulationModel>(&model);
    if (known == nullptr || !known->is_determined()) return false;
    AccumulatorSimulation simulation(reduction_, semantics);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (simulation.result(rows_[i].probe->row).contains(rows_[i].probe->got)) continue;
      ++rows_[i].rejected;
      for (; i > 0 && rows_[i].worth() > rows_[i - 1].worth(); --i) std::swap(rows_[i], rows_[i - 1]);
      return false;
    }
    return true;
  }

 private:
  struct Row {
    const Probe* probe;
    std::size_t rejected = 0;
    /// Candidates rejected for each term simulated, and for what a row costs besides.
    double worth() const {
      return static_cast<double>(rejected) / static_cast<double>(8 + probe->row.left.size());
    }
  };
  const Reduction& reduction_;
  std::vector<Row> rows_;
};

std::vector<Semantics> surviving(Filter& filter, const std::function<void(const TakeCandidate&)>& each) {
  std::vector<Semantics> survivors;
  each([&](const Semantics& candidate) {
    if (filter.accepts(candidate)) survivors.push_back(candidate);
    return survivors.size() < most_survivors;
  });
  return survivors;
}

std::uint64_t first_nan(const Reduction& reduction, std::span<const Probe> probes) {
  for (const Probe& probe : probes) {
    if (reduction.result.is_nan(probe.got)) return probe.got;
  }
  return reduction.result.default_nan();
}

std::optional<Semantics> find_exact(const Reduction& reduction, std::span<const Probe> probes,
                                    std::span<const int> precisions) {
  const Staged stages = staged(reduction, probes);
  if (stages.ordinary.empty()) return std::nullopt;
  Filter ordinary(reduction, stages.ordinary), range(reduction, stages.range), special(reduction, stages.special);
  const std::uint64_t nan = first_nan(reduction, probes);
  const std::vector<Semantics> sums =
      surviving(ordinary, [&](const TakeCandidate& take) { each_summation(reduction, precisions, take); });
  for (const Semantics& sum : sums) {
    const std::vector<Semantics> ranges =
        surviving(range, [&](const TakeCandidate& take) { each_range(reduction, sum, take); });
    for (const Semantics& one : ranges) {
      std::optional<Semantics> found;
      each_nan_rule(reduction, one, nan, [&](const Semantics& candidate) {
        // A flush may show among ordinary sums that cancel, so all rows are asked once more.
        if (special.accepts(candidate) && ordinary.accepts(candidate) && range.accepts(candidate)) found = candidate;
        return !found;
      });
      if (found) return found;
    }
  }
  return std::nullopt;
}

std::optional<Semantics> find_bounded(const Reduction& reduction, std::span<const Probe> probes, int seen_bits) {
  std::optional<Semantics> found;
  const auto accepts = [&](const Semantics& candidate) {
    ReductionJudge judge(reduction, {candidate});
    return std::all_of(probes.begin(), probes.end(), [&](const Probe& probe) {
      judge.prepare(probe.row);
      return judge.rejected_by(probe.got) == 0;
    });
  };
  for (const std::string_view format : {"float64", "float32", "float16", "bfloat16"}) {
    if (find_format(format)->precision() < seen_bits) break;
    for (const std::string_view rounding : {"rne", "rtz"}) {
      for (const std::string_view operands : {"keep", "flush"}) {
        for (const std::string_view sums : {"keep", "flush_after_rounding"}) {
          Semantics candidate;
          candidate.accumulator.format = format;
          candidate.accumulator.rounding = rounding;
          candidate.accumulator.subnormal_operands = operands;
          candidate.accumulator.subnormal_accumulator = sums;
          if (sums != "keep") candidate.subnormal_results = SubnormalResults::flush_after_rounding;
          if (accepts(candidate)) return candidate;
        }
      }
    }
  }
  return found;
}

int nan_demand(const Semantics& semantics) {
  switch (semantics.nan) {
    case Nan::canonical:
      return 3;
    case Nan::quiet_payload:
      return 2;
    case Nan::quiet:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

std::vector<HardDot> identifying_rows(const Reduction& reduction, std::span<const int> precisions) {
  constexpr std::size_t depths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 40, 63, 64, 65, 96, 130};
  std::vector<int> widths{24};
  for (const int precision : precisions) {
    if (precision >= 4 && precision < 24) widths.push_back(precision);
  }
  std::vector<HardDot> rows;
  for (const HardDotInfo& info : hard_dot_kinds()) {
    for (const std::size_t depth : depths) {
      for (const int width : widths) {
        Random random(static_cast<std::uint64_t>(width), fmt::format("identify {}{}", info.name, depth));
        for (int n = 0; n < 4; ++n) {
          if (auto row = hard_dot_with_initial(info.kind, reduction, depth, random, width))
            rows.push_back(std::move(*row));
        }
      }
    }
  }
  // Deep sums may be split where shallow ones are not.
  for (const HardDotKind kind :
       {HardDotKind::exponent_spread, HardDotKind::random_walk, HardDotKind::ill_conditioned}) {
    for (const std::size_t depth : {200u, 257u, 384u, 512u, 1000u, 1024u, 2049u, 4096u}) {
      Random random(24, fmt::format("identify {}{}", info_of(kind).name, depth));
      for (int n = 0; n < 2; ++n) {
        if (auto row = hard_dot_with_initial(kind, reduction, depth, random)) rows.push_back(std::move(*row));
      }
    }
  }
  return rows;
}

std::vector<std::string_view> agreeing_accumulators(const Reduction& reduction, std::span<const Probe> probes) {
  std::vector<const NamedAccumulator*> named;
  for (const NamedAccumulator& one : named_accumulators()) named.push_back(&one);
  std::stable_sort(named.begin(), named.end(), [](const NamedAccumulator* a, const NamedAccumulator* b) {
    return nan_demand(a->semantics) > nan_demand(b->semantics);
  });
  std::vector<const Probe*> rows;
  for (const Probe& probe : probes) rows.push_back(&probe);
  Filter filter(reduction, rows);
  std::vector<std::string_view> names;
  for (const NamedAccumulator* one : named) {
    if (filter.accepts(one->semantics)) names.push_back(one->name);
  }
  return names;
}

std::optional<FoundAccumulator> find_accumulator(const Reduction& reduction, std::span<const Probe> probes,
                                                 std::span<const int> precisions, int seen_bits) {
  for (const std::string_view name : agreeing_accumulators(reduction, probes)) {
    return FoundAccumulator{named_accumulator(name).semantics, true};
  }
  if (const auto exact = find_exact(reduction, probes, precisions)) return FoundAccumulator{*exact, true};
  if (const auto bounded = find_bounded(reduction, probes, seen_bits)) return FoundAccumulator{*bounded, false};
  return std::nullopt;
}

}  // namespace hallmark
