// SPDX-License-Identifier: Apache-2.0
#include "identifying/elementwise_traits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/formats.h"
#include "judging/describe.h"

namespace hallmark {
namespace {

std::vector<Format> operand_formats(const OperationTruth& truth) { return truth.operands(); }

std::string right_text(const Format& format, const CodeSets& right) {
  std::string text;
  for (std::size_t i = 0; i < right.count; ++i) {
    if (i > 0) text += " or ";
    text += describe_codes(format, right.sets[i]);
  }
  return text;
}

/// Another format is worth naming only where it holds every result: that is what a second rounding needs.
bool is_wide_middle(std::string_view name, const Format& result) {
  const Format* middle = find_format(name);
  return middle != nullptr && !(*middle == result) && widens(result, *middle);
}

/// A probe that what was found accepts, and what that accepts there.
struct Witness {
  const ObservedCall* observation;
  CodeSets right;
  std::uint64_t size;
  std::string property;
};

/// A variation and the witnesses that tell what was found from it.
struct Told {
  FieldVariation variation;
  std::vector<std::size_t> witnesses;
};

bool tells(OperationTruth& truth, const Witness& witness, const Semantics& variation) {
  const CodeSets other = truth.right(variation, witness.observation->operands);
  if (other == witness.right) return false;
  const auto& results = witness.observation->results;
  if (!std::all_of(results.begin(), results.end(), [&](std::uint64_t code) { return other.contains(code); })) {
    return true;
  }
  return size_of(other, truth.result()) > witness.size;
}

/// Witnesses that tell what was found from as many variations as any can: the one that tells most first, of equal ones
/// one that is about the field itself; and again from the start where all are told.
std::vector<std::size_t> cover(const std::vector<Told>& told, const std::vector<Witness>& witnesses,
                               std::string_view key) {
  std::vector<bool> open(told.size(), true);
  std::vector<std::size_t> chosen;
  while (chosen.size() < most_evidence) {
    if (std::none_of(open.begin(), open.end(), [](bool is_open) { return is_open; })) open.assign(told.size(), true);
    std::vector<std::size_t> count(witnesses.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
      if (!open[i]) continue;
      for (const std::size_t witness : told[i].witnesses) count[witness] += 2;
    }
    for (std::size_t i = 0; i < count.size(); ++i) {
      if (count[i] > 0 && witnesses[i].property == key) ++count[i];
    }
    for (const std::size_t witness : chosen) count[witness] = 0;
    const auto best = std::max_element(count.begin(), count.end());
    if (best == count.end() || *best == 0) break;
    chosen.push_back(static_cast<std::size_t>(best - count.begin()));
    for (std::size_t i = 0; i < told.size(); ++i) {
      const auto& list = told[i].witnesses;
      if (std::find(list.begin(), list.end(), chosen.back()) != list.end()) open[i] = false;
    }
  }
  return chosen;
}

class TraitList {
 public:
  TraitList(OperationTruth& truth, SemanticsSearch& search, const Explanation& explanation)
      : truth_(truth), search_(search), explanation_(explanation), formats_(operand_formats(truth)) {
    for (const SearchProbe& probe : search.probes()) {
      if (!search.accepts(explanation.semantics, probe.observation)) continue;
      const CodeSets right = truth.right(explanation.semantics, probe.observation.operands);
      witnesses_.push_back({&probe.observation, right, size_of(right, truth.result()), property_of(truth, probe)});
    }
  }

  std::vector<Trait> make() {
    file_contradictions();
    for (const std::string& key : elementwise_keys()) {
      const auto failed = contradicted_.find(key);
      if (failed != contradicted_.end()) {
        traits_.push_back(failed->second);
        contradicted_.erase(failed);
      } else {
        add_field(key);
      }
    }
    for (auto& [key, trait] : contradicted_) traits_.push_back(std::move(trait));
    add_signalling();
    add_determinism();
    return std::move(traits_);
  }

