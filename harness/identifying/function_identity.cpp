// SPDX-License-Identifier: Apache-2.0
#include "identifying/function_identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "identifying/candidates.h"
#include "identifying/elementwise_traits.h"
#include "identifying/function_operands.h"
#include "identifying/function_rows.h"
#include "identifying/observed_calls.h"
#include "judging/describe.h"

namespace hallmark {
namespace {

constexpr std::array roundings = {Rounding::rne, Rounding::rna, Rounding::rtz,
                                  Rounding::rup, Rounding::rdn, Rounding::rto};

class FunctionIdentification {
 public:
  FunctionIdentification(const Signature& signature, const FunctionOperation& operation, const ElementwiseCall& call)
      : signature_(signature), shape_(signature), operation_(operation), rows_(operation), observer_(call) {}

  Identity run() {
    identity_.signature = to_string(signature_);
    operands_ = function_operands(operation_);
    std::vector<std::uint64_t> first = observer_.results_of(operands_.columns);
    std::vector<std::uint64_t> second = observer_.results_of(operands_.columns);
    if (!observer_.ok()) {
      identity_.traits.push_back({"call", "failed", {}});
      return identity_;
    }
    rows_.take(operands_.columns, std::move(first));
    Semantics semantics;
    measure(semantics);
    settle_all(semantics);
    if (limit_ == FunctionRows::unbounded && semantics.rounding != Rounding::rne) {
      // Directed in its numbers, but not where they end.
      semantics = {};
      rounded_ = false;
      settle_all(semantics);
    }
    report(semantics);
    if (second != rows_.results()) add_difference(second);
    return identity_;
  }

 private:
  /// Whether the ordinary results are correctly rounded in one of the ways.
  void measure(Semantics& semantics) {
    for (const Rounding rounding : roundings) {
      Semantics directed = semantics;
      directed.rounding = rounding;
      if (rows_.of_kind(RowKind::ordinary).empty() || !rows_.all_rounded(directed, RowKind::ordinary)) continue;
      semantics.rounding = rounding;
      rounded_ = true;
      return;
    }
  }

  CandidateHints hints() const {
    CandidateHints hints;
    for (const std::size_t row : rows_.of_kind(RowKind::nan)) {
      const std::uint64_t code = rows_.results()[row];
      if (!signature_.result.is_nan(code) || hints.nan_codes.size() == 4) continue;
      if (std::find(hints.nan_codes.begin(), hints.nan_codes.end(), code) != hints.nan_codes.end()) continue;
      hints.nan_codes.push_back(code);
    }
    return hints;
  }

  /// The rule that accepts every NaN and the least beside them.
  void settle_nan(Semantics& semantics) {
    std::optional<std::pair<std::uint64_t, int>> best;
    Semantics chosen = semantics;
    for (const Semantics& candidate : candidates(FieldGroup::nan, semantics, shape_, hints())) {
      const auto accepted = rows_.accepted_codes(candidate, RowKind::nan);
      if (!accepted) continue;
      const std::pair cost{*accepted, settings_made(candidate)};
      if (best && cost >= *best) continue;
      best = cost;
      chosen = candidate;
    }
    semantics = chosen;
  }

  /// Of the settings under which results are as accurate as elsewhere the one with the fewest changes, or the one under
  /// which they are most accurate.
  void settle(FieldGroup group, RowKind kind, Semantics& semantics) {
    const std::vector<Semantics> list = candidates(group, semantics, shape_, hints());
    const std::vector<int> needed = rows_.needed_limits(list, kind);
    const int enough = std::max(limit_, *std::min_element(needed.begin(), needed.end()));
    std::optional<int> fewest;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (needed[i] > enough || (fewest && settings_made(list[i]) >= *fewest)) continue;
      fewest = settings_made(list[i]);
      semantics = list[i];
    }
  }

  void settle_all(Semantics& semantics) {
    limit_ = rows_.least_limit(semantics, RowKind::ordinary, 1);
    settle_nan(semantics);
    settle(FieldGroup::subnormal, RowKind::tiny, semantics);
    settle(FieldGroup::overflow, RowKind::beyond, semantics);
    for (const RowKind kind : {RowKind::tiny, RowKind::beyond}) {
      limit_ = rows_.least_limit(semantics, kind, limit_);
      rounded_ = rounded_ && rows_.all_rounded(semantics, kind);
    }
  }

