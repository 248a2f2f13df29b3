// SPDX-License-Identifier: Apache-2.0
#include "identifying/semantics_search.h"

#include <algorithm>
#include <map>

namespace hallmark {
namespace {

constexpr std::uint64_t most_tried = 50000;  ///< candidates: what nothing explains must end too
constexpr std::size_t most_nan_codes = 4;

constexpr unsigned bit_of(std::size_t level) { return 1u << level; }
constexpr unsigned nan_bit = bit_of(static_cast<std::size_t>(FieldGroup::nan));

/// The groups of fields that change what is right for the operands, under any of the bases.
unsigned dependence(OperationTruth& truth, const OperandTuple& operands,
                    const std::vector<std::pair<Semantics, std::vector<std::vector<Semantics>>>>& settings) {
  unsigned depends = 0;
  const unsigned all = bit_of(all_field_groups.size()) - 1;
  for (const auto& [base, by_group] : settings) {
    const CodeSets plain = truth.planned(base, operands);
    for (std::size_t level = 0; level < by_group.size(); ++level) {
      if ((depends & bit_of(level)) != 0) continue;
      for (const Semantics& setting : by_group[level]) {
        if (truth.planned(setting, operands) == plain) continue;
        depends |= bit_of(level);
        break;
      }
    }
    if (depends == all) break;
  }
  return depends;
}

}  // namespace

void SemanticsSearch::add(std::vector<ObservedCall> observations) {
  std::vector<std::pair<Semantics, std::vector<std::vector<Semantics>>>> settings;
  for (const Semantics& base : telling_bases()) {
    auto& [same, by_group] = settings.emplace_back(base, std::vector<std::vector<Semantics>>{});
    for (const FieldGroup group : all_field_groups) by_group.push_back(telling_settings(group, same, truth_.shape()));
  }
  for (ObservedCall& observation : observations) {
    const unsigned depends = dependence(truth_, observation.operands, settings);
    probes_.push_back({std::move(observation), depends});
  }
  assign();
}

void SemanticsSearch::assign() {
  for (auto& list : of_group_) list.clear();
  decided_.clear();
  all_depends_ = 0;
  hints_ = {};
  std::map<std::uint64_t, std::size_t> nan_codes;
  for (const SearchProbe& probe : probes_) {
    all_depends_ |= probe.depends;
    if (probe.depends == 0) {
      decided_.push_back(&probe);
    } else {
      of_group_[static_cast<std::size_t>(bit_length(probe.depends)) - 1].push_back(&probe);
    }
    if (probe.observation.results.size() > 1) hints_.varies = true;
    for (const std::uint64_t code : probe.observation.results) {
      if (truth_.result().is_nan(code)) ++nan_codes[code];
    }
  }
  for (const auto& [code, count] : nan_codes) hints_.nan_codes.push_back(code);
  std::stable_sort(hints_.nan_codes.begin(), hints_.nan_codes.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return nan_codes[a] > nan_codes[b]; });
  if (hints_.nan_codes.size() > most_nan_codes) hints_.nan_codes.resize(most_nan_codes);
}

bool SemanticsSearch::accepts(const Semantics& semantics, const ObservedCall& observation) {
  const CodeSets right = truth_.right(semantics, observation.operands);
  return std::all_of(observation.results.begin(), observation.results.end(),
                     [&](std::uint64_t code) { return right.contains(code); });
}

bool SemanticsSearch::accepts_all(const Semantics& semantics) {
  return std::all_of(probes_.begin(), probes_.end(),
                     [&](const SearchProbe& probe) { return accepts(semantics, probe.observation); });
}

std::optional<std::uint64_t> SemanticsSearch::accepted_codes(const Semantics& semantics,
                                                             std::vector<const SearchProbe*>& probes,
                                                             unsigned& rejecting) {
  std::uint64_t accepted = 0;
  for (auto at = probes.begin(); at != probes.end(); ++at) {
    const ObservedCall& observation = (*at)->observation;
    const CodeSets right = truth_.right(semantics, observation.operands);
    for (const std::uint64_t code : observation.results) {
      if (right.contains(code)) continue;
      rejecting = (*at)->depends;
      std::rotate(probes.begin(), at, at + 1);  // what rejects one candidate often rejects the next
      return std::nullopt;
    }
    accepted += size_of(right, truth_.result());
  }
  return accepted;
}