 private:
  Evidence evidence(const ObservedCall& observation) const {
    return evidence_of(formats_, truth_.result(), observation);
  }

  void file_contradictions() {
    for (const SearchProbe* probe : explanation_.contradictions) {
      const std::string key = property_of(truth_, *probe);
      Trait& trait = contradicted_[key];
      if (trait.name.empty()) {
        const Evidence first = evidence(probe->observation);
        const CodeSets right = truth_.right(explanation_.semantics, probe->observation.operands);
        const bool field =
            std::find(elementwise_keys().begin(), elementwise_keys().end(), key) != elementwise_keys().end();
        const std::string nearest =
            field ? ", the nearest, " + spelled(key, explanation_.semantics, truth_.result()) + ","
                  : ", the exact value";
        trait = {key,
                 fmt::format("none of the known: {} gives {}{} gives {}", first.operands, first.result, nearest,
                             right_text(truth_.result(), right)),
                 {}};
      }
      if (trait.evidence.size() < most_evidence) trait.evidence.push_back(evidence(probe->observation));
    }
  }

  void add_field(const std::string& key) {
    const Semantics& found = explanation_.semantics;
    std::vector<Told> told;
    std::string alike;
    for (FieldVariation& variation : variations_of(key)) {
      Told one{std::move(variation), {}};
      for (std::size_t i = 0; i < witnesses_.size(); ++i) {
        if (tells(truth_, witnesses_[i], one.variation.semantics)) one.witnesses.push_back(i);
      }
      if (!one.witnesses.empty()) {
        told.push_back(std::move(one));
      } else if (search_.accepts_all(one.variation.semantics)) {
        alike += (alike.empty() ? "" : ", ") + one.variation.value;
      }
    }
    if (told.empty()) return;
    Trait trait{key, spelled(key, found, truth_.result()), {}};
    if (key == "evaluate_in") alike.clear();  // wide enough to make no difference, as many formats are
    if (alike.empty()) alike = joint_alternative(key);
    if (!alike.empty()) trait.observed += " (" + alike + " fits as well)";
    for (const std::size_t i : cover(told, witnesses_, key)) {
      trait.evidence.push_back(evidence(*witnesses_[i].observation));
    }
    traits_.push_back(std::move(trait));
  }

  std::vector<FieldVariation> variations_of(const std::string& key) {
    std::vector<FieldVariation> list;
    for (FieldVariation& variation : variations(explanation_.semantics, truth_.shape(), search_.hints())) {
      if (variation.key != key || !is_consistent(variation.semantics)) continue;
      if (key == "evaluate_in" && explanation_.semantics.evaluate_in.empty() &&
          !is_wide_middle(variation.semantics.evaluate_in, truth_.result())) {
        continue;
      }
      // Into such a format it means the same as one of the other words.
      if (key == "overflow" && variation.value == "infinity" && !truth_.result().infinities) continue;
      list.push_back(std::move(variation));
    }
    return list;
  }

  /// Flushing operands and flushing results may look the same: another setting of these fields together.
  std::string joint_alternative(const std::string& key) {
    if (key != "subnormal_operands" && key != "subnormal_results") return "";
    for (const Semantics& other :
         candidates(FieldGroup::subnormal, explanation_.semantics, truth_.shape(), search_.hints())) {
      if (spelled(key, other, truth_.result()) == spelled(key, explanation_.semantics, truth_.result())) continue;
      if (!search_.accepts_all(other)) continue;
      return fmt::format("subnormal_operands = {} with subnormal_results = {}",
                         spelled("subnormal_operands", other, truth_.result()),
                         spelled("subnormal_results", other, truth_.result()));
    }
    return "";
  }

