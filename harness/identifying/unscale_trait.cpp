// SPDX-License-Identifier: Apache-2.0
#include "identifying/unscale_trait.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "identifying/elementwise_traits.h"
#include "oracles/arithmetic.h"
#include "semantics/scaling.h"

namespace hallmark {

std::optional<Trait> unscale_trait(const Elementwise& operation, const Semantics& semantics,
                                   std::span<const ObservedCall> calls) {
  IntegerArithmetic integers;
  const ObservedCall *divided = nullptr, *multiplied = nullptr, *neither = nullptr;
  for (const ObservedCall& call : calls) {
    const UnscaleWays ways = unscale_ways(operation, semantics, call.operands, integers);
    if (ways.quotient == ways.product) continue;
    const std::uint64_t got = call.results.front();
    const bool is_quotient = ways.quotient.contains(got), is_product = ways.product.contains(got);
    if (is_quotient && is_product) continue;  // two NaN rules overlap
    const ObservedCall*& first = is_quotient ? divided : is_product ? multiplied : neither;
    if (first == nullptr) first = &call;
  }
  Trait trait{"quotient", "", {}};
  const std::pair<const ObservedCall*, std::string_view> seen[] = {
      {divided, "divided"}, {multiplied, "by the float32 reciprocal"}, {neither, "between the two"}};
  const std::vector<Format> formats(operation.operands.begin(), operation.operands.begin() + 2);
  for (const auto& [call, words] : seen) {
    if (call == nullptr) continue;
    trait.observed += (trait.observed.empty() ? "" : " or ") + std::string(words);
    trait.evidence.push_back(evidence_of(formats, operation.result, *call));
  }
  return trait.evidence.empty() ? std::nullopt : std::optional(std::move(trait));
}

}  // namespace hallmark
