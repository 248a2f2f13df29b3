// SPDX-License-Identifier: Apache-2.0
#include "made_calls.h"

#include <stdexcept>

#include "identifying/candidates.h"
#include "semantics/fields.h"

namespace hallmark::test {
namespace {

/// A code of the set, any of them alike.
std::uint64_t pick(const CodeSet& set, const Format& format, Random& random) {
  const std::uint64_t masked = random.between(set.low, set.high);
  const std::uint64_t code = (random.next() & ~set.mask & format.code_mask()) | (masked & set.mask);
  return set.contains(code) ? code : set.low;
}

/// The code that a hash of the operands picks.
std::uint64_t result_of(const CodeSets& right, const Format& format, const OperandTuple& operands) {
  std::uint64_t hash = 7;
  for (const std::uint64_t code : operands) hash = Random(hash ^ code).next();
  Random random(hash);
  return pick(right.sets[random.below(right.count)], format, random);
}

}  // namespace

Signature signature_of(std::string_view text) {
  const auto parsed = parse_signature(text);
  if (const auto* error = std::get_if<SignatureError>(&parsed)) throw std::invalid_argument(error->what);
  return std::get<Signature>(parsed);
}

ElementwiseCall made_call(const Signature& signature, const Semantics& semantics) {
  const auto truth = std::make_shared<OperationTruth>(signature);
  const auto calls = std::make_shared<std::uint64_t>(0);
  return [=](const Columns& columns) -> std::optional<std::vector<std::uint64_t>> {
    std::vector<std::uint64_t> results, tuple(columns.size());
    Random other(++*calls);
    for (std::size_t row = 0; row < columns.front().size(); ++row) {
      for (std::size_t i = 0; i < columns.size(); ++i) tuple[i] = columns[i][row];
      const CodeSets right = truth->right(semantics, tuple);
      results.push_back(semantics.rounding == Rounding::stochastic
                            ? pick(right.sets[other.below(right.count)], truth->result(), other)
                            : result_of(right, truth->result(), tuple));
    }
    return results;
  };
}

Semantics random_semantics(const OperationShape& shape, Random& random) {
  while (true) {
    Semantics semantics;
    for (const std::string& key : elementwise_keys()) {
      const Field& field = *find_field(key);
      if (field.spellings.empty() || random.below(2) == 0) continue;
      field.set(semantics, field.spellings[random.below(field.spellings.size())].value);
    }
    if (semantics.rounding == Rounding::stochastic) semantics.rounding = Rounding::rne;
    if (shape.rounds_one_result() && random.below(5) == 0) semantics.evaluate_in = "float32";
    if (!shape.is_fma()) semantics.fma = Fma::fused;
    const Format& to = shape.result;
    // What no profile may say of such a result, and what shows all the same where another format lies in between.
    if (to.is_integer() || !to.subnormals) semantics.subnormal_results = SubnormalResults::keep;
    if (semantics.nan == Nan::canonical && to.has_signalling_nan() && random.below(2) == 0) {
      semantics.canonical_nan[std::string(to.name)] = to.magnitude_mask() | (random.next() & to.sign_mask());
    }
    if (is_consistent(semantics)) return semantics;
  }
}

Disagreement disagreement_of(OperationTruth& truth, const Semantics& made, const Semantics& found,
                             const std::vector<OperandTuple>& operands) {
  Disagreement disagreement;
  for (const OperandTuple& tuple : operands) {
    const CodeSets first = truth.right(made, tuple), second = truth.right(found, tuple);
    if (first == second) continue;
    bool inside = second.contains(result_of(first, truth.result(), tuple));
    for (std::size_t i = 0; i < second.count; ++i) {
      inside = inside && first.contains(second.sets[i].low) && first.contains(second.sets[i].high);
    }
    if (!inside && disagreement.count++ == 0) disagreement.first = tuple;
  }
  return disagreement;
}

std::string text_of(const Semantics& semantics, const Format& result) {
  const Semantics plain;
  std::string text;
  for (const std::string& key : elementwise_keys()) {
    if (key == "canonical_nan" && semantics.nan != Nan::canonical) continue;
    if (spelled(key, semantics, result) == spelled(key, plain, result)) continue;
    text += (text.empty() ? "" : ", ") + key + " = " + spelled(key, semantics, result);
  }
  return text;
}

}  // namespace hallmark::test
