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

}  // namespace

Identity identify_reduction(const std::string& signature, const Reduction& reduction, const ReductionRowsCall& call) {
  Identity identity;
  identity.signature = signature;
  ReductionProber prober(reduction, call);
  try {
    const KeptBits kept = kept_bits(prober, identity.traits);
    observe_summation(prober, kept, identity.traits);
    observe_terms(prober, kept, identity.traits);
    const std::vector<int> precisions{kept.of_result, kept.beside, kept.far_apart};
    const std::vector<Probe> rows = prober.ask(identifying_rows(reduction, precisions));
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
