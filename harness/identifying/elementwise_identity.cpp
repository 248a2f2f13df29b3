// SPDX-License-Identifier: Apache-2.0
#include "identifying/elementwise_identity.h"

#include <fmt/format.h>

#include <algorithm>

#include "identifying/elementwise_traits.h"
#include "identifying/function_identity.h"
#include "identifying/observed_calls.h"
#include "identifying/operation_truth.h"
#include "identifying/probe_tuples.h"
#include "identifying/semantics_search.h"
#include "identifying/unscale_trait.h"
#include "semantics/fields.h"
#include "semantics/profile.h"

namespace hallmark {
namespace {

constexpr int most_rounds = 8;
constexpr std::size_t most_fresh = 64;        ///< operands of the larger sample that a round adds to the probes
constexpr std::size_t most_compared = 16384;  ///< operands of the sample in which a variation is looked for
constexpr std::size_t repeated = 64, copies = 32;

OperandTuple row_of(const Columns& columns, std::size_t row) {
  OperandTuple tuple;
  for (const auto& column : columns) tuple.push_back(column[row]);
  return tuple;
}

/// A larger sample of operands with what the operation made of them.
struct Sample {
  Columns columns;
  std::vector<std::uint64_t> results;

  ObservedCall at(std::size_t row) const { return {row_of(columns, row), {results[row]}}; }
};

class Identification {
 public:
  Identification(const Signature& signature, const ElementwiseCall& call)
      : signature_(signature), truth_(signature), search_(truth_), observer_(call) {}

  Identity run() {
    Identity identity{to_string(signature_), {}, {}, {}};
    if (!look()) {
      identity.traits.push_back({"call", "failed", {}});
      return identity;
    }
    Explanation explanation;
    for (int round = 0; round < most_rounds; ++round) {
      explanation = search_.find();
      if (!explanation.is_complete()) break;
      std::vector<ObservedCall> fresh = contradicting(explanation.semantics);
      if (fresh.empty()) fresh = telling(explanation.semantics);
      if (fresh.empty() || round == most_rounds - 1) break;
      search_.add(std::move(fresh));
    }
    if (explanation.is_complete()) {
      keep_silent(explanation.semantics);
      state_overflow(explanation.semantics);
    }
    identity.traits = elementwise_traits(truth_, search_, explanation);
    if (!explanation.is_complete()) return identity;
    if (const auto against = contradicting(explanation.semantics); !against.empty()) {
      Trait trait{"verification", "contradicted by a larger sample", {}};
      add_evidence(trait, against);
      identity.traits.push_back(std::move(trait));
      return identity;
    }
    if (const auto against = contradicting(as_profile_has(explanation.semantics)); !against.empty()) {
      Trait trait{"modifiers", "not what the signature asks for", {}};
      add_evidence(trait, against);
      identity.traits.push_back(std::move(trait));
      return identity;
    }
    add_unscale_trait(explanation.semantics, identity.traits);
    identity.semantics = explanation.semantics;
    return identity;
  }

 private:
  bool look() {
    std::vector<ObservedCall> observations = observer_.observe(probe_tuples(truth_));
    std::vector<ObservedCall*> chosen;
    const std::size_t stride = std::max<std::size_t>(1, observations.size() / repeated);
    for (std::size_t i = stride / 2; i < observations.size(); i += stride) chosen.push_back(&observations[i]);
    observer_.repeat(chosen, copies);
    sample_.columns = larger_sample(truth_);
    sample_.results = observer_.results_of(sample_.columns);
    if (!observer_.ok()) return false;
    search_.add(std::move(observations));
    return true;
  }

  void add_unscale_trait(const Semantics& semantics, std::vector<Trait>& traits) const {
    const Elementwise operation = truth_.elementwise();
    if (operation.code != Operator::unscale) return;
    std::vector<ObservedCall> calls;
    for (std::size_t row = 0; row < sample_.results.size(); ++row) calls.push_back(sample_.at(row));
    if (auto trait = unscale_trait(operation, semantics, calls)) traits.push_back(std::move(*trait));
  }

