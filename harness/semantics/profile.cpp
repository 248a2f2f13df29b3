// SPDX-License-Identifier: Apache-2.0
// What a profile says about one signature: defaults, overrides, choices and modifiers in their order.
#include "semantics/profile.h"

#include <string_view>

#include "formats/formats.h"
#include "semantics/fields.h"
#include "semantics/operators.h"

namespace hallmark {

namespace {

constexpr std::size_t most_alternatives = 64;

void apply(Semantics& semantics, const std::vector<FieldChange>& changes) {
  for (const FieldChange& change : changes) change(semantics);
}

/// A scale's magnitude is rounded, so down is toward zero; to odd has no counterpart.
E8m0Rounding scale_rounding(Rounding rounding, E8m0Rounding otherwise) {
  switch (rounding) {
    case Rounding::rne:
      return E8m0Rounding::rne;
    case Rounding::rna:
      return E8m0Rounding::rna;
    case Rounding::rtz:
    case Rounding::rdn:
      return E8m0Rounding::rtz;
    case Rounding::rup:
      return E8m0Rounding::rup;
    case Rounding::rto:
    case Rounding::stochastic:
      break;
  }
  return otherwise;
}

/// A modifier is part of the operation that was asked for, so it outranks whatever the profile says.
void apply_modifiers(Semantics& semantics, const Signature& signature) {
  for (const std::string& modifier : signature.modifiers) {
    if (const auto rounding = rounding_of_modifier(modifier)) {
      semantics.rounding = *rounding;
      semantics.e8m0_rounding = scale_rounding(*rounding, semantics.e8m0_rounding);
    }
    if (modifier == "saturate") {
      semantics.overflow = Overflow::saturate;
      semantics.infinity_operand = InfinityOperand::saturate;
      semantics.infinity_to_infinity = InfinityToInfinity::saturate;
      semantics.integer_overflow = IntegerOverflow::saturate;
    }
  }
}

bool truncates(const Signature& signature) {
  return signature.name == "convert" && signature.operands.size() == 1 && signature.result.is_integer() &&
         !signature.operands.front().is_integer();
}

/// negate, abs, copysign, nextafter, predicates and total_order: what hardware does without its arithmetic unit, so
/// that no flush mode reaches it (design section 4).
bool looks_at_bits(const Signature& signature) {
  const auto operation = elementwise_of(signature);
  if (!operation) return false;
  const OperatorKind kind = info_of(operation->code).kind;
  return kind == OperatorKind::bitwise || kind == OperatorKind::predicate || operation->code == Operator::nextafter;
}

}  // namespace

const Format* Profile::find_format(std::string_view format_name) const {
  if (const Format* found = hallmark::find_format(format_name)) return found;
  for (const Format& format : formats) {
    if (format.name == format_name) return &format;
  }
  return nullptr;
}

std::vector<Semantics> semantics_of(const std::vector<Alternative>& alternatives) {
  std::vector<Semantics> list;
  for (const Alternative& alternative : alternatives) list.push_back(alternative.semantics);
  return list;
}

std::vector<Alternative> Profile::resolve(const Signature& signature) const {
  const std::string text = to_string(signature);
  Alternative base{semantics, {}};
  // C and IEEE 754's convertToInteger in every language without a named rounding truncate.
  if (truncates(signature)) base.semantics.rounding = Rounding::rtz;
  if (looks_at_bits(signature)) {
    base.semantics.subnormal_operands = SubnormalOperands::keep;
    base.semantics.subnormal_results = SubnormalResults::keep;
  }
  for (const Override& rule : overrides) {
    if (glob_match(rule.match, text)) apply(base.semantics, rule.changes);
  }
  std::vector<Alternative> alternatives{std::move(base)};
  for (const Choice& choice : choices) {
    if (!glob_match(choice.match, text)) continue;
    if (alternatives.size() * choice.options.size() > most_alternatives) {
      throw InputError(choice.where + ": choice \"" + choice.name + "\" makes more than " +
                       std::to_string(most_alternatives) + " combinations of options for " + text +
                       "; narrow the match of a choice, or drop options");
    }
    std::vector<Alternative> longer;
    for (const Alternative& alternative : alternatives) {
      for (const Option& option : choice.options) {
        Alternative& next = longer.emplace_back(alternative);
        apply(next.semantics, option.changes);
        next.options.emplace_back(choice.name, option.name);
      }
    }
    alternatives = std::move(longer);
  }
  for (Alternative& alternative : alternatives) apply_modifiers(alternative.semantics, signature);
  return alternatives;
}

Limits Profile::limits_of(const Signature& signature) const {
  const std::string text = to_string(signature);
  Limits result;
  for (const LimitRule& rule : limits) {
    if (!glob_match(rule.match, text)) continue;
    if (rule.limits.max_ulp > 0.0) result.max_ulp = rule.limits.max_ulp;
    if (rule.limits.correctly_rounded || rule.clears_correctly_rounded) {
      result.correctly_rounded = rule.limits.correctly_rounded;
    }
    if (rule.limits.monotone || rule.clears_monotone) result.monotone = rule.limits.monotone;
    if (rule.limits.has_range) {
      result.range_low = rule.limits.range_low;
      result.range_high = rule.limits.range_high;
      result.has_range = true;
    }
  }
  return result;
}

}  // namespace hallmark