  /// Whether a lone signalling NaN comes back signalling: what no field of a semantics asks for.
  void add_signalling() {
    const Format& to = truth_.result();
    if (!to.has_signalling_nan()) return;
    std::map<std::string, std::vector<const ObservedCall*>> seen;
    for (const SearchProbe& probe : search_.probes()) {
      if (probe.observation.results.size() != 1) continue;
      int nans = 0, signalling = 0;
      for (std::size_t i = 0; i < formats_.size(); ++i) {
        const std::uint64_t code = probe.observation.operands[i];
        if (!formats_[i].is_nan(code)) continue;
        ++nans;
        if (formats_[i].has_signalling_nan() && (code & formats_[i].quiet_bit()) == 0) ++signalling;
      }
      if (nans != 1 || signalling != 1) continue;
      const std::uint64_t got = probe.observation.results.front();
      const bool is_nan = to.is_nan(got);
      if (!is_nan && classify(to, got) != Category::infinity) continue;  // minimum_number may deliver the other operand
      seen[!is_nan ? "infinity" : (got & to.quiet_bit()) != 0 ? "quieted" : "kept"].push_back(&probe.observation);
    }
    Trait trait{"signalling_nan", "", {}};
    for (const auto& [what, observations] : seen) {
      trait.observed += (trait.observed.empty() ? "" : " or ") + what;
      trait.evidence.push_back(evidence(*observations.front()));
    }
    if (!seen.empty()) traits_.push_back(std::move(trait));
  }

  void add_determinism() {
    if (explanation_.semantics.rounding == Rounding::stochastic) return;
    Trait trait{"deterministic", "no", {}};
    for (const SearchProbe& probe : search_.probes()) {
      if (probe.observation.results.size() < 2 || trait.evidence.size() == most_evidence) continue;
      trait.evidence.push_back(evidence(probe.observation));
    }
    if (!trait.evidence.empty()) traits_.push_back(std::move(trait));
  }

  OperationTruth& truth_;
  SemanticsSearch& search_;
  const Explanation& explanation_;
  std::vector<Format> formats_;
  std::vector<Witness> witnesses_;
  std::map<std::string, Trait> contradicted_;
  std::vector<Trait> traits_;
};

}  // namespace

bool tells(OperationTruth& truth, const Semantics& semantics, const Semantics& variation,
           const ObservedCall& observation) {
  const CodeSets right = truth.right(semantics, observation.operands);
  return tells(truth, {&observation, right, size_of(right, truth.result()), ""}, variation);
}

std::vector<Trait> elementwise_traits(OperationTruth& truth, SemanticsSearch& search, const Explanation& explanation) {
  return TraitList(truth, search, explanation).make();
}

std::string property_of(const OperationTruth& truth, const SearchProbe& probe) {
  const Format& to = truth.result();
  bool nan = false, infinite = false, subnormal = false, negative = false, zero = false;
  for (std::size_t i = 0; i < truth.operands().size(); ++i) {
    const Decoded value = decode(truth.operands()[i], probe.observation.operands[i]);
    nan = nan || value.category == Category::nan;
    infinite = infinite || value.category == Category::infinity;
    subnormal = subnormal || value.category == Category::subnormal;
    zero = zero || value.category == Category::zero;
    negative = negative || value.negative;
  }
  if (probe.depends == 0) return "exact_results";
  switch (all_field_groups[static_cast<std::size_t>(bit_length(probe.depends)) - 1]) {
    case FieldGroup::nan:
      if (to.is_integer()) return "nan_to_integer";
      if (!to.has_nan()) return "nan_without_nan";
      return nan ? "nan" : "generated_nan";
    case FieldGroup::rounding:
      return to.has_zero() ? "rounding" : "e8m0_rounding";
    case FieldGroup::subnormal:
      if (!to.has_zero()) return zero ? "e8m0_zero" : negative ? "e8m0_negative" : "e8m0_underflow";
      return subnormal ? "subnormal_operands" : "subnormal_results";
    case FieldGroup::overflow:
      if (to.is_integer()) return "integer_overflow";
      if (infinite) return to.infinities ? "infinity_to_infinity" : "infinity_operand";
      return "overflow";
  }
  return "rounding";
}

}  // namespace hallmark
