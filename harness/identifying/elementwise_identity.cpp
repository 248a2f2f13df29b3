// SPDX-License-Identifier: Apache-2.0
#include "identifying/elementwise_identity.h"

#include <fmt/format.h>

#include <algorithm>

#include "identifying/function_identity.h"
#include "identifying/observations.h"
#include "identifying/operation_truth.h"
#include "identifying/probes.h"
#include "identifying/semantics_search.h"
#include "identifying/traits.h"

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

  Observation at(std::size_t row) const { return {row_of(columns, row), {results[row]}}; }
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
      std::vector<Observation> fresh = contradicting(explanation.semantics);
      if (fresh.empty()) fresh = telling(explanation.semantics);
      if (fresh.empty() || round == most_rounds - 1) break;
      search_.add(std::move(fresh));
    }
    if (explanation.is_complete()) state_overflow(explanation.semantics);
    identity.traits = elementwise_traits(truth_, search_, explanation);
    if (!explanation.is_complete()) return identity;
    if (const auto against = contradicting(explanation.semantics); !against.empty()) {
      Trait trait{"verification", "contradicted by a larger sample", {}};
      for (const Observation& observation : against) {
        if (trait.evidence.size() < most_evidence) {
          trait.evidence.push_back(evidence_of(signature_.operands, signature_.result, observation));
        }
      }
      identity.traits.push_back(std::move(trait));
      return identity;
    }
    identity.semantics = explanation.semantics;
    return identity;
  }

 private:
  bool look() {
    std::vector<Observation> observations = observer_.observe(probe_tuples(truth_));
    std::vector<Observation*> chosen;
    const std::size_t stride = std::max<std::size_t>(1, observations.size() / repeated);
    for (std::size_t i = stride / 2; i < observations.size(); i += stride) chosen.push_back(&observations[i]);
    observer_.repeat(chosen, copies);
    sample_.columns = larger_sample(truth_);
    sample_.results = observer_.results_of(sample_.columns);
    if (!observer_.ok()) return false;
    search_.add(std::move(observations));
    return true;
  }

  /// Operands of the sample whose results the semantics do not accept, from all over it.
  std::vector<Observation> contradicting(const Semantics& semantics) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < sample_.results.size(); ++row) {
      if (!search_.accepts(semantics, sample_.at(row))) rows.push_back(row);
    }
    std::vector<Observation> list;
    const std::size_t stride = std::max<std::size_t>(1, rows.size() / most_fresh);
    for (std::size_t i = 0; i < rows.size() && list.size() < most_fresh; i += stride) {
      list.push_back(sample_.at(rows[i]));
    }
    return list;
  }

  /// Operands of the sample that tell the semantics from variations that no probe tells it from.
  std::vector<Observation> telling(const Semantics& semantics) {
    std::vector<Observation> list;
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
        const Observation observation = sample_.at(i * stride);
        if (truth_.planned(variation.semantics, observation.operands) == planned[i]) continue;
        if (!tells(truth_, semantics, variation.semantics, observation)) continue;
        list.push_back(observation);
        break;
      }
    }
    return list;
  }

  bool told(const Semantics& semantics, const Semantics& variation) {
    return std::any_of(search_.probes().begin(), search_.probes().end(),
                       [&](const Probe& probe) { return tells(truth_, semantics, variation, probe.observation); });
  }

  /// Into a format without infinities `infinity` means NaN, or the largest number: the plainer word.
  void state_overflow(Semantics& semantics) const {
    const Format& to = signature_.result;
    if (to.is_integer() || to.infinities || semantics.overflow != Overflow::infinity) return;
    if (!semantics.evaluate_in.empty() || semantics.fma == Fma::via_float32) return;  // of that format as well
    if (semantics.rto_overflow == RtoOverflow::infinity && !to.has_nan()) return;
    semantics.overflow = to.has_nan() ? Overflow::nan : Overflow::saturate;
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
