// SPDX-License-Identifier: Apache-2.0
// The rules that no profile may break, as data: what a setting needs, what it excludes, and where it has no effect.
#include "semantics/contradictions.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "semantics/fields.h"

namespace hallmark {

namespace {

using Words = std::vector<std::string_view>;

struct Condition {
  std::string_view key;
  Words values;  ///< empty: any value
};

/// A setting other than `harmless` needs one of the conditions: in its own table where that speaks of it, else in any
/// table of the profile, because globs of several tables may overlap.
struct Need {
  std::string_view key;
  Words harmless;
  std::vector<Condition> conditions;
  std::string_view why;
};

/// Two settings of one table that say opposite things.
struct Conflict {
  std::string_view key;
  Words values;  ///< empty: any value
  std::string_view other;
  Words other_values;
  std::string_view why;
};

/// A field that means nothing for some result formats.
struct Idle {
  std::string_view key;
  Words values;  ///< empty: any value
  bool (*idle)(const Format&);
  std::string_view why;
};

const std::vector<Need>& needs() {
  static const std::vector<Need> rules = {
      {"rto_overflow",
       {"largest"},
       {{"rounding", {"rto"}}, {"accumulator.rounding", {"rto"}}},
       "nothing is rounded to odd: set rounding = \"rto\", or set this in an [[override]] whose match names [rto"},
      {"nan_operand",
       {"either"},
       {{"nan", {"quiet_payload"}}},
       "only a kept payload shows which operand's NaN it was: set nan = \"quiet_payload\""},
      {"canonical_nan", {}, {{"nan", {"canonical"}}}, "no result has to be the canonical NaN: set nan = \"canonical\""},
      {"nan_sign",
       {"any"},
       {{"nan", {"any", "quiet", "quiet_payload", "canonical"}}},
       "nan = \"infinity\" leaves no NaN that has a sign: remove nan_sign"},
      {"generated_nan",
       {"any"},
       {{"nan", {"any", "quiet", "quiet_payload", "canonical"}}},
       "nan = \"infinity\" leaves no NaN that has a sign: remove generated_nan"},
      {"flushed_zero",
       {"signed"},
       {{"subnormal_operands", {"flush"}},
        {"subnormal_results", {"flush_before_rounding", "flush_after_rounding", "flush_delivered"}},
        {"accumulator.subnormal_operands", {"flush"}},
        {"accumulator.subnormal_products", {"flush"}},
        {"accumulator.subnormal_accumulator", {"flush_before_rounding", "flush_after_rounding", "flush_delivered"}}},
       "nothing is flushed: set subnormal_operands or subnormal_results to a flush, or remove flushed_zero"},
      {"accumulator.block.width",
       {},
       {{"accumulator.block.fraction_bits", {}}},
       "a block needs both width and fraction_bits"},
      {"accumulator.block.fraction_bits",
       {},
       {{"accumulator.block.width", {}}},
       "a block needs both width and fraction_bits"},
      {"accumulator.block.final_rounding",
       {},
       {{"accumulator.block.width", {}}},
       "a block needs both width and fraction_bits"},
      {"accumulator.block.initial",
       {},
       {{"accumulator.block.width", {}}},
       "a block needs both width and fraction_bits"},
      {"accumulator.exact_model",
       {"false"},
       {{"accumulator.order", {"sequential", "pairwise", "exact", "tree"}}, {"accumulator.block.width", {}}},
       "an order that is left open gives no single answer: set order to \"sequential\", \"pairwise\", \"exact\" or a "
       "tree, or give a block"},
  };
  return rules;
}

const std::vector<Conflict>& conflicts() {
  static const std::vector<Conflict> rules = {
      {"accumulator.order",
       {},
       "accumulator.block.width",
       {},
       "a block adds its products at once and blocks follow each other, so there is no order left to choose: remove "
       "order or block"},
      {"accumulator.products",
       {"rounded"},
       "accumulator.block.width",
       {},
       "a block aligns exact products: remove products or block"},
      {"accumulator.initial",
       {},
       "accumulator.block.initial",
       {},
       "the initial value's place is given twice: keep one"},
      {"accumulator.exact_model",
       {"true"},
       "accumulator.order",
       {"any"},
       "an order that is left open gives no single answer: set order to \"sequential\", \"pairwise\", \"exact\" or "
       "a tree"},
      {"fma",
       {"via_float32"},
       "evaluate_in",
       {"float64", "float16", "bfloat16", "float8_e5m2", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2fnuz",
        "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn"},
       "fma = \"via_float32\" evaluates in float32: set evaluate_in = \"float32\" or remove one"},
      {"rto_overflow",
       {"infinity"},
       "overflow",
       {"saturate"},
       "overflow = \"saturate\" never gives infinity: remove rto_overflow or overflow"},
  };
  return rules;
}

const std::vector<Idle>& idle_rules() {
  static constexpr auto has_zero = [](const Format& format) { return format.has_zero(); };
  static constexpr auto floating = [](const Format& format) { return !format.is_integer(); };
  static const std::vector<Idle> rules = {
      {"subnormal_results",
       {"flush_before_rounding", "flush_after_rounding", "flush_delivered"},
       [](const Format& format) { return format.is_integer() || !format.subnormals; },
       "has no subnormals that a result could be flushed from"},
      {"e8m0_zero", {}, has_zero, "has a zero; the e8m0 fields speak of formats without one"},
      {"e8m0_negative", {}, has_zero, "has a zero; the e8m0 fields speak of formats without one"},
      {"e8m0_underflow", {}, has_zero, "has a zero; the e8m0 fields speak of formats without one"},
      {"e8m0_rounding", {}, has_zero, "has a zero; the e8m0 fields speak of formats without one"},
      {"infinity_operand",
       {},
       [](const Format& format) { return format.is_integer() || format.infinities; },
       "is no floating format without infinities, of which infinity_operand speaks (infinity_to_infinity speaks of "
       "those "
       "with infinities, integer_overflow of integers)"},
      {"infinity_to_infinity",
       {},
       [](const Format& format) { return !format.infinities; },
       "has no infinities; infinity_operand speaks of such formats"},
      {"integer_overflow", {}, floating, "is no integer format"},
      {"nan_to_integer", {}, floating, "is no integer format"},
      {"nan_without_nan",
       {},
       [](const Format& format) { return format.is_integer() || format.has_nan(); },
       "is no floating format without NaN, of which nan_without_nan speaks"},
  };
  return rules;
}

/// A tree of an accumulator's order counts as "tree".
bool is_one_of(std::string_view value, const Words& values) {
  if (std::find(values.begin(), values.end(), value) != values.end()) return true;
  return value.starts_with('(') && std::find(values.begin(), values.end(), "tree") != values.end();
}

bool holds(const Setting& setting, const Condition& condition) {
  return setting.key == condition.key && (condition.values.empty() || is_one_of(setting.value, condition.values));
}

/// Whether a field that no table sets has an accepted value by default.
bool holds_by_default(const Condition& condition) {
  const Field* field = find_field(condition.key);
  return field != nullptr && is_one_of(field->spelling_in(Semantics{}), condition.values);
}

bool satisfied(const Reading& reading, const Setting& setting, const Need& need) {
  bool contradicted = !need.conditions.empty();
  bool elsewhere = false;
  for (const Condition& condition : need.conditions) {
    bool stated_here = false, stated_as_default = false;
    for (const Setting& other : reading.settings) {
      if (other.key != condition.key) continue;
      const bool here = other.table == setting.table;
      if (holds(other, condition)) {
        if (here) return true;
        elsewhere = true;
      }
      stated_here = stated_here || here;
      stated_as_default = stated_as_default || other.match.empty();
    }
    if (!stated_here) contradicted = false;
    if (!stated_as_default && holds_by_default(condition)) elsewhere = true;
  }
  return elsewhere && !contradicted;
}

/// The setting as a profile writes it.
std::string written(const Setting& setting) {
  if (setting.key == "canonical_nan") return setting.key;
  const bool bare = setting.value == "true" || setting.value == "false" ||
                    setting.value.find_first_not_of("0123456789") == std::string::npos;
  return setting.key + " = " + (bare ? setting.value : '"' + setting.value + '"');
}

[[noreturn]] void fail(const Setting& setting, const std::string& what) {
  throw InputError(setting.where + ": " + written(setting) + ": " + what);
}

/// The format a glob names after its arrow, where it names one.
const Format* result_format(const Reading& reading, std::string_view match) {
  const std::size_t arrow = match.rfind("->");
  return arrow == std::string_view::npos ? nullptr : reading.profile.find_format(match.substr(arrow + 2));
}

void check_needs(const Reading& reading, const Setting& setting) {
  for (const Need& need : needs()) {
    if (setting.key != need.key || is_one_of(setting.value, need.harmless)) continue;
    // The modifier rounds to odd whatever the profile's rounding is.
    if (need.key == "rto_overflow" && setting.match.find("[rto") != std::string::npos) continue;
    if (!satisfied(reading, setting, need)) fail(setting, std::string(need.why));
  }
}

void check_conflicts(const Reading& reading, const Setting& setting) {
  for (const Conflict& conflict : conflicts()) {
    if (!holds(setting, {conflict.key, conflict.values})) continue;
    for (const Setting& other : reading.settings) {
      if (other.table == setting.table && holds(other, {conflict.other, conflict.other_values})) {
        fail(setting, "contradicts " + written(other) + " in the same table: " + std::string(conflict.why));
      }
    }
  }
}

void check_effect(const Reading& reading, const Setting& setting) {
  const Format* result = result_format(reading, setting.match);
  if (result == nullptr) return;
  for (const Idle& rule : idle_rules()) {
    if (holds(setting, {rule.key, rule.values}) && rule.idle(*result)) {
      fail(setting, "without effect, because " + std::string(result->name) + " " + std::string(rule.why) +
                        ": remove it or correct the match");
    }
  }
}

}  // namespace

void check_contradictions(const Reading& reading) {
  for (const Setting& setting : reading.settings) {
    check_conflicts(reading, setting);
    check_needs(reading, setting);
    check_effect(reading, setting);
  }
}

}  // namespace hallmark
