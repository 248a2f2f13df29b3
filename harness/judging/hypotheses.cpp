// SPDX-License-Identifier: Apache-2.0
#include "judging/hypotheses.h"

#include <bit>

#include "formats/formats.h"

namespace hallmark {
namespace {

struct Builder {
  const Conversion& conversion;
  const Semantics& base;
  std::vector<Hypothesis> list;

  void semantics(std::string text, const std::function<void(Semantics&)>& change) {
    Semantics changed = base;
    change(changed);
    if (changed == base) return;  // what is judged by explains nothing
    list.push_back({Hypothesis::Kind::semantics, std::move(text), changed, {}, {}});
  }
  void model(std::string text, std::function<std::uint64_t(std::uint64_t)> model) {
    list.push_back({Hypothesis::Kind::model, std::move(text), {}, std::move(model), {}});
  }
  void description(std::string text, std::function<bool(std::uint64_t, const CodeSet&, std::uint64_t)> describes) {
    list.push_back({Hypothesis::Kind::description, std::move(text), {}, {}, std::move(describes)});
  }
};

void add_rounding_modes(Builder& build) {
  using enum Rounding;
  // Where two agree with all that differs, the one that would have changed less comes first.
  constexpr std::pair<Rounding, const char*> modes[] = {{rne, "agree with rounding to nearest, ties to even"},
                                                        {rna, "agree with rounding to nearest, ties away from zero"},
                                                        {rtz, "agree with rounding toward zero (truncation)"},
                                                        {rup, "agree with rounding toward positive infinity"},
                                                        {rdn, "agree with rounding toward negative infinity"},
                                                        {rto, "agree with rounding to odd"}};
  for (const auto& mode : modes) {
    build.semantics(mode.second, [&](Semantics& s) { s.rounding = mode.first; });
  }
}

void add_subnormal_rules(Builder& build) {
  for (const bool positive : {false, true}) {
    const FlushedZero zero = positive ? FlushedZero::positive : FlushedZero::keep_sign;
    const std::string to = positive ? " to +0" : " to zero";
    build.semantics("agree with flushing subnormal operands" + to, [&](Semantics& s) {
      s.subnormal_operands = SubnormalOperands::flush;
      s.flushed_zero = zero;
    });
    // Each of these flushes all that the one before it does.
    build.semantics("agree with flushing delivered subnormal results" + to, [&](Semantics& s) {
      s.subnormal_results = SubnormalResults::flush_delivered;
      s.flushed_zero = zero;
    });
    build.semantics("agree with flushing subnormal results" + to + " after rounding", [&](Semantics& s) {
      s.subnormal_results = SubnormalResults::flush_after_rounding;
      s.flushed_zero = zero;
    });
    build.semantics("agree with flushing subnormal results" + to + " before rounding", [&](Semantics& s) {
      s.subnormal_results = SubnormalResults::flush_before_rounding;
      s.flushed_zero = zero;
    });
  }
  build.semantics("agree with keeping subnormals", [](Semantics& s) {
    s.subnormal_operands = SubnormalOperands::keep;
    s.subnormal_results = SubnormalResults::keep;
  });
}

void add_range_rules(Builder& build) {
  build.semantics("agree with saturating to the largest finite value on overflow", [](Semantics& s) {
    s.overflow = Overflow::saturate;
    s.infinity_operand = InfinityOperand::saturate;
    s.integer_overflow = IntegerOverflow::saturate;
  });
  build.semantics("agree with saturating infinities and overflow to the largest finite value", [](Semantics& s) {
    s.overflow = Overflow::saturate;
    s.infinity_operand = InfinityOperand::saturate;
    s.infinity_to_infinity = InfinityToInfinity::saturate;
  });
  build.semantics("agree with overflow to infinity", [](Semantics& s) { s.overflow = Overflow::infinity; });
  build.semantics("agree with overflow to NaN", [](Semantics& s) {
    s.overflow = Overflow::nan;
    s.infinity_operand = InfinityOperand::nan;
  });
  build.semantics("agree with x86's integer indefinite value", [](Semantics& s) {
    s.integer_overflow = IntegerOverflow::indefinite;
    s.nan_to_integer = NanToInteger::minimum;
  });
  build.semantics("agree with wrapping around", [](Semantics& s) { s.integer_overflow = IntegerOverflow::wrap; });
}

void add_intermediate_formats(Builder& build) {
  for (const Format& middle : {float32, float16, bfloat16, float64}) {
    const auto& [from, to] = build.conversion;
    if (middle.name == from.name || middle.name == to.name) continue;
    // Of a smaller range it would overflow far and wide: no routine does that, and its infinities agree by accident.
    if (!to.is_integer() && middle.exponent_bits < to.exponent_bits) continue;
    build.semantics("agree with rounding twice, through " + std::string(middle.name), [&](Semantics& s) {
      s.evaluate_in = middle.name;
      s.rounding = build.base.rounding;
    });
  }
}

void add_nan_rules(Builder& build) {
  build.semantics("agree with turning NaN into infinity", [](Semantics& s) { s.nan = Nan::infinity; });
  build.semantics("are NaNs of the wrong kind or payload: any NaN would agree", [](Semantics& s) {
    s.nan = Nan::any;
    s.nan_sign = NanSign::any;
  });
}

/// Faulty routines that work on the words, as found in public bug reports.
void add_word_models(Builder& build) {
  const Format from = build.conversion.from, to = build.conversion.to;  // clang 14 captures no structured binding
  if (from.is_integer() || to.is_integer()) {
    build.model("agree with storing the operand's bits unconverted",
                [to](std::uint64_t operand) { return operand & to.code_mask(); });
    return;
  }
  const int cut = from.significand_bits - to.significand_bits;
  if (from.exponent_bits == to.exponent_bits && cut > 0 && from.width() - cut == to.width()) {
    // Same exponent field: the words line up and faulty code shifts them.
    build.model("agree with cutting the word without a guard for NaN (a payload only in the low half became infinity)",
                [cut](std::uint64_t operand) { return operand >> cut; });
    build.model("agree with adding the rounding bias to NaN as if it were a number", [=](std::uint64_t operand) {
      const std::uint64_t bias = (std::uint64_t{1} << (cut - 1)) - 1 + (operand >> cut & 1);
      return ((operand + bias) & from.code_mask()) >> cut;
    });
  }
  if (from.width() == 64 && !from.is_integer()) {
    const Semantics base = build.base;
    build.model("agree with ignoring the low 32 bits of the operand", [=](std::uint64_t operand) {
      const std::uint64_t high = operand & ~std::uint64_t{0xffffffff};
      if (const auto special = convert_special({from, to}, base, high)) return special->low;
      return round_conversion({from, to}, base, exact_value(from, high)).low;
    });
  }
  const Semantics base = build.base;
  build.model("agree with losing the carry out of the significand: half the right value", [=](std::uint64_t operand) {
    if (convert_special({from, to}, base, operand)) return ~std::uint64_t{0};
    const CodeSet right = round_conversion({from, to}, base, exact_value(from, operand));
    const bool carried = right.is_single() && (right.low & to.fraction_mask()) == 0;
    return carried ? right.low - (std::uint64_t{1} << to.significand_bits) : ~std::uint64_t{0};
  });
  build.model("agree with storing the operand's bits unconverted", [from, to](std::uint64_t operand) {
    const std::uint64_t stored = operand & to.code_mask();
    // A negative zero that lost its sign says nothing about how.
    return stored == 0 && classify(from, operand) == Category::zero ? ~std::uint64_t{0} : stored;
  });
}

void add_descriptions(Builder& build) {
  const Format from = build.conversion.from, to = build.conversion.to;  // clang 14 captures no structured binding
  const auto operand_is = [from](std::uint64_t operand, Category category) {
    return classify(from, operand) == category;
  };
  const auto result_is = [to](std::uint64_t got, Category category) {
    return (got & ~to.code_mask()) == 0 && classify(to, got) == category;
  };
  build.description("have bits set above the result format's width",
                    [to](std::uint64_t, const CodeSet&, std::uint64_t got) { return (got & ~to.code_mask()) != 0; });
  if (to.is_integer()) {
    build.description("are one too low", [to](std::uint64_t, const CodeSet& right, std::uint64_t got) {
      return right.is_single() && got == ((right.low - 1) & to.code_mask());
    });
    build.description("are one too high", [to](std::uint64_t, const CodeSet& right, std::uint64_t got) {
      return right.is_single() && got == ((right.low + 1) & to.code_mask());
    });
    return;
  }
  using enum Category;
  build.description("turn NaN into infinity", [=](std::uint64_t operand, const CodeSet&, std::uint64_t got) {
    return operand_is(operand, nan) && result_is(got, infinity);
  });
  build.description("turn NaN into zero", [=](std::uint64_t operand, const CodeSet&, std::uint64_t got) {
    return operand_is(operand, nan) && result_is(got, zero);
  });
  build.description("turn NaN into a finite number", [=](std::uint64_t operand, const CodeSet&, std::uint64_t got) {
    return operand_is(operand, nan) && (result_is(got, normal) || result_is(got, subnormal));
  });
  build.description("turn a number into NaN", [=](std::uint64_t operand, const CodeSet& right, std::uint64_t got) {
    return !operand_is(operand, nan) && !to.is_nan(right.low) && result_is(got, nan);
  });
  build.description("turn infinity into a finite number",
                    [=](std::uint64_t operand, const CodeSet&, std::uint64_t got) {
                      return operand_is(operand, infinity) && !result_is(got, infinity) && !result_is(got, nan);
                    });
  build.description("turn a finite number into infinity",
                    [=](std::uint64_t operand, const CodeSet&, std::uint64_t got) {
                      return !operand_is(operand, infinity) && !operand_is(operand, nan) && result_is(got, infinity);
                    });
  build.description("lose the sign of zero", [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return right.is_single() && result_is(right.low, zero) && result_is(got, zero);
  });
  build.description("turn a nonzero result into zero", [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return right.is_single() && !result_is(right.low, zero) && result_is(got, zero);
  });
  build.description("have the wrong sign", [to](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return right.is_single() && (got ^ right.low) == to.sign_mask();
  });
  build.description(
      "are one unit in the last place too small in magnitude",
      [](std::uint64_t, const CodeSet& right, std::uint64_t got) { return right.is_single() && got + 1 == right.low; });
  build.description(
      "are one unit in the last place too large in magnitude",
      [](std::uint64_t, const CodeSet& right, std::uint64_t got) { return right.is_single() && got == right.low + 1; });
}

}  // namespace

std::vector<Hypothesis> conversion_hypotheses(const Conversion& conversion, const Semantics& base) {
  Builder build{conversion, base, {}};
  // Of hypotheses that explain as much the first wins: the rule for a range before one for all operands.
  add_subnormal_rules(build);
  add_range_rules(build);
  add_rounding_modes(build);
  add_intermediate_formats(build);
  add_word_models(build);
  add_nan_rules(build);
  add_descriptions(build);
  return std::move(build.list);
}

std::vector<Hypothesis> semantics_hypotheses(const Semantics& base) {
  const Conversion none;
  Builder build{none, base, {}};
  add_subnormal_rules(build);
  add_range_rules(build);
  add_rounding_modes(build);
  add_nan_rules(build);
  return std::move(build.list);
}

}  // namespace hallmark
