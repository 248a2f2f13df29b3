// SPDX-License-Identifier: Apache-2.0
// What could explain a wrong result of an elementary function.
#include <cstdlib>
#include <memory>
#include <string>

#include "formats/formats.h"
#include "judging/function_judge.h"
#include "semantics/conversion.h"
#include "truth/arithmetic.h"

namespace hallmark {
namespace {

struct Builder {
  const FunctionOperation& operation;
  const Semantics& base;
  std::vector<Hypothesis> list;

  void semantics(std::string text, const Semantics& changed) {
    if (!(changed == base)) list.push_back({Hypothesis::Kind::semantics, std::move(text), changed, {}, {}});
  }
  void model(std::string text, std::function<std::uint64_t(std::uint64_t)> model) {
    list.push_back({Hypothesis::Kind::model, std::move(text), {}, std::move(model), {}});
  }
  void description(std::string text, std::function<bool(std::uint64_t, const CodeSet&, std::uint64_t)> describes) {
    list.push_back({Hypothesis::Kind::description, std::move(text), {}, {}, std::move(describes)});
  }
};

/// Correctly rounded functions and sums that end in the same format: what naive code is made of.
class Pieces {
 public:
  explicit Pieces(const Semantics& semantics) : semantics_(semantics) {}

  std::uint64_t function(ElementaryFunction code, const Format& from, std::uint64_t x, const Format& to) {
    return truth_.answer({code, {from}, 1, to}, semantics_, {}, {&x, 1}).rounded.low;
  }
  std::uint64_t arithmetic(Operator code, const Format& format, std::initializer_list<std::uint64_t> operands) {
    const Elementwise operation{code, {format, format}, operands.size(), format};
    return elementwise_result(operation, semantics_, std::span(operands.begin(), operands.size()), mpfr_).sets[0].low;
  }
  std::uint64_t convert(const Format& from, const Format& to, std::uint64_t code) {
    if (const auto special = convert_special({from, to}, semantics_, code)) return special->low;
    return round_conversion({from, to}, semantics_, exact_value(from, code)).low;
  }