std::vector<Semantics> SemanticsSearch::candidates_of(std::size_t level, const Semantics& base) const {
  if ((all_depends_ & bit_of(level)) == 0) return {base};
  return candidates(all_field_groups[level], base, truth_.shape(), hints_);
}

/// Nothing where found_ explains all from this level on; else the earlier levels whose settings may be to blame. Only
/// the NaN rule is ever acquitted: there are many of them, and what depends on one is easily told.
std::optional<unsigned> SemanticsSearch::descend(std::size_t level, const Semantics& base) {
  if (level == groups) {
    found_ = base;
    return std::nullopt;
  }
  unsigned blamed = 0;
  std::vector<Survivor> survivors;
  for (const Semantics& candidate : candidates_of(level, base)) {
    if (++tried_ > most_tried) return 0;
    unsigned rejecting = 0;
    if (const auto accepted = accepted_codes(candidate, of_group_[level], rejecting)) {
      survivors.push_back({candidate, *accepted, settings_made(candidate)});
    } else {
      blamed |= rejecting | ~nan_bit;
    }
  }
  std::stable_sort(survivors.begin(), survivors.end(), [](const Survivor& a, const Survivor& b) {
    return std::pair(a.accepted, a.settings) < std::pair(b.accepted, b.settings);
  });
  for (const Survivor& survivor : survivors) {
    const auto below = descend(level + 1, survivor.semantics);
    if (!below) return std::nullopt;
    if ((*below & bit_of(level)) == 0) return below;  // no other setting here would help
    blamed |= *below;
  }
  return blamed & (bit_of(level) - 1);
}

/// Changes single fields as long as that accepts less, or the same with fewer settings.
void SemanticsSearch::improve(Semantics& semantics) {
  std::vector<const SearchProbe*> all;
  for (const SearchProbe& probe : probes_) all.push_back(&probe);
  unsigned rejecting = 0;
  auto best = accepted_codes(semantics, all, rejecting);
  for (bool changed = true; changed;) {
    changed = false;
    for (const FieldVariation& variation : variations(semantics, truth_.shape(), hints_)) {
      if (!is_consistent(variation.semantics)) continue;
      const auto accepted = accepted_codes(variation.semantics, all, rejecting);
      if (!accepted ||
          std::pair(*accepted, settings_made(variation.semantics)) >= std::pair(*best, settings_made(semantics))) {
        continue;
      }
      best = accepted;
      semantics = variation.semantics;
      changed = true;
      break;
    }
  }
}

Semantics SemanticsSearch::nearest() {
  Semantics base;
  for (std::size_t level = 0; level < groups; ++level) {
    std::optional<std::pair<std::size_t, int>> fewest;
    Semantics best = base;
    for (const Semantics& candidate : candidates_of(level, base)) {
      std::size_t wrong = 0;
      for (const SearchProbe* probe : of_group_[level]) {
        wrong += accepts(candidate, probe->observation) ? 0 : 1;
        if (fewest && wrong > fewest->first) break;
      }
      const std::pair cost{wrong, settings_made(candidate)};
      if (fewest && cost >= *fewest) continue;
      fewest = cost;
      best = candidate;
    }
    base = best;
  }
  return base;
}

Explanation SemanticsSearch::find() {
  tried_ = 0;
  Explanation explanation;
  unsigned rejecting = 0;
  const bool decided = accepted_codes(Semantics{}, decided_, rejecting).has_value();
  if (decided && !descend(0, Semantics{})) {
    explanation.semantics = found_;
    improve(explanation.semantics);
    return explanation;
  }
  explanation.semantics = nearest();
  if (accepts_all(explanation.semantics)) {  // found where the search gave up
    improve(explanation.semantics);
    return explanation;
  }
  for (const SearchProbe& probe : probes_) {
    if (!accepts(explanation.semantics, probe.observation)) explanation.contradictions.push_back(&probe);
  }
  return explanation;
}

}  // namespace hallmark
