// SPDX-License-Identifier: Apache-2.0
#include "identifying/candidates.h"

#include <algorithm>

#include "formats/formats.h"
#include "judging/describe.h"
#include "semantics/fields.h"

namespace hallmark {
namespace {

/// Formats that hardware and libraries compute in before they round to another.
constexpr std::array<std::string_view, 4> middle_formats = {"float32", "float64", "float16", "bfloat16"};

template <class Enum>
std::vector<Semantics> with_each(const std::vector<Semantics>& bases, Enum Semantics::*member, Enum last) {
  std::vector<Semantics> list;
  for (const Semantics& base : bases) {
    for (int value = 0; value <= static_cast<int>(last); ++value) {
      list.push_back(base);
      list.back().*member = static_cast<Enum>(value);
    }
  }
  return list;
}

std::vector<Semantics> nan_candidates(const Semantics& base, const OperationShape& operation,
                                      const CandidateHints& hints) {
  const Format& to = operation.result;
  if (operation.delivers_truth()) return {base};
  if (to.is_integer()) return with_each<NanToInteger>({base}, &Semantics::nan_to_integer, NanToInteger::unspecified);
  if (!to.has_nan()) return with_each<NanWithoutNan>({base}, &Semantics::nan_without_nan, NanWithoutNan::negative_zero);
  std::vector<Semantics> rules{base};
  for (const Nan nan : {Nan::quiet, Nan::quiet_payload, Nan::canonical}) {
    rules.push_back(base);
    rules.back().nan = nan;
  }
  for (const std::uint64_t code : hints.nan_codes) {
    if (code == to.default_nan()) continue;
    rules.push_back(base);
    rules.back().nan = Nan::canonical;
    rules.back().canonical_nan[std::string(to.name)] = code;
  }
  rules = with_each(rules, &Semantics::nan_sign, NanSign::positive);
  if (!operation.is_conversion) {
    rules = with_each(rules, &Semantics::generated_nan, GeneratedNan::negative);
    rules = with_each(rules, &Semantics::nan_operand, NanOperand::either);
  }
  if (to.infinities) {
    rules.push_back(base);
    rules.back().nan = Nan::infinity;
  }
  return rules;
}

std::vector<Semantics> rounding_candidates(const Semantics& base, const OperationShape& operation,
                                           const CandidateHints& hints) {
  const Format& to = operation.result;
  if (operation.delivers_truth()) return {base};
  std::vector<Semantics> ways{base};
  if (operation.rounds_one_result()) {
    for (const std::string_view middle : middle_formats) {
      ways.push_back(base);
      ways.back().evaluate_in = middle;
      // Of an fma this is the same as via_float32, which says it better.
      if (operation.is_fma() && middle == "float32") {
        ways.back().evaluate_in.clear();
        ways.back().fma = Fma::via_float32;
      }
    }
  }
  if (operation.is_fma()) {
    for (const std::string_view middle : {std::string_view(), std::string_view("float32")}) {
      ways.push_back(base);
      ways.back().fma = Fma::unfused;
      ways.back().evaluate_in = middle;
    }
  }
  std::vector<Semantics> list;
  if (!to.has_zero()) {
    list = with_each(ways, &Semantics::e8m0_rounding, E8m0Rounding::rup);
  } else {
    list = with_each(ways, &Semantics::rounding, Rounding::rto);
    if (hints.varies) {
      list.push_back(base);
      list.back().rounding = Rounding::stochastic;
    }
  }
  return list;
}

std::vector<Semantics> subnormal_candidates(const Semantics& base, const OperationShape& operation) {
  const Format& to = operation.result;
  std::vector<Semantics> list{base};
  if (!to.has_zero()) {
    list = with_each(list, &Semantics::e8m0_zero, E8m0Zero::nan);
    list = with_each(list, &Semantics::e8m0_negative, E8m0Negative::minimum);
    list = with_each(list, &Semantics::e8m0_underflow, E8m0Underflow::as_zero);
  } else if (!to.is_integer() && to.subnormals) {
    list = with_each(list, &Semantics::subnormal_results, SubnormalResults::flush_delivered);
  }
  // Of two that look the same the flush of operands comes first, as profiles say it.
  const auto& formats = operation.operands;
  if (std::any_of(formats.begin(), formats.end(), [](const Format& f) { return !f.is_integer() && f.subnormals; })) {
    list = with_each(list, &Semantics::subnormal_operands, SubnormalOperands::flush);
  }
  if (!to.has_zero()) return list;
  return with_each(list, &Semantics::flushed_zero, FlushedZero::positive);
}

std::vector<Semantics> overflow_candidates(const Semantics& base, const OperationShape& operation) {
  const Format& to = operation.result;
  if (operation.delivers_truth()) return {base};
  if (to.is_integer()) {
    return with_each<IntegerOverflow>({base}, &Semantics::integer_overflow, IntegerOverflow::unspecified);
  }
  std::vector<Semantics> list = with_each<Overflow>({base}, &Semantics::overflow, Overflow::nan);
  if (base.rounding == Rounding::rto) list = with_each(list, &Semantics::rto_overflow, RtoOverflow::infinity);
  return to.infinities ? with_each(list, &Semantics::infinity_to_infinity, InfinityToInfinity::saturate)
                       : with_each(list, &Semantics::infinity_operand, InfinityOperand::saturate);
}

std::vector<Semantics> all_candidates(FieldGroup group, const Semantics& base, const OperationShape& operation,
                                      const CandidateHints& hints) {
  switch (group) {
    case FieldGroup::nan:
      return nan_candidates(base, operation, hints);
    case FieldGroup::rounding:
      return rounding_candidates(base, operation, hints);
    case FieldGroup::subnormal:
      return subnormal_candidates(base, operation);
    case FieldGroup::overflow:
      return overflow_candidates(base, operation);
  }
  return {base};
}

/// Fields that mean nothing beside the key's new value go back to their defaults.
void drop_what_needs(std::string_view key, Semantics& changed) {
  const Semantics plain;
  if (key == "nan") {
    if (changed.nan != Nan::canonical) changed.canonical_nan.clear();
    if (changed.nan != Nan::quiet_payload) changed.nan_operand = plain.nan_operand;
    if (changed.nan == Nan::infinity) {
      changed.nan_sign = plain.nan_sign;
      changed.generated_nan = plain.generated_nan;
    }
  }
  const bool keeps =
      changed.subnormal_operands == SubnormalOperands::keep && changed.subnormal_results == SubnormalResults::keep;
  if (key.starts_with("subnormal") && keeps) changed.flushed_zero = plain.flushed_zero;
  if ((key == "rounding" && changed.rounding != Rounding::rto) ||
      (key == "overflow" && changed.overflow == Overflow::saturate)) {
    changed.rto_overflow = plain.rto_overflow;
  }
  if (key == "fma" && changed.fma == Fma::via_float32) changed.evaluate_in.clear();
}

}  // namespace

OperationShape::OperationShape(const Signature& signature)
    : operands(signature.operands), result(signature.result), is_conversion(signature.name == "convert") {
  if (const auto elementwise = elementwise_of(signature)) code = elementwise->code;
}

bool OperationShape::delivers_truth() const {
  if (!code) return false;
  const OperatorKind kind = info_of(*code).kind;
  return kind == OperatorKind::relation || kind == OperatorKind::predicate;
}

bool OperationShape::rounds_one_result() const {
  return is_conversion || (code && info_of(*code).kind == OperatorKind::numeric);
}

std::vector<Semantics> candidates(FieldGroup group, const Semantics& base, const OperationShape& operation,
                                  const CandidateHints& hints) {
  std::vector<Semantics> list = all_candidates(group, base, operation, hints);
  std::erase_if(list, [](const Semantics& semantics) { return !is_consistent(semantics); });
  return list;
}

std::vector<Semantics> telling_settings(FieldGroup group, const Semantics& base, const OperationShape& operation) {
  std::vector<Semantics> list;
  const auto add = [&](auto change) {
    list.push_back(base);
    change(list.back());
  };
  switch (group) {
    case FieldGroup::nan:
      for (const NanSign sign : {NanSign::positive, NanSign::preserve}) {
        add([&](Semantics& s) { s.nan = Nan::canonical, s.nan_sign = sign, s.generated_nan = GeneratedNan::negative; });
      }
      add([](Semantics& s) { s.nan = Nan::quiet_payload, s.generated_nan = GeneratedNan::any; });
      add([](Semantics& s) { s.nan = Nan::infinity; });
      for (const NanToInteger rule : {NanToInteger::zero, NanToInteger::minimum, NanToInteger::maximum}) {
        add([&](Semantics& s) { s.nan_to_integer = rule; });
      }
      for (const NanWithoutNan rule : {NanWithoutNan::max, NanWithoutNan::zero, NanWithoutNan::negative_zero}) {
        add([&](Semantics& s) { s.nan_without_nan = rule; });
      }
      break;
    case FieldGroup::rounding:
      for (const Rounding rounding :
           {Rounding::rne, Rounding::rna, Rounding::rtz, Rounding::rup, Rounding::rdn, Rounding::rto}) {
        add([&](Semantics& s) { s.rounding = rounding; });
      }
      if (!operation.result.has_zero()) {
        for (const E8m0Rounding rounding :
             {E8m0Rounding::rne, E8m0Rounding::rna, E8m0Rounding::rtz, E8m0Rounding::rup}) {
          add([&](Semantics& s) { s.e8m0_rounding = rounding; });
        }
      }
      if (operation.rounds_one_result()) {
        for (const std::string_view middle : middle_formats) {
          add([&](Semantics& s) { s.fma = Fma::fused, s.evaluate_in = middle; });
        }
      }
      if (operation.is_fma()) {
        add([](Semantics& s) { s.evaluate_in.clear(), s.fma = Fma::unfused; });
        add([](Semantics& s) { s.evaluate_in = "float32", s.fma = Fma::unfused; });
      }
      break;
    case FieldGroup::subnormal:
      for (const Semantics& setting : subnormal_candidates(base, operation)) list.push_back(setting);
      break;
    case FieldGroup::overflow:
      for (const Semantics& setting : overflow_candidates(base, operation)) list.push_back(setting);
      break;
  }
  return list;
}

std::vector<Semantics> telling_bases() {
  std::vector<Semantics> bases(11);
  bases[1].rounding = Rounding::rup;
  bases[1].subnormal_operands = SubnormalOperands::flush;
  bases[1].overflow = Overflow::saturate;
  bases[1].infinity_operand = InfinityOperand::saturate;
  bases[1].infinity_to_infinity = InfinityToInfinity::saturate;
  bases[2].rounding = Rounding::rdn;
  bases[2].subnormal_results = SubnormalResults::flush_before_rounding;
  bases[2].overflow = Overflow::nan;
  bases[2].e8m0_zero = E8m0Zero::nan;
  bases[2].e8m0_underflow = E8m0Underflow::as_zero;
  bases[3].rounding = Rounding::rto;
  bases[3].rto_overflow = RtoOverflow::infinity;
  bases[3].subnormal_results = SubnormalResults::flush_delivered;
  bases[3].e8m0_rounding = E8m0Rounding::rup;
  bases[3].e8m0_negative = E8m0Negative::magnitude;
  bases[4].overflow = Overflow::nan;
  bases[4].subnormal_operands = SubnormalOperands::flush;
  bases[4].flushed_zero = FlushedZero::positive;
  bases[4].infinity_operand = InfinityOperand::saturate;
  bases[4].integer_overflow = IntegerOverflow::wrap;
  bases[5].evaluate_in = "float32";
  bases[5].subnormal_results = SubnormalResults::flush_after_rounding;
  bases[5].integer_overflow = IntegerOverflow::indefinite;
  bases[6].evaluate_in = "float16";
  bases[6].overflow = Overflow::nan;
  bases[6].subnormal_results = SubnormalResults::flush_before_rounding;
  bases[7].fma = Fma::unfused;
  bases[7].rounding = Rounding::rup;
  bases[7].subnormal_results = SubnormalResults::flush_delivered;
  // To nearest both signs overflow.
  bases[8].fma = Fma::unfused;
  bases[9].fma = Fma::unfused;
  bases[9].subnormal_operands = SubnormalOperands::flush;
  bases[9].subnormal_results = SubnormalResults::flush_before_rounding;
  bases[9].overflow = Overflow::nan;
  bases[10].evaluate_in = "float32";
  bases[10].rounding = Rounding::rdn;
  bases[10].subnormal_operands = SubnormalOperands::flush;
  bases[10].overflow = Overflow::nan;
  return bases;
}

std::vector<FieldVariation> variations(const Semantics& semantics, const OperationShape& operation,
                                       const CandidateHints& hints) {
  std::vector<FieldVariation> list;
  for (const std::string& key : elementwise_keys()) {
    const auto add = [&](Semantics changed) {
      if (changed == semantics) return;
      std::string value = spelled(key, changed, operation.result);
      list.push_back({key, std::move(value), std::move(changed)});
    };
    if (key == "evaluate_in") {
      if (!operation.rounds_one_result() || semantics.rounding == Rounding::stochastic) continue;
      for (const std::string_view middle : middle_formats) {
        Semantics changed = semantics;
        changed.evaluate_in = middle;
        add(changed);
      }
      Semantics direct = semantics;
      direct.evaluate_in.clear();
      add(direct);
    } else if (key == "canonical_nan") {
      if (semantics.nan != Nan::canonical) continue;
      std::vector<std::uint64_t> codes = hints.nan_codes;
      codes.push_back(operation.result.default_nan());
      for (const std::uint64_t code : codes) {
        Semantics changed = semantics;
        changed.canonical_nan.clear();
        if (code != operation.result.default_nan()) changed.canonical_nan[std::string(operation.result.name)] = code;
        add(changed);
      }
    } else {
      const Field& field = *find_field(key);
      for (const Spelling& spelling : field.spellings) {
        if (key == "fma" && !operation.is_fma()) continue;
        Semantics changed = semantics;
        field.set(changed, spelling.value);
        drop_what_needs(key, changed);
        // What truth cannot compute: neighbours of neighbours.
        if (changed.rounding == Rounding::stochastic && !(changed.evaluate_in.empty() && changed.fma == Fma::fused)) {
          continue;
        }
        add(changed);
      }
    }
  }
  return list;
}

bool is_consistent(const Semantics& semantics) {
  // Only a kept payload shows which operand's NaN it was.
  if (semantics.nan_operand != NanOperand::either && semantics.nan != Nan::quiet_payload) return false;
  if (semantics.nan == Nan::infinity &&
      (semantics.nan_sign != NanSign::any || semantics.generated_nan != GeneratedNan::any)) {
    return false;
  }
  if (semantics.flushed_zero == FlushedZero::positive && semantics.subnormal_operands == SubnormalOperands::keep &&
      semantics.subnormal_results == SubnormalResults::keep) {
    return false;
  }
  if (semantics.rto_overflow == RtoOverflow::infinity &&
      (semantics.rounding != Rounding::rto || semantics.overflow == Overflow::saturate)) {
    return false;
  }
  return semantics.fma != Fma::via_float32 || semantics.evaluate_in.empty();
}

std::string spelled(std::string_view key, const Semantics& semantics, const Format& result) {
  if (key == "evaluate_in") return semantics.evaluate_in.empty() ? "directly" : semantics.evaluate_in;
  if (key == "canonical_nan") {
    const auto own = semantics.canonical_nan.find(std::string(result.name));
    return hex_code(result, own == semantics.canonical_nan.end() ? result.default_nan() : own->second);
  }
  return std::string(find_field(key)->spelling_in(semantics));
}

int settings_made(const Semantics& semantics) {
  const Semantics plain;
  int count = (semantics.evaluate_in.empty() ? 0 : 1) + (semantics.canonical_nan.empty() ? 0 : 1);
  for (const Field& field : fields()) {
    if (field.get && field.get(semantics) != field.get(plain)) ++count;
  }
  return count;
}

const std::vector<std::string>& elementwise_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> list;
    for (const Field& field : fields()) {
      if (field.key != "deterministic" && field.key != "batch_invariant") list.emplace_back(field.key);
    }
    return list;
  }();
  return keys;
}

}  // namespace hallmark