  void report(const Semantics& semantics) {
    std::vector<std::size_t> wrong;
    for (const RowKind kind : {RowKind::nan, RowKind::special}) {
      for (const std::size_t row : rows_.wrong_rows(semantics, kind)) wrong.push_back(row);
    }
    const bool bounded = limit_ < FunctionRows::unbounded;
    add_accuracy(semantics, bounded);
    add_fields(semantics);
    if (const auto order = rows_.monotone()) {
      Trait trait{"monotone", order->monotone ? "yes" : "no", {}};
      for (const std::size_t row : order->witnesses) trait.evidence.push_back(evidence(row));
      add(std::move(trait));
    }
    if (!wrong.empty()) {
      const CodeSets right = rows_.special_of(semantics, wrong.front());
      const Evidence first = evidence(wrong.front());
      std::string expected;
      for (std::size_t i = 0; i < right.count; ++i) {
        expected += (i > 0 ? " or " : "") + describe_codes(signature_.result, right.sets[i]);
      }
      Trait trait{
          "special_values",
          fmt::format("none of the known: {} gives {}, the nearest gives {}", first.operands, first.result, expected),
          {}};
      for (std::size_t i = 0; i < std::min(wrong.size(), most_evidence); ++i) {
        trait.evidence.push_back(evidence(wrong[i]));
      }
      identity_.traits.push_back(std::move(trait));
      return;
    }
    if (!bounded) return;
    // Operands that were not tried may be worse by a little: there, halves of an ulp.
    identity_.max_ulp = operands_.whole_domain ? limit_ / 10.0 : (limit_ + 4) / 5 * 0.5;
    identity_.semantics = semantics;
  }

  void add_accuracy(const Semantics& semantics, bool bounded) {
    Trait limit{
        "max_ulp", bounded ? fmt::format("{}.{}", limit_ / 10, limit_ % 10) : "none of the known: no limit", {}};
    for (const std::size_t row : rows_.hardest(semantics, most_evidence)) limit.evidence.push_back(evidence(row));
    add(std::move(limit));
    Trait rounding{"correctly_rounded", rounded_ ? spelled("rounding", semantics, signature_.result) : "no", {}};
    const auto rows =
        rounded_ ? rows_.telling_rounding(semantics, most_evidence) : rows_.not_rounded(semantics, most_evidence);
    for (const std::size_t row : rows) rounding.evidence.push_back(evidence(row));
    if (!rounding.evidence.empty()) add(std::move(rounding));
  }

  void add_fields(const Semantics& semantics) {
    const std::vector<FieldVariation> others = variations(semantics, shape_, hints());
    for (const std::string& key : elementwise_keys()) {
      if (key == "rounding") continue;
      Trait trait{key, spelled(key, semantics, signature_.result), {}};
      std::string alike;
      for (const FieldVariation& variation : others) {
        if (variation.key != key || !is_consistent(variation.semantics)) continue;
        const auto row = rows_.telling(semantics, variation.semantics, limit_);
        if (!row) {
          const bool same = std::all_of(all_row_kinds.begin(), all_row_kinds.end(), [&](RowKind kind) {
            return rows_.fits(variation.semantics, kind, std::min(limit_, FunctionRows::unbounded / 2));
          });
          if (same) alike += (alike.empty() ? "" : ", ") + variation.value;
        }
        if (!row || trait.evidence.size() == most_evidence) continue;
        const Evidence more = evidence(*row);
        const bool known = std::any_of(trait.evidence.begin(), trait.evidence.end(),
                                       [&](const Evidence& one) { return one.operands == more.operands; });
        if (!known) trait.evidence.push_back(more);
      }
      if (trait.evidence.empty()) continue;
      if (!alike.empty()) trait.observed += " (" + alike + " fits as well)";
      add(std::move(trait));
    }
  }

  void add_difference(const std::vector<std::uint64_t>& second) {
    Trait trait{"deterministic", "no", {}};
    for (std::size_t row = 0; row < second.size() && trait.evidence.size() < most_evidence; ++row) {
      if (second[row] == rows_.results()[row]) continue;
      trait.evidence.push_back(evidence_of(signature_.operands, signature_.result,
                                           {rows_.operands(row), {rows_.results()[row], second[row]}}));
    }
    identity_.traits.push_back(std::move(trait));
    identity_.semantics.reset();
    identity_.max_ulp.reset();
  }

  void add(Trait trait) {
    if (!operands_.whole_domain) trait.observed += " (sampled)";
    identity_.traits.push_back(std::move(trait));
  }

  Evidence evidence(std::size_t row) const {
    return evidence_of(signature_.operands, signature_.result, {rows_.operands(row), {rows_.results()[row]}});
  }

  Signature signature_;
  OperationShape shape_;
  FunctionOperation operation_;
  ChosenOperands operands_;
  FunctionRows rows_;
  Observer observer_;
  Identity identity_;
  int limit_ = 1;  ///< in tenths of an ulp
  bool rounded_ = false;
};

}  // namespace

Identity identify_function(const Signature& signature, const FunctionOperation& operation,
                           const ElementwiseCall& call) {
  return FunctionIdentification(signature, operation, call).run();
}

}  // namespace hallmark