  /// Operands of the sample whose results the semantics do not accept, from all over it.
  std::vector<ObservedCall> contradicting(const Semantics& semantics) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < sample_.results.size(); ++row) {
      if (!search_.accepts(semantics, sample_.at(row))) rows.push_back(row);
    }
    std::vector<ObservedCall> list;
    const std::size_t stride = std::max<std::size_t>(1, rows.size() / most_fresh);
    for (std::size_t i = 0; i < rows.size() && list.size() < most_fresh; i += stride) {
      list.push_back(sample_.at(rows[i]));
    }
    return list;
  }

  /// Operands of the sample that tell the semantics from variations that no probe tells it from.
  std::vector<ObservedCall> telling(const Semantics& semantics) {
    std::vector<ObservedCall> list;
    std::vector<CodeSets> planned;
    const std::size_t stride = std::max<std::size_t>(1, sample_.results.size() / most_compared);
    for (const FieldVariation& variation : variations(semantics, truth_.shape(), search_.hints())) {
      if (!is_consistent(variation.semantics) || told(semantics, variation.semantics)) continue;
      if (planned.empty()) {
        for (std::size_t row = 0; row < sample_.results.size(); row += stride) {
          planned.push_back(truth_.planned(semantics, row_of(sample_.columns, row)));
        }
      }
      for (std::size_t i = 0; i < planned.size(); ++i) {
        const ObservedCall observation = sample_.at(i * stride);
        if (truth_.planned(variation.semantics, observation.operands) == planned[i]) continue;
        if (!tells(truth_, semantics, variation.semantics, observation)) continue;
        list.push_back(observation);
        break;
      }
    }
    return list;
  }

  bool told(const Semantics& semantics, const Semantics& variation) {
    return std::any_of(search_.probes().begin(), search_.probes().end(), [&](const SearchProbe& probe) {
      return tells(truth_, semantics, variation, probe.observation);
    });
  }

  /// Into a format without infinities `infinity` means NaN, or the largest number: the plainer word.
  void state_overflow(Semantics& semantics) const {
    const Format& to = signature_.result;
    if (to.is_integer() || to.infinities || semantics.overflow != Overflow::infinity) return;
    if (!semantics.evaluate_in.empty() || semantics.fma == Fma::via_float32) return;  // of that format as well
    if (semantics.rto_overflow == RtoOverflow::infinity && !to.has_nan()) return;
    semantics.overflow = to.has_nan() ? Overflow::nan : Overflow::saturate;
  }

  /// Fields that decide nothing here are as in a profile that says nothing of the signature: none needs to be written,
  /// and a profile may not write some of them.
  void keep_silent(Semantics& semantics) {
    const Semantics silent = Profile().resolve(signature_).front().semantics;
    for (const Field& field : fields()) {
      if (!field.get || field.get(semantics) == field.get(silent)) continue;
      Semantics changed = semantics;
      field.set(changed, field.get(silent));
      const bool same = std::all_of(search_.probes().begin(), search_.probes().end(), [&](const SearchProbe& probe) {
        const OperandTuple& operands = probe.observation.operands;
        return truth_.right(changed, operands) == truth_.right(semantics, operands);
      });
      if (same && is_consistent(changed)) semantics = changed;
    }
  }

  /// The semantics that a profile with these fields gives the signature: its modifiers outrank them.
  Semantics as_profile_has(const Semantics& semantics) const {
    Profile profile;
    profile.overrides.push_back({"*", {[&](Semantics& all) { all = semantics; }}});
    return profile.resolve(signature_).front().semantics;
  }

  void add_evidence(Trait& trait, const std::vector<ObservedCall>& calls) const {
    for (const ObservedCall& call : calls) {
      if (trait.evidence.size() == most_evidence) return;
      trait.evidence.push_back(evidence_of(signature_.operands, signature_.result, call));
    }
  }

  Signature signature_;
  OperationTruth truth_;
  SemanticsSearch search_;
  Observer observer_;
  Sample sample_;
};

}  // namespace

Identity identify_elementwise(const Signature& signature, const ElementwiseCall& call) {
  if (const auto function = function_of(signature)) return identify_function(signature, *function, call);
  if (!OperationTruth::suits(signature)) return {to_string(signature), {}, {}, {}};
  return Identification(signature, call).run();
}

}  // namespace hallmark
