// SPDX-License-Identifier: Apache-2.0
#include "identifying/reduction_identity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "identifying/accumulator_search.h"
#include "identifying/reduction_traits.h"

namespace hallmark {
namespace {

/// How an accumulator is told where no name fits it.
std::string accumulator_text(const FoundAccumulator& found) {
  const Accumulator& accumulator = found.semantics.accumulator;
  std::string text = accumulator.format.empty() ? fmt::format("{} bits", accumulator.precision) : accumulator.format;
  text += ", " + accumulator.rounding;
  if (accumulator.block_width > 0) {
    text +=
        fmt::format(", blocks of {} with {} fraction bits", accumulator.block_width, accumulator.block_fraction_bits);
  } else {
    text += fmt::format(", order {}", accumulator.order);
  }
  if (accumulator.lanes > 1) text += fmt::format(" in {} lanes", accumulator.lanes);
  if (!accumulator.partials.empty())
    text += fmt::format(", {} parts in {}", accumulator.partial_count, accumulator.partials);
  if (!found.is_exact) text += ", within its bound";
  return text;
}

/// Rows with a unit just before every place and two huge terms that cancel just behind it: where a tile ends there, it
/// survives. Random rows hide that in a narrow result.
std::vector<HardDot> tile_rows(const ReductionProber& prober, const KeptBits& kept) {
  constexpr std::size_t depth = 130;
  const int distance = std::max(kept.beside == 0 ? 24 : kept.beside, 8) + 6;
  const Term huge = power_of_two(distance - distance / 2), small = power_of_two(-(distance / 2));
  std::vector<HardDot> rows;
  for (std::size_t place = 1; place + 1 < depth; ++place) {
    std::vector<Term> terms(depth, Term{false, 0, 0});
    terms[place - 1] = small;
    terms[place] = huge;
    terms[place + 1] = -huge;
    if (auto row = prober.row(terms)) rows.push_back(std::move(*row));
  }
  return rows;
}

/// Whether each element of a cumulative sum is what its row would give if it ended there: else the order in which terms
/// meet depends on what comes after them.
void observe_prefixes(ReductionProber& prober, const ReductionRowsCall& call, std::vector<Trait>& traits) {
  if (prober.reduction().kind != ReductionKind::cumulative_sum) return;
  constexpr std::size_t wanted = 256, shown = 2, deepest_shown = 33;
  std::vector<Probe> beginnings;
  const std::vector<Probe>& all = prober.beginnings();
  for (std::size_t i = 0; i < std::min(wanted, all.size()); ++i) {
    beginnings.push_back(all[i * all.size() / std::min(wanted, all.size())]);
  }
  std::vector<HardDot> rows;
  for (const Probe& probe : beginnings) rows.push_back(probe.row);
  ReductionProber again(prober.reduction(), call);
  const std::vector<Probe> alone = again.ask(std::move(rows));
  Trait trait{"prefixes", "as sums of shorter rows", {}};
  std::size_t differing = 0;
  for (std::size_t i = 0; i < alone.size(); ++i) {
    const bool differs = alone[i].got != beginnings[i].got;
    if (differs && differing++ == 0) trait.evidence.clear();
    const bool is_shallow = alone[i].row.left.size() >= 3 && alone[i].row.left.size() <= deepest_shown;
    if (trait.evidence.size() >= shown || (differs ? differing > 1 : differing > 0 || !is_shallow)) continue;
    trait.evidence.push_back(evidence_of(prober.reduction(), beginnings[i]));
    if (differs) trait.evidence.push_back(evidence_of(prober.reduction(), alone[i]));
  }
  if (differing > 0) {
    trait.observed = fmt::format("{} of {} are other sums than those of shorter rows", differing, alone.size());
  }
  if (!alone.empty()) traits.push_back(std::move(trait));
}

/// Sums of means that leave the result's range though the mean does not.
void observe_mean_overflow(ReductionProber& prober, std::vector<Trait>& traits) {
  const Reduction& reduction = prober.reduction();
  if (reduction.kind != ReductionKind::mean) return;
  const Decoded largest = decode(reduction.result, reduction.result.largest_finite());
  const auto code = encode(reduction.left, false, 1, largest.exponent + bit_length(largest.significand) - 1);
  if (!code) return;
  const Probe probe = prober.ask(std::vector<HardDot>{{{*code, *code}, {}, {}, 0}}).front();
  const Category category = classify(reduction.result, probe.got);
  const bool is_wide = category == Category::normal &&
                       (probe.got & reduction.result.magnitude_mask()) ==
                           *prober.code(power_of_two(largest.exponent + bit_length(largest.significand) - 1));
  traits.push_back({"intermediate_overflow",
                    is_wide                          ? "none: sums have a wider range"
                    : category == Category::infinity ? "infinity"
                    : category == Category::nan      ? "NaN"
                                                     : "another number",
                    {evidence_of(reduction, probe)}});
}

}  // namespace

Identity identify_reduction(const std::string& signature, const Reduction& reduction, const ReductionRowsCall& call) {
  Identity identity;
  identity.signature = signature;
  ReductionProber prober(reduction, call);
  try {
    const KeptBits kept = kept_bits(prober, identity.traits);
    observe_summation(prober, kept, identity.traits);
    observe_terms(prober, kept, identity.traits);
    observe_mean_overflow(prober, identity.traits);
    const std::vector<int> precisions{kept.of_result, kept.beside, kept.far_apart};
    const std::vector<Probe> rows = prober.ask(identifying_rows(reduction, precisions));
    prober.ask(tile_rows(prober, kept));
    observe_prefixes(prober, call, identity.traits);
    const auto found = find_accumulator(reduction, prober.asked(), precisions, kept.accumulator());
    const auto names = agreeing_accumulators(reduction, prober.asked());
    Trait model{"model", "none of the known", {}};
    if (!names.empty()) {
      model.observed = fmt::format("{}", fmt::join(names, ", "));
    } else if (found) {
      model.observed = accumulator_text(*found);
    }
    // Some of every kind, shallow enough to be looked at.
    constexpr std::size_t shown = 96, deepest = 33;
    std::vector<const Probe*> shallow;
    for (const Probe& row : rows) {
      if (row.row.left.size() > 1 && row.row.left.size() <= deepest) shallow.push_back(&row);
    }
    for (std::size_t i = 0; i < std::min(shown, shallow.size()); ++i) {
      model.evidence.push_back(evidence_of(reduction, *shallow[i * shallow.size() / std::min(shown, shallow.size())]));
    }
    identity.traits.insert(identity.traits.begin(), std::move(model));
    if (found) identity.semantics = found->semantics;
  } catch (const CallFailed& failure) {
    identity.traits.push_back({"unidentified", failure.what(), {}});
  }
  return identity;
}

}  // namespace hallmark