 private:
  Semantics semantics_;
  FunctionTruth truth_;
  MpfrArithmetic mpfr_;
};

/// Formulas that are right on paper, each step rounded to the result's format.
void add_naive_formulas(Builder& build) {
  const Format from = build.operation.operands[0], to = build.operation.result;
  if (build.operation.operand_count != 1) return;
  const auto pieces = std::make_shared<Pieces>(build.base);
  const std::uint64_t one = *encode(to, false, 1, 0);
  const auto step = [=](ElementaryFunction code, std::uint64_t x) { return pieces->function(code, from, x, to); };
  switch (build.operation.code) {
    case ElementaryFunction::exp:
      build.model("agree with expm1(x) + 1, each step rounded", [=](std::uint64_t x) {
        return pieces->arithmetic(Operator::add, to, {step(ElementaryFunction::expm1, x), one});
      });
      break;
    case ElementaryFunction::expm1:
      build.model("agree with exp(x) - 1, each step rounded", [=](std::uint64_t x) {
        return pieces->arithmetic(Operator::subtract, to, {step(ElementaryFunction::exp, x), one});
      });
      break;
    case ElementaryFunction::log1p:
      build.model("agree with log(1 + x), each step rounded", [=](std::uint64_t x) {
        const std::uint64_t sum = pieces->arithmetic(Operator::add, to, {pieces->convert(from, to, x), one});
        return pieces->function(ElementaryFunction::log, to, sum, to);
      });
      break;
    case ElementaryFunction::rsqrt:
      build.model("agree with 1 / sqrt(x), each step rounded", [=](std::uint64_t x) {
        const std::uint64_t root = pieces->arithmetic(Operator::sqrt, to, {pieces->convert(from, to, x)});
        return pieces->arithmetic(Operator::divide, to, {one, root});
      });
      break;
    case ElementaryFunction::erfc:
      build.model("agree with 1 - erf(x), each step rounded", [=](std::uint64_t x) {
        return pieces->arithmetic(Operator::subtract, to, {one, step(ElementaryFunction::erf, x)});
      });
      break;
    default:
      break;
  }
  build.model("equal the operand", [=](std::uint64_t x) { return pieces->convert(from, to, x); });
}

/// The operand cut to a narrow format before the function saw it.
void add_narrow_operands(Builder& build) {
  const Format from = build.operation.operands[0], to = build.operation.result;
  if (build.operation.operand_count != 1 || from.width() <= 16) return;
  const auto pieces = std::make_shared<Pieces>(build.base);
  const ElementaryFunction code = build.operation.code;
  for (const Format& narrow : {bfloat16, float16}) {
    build.model("agree with an operand rounded to " + std::string(narrow.name) + " first", [=](std::uint64_t x) {
      // An infinity says nothing of the operand's last bits: every way to overflow would agree.
      constexpr std::uint64_t no_result = ~std::uint64_t{0};
      const std::uint64_t result = pieces->function(code, narrow, pieces->convert(from, narrow, x), to);
      return classify(to, result) == Category::infinity ? no_result : result;
    });
  }
}

void add_intermediate_formats(Builder& build) {
  for (const Format& middle : {float16, bfloat16, float32}) {
    const Format &from = build.operation.operands[0], &to = build.operation.result;
    // Of a smaller range it would overflow far and wide, and a narrower one that no operand has agrees by chance.
    if (middle.name == to.name || middle.exponent_bits < to.exponent_bits) continue;
    if (middle.precision() <= to.precision() && to.width() <= 16 && middle.name != from.name) continue;
    Semantics changed = build.base;
    changed.evaluate_in = middle.name;
    build.semantics("agree with rounding twice, through " + std::string(middle.name), changed);
  }
}

/// Codes between two numbers; nothing where either is a NaN, and of two zeros.
std::optional<std::uint64_t> steps_between(const Format& to, std::uint64_t a, std::uint64_t b) {
  if (((a | b) & ~to.code_mask()) != 0 || to.is_nan(a) || to.is_nan(b)) return std::nullopt;
  if (classify(to, a) == Category::zero && classify(to, b) == Category::zero) return std::nullopt;
  const std::uint64_t x = to_ordered(to, a), y = to_ordered(to, b);
  return x > y ? x - y : y - x;
}

void add_descriptions(Builder& build) {
  const Format to = build.operation.result;
  const auto is = [to](std::uint64_t code, Category category) {
    return (code & ~to.code_mask()) == 0 && classify(to, code) == category;
  };
  build.description("have bits set above the result format's width",
                    [to](std::uint64_t, const CodeSet&, std::uint64_t got) { return (got & ~to.code_mask()) != 0; });
  build.description("are numbers where NaN is right", [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return is(right.low, Category::nan) && !is(got, Category::nan);
  });
  build.description("are NaN where a number is right", [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return !is(right.low, Category::nan) && is(got, Category::nan);
  });
  build.description("are infinite where a finite number is right",
                    [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
                      return right.is_single() && !is(right.low, Category::nan) && !is(right.low, Category::infinity) &&
                             is(got, Category::infinity);
                    });
  build.description("are finite where infinity is right", [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return right.is_single() && is(right.low, Category::infinity) && !is(got, Category::infinity) &&
           !is(got, Category::nan);
  });
  build.description("have the wrong sign of zero", [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return right.is_single() && is(right.low, Category::zero) && is(got, Category::zero);
  });
  build.description("are zero where another number is right",
                    [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
                      return right.is_single() && !is(right.low, Category::nan) && !is(right.low, Category::zero) &&
                             is(got, Category::zero);
                    });
  build.description("have the wrong sign", [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
    return right.is_single() && !is(right.low, Category::zero) && !is(got, Category::zero) && !is(got, Category::nan) &&
           to.is_negative(got) != to.is_negative(right.low);
  });
  for (const std::uint64_t most : {1, 2, 4, 16, 256}) {
    const std::string text = most == 1
                                 ? "are next to the correctly rounded result"
                                 : "are at most " + std::to_string(most) + " codes off the correctly rounded result";
    build.description(text, [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
      const auto steps = right.is_single() ? steps_between(to, right.low, got) : std::nullopt;
      return steps && *steps <= most;
    });
  }
  build.description("are more than 256 codes off the correctly rounded result",
                    [=](std::uint64_t, const CodeSet& right, std::uint64_t got) {
                      return right.is_single() && steps_between(to, right.low, got).value_or(0) > 256;
                    });
}

}  // namespace

std::vector<Hypothesis> function_hypotheses(const FunctionOperation& operation, const Semantics& base) {
  Builder build{operation, base, semantics_hypotheses(base)};
  add_intermediate_formats(build);
  add_naive_formulas(build);
  add_narrow_operands(build);
  add_descriptions(build);
  return std::move(build.list);
}

}  // namespace hallmark
